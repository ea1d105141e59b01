"""The reachable positions of a game, and the algorithms on them."""
