"""Drawing positions: as text for the terminal."""
