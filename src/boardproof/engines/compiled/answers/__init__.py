"""Answers about all positions at once: surveys, attractors, solutions."""
