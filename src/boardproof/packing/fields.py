"""Fields: bits of a word, and how the value of a state variable is written in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..rules.domains import Domain, Range
from ..rules.state import MapVariable, StateMap, SubsetVariable, Variable


@dataclass(frozen=True)
class Field:
    """Neighbouring bits of one word.

    >>> field = Field(word=0, offset=4, width=2)
    >>> field.of(0b100111), field.read((0b100111,)), bin(field.mask)
    (2, 2, '0b110000')
    """

    word: int
    offset: int
    width: int

    @property
    def ones(self) -> int:
        """The greatest number that the field holds."""
        return (1 << self.width) - 1

    @property
    def mask(self) -> int:
        """The field's bits, in place."""
        return self.ones << self.offset

    def of(self, word: Any) -> Any:
        """Return the field's number in its word, or in each word of an array."""
        return word >> self.offset & self.ones

    def read(self, words: tuple[int, ...]) -> int:
        """Return the field's number in the words of a position."""
        return int(self.of(words[self.word]))

    def write(self, words: list[int], value: int) -> None:
        """Put a number into the words of a position."""
        words[self.word] = words[self.word] & ~self.mask | (value << self.offset)

    def part(self, start: int, width: int) -> Field:
        """Return some of the field's bits, counted from its lowest, as a field."""
        return Field(self.word, self.offset + start, width)


@dataclass(frozen=True)
class PackedVariable:
    """Where a variable lies: one field, or one for each bitboard or element of a map."""

    variable: Variable
    fields: tuple[Field, ...]
    planes: bool = False

    @property
    def boards(self) -> bool:
        """Whether every bit of its fields means something by itself."""
        return self.planes or isinstance(self.variable, SubsetVariable)

    @property
    def codes(self) -> int:
        """How many patterns of a field mean something."""
        return 2 if self.variable.word == "Flag" else len(self._values)

    @property
    def _values(self) -> Domain[Any]:
        """The values that one field tells apart."""
        variable = self.variable
        return variable.values if isinstance(variable, MapVariable) else variable.domain

    def encode(self, value: Any) -> list[int]:
        """Return the number of each field for a value of the variable."""
        variable = self.variable
        if isinstance(variable, MapVariable):
            codes = [variable.values.index(value[key]) for key in variable.domain]
            return _to_planes(codes, len(self.fields)) if self.planes else codes
        if isinstance(variable, SubsetVariable):
            return [sum(1 << variable.domain.index(element) for element in value)]
        return [int(value) if variable.word == "Flag" else variable.domain.index(value)]

    def decode(self, codes: list[int]) -> Any:
        """Return the value that the numbers of the fields stand for."""
        variable = self.variable
        if isinstance(variable, MapVariable):
            values, size = variable.values.elements, len(variable.domain)
            indices = _from_planes(codes, size) if self.planes else codes
            return StateMap(zip(variable.domain, (values[i] for i in indices), strict=True))
        if isinstance(variable, SubsetVariable):
            return frozenset(e for i, e in enumerate(variable.domain) if codes[0] >> i & 1)
        return bool(codes[0]) if variable.word == "Flag" else variable.domain.elements[codes[0]]


def field_widths(variable: Variable, planes: bool) -> list[int]:
    """Return the widths of a variable's fields, on bitboards where `planes` and they suit it."""
    if isinstance(variable, MapVariable):
        if planes and suits_planes(variable):
            return [len(variable.domain)] * (len(variable.values) - 1)
        return [max(1, (len(variable.values) - 1).bit_length())] * len(variable.domain)
    if isinstance(variable, SubsetVariable):
        return [len(variable.domain)]
    return [max(1, variable.bits)]


def suits_planes(variable: Variable) -> bool:
    """Whether a variable is better kept as bitboards: a map onto few values, not numbers."""
    if not isinstance(variable, MapVariable):
        return False
    return not isinstance(variable.values, Range) and len(variable.values) <= 5


def _to_planes(codes: list[int], planes: int) -> list[int]:
    """Return a bitboard for each code but 0: where the code is."""
    return [
        sum(1 << i for i, code in enumerate(codes) if code == plane)
        for plane in range(1, planes + 1)
    ]


def _from_planes(planes: list[int], size: int) -> Iterator[int]:
    """Return for each element which bitboard it is on, 0 for none."""
    for i in range(size):
        yield next((n for n, plane in enumerate(planes, 1) if plane >> i & 1), 0)
