"""Slots: the bits that encode the places of a position, each slot one place or a few together.

The bits of the present position and of the next one are interleaved, present above next: a move
changes little, and a diagram is small where related variables are adjacent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .manager import Diagram, Diagrams, united

#: A component of a position with a value of its own: a variable, or a map or set at a key.
Place = tuple[Any, ...]


@dataclass(frozen=True)
class Slot:
    """Places that are encoded together: one code for each combination of their values.

    >>> Slot((("turn",),), (("A",), ("B",), ("C",))).bits
    2
    """

    places: tuple[Place, ...]
    combinations: tuple[tuple[Any, ...], ...]

    @property
    def bits(self) -> int:
        """The number of bits of its codes."""
        return (len(self.combinations) - 1).bit_length()

    @property
    def codes(self) -> Sequence[int]:
        """The code of each combination."""
        return range(len(self.combinations))


@dataclass(frozen=True)
class OneHot(Slot):
    """A slot with a bit for each combination but the first, at most one of them set.

    >>> list(OneHot((("turn",),), (("A",), ("B",), ("C",))).codes)
    [0, 1, 2]
    >>> OneHot((("cell",),), tuple((n,) for n in range(5))).bits
    4
    """

    @property
    def bits(self) -> int:
        return len(self.combinations) - 1

    @property
    def codes(self) -> Sequence[int]:
        return [0, *(1 << shift for shift in range(len(self.combinations) - 1))]


class Slots:
    """The slots of a game in variable order, and the bits of each."""

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
        """Return the bits of a slot, highest first, of the present position or the next one."""
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
    """Encodes values of slots as diagrams of one manager."""

    def __init__(self, slots: Slots, diagrams: Diagrams) -> None:
        self.slots, self.diagrams = slots, diagrams
        self._codes: dict[tuple[int, bool], list[Diagram]] = {}
        self._same: dict[int, Diagram] = {}

    def codes(self, number: int, following: bool = False) -> list[Diagram]:
        """Return a diagram for each code of a slot: where the slot has it."""
        key = number, following
        if key not in self._codes:
            bits = self.slots.bits_of(number, following)
            codes = self.slots.slots[number].codes
            self._codes[key] = [self._pattern(bits, code) for code in codes]
        return self._codes[key]

    def _pattern(self, bits: list[int], code: int) -> Diagram:
        pattern = self.diagrams.true
        for shift, bit in enumerate(reversed(bits)):
            variable = self.diagrams.var(bit)
            pattern = (variable if code >> shift & 1 else ~variable) & pattern
        return pattern

    def values(self, place: Place, following: bool = False) -> dict[Any, Diagram]:
        """Return a diagram for each value of a place: where the place has it."""
        number, index = self.slots.at[place]
        values = (combination[index] for combination in self.slots.slots[number].combinations)
        codes = self.codes(number, following)
        return united(zip(values, codes, strict=True), self.diagrams.any_of)

    def unchanged(self, number: int) -> Diagram:
        """Return where a slot is the same in the present position and the next one."""
        if number not in self._same:
            same = self.diagrams.true
            pairs = zip(self.slots.bits_of(number), self.slots.bits_of(number, True), strict=True)
            for now, then in reversed(list(pairs)):
                same = ~(self.diagrams.var(now) ^ self.diagrams.var(then)) & same
            self._same[number] = same
        return self._same[number]

    @cached_property
    def cubes(self) -> list[Diagram]:
        """All bits of the present position, and all of the next, as cubes."""
        bits = self.slots
        return [self.diagrams.cube(bits.present), self.diagrams.cube(bits.following)]

    def flipped(self, diagram: Diagram) -> Diagram:
        """Return a diagram with the bits of the present and the next position exchanged."""
        now, then = self.slots.present, self.slots.following
        names = dict(zip([*now, *then], [*then, *now], strict=True))
        return self.diagrams.substitute(diagram, names)

    def becomes(self, number: int, values: Mapping[Place, Mapping[Any, Diagram]]) -> Diagram:
        """Return where a slot of the next position has the given functions of the present one."""
        slot, false = self.slots.slots[number], self.diagrams.false
        parts = []
        for way, code in zip(slot.combinations, self.codes(number, True), strict=True):
            conjunction = code
            for place, value in zip(slot.places, way, strict=True):
                functions = self.values(place) if values.get(place) is None else values[place]
                conjunction = conjunction & functions.get(value, false)
            parts.append(conjunction)
        return self.diagrams.any_of(parts)

    @cached_property
    def any_position(self) -> Diagram:
        """The valid positions: every slot has a code that is in use."""
        valid = self.diagrams.true
        for number, slot in reversed(list(enumerate(self.slots.slots))):
            if len(slot.combinations) != 1 << slot.bits:
                valid = self.diagrams.any_of(self.codes(number)) & valid
        return valid

    def position(self, values: Mapping[Place, Any], following: bool = False) -> Diagram:
        """Return the diagram of one position."""
        diagram = self.diagrams.true
        for number, slot in reversed(list(enumerate(self.slots.slots))):
            way = tuple(values[place] for place in slot.places)
            diagram = self.codes(number, following)[slot.combinations.index(way)] & diagram
        return diagram

    def read(self, bits: Sequence[bool | None], following: bool = False) -> dict[Place, Any]:
        """Decode one position from an assignment of the bits; a free bit counts as 0."""
        values: dict[Place, Any] = {}
        for number, slot in enumerate(self.slots.slots):
            code = 0
            for bit in self.slots.bits_of(number, following):
                code = 2 * code + bool(bits[bit])
            values.update(zip(slot.places, slot.combinations[slot.codes.index(code)], strict=True))
        return values


def branches(slots: Slots, number: int, diagram: Diagram) -> list[Diagram]:
    """Return the cofactor of a diagram for each way of a slot; nothing above it may be open.

    Only nodes that exist already are visited, so this allocates none.
    """
    bits = slots.bits_of(number)
    return [_cofactor(diagram, bits, code) for code in slots.slots[number].codes]


def _cofactor(diagram: Diagram, bits: list[int], code: int) -> Diagram:
    for shift, bit in zip(reversed(range(len(bits))), bits, strict=True):
        if diagram.node_var() == bit:
            yes, no = diagram.cofactors()
            diagram = yes if code >> shift & 1 else no
    return diagram
