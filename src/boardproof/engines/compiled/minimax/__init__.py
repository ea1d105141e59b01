"""Alpha-beta search on packed positions, with a transposition table and endgame tables."""
