"""The public algebra: spaces, their sets of states, and homomorphisms on these.

>>> space = Space({"x": range(3), "y": range(3)})
>>> right = union(Put("x", n + 1) & Sel("x", n) for n in range(2))
>>> up = union(Put("y", n + 1) & Sel("y", n) for n in range(2))
>>> Fix((right + up) & ~(space["x"] == space["y"]))(space.state(x=1, y=0)).count
5
"""

from ..engines.symbolic.bdd.state_set import StateSet
from .homomorphisms import (
    Fix,
    Homomorphism,
    Id,
    Ite,
    Nothing,
    Put,
    Sel,
    SpaceVariable,
    composition,
    union,
)
from .inductive import Arc, Inductive
from .space import Space

__all__ = [
    "Arc",
    "Fix",
    "Homomorphism",
    "Id",
    "Inductive",
    "Ite",
    "Nothing",
    "Put",
    "Sel",
    "Space",
    "SpaceVariable",
    "StateSet",
    "composition",
    "union",
]
