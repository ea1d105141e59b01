"""Symmetries: permutations of elements that the rules do not notice, found and proved."""

from .group import Symmetries, Symmetry, symmetries

__all__ = ["Symmetries", "Symmetry", "symmetries"]
