"""The transition relation of a game: its phases, variable order and compact encoding."""
