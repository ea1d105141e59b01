"""Breadth-first search over packed positions: visited sets, layers, worker threads."""
