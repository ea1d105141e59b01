"""Reading: a rulebook's source → syntax tree → typed IR, or an error with a caret."""

from .reader import read

__all__ = ["read"]
