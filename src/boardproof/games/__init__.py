"""The games: one file is one rulebook, and each imports `boardproof.rules` only."""
