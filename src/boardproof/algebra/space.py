"""The space of the public algebra: finite variables by name, each of which can be compared."""

from __future__ import annotations

from collections.abc import Hashable

from ..engines.symbolic.bdd.space import DiagramSpace
from ..engines.symbolic.bdd.state_set import StateSet
from .homomorphisms import Homomorphism, SpaceVariable
from .plans import plan_for


class Space(DiagramSpace):
    """All states of a few variables with finitely many values, the first variable at the top.

    `space[name]` is a variable; comparing it yields a selector.

    >>> space = Space({"x": [0, 1, 2], "y": "ab"})
    >>> space.everything.count
    6
    >>> list((space["x"] != 0)(space.where("y", "b")))
    [{'x': 1, 'y': 'b'}, {'x': 2, 'y': 'b'}]
    """

    def __getitem__(self, name: Hashable) -> SpaceVariable:
        return SpaceVariable(name, self.checked(name))

    def apply(self, homomorphism: Homomorphism, states: StateSet) -> StateSet:
        """Apply a homomorphism to a set of states, by its compiled form."""
        return plan_for(self, homomorphism)(states)
