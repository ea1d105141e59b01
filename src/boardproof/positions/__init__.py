"""Positions and moves as values, and as text."""
