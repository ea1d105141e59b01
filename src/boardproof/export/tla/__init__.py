"""Rulebooks as TLA+ modules, for an independent model checker."""

from .tla_module import Module, export_tla

__all__ = ["Module", "export_tla"]
