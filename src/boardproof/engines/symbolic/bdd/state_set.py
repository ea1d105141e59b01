"""Sets of states: values with the operators and comparisons of Python's own sets."""

from __future__ import annotations

import random
import sys
from bisect import bisect
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from operator import and_, or_, xor
from typing import TYPE_CHECKING, Any

from ....errors import BadInput, TooLarge
from .manager import Diagram
from .slots import Coder, branches

if TYPE_CHECKING:
    from .space import DiagramSpace


class TrackedDiagram:
    """A diagram that moves along when its space moves to a larger manager."""

    __slots__ = ("__weakref__", "diagram", "space")

    def __init__(self, space: DiagramSpace, diagram: Diagram) -> None:
        self.space, self.diagram = space, diagram
        space.track(self)


class StateSet(TrackedDiagram):
    """A set of states of one space.

    >>> from boardproof.engines.symbolic.bdd.space import DiagramSpace
    >>> space = DiagramSpace({"x": [0, 1, 2], "y": [0, 1, 2]})
    >>> low, left = space.where("y", 0), space.where("x", 0, 1)
    >>> (low | left).count, (low & left).count, low <= left
    (7, 2, False)
    >>> {"x": 2, "y": 0} in low - left
    True
    """

    __slots__ = ()

    def __repr__(self) -> str:
        number = self.count
        return f"<{number:,} state{'s' * (number != 1)}, {self.nodes:,} nodes>"

    def __or__(self, other: StateSet) -> StateSet:
        return self._combined(other, or_)

    def __and__(self, other: StateSet) -> StateSet:
        return self._combined(other, and_)

    def __sub__(self, other: StateSet) -> StateSet:
        return self._combined(other, lambda a, b: a & ~b)

    def __xor__(self, other: StateSet) -> StateSet:
        return self._combined(other, xor)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateSet):
            return NotImplemented
        self._check_same_space(other)
        return bool(self.diagram == other.diagram)

    def __hash__(self) -> int:
        return hash((id(self.space), self.count))

    def __le__(self, other: StateSet) -> bool:
        return not self - other

    def __ge__(self, other: StateSet) -> bool:
        return other <= self

    def __lt__(self, other: StateSet) -> bool:
        return self <= other and self != other

    def __gt__(self, other: StateSet) -> bool:
        return other < self

    def __bool__(self) -> bool:
        return bool(self.diagram.satisfiable())

    def __len__(self) -> int:
        number = self.count
        if number > sys.maxsize:
            raise TooLarge(f"len() cannot return {number:,}: use .count")
        return number

    @property
    def count(self) -> int:
        """The exact number of states."""
        space = self.space
        return space.coder.diagrams.count(self.diagram) >> space.slots.bits

    @property
    def nodes(self) -> int:
        """The number of nodes of the diagram, its leaf counted once."""
        return self.space.coder.diagrams.nodes(self.diagram)

    def __contains__(self, state: Mapping[Any, Any]) -> bool:
        places = self.space.places(state)
        left = self.diagram
        for number, slot in enumerate(self.space.slots.slots):
            combination = tuple(places[place] for place in slot.places)
            left = branches(self.space.slots, number, left)[slot.combinations.index(combination)]
        return bool(left.satisfiable())

    def __iter__(self) -> Iterator[dict[Any, Any]]:
        """Yield each state, in the order of the variables and of their values."""
        names = list(self.space.values)
        return (dict(zip(names, values, strict=True)) for values in self._below(0, self.diagram))

    def _below(self, number: int, left: Diagram) -> Iterator[tuple[Any, ...]]:
        if not left.satisfiable():
            return
        if number == len(self.space.slots.slots):
            yield ()
            return
        slot = self.space.slots.slots[number]
        for combination, under in zip(
            slot.combinations, branches(self.space.slots, number, left), strict=True
        ):
            for rest in self._below(number + 1, under):
                yield (*combination, *rest)

    def sample(self, chance: random.Random | None = None) -> dict[Any, Any]:
        """Return a uniformly random state."""
        if not self:
            raise BadInput("an empty set cannot be sampled")
        chance, slots = chance or random.Random(), self.space.slots
        state, left = {}, self.diagram
        for number, name in enumerate(self.space.values):
            ways, under = slots.slots[number].combinations, branches(slots, number, left)
            # The bits above are free in every branch alike, so the weights are comparable.
            weights = [int(branch.sat_count(2 * slots.bits)) for branch in under]
            index = bisect(list(accumulate(weights)), chance.randrange(sum(weights)))
            (state[name],), left = ways[index], under[index]
        return state

    def put(self, name: Any, value: Any) -> StateSet:
        """Return the set with a variable assigned a value in every state.

        >>> from boardproof.engines.symbolic.bdd.space import DiagramSpace
        >>> space = DiagramSpace({"x": [0, 1, 2], "y": [0, 1]})
        >>> list(space.where("y", 1).put("x", 2))
        [{'x': 2, 'y': 1}]
        """
        space = self.space
        space.checked(name, value)
        number = space.number(name)

        def work(coder: Coder) -> Diagram:
            left = coder.diagrams.exists(
                self.diagram, coder.diagrams.cube(space.slots.bits_of(number))
            )
            return left & space.one_of(coder, number, [value])

        return space.set_of(work)

    def _combined(self, other: StateSet, work: Callable[[Diagram, Diagram], Diagram]) -> StateSet:
        if not isinstance(other, StateSet):
            return NotImplemented
        self._check_same_space(other)
        return self.space.set_of(lambda coder: work(self.diagram, other.diagram))

    def _check_same_space(self, other: StateSet) -> None:
        if other.space is not self.space:
            raise BadInput("these two sets belong to different spaces: make both from one Space")
