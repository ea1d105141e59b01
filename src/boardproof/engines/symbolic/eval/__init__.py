"""Evaluating rules on all positions at once."""
