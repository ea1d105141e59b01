"""Tablebases: solved games on disk."""

from .builder import build_tablebase
from .merging import merge_tablebase
from .probe import Entry, Tablebase, open_tablebase

__all__ = ["Entry", "Tablebase", "build_tablebase", "merge_tablebase", "open_tablebase"]
