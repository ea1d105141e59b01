"""The reference engine: the rules run as the Python they are. It defines the language."""

from .engine import ReferenceEngine

__all__ = ["ReferenceEngine"]
