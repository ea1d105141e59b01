"""Finite variables encoded in the bits of diagrams, and the memory their sets live in.

A manager has a fixed capacity in nodes. When it is full, garbage is collected; when that is not
enough, everything that is still referenced moves to a larger manager. Sets are values to their
holders, so the space tracks all that are alive and moves them.
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

#: The default memory limit for the diagrams of a space, in bytes.
MEMORY = 8 << 30
#: A manager has an entry in its operation cache for every second node.
BYTES = NODE_BYTES + ENTRY_BYTES // 2
#: The growth factor of the capacity, where memory allows it.
FACTOR = 8
#: The initial capacity in nodes.
NODES = 1 << 20
#: Grow when more than one node in this many is alive: the next collection would be due soon.
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
            raise BadInput(f"{encoding!r} is not an encoding: write 'binary' or 'one-hot'")
        self.values = _ordered_values(variables, order)
        self.memory = memory
        slot = ENCODINGS[encoding]
        self.slots = Slots(
            [slot((place_of(name),), tuple((v,) for v in vs)) for name, vs in self.values.items()]
        )
        #: What can be computed again; dropped as a last resort when memory runs out.
        self.memo: dict[Hashable, Any] = {}
        self._tracked: WeakValueDictionary[int, TrackedDiagram] = WeakValueDictionary()
        self._serial = count()
        self._collections, self._threads = 0, threads
        self.coder = self._make_coder(max(1, min(nodes, memory // BYTES)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.values))})"

    @property
    def empty(self) -> StateSet:
        """The empty set."""
        return self.set_of(lambda coder: coder.diagrams.false)

    @property
    def everything(self) -> StateSet:
        """The set of all states."""
        return self.set_of(lambda coder: coder.any_position)

    def state(self, values: Mapping[Any, Any] | None = None, /, **named: Any) -> StateSet:
        """Return the set of one state, given as a value for every variable.

        >>> DiagramSpace({"x": [0, 1], "y": [0, 1]}).state(x=1, y=0)
        <1 state, 3 nodes>
        """
        places = self.places({**(values or {}), **named})
        return self.set_of(lambda coder: coder.position(places))

    def states(self, states: Iterable[Mapping[Any, Any]]) -> StateSet:
        """Return the set of the listed states."""
        listed = self.empty
        for state in states:
            listed = listed | self.state(state)
        return listed

    def where(self, name: Hashable, *values: Any) -> StateSet:
        """Return the states in which a variable has one of the values."""
        self.checked(name, *values)
        number = self.number(name)
        return self.set_of(lambda coder: coder.any_position & self.one_of(coder, number, values))

    def one_of(
        self, coder: Coder, number: int, values: Iterable[Any], then: bool = False
    ) -> Diagram:
        """Return where a variable has one of the values, in the present state or the next."""
        codes, ordered = coder.codes(number, then), list(self.values.values())[number]
        return coder.diagrams.any_of(codes[ordered.index(value)] for value in values)

    def number(self, name: Hashable) -> int:
        """Return a variable's number, counted from the top."""
        return self.slots.at[place_of(name)][0]

    def checked(self, name: Hashable, *values: Any) -> tuple[Any, ...]:
        """Return a variable's values; raise if there is no such variable, or value of it."""
        if name not in self.values:
            raise BadInput(
                f"unknown variable {name!r}: the variables are {', '.join(map(repr, self.values))}"
            )
        allowed = self.values[name]
        for value in values:
            if value not in allowed:
                values_text = ", ".join(map(repr, allowed))
                raise BadInput(f"{name} cannot be {value!r}: its values are {values_text}")
        return allowed

    def places(self, values: Mapping[Any, Any]) -> dict[Place, Any]:
        """Return a state by places; raise if it does not belong to this space."""
        for name, value in values.items():
            self.checked(name, value)
        missing = [name for name in self.values if name not in values]
        if missing:
            raise BadInput(f"a state needs a value for every variable, and {missing[0]} has none")
        return {place_of(name): value for name, value in values.items()}

    # -- memory -----------------------------------------------------------------------------

    @property
    def nodes(self) -> int:
        """The capacity in nodes."""
        return self.coder.diagrams.capacity

    def set_of(self, work: Callable[[Coder], Diagram]) -> StateSet:
        """Return the set of states whose diagram the work builds."""
        return StateSet(self, self.run(work))

    def track(self, tracked: TrackedDiagram) -> None:
        """Track a diagram, to move it along when the space grows, for as long as it is alive."""
        self._tracked[next(self._serial)] = tracked

    def run(self, work: Callable[[Coder], T]) -> T:
        """Do work on diagrams, and repeat it with more capacity if it ran out of memory.

        Each repetition must take its diagrams anew from what is tracked.
        """
        if self.coder.diagrams.collections != self._collections:
            self._collect()
        for _ in self._attempts():
            try:
                return work(self.coder)
            except OutOfRoom:
                continue  # intermediate results are released here, and can be collected
        raise TooLarge(self._too_large())

    def _attempts(self) -> Iterator[None]:
        """Yield before each attempt: as is, after a collection, grown, and without the memo."""
        yield
        self._collect()
        yield
        while self._may_grow():
            self._enlarge()
            yield
        self.memo.clear()
        self._collect()
        yield

    def _collect(self) -> None:
        """Collect garbage; grow where the next collection would soon be due."""
        self.coder.diagrams.collect()
        if self.coder.diagrams.used > self.nodes // HELD and self._may_grow():
            self._enlarge()
        self._collections = self.coder.diagrams.collections

    def _may_grow(self) -> bool:
        return 2 * self.nodes * BYTES <= self.memory

    def _enlarge(self) -> None:
        tracked = list(self._tracked.values())
        factor = min(FACTOR, self.memory // (self.nodes * BYTES))
        coder = self._make_coder(self.nodes * factor)
        moved = coder.diagrams.copy_from(
            self.coder.diagrams, [handle.diagram for handle in tracked]
        )
        for handle, diagram in zip(tracked, moved, strict=True):
            handle.diagram = diagram
        self.coder, self._collections = coder, coder.diagrams.collections

    def _make_coder(self, nodes: int) -> Coder:
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
    """Return the place in a position that a variable stands for."""
    return name if isinstance(name, tuple) else (name,)


def _ordered_values(
    variables: Mapping[Any, Iterable[Hashable]], order: Sequence[Hashable] | None
) -> dict[Any, tuple[Any, ...]]:
    names = list(variables) if order is None else list(order)
    if len(names) != len(variables) or set(names) != set(variables):
        raise BadInput("the order must name every variable exactly once")
    ordered = {name: tuple(variables[name]) for name in names}
    for name, values in ordered.items():
        if not values or len(set(values)) != len(values):
            raise BadInput(f"{name} needs at least one value, each listed once")
    return ordered
