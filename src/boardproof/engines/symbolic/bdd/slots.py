"""Places in a position and the bits they take: each slot holds one place, or a few together.

The present position and the next one have their bits side by side, present above next: a move
changes little, and a diagram is small where what belongs together stands together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .manager import Diagram, Diagrams

#: One thing in a position that has a value of its own: a variable, or a map or set at a key.
Place = tuple[Any, ...]


@dataclass(frozen=True)
class Slot:
    """Places whose values are written together: one code for each way they can be at once.

    >>> Slot((("turn",),), (("A",), ("B",), ("C",))).bits
    2
    """

    places: tuple[Place, ...]
    ways: tuple[tuple[Any, ...], ...]

    @property
    def bits(self) -> int:
        """How many bits its codes take."""
        return (len(self.ways) - 1).bit_length()

    @property
    def codes(self) -> Sequence[int]:
        """The code of each way."""
        return range(len(self.ways))


@dataclass(frozen=True)
class OneHot(Slot):
    """A slot with a bit for each way but the first, at most one of them set.

    >>> list(OneHot((("turn",),), (("A",), ("B",), ("C",))).codes)
    [0, 1, 2]
    >>> OneHot((("cell",),), tuple((n,) for n in range(5))).bits
    4
    """

    @property
    def bits(self) -> int:
        """How many bits its codes take."""
        return len(self.ways) - 1

    @property
    def codes(self) -> Sequence[int]:
        """The code of each way."""
        return [0, *(1 << shift for shift in range(len(self.ways) - 1))]


class Slots:
    """The slots of a game in their order from top to bottom, and the bits of each."""

    def __init__(self, slots: Sequence[Slot]) -> None:
        self.slots = tuple(slots)
        self.at: dict[Place, tuple[int, int]] = {}
        self._first: list[int] = []
        used = 0
        for number, slot in enumerate(self.slots):
            self._first.append(used)
            used += slot.bits
            for index, place in enumerate(slot.places):
                self.at[place] = (number, index)
        self.bits = used

    def bits_of(self, number: int, following: bool = False) -> list[int]:
        """Give the bits of a slot, highest first, of the present position or the next one."""
        first = self._first[number]
        return [2 * b + following for b in range(first, first + self.slots[number].bits)]

    @cached_property
    def present(self) -> list[int]:
        """All bits of the present position."""
        return [2 * b for b in range(self.bits)]

    @cached_property
    def following(self) -> list[int]:
        """All bits of the next position."""
        return [2 * b + 1 for b in range(self.bits)]


class Coder:
    """Writes values of slots as diagrams in one room of diagrams."""

    def __init__(self, slots: Slots, diagrams: Diagrams) -> None:
        self.slots, self.diagrams = slots, diagrams
        self._codes: dict[tuple[int, bool], list[Diagram]] = {}
        self._same: dict[int, Diagram] = {}

    def codes(self, number: int, following: bool = False) -> list[Diagram]:
        """Give for each code of a slot where it is the one written."""
        key = number, following
        if key not in self._codes:
            bits = self.slots.bits_of(number, following)
            codes = self.slots.slots[number].codes
            self._codes[key] = [self._pattern(bits, code) for code in codes]
        return self._codes[key]

    def _pattern(self, bits: list[int], code: int) -> Diagram:
        found = self.diagrams.true
        for shift, bit in enumerate(reversed(bits)):
            one = self.diagrams.var(bit)
            found = (one if code >> shift & 1 else ~one) & found
        return found

    def values(self, place: Place, following: bool = False) -> dict[Any, Diagram]:
        """Give for each value of a place where it has it."""
        number, index = self.slots.at[place]
        parts: dict[Any, list[Diagram]] = {}
        for way, code in zip(
            self.slots.slots[number].ways, self.codes(number, following), strict=True
        ):
            parts.setdefault(way[index], []).append(code)
        return {value: self.diagrams.any_of(codes) for value, codes in parts.items()}

    def unchanged(self, number: int) -> Diagram:
        """Give where a slot of the next position is as it is in the present one."""
        if number not in self._same:
            found = self.diagrams.true
            pairs = zip(self.slots.bits_of(number), self.slots.bits_of(number, True), strict=True)
            for now, then in reversed(list(pairs)):
                found = ~(self.diagrams.var(now) ^ self.diagrams.var(then)) & found
            self._same[number] = found
        return self._same[number]

    @cached_property
    def cubes(self) -> list[Diagram]:
        """All bits of the present position, and all of the next, as sets to forget."""
        bits = self.slots
        return [self.diagrams.cube(bits.present), self.diagrams.cube(bits.following)]

    def flipped(self, diagram: Diagram) -> Diagram:
        """Exchange the bits of the present position and of the next one."""
        now, then = self.slots.present, self.slots.following
        names = dict(zip([*now, *then], [*then, *now], strict=True))
        return self.diagrams.renamed(diagram, names)

    def becomes(self, number: int, values: Mapping[Place, Mapping[Any, Diagram]]) -> Diagram:
        """Give where a slot of the next position has values that depend on the present one."""
        slot, false = self.slots.slots[number], self.diagrams.false
        parts = []
        for way, code in zip(slot.ways, self.codes(number, True), strict=True):
            found = code
            for place, value in zip(slot.places, way, strict=True):
                given = self.values(place) if values.get(place) is None else values[place]
                found = found & given.get(value, false)
            parts.append(found)
        return self.diagrams.any_of(parts)

    @cached_property
    def any_position(self) -> Diagram:
        """Where every slot has a code that stands for something."""
        found = self.diagrams.true
        for number, slot in reversed(list(enumerate(self.slots.slots))):
            if len(slot.ways) != 1 << slot.bits:
                found = self.diagrams.any_of(self.codes(number)) & found
        return found

    def position(self, values: Mapping[Place, Any], following: bool = False) -> Diagram:
        """Write one position."""
        found = self.diagrams.true
        for number, slot in reversed(list(enumerate(self.slots.slots))):
            way = tuple(values[place] for place in slot.places)
            found = self.codes(number, following)[slot.ways.index(way)] & found
        return found

    def read(self, bits: Sequence[bool | None], following: bool = False) -> dict[Place, Any]:
        """Read one position from the values of bits; a bit left open counts as 0."""
        found: dict[Place, Any] = {}
        for number, slot in enumerate(self.slots.slots):
            code = 0
            for bit in self.slots.bits_of(number, following):
                code = 2 * code + bool(bits[bit])
            found.update(zip(slot.places, slot.ways[slot.codes.index(code)], strict=True))
        return found
