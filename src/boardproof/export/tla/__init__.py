"""Rulebooks as TLA+ modules, for an independent model checker."""

from .tla_module import TlaModule, export_tla

__all__ = ["TlaModule", "export_tla"]
