"""Rulebooks as TLA+ modules, for an independent model checker."""

from .tla_module import export_tla

__all__ = ["export_tla"]
