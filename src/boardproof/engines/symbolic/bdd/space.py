"""Finite variables on the bits of diagrams, and the room in which their sets live.

A room has a fixed number of nodes. When it is full, what nobody holds is forgotten; when that is
not enough, everything that is still held moves into a larger room. Sets are values to whoever
holds them, so the space knows all that are alive and carries them over.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, Literal, TypeVar
from weakref import WeakValueDictionary

from ....errors import BadInput, TooLarge
from .manager import ENTRY_BYTES, NODE_BYTES, Diagram, Diagrams, OutOfRoom
from .slots import Coder, OneHot, Place, Slot, Slots
from .state_set import StateSet, TrackedDiagram

T = TypeVar("T")

#: Bytes that the diagrams of a space may take, unless it is told otherwise.
MEMORY = 8 << 30
#: A room has an entry in its cache of results for every second node.
BYTES = NODE_BYTES + ENTRY_BYTES // 2
#: A larger room has so many times the nodes, where memory allows it.
FACTOR = 8
#: Nodes there is room for at first.
NODES = 1 << 20
#: When more than one node in so many is still held, forgetting the others would soon be due again.
HELD = 16

ENCODINGS: dict[str, type[Slot]] = {"binary": Slot, "one-hot": OneHot}


class DiagramSpace:
    """All states of a few variables with finitely many values, the first variable at the top.

    >>> space = DiagramSpace({"x": [0, 1, 2], "y": "ab"})
    >>> space.everything.count
    6
    >>> list(space.where("x", 1, 2) & space.where("y", "b"))
    [{'x': 1, 'y': 'b'}, {'x': 2, 'y': 'b'}]
    """

    def __init__(
        self,
        variables: Mapping[Any, Iterable[Hashable]],
        order: Sequence[Hashable] | None = None,
        encoding: Literal["binary", "one-hot"] = "binary",
        nodes: int = NODES,
        memory: int = MEMORY,
        threads: int = 1,
    ) -> None:
        if encoding not in ENCODINGS:
            raise BadInput(f"{encoding!r} is no encoding: write 'binary' or 'one-hot'")
        self.values = _checked(variables, order)
        self.memory = memory
        slot = ENCODINGS[encoding]
        self.slots = Slots(
            [slot((place_of(name),), tuple((v,) for v in vs)) for name, vs in self.values.items()]
        )
        #: What can be computed again; dropped as a last resort when memory runs out.
        self.memo: dict[Hashable, Any] = {}
        self._kept: WeakValueDictionary[int, TrackedDiagram] = WeakValueDictionary()
        self._serial = count()
        self._collections, self._threads = 0, threads
        self.coder = self._room(max(1, min(nodes, memory // BYTES)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.values))})"

    @property
    def empty(self) -> StateSet:
        """The set without states."""
        return self.set_of(lambda coder: coder.diagrams.false)

    @property
    def everything(self) -> StateSet:
        """The set of all states."""
        return self.set_of(lambda coder: coder.any_position)

    def state(self, values: Mapping[Any, Any] | None = None, /, **named: Any) -> StateSet:
        """Give the set of one state, which names a value for every variable.

        >>> DiagramSpace({"x": [0, 1], "y": [0, 1]}).state(x=1, y=0)
        <1 state, 3 nodes>
        """
        places = self.places({**(values or {}), **named})
        return self.set_of(lambda coder: coder.position(places))

    def states(self, states: Iterable[Mapping[Any, Any]]) -> StateSet:
        """Give the set of the states that are listed."""
        found = self.empty
        for state in states:
            found = found | self.state(state)
        return found

    def where(self, name: Hashable, *values: Any) -> StateSet:
        """Give the states in which a variable has one of the values."""
        self.checked(name, *values)
        number = self.number(name)

        def work(coder: Coder) -> Diagram:
            return coder.any_position & self.one_of(coder, number, values)

        return self.set_of(work)

    def one_of(
        self, coder: Coder, number: int, values: Iterable[Any], then: bool = False
    ) -> Diagram:
        """Write that a variable has one of the values, now or in the next state."""
        codes, known = coder.codes(number, then), list(self.values.values())[number]
        return coder.diagrams.any_of(codes[known.index(value)] for value in values)

    def number(self, name: Hashable) -> int:
        """Give a variable's number, counted from the top."""
        return self.slots.at[place_of(name)][0]

    def checked(self, name: Hashable, *values: Any) -> tuple[Any, ...]:
        """Give a variable's values; raise if there is no such variable, or value of it."""
        if name not in self.values:
            raise BadInput(
                f"there is no variable {name!r} among {', '.join(map(repr, self.values))}"
            )
        known = self.values[name]
        for value in values:
            if value not in known:
                raise BadInput(f"{name} cannot be {value!r}: it is {', '.join(map(repr, known))}")
        return known

    def places(self, values: Mapping[Any, Any]) -> dict[Place, Any]:
        """Read a state; raise if it is none of this space."""
        for name, value in values.items():
            self.checked(name, value)
        missing = [name for name in self.values if name not in values]
        if missing:
            raise BadInput(f"a state of this space says what {missing[0]} is")
        return {place_of(name): value for name, value in values.items()}

    # The room

    @property
    def nodes(self) -> int:
        """How many nodes there is room for."""
        return self.coder.diagrams.capacity

    def set_of(self, work: Callable[[Coder], Diagram]) -> StateSet:
        """Keep the diagram that the work makes as a set of states."""
        return StateSet(self, self.doing(work))

    def keep(self, kept: TrackedDiagram) -> None:
        """Carry a diagram over when the room changes, for as long as somebody holds it."""
        self._kept[next(self._serial)] = kept

    def doing(self, work: Callable[[Coder], T]) -> T:
        """Do work on diagrams, and do it again with more room if there was too little.

        The work must take the diagrams it needs from what is kept each time it is done.
        """
        if self.coder.diagrams.collections != self._collections:
            self._tidy()
        for _ in self._rooms():
            try:
                return work(self.coder)
            except OutOfRoom:
                continue  # what was half made is let go here, and can be forgotten
        raise TooLarge(self._too_large())

    def _rooms(self) -> Iterator[None]:
        """Offer the room as it is, then tidied, then larger ones, then one without the memo."""
        yield
        self._tidy()
        yield
        while self._may_grow():
            self._enlarge()
            yield
        self.memo.clear()
        self._tidy()
        yield

    def _tidy(self) -> None:
        """Forget what nobody holds; grow where that would soon be due again."""
        self.coder.diagrams.collect()
        if self.coder.diagrams.used > self.nodes // HELD and self._may_grow():
            self._enlarge()
        self._collections = self.coder.diagrams.collections

    def _may_grow(self) -> bool:
        return 2 * self.nodes * BYTES <= self.memory

    def _enlarge(self) -> None:
        kept = list(self._kept.values())
        factor = min(FACTOR, self.memory // (self.nodes * BYTES))
        coder = self._room(self.nodes * factor)
        moved = coder.diagrams.moved_from(self.coder.diagrams, [one.diagram for one in kept])
        for one, diagram in zip(kept, moved, strict=True):
            one.diagram = diagram
        self.coder, self._collections = coder, coder.diagrams.collections

    def _room(self, nodes: int) -> Coder:
        return Coder(
            self.slots, Diagrams(2 * self.slots.bits, nodes, max(64, nodes // 2), self._threads)
        )

    def _too_large(self) -> str:
        size = f"{self.memory >> 20:,} MB" if self.memory >> 20 else f"{self.memory:,} bytes"
        return (
            f"the sets need more than the {self.nodes:,} nodes that {size} have room for:"
            " give the space more memory"
        )


def place_of(name: Any) -> Place:
    """Give the place in a position that a variable stands for."""
    return name if isinstance(name, tuple) else (name,)


def _checked(
    variables: Mapping[Any, Iterable[Hashable]], order: Sequence[Hashable] | None
) -> dict[Any, tuple[Any, ...]]:
    names = list(variables) if order is None else list(order)
    if len(names) != len(variables) or set(names) != set(variables):
        raise BadInput("the order names every variable once")
    found = {name: tuple(variables[name]) for name in names}
    for name, values in found.items():
        if not values or len(set(values)) != len(values):
            raise BadInput(f"{name} needs values, each listed once")
    return found
