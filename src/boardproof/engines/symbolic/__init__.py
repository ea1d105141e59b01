"""Rules on decision diagrams: sets of positions too large to list."""

from .engine import SymbolicEngine

__all__ = ["SymbolicEngine"]
