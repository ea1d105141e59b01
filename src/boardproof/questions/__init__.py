"""Questions about a game: engine-neutral, and each returns an answer."""
