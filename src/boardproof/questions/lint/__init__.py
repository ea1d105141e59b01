"""Lint: read a rulebook and all its positions, and say what its author may not know."""

from .question import lint

__all__ = ["lint"]
