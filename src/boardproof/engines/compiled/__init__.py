"""The compiled engine: the rules as machine code on packed positions."""

from .engine import CompiledEngine

__all__ = ["CompiledEngine"]
