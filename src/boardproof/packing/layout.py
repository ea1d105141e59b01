"""Packing: state variables → bits in one or two 64-bit words.

A `Subset` is a bitboard, one bit an element. A `Map` onto a few named values is a bitboard for each
value but the first, which is where no other is. A `Map` onto numbers is a row of small fields.
Flags, counts and single elements are fields. No bitboard and no field crosses a word.

    A or B on 3×3 cells     word 0:  turn | mark=B (9) | mark=A (9)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import TooLarge
from ..positions.position import Position
from ..rules.domains import Range
from ..rules.game import Game
from ..rules.state import MapVariable, StateMap, SubsetVariable, Variable

WORD = 64


@dataclass(frozen=True)
class Field:
    """So many bits of a word."""

    word: int
    offset: int
    width: int

    @property
    def mask(self) -> int:
        """The field's bits, in place."""
        return ((1 << self.width) - 1) << self.offset

    def take(self, words: tuple[int, ...]) -> int:
        """Read the field."""
        return (words[self.word] & self.mask) >> self.offset

    def put(self, words: list[int], value: int) -> None:
        """Write the field."""
        words[self.word] = words[self.word] & ~self.mask | (value << self.offset)


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
        if isinstance(self.variable, MapVariable):
            return len(self.variable.values)
        return 2 if self.variable.word == "Flag" else len(self.variable.domain)


def on_planes(variable: Variable) -> bool:
    """Say whether a map is better kept as bitboards: few values that are not numbers."""
    if not isinstance(variable, MapVariable):
        return False
    return not isinstance(variable.values, Range) and len(variable.values) <= 5


class Layout:
    """The packing of one game.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.positions.position import starting_position
    >>> layout = Layout(Diagonals())
    >>> start = starting_position(Diagonals()).replace(mark={(0, 1): "B"}, turn="B")
    >>> layout.bits, layout.words, layout.unpack(layout.pack(start)) == start
    (9, 1, True)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        for planes in (True, False):
            used = [0, 0]
            packed = self._packed(planes, used)
            if packed is not None:
                break
        else:
            raise TooLarge(_too_wide(game))
        self.packed: dict[str, PackedVariable] = {name: packed[name] for name in game.variables}
        self.bits = sum(used)
        self.words = 2 if used[1] or self.bits == WORD else 1

    def _packed(self, planes: bool, used: list[int]) -> dict[str, PackedVariable] | None:
        """Lay the variables out, wide ones first; None where they do not fit."""
        found = {}
        for variable in sorted(
            self.game.variables.values(), key=lambda v: -max(_widths(v, planes))
        ):
            fields = []
            for width in _widths(variable, planes):
                # The pattern of all ones stands for an empty place of a table: a bit is kept free.
                word = next((w for w in (0, 1) if used[w] + width <= WORD - (w == 0)), None)
                if word is None:
                    return None
                fields.append(Field(word, used[word], width))
                used[word] += width
            found[variable.name] = PackedVariable(
                variable, tuple(fields), planes and on_planes(variable)
            )
        return found

    def picture(self) -> list[str]:
        """Draw the words from the highest bit to the lowest, a line each.

        >>> from boardproof.rules.sample import Diagonals
        >>> Layout(Diagonals()).picture()
        ['word 0  | 63-9 free | 8 turn | 7-4 mark=B | 3-0 mark=A |']
        """
        return [self._draw(word) for word in range(self.words)]

    def _draw(self, word: int) -> str:
        runs = [run for packed in self.packed.values() for run in _runs(packed) if run[0] == word]
        runs.sort(key=lambda run: -run[1])
        top = runs[0][2] if runs else -1
        free = [] if top == WORD - 1 else [_bits(top + 1, WORD - 1) + " free"]
        drawn = [f"{_bits(low, high)} {label}" for _, low, high, label in runs]
        return f"word {word}  | {' | '.join([*free, *drawn])} |"

    def pack(self, position: Position) -> tuple[int, ...]:
        """Write a position into words."""
        words = [0, 0]
        for packed, value in zip(self.packed.values(), position.values, strict=True):
            for field, code in zip(packed.fields, _codes(packed, value), strict=True):
                field.put(words, code)
        return tuple(words[: self.words])

    def unpack(self, words: tuple[int, ...]) -> Position:
        """Read a position from words."""
        values = []
        for packed in self.packed.values():
            codes = [field.take(words) for field in packed.fields]
            values.append(_value(packed, codes))
        return Position(self.game, tuple(values))


def _runs(packed: PackedVariable) -> list[tuple[int, int, int, str]]:
    """Give the stretches of bits that a variable takes: word, lowest, highest, what they hold."""
    name, found = packed.variable.name, []
    if packed.planes and isinstance(packed.variable, MapVariable):
        for value, field in zip(packed.variable.values.elements[1:], packed.fields, strict=True):
            high = field.offset + field.width - 1
            found.append((field.word, field.offset, high, f"{name}={value}"))
        return found
    for word in {field.word for field in packed.fields}:
        own = [field for field in packed.fields if field.word == word]
        label = name if len(packed.fields) == 1 else f"{name} {len(own)}×{own[0].width}"
        found.append((word, own[0].offset, own[-1].offset + own[-1].width - 1, label))
    return found


def _bits(low: int, high: int) -> str:
    return str(low) if low == high else f"{high}-{low}"


def _widths(variable: Variable, planes: bool) -> list[int]:
    if isinstance(variable, MapVariable):
        if planes and on_planes(variable):
            return [len(variable.domain)] * (len(variable.values) - 1)
        return [max(1, (len(variable.values) - 1).bit_length())] * len(variable.domain)
    if isinstance(variable, SubsetVariable):
        return [len(variable.domain)]
    return [max(1, variable.bits)]


def _codes(packed: PackedVariable, value: Any) -> list[int]:
    variable = packed.variable
    if isinstance(variable, MapVariable):
        if not packed.planes:
            return [variable.values.index(value[key]) for key in variable.domain]
        keys = list(enumerate(variable.domain))
        return [
            sum(1 << i for i, key in keys if value[key] == wanted)
            for wanted in variable.values.elements[1:]
        ]
    if isinstance(variable, SubsetVariable):
        return [sum(1 << variable.domain.index(element) for element in value)]
    return [int(value) if variable.word == "Flag" else variable.domain.index(value)]


def _value(packed: PackedVariable, codes: list[int]) -> Any:
    variable = packed.variable
    if isinstance(variable, MapVariable):
        values = variable.values.elements
        which = _on_planes(codes, len(variable.domain)) if packed.planes else codes
        return StateMap(zip(variable.domain, (values[i] for i in which), strict=True))
    if isinstance(variable, SubsetVariable):
        return frozenset(e for i, e in enumerate(variable.domain) if codes[0] >> i & 1)
    return bool(codes[0]) if variable.word == "Flag" else variable.domain.elements[codes[0]]


def _on_planes(planes: list[int], size: int) -> Iterator[int]:
    """Say for each element which bitboard it is on, 0 for none."""
    for i in range(size):
        yield next((n for n, plane in enumerate(planes, 1) if plane >> i & 1), 0)


def _too_wide(game: Game) -> str:
    bits = {v.name: sum(_widths(v, planes=False)) for v in game.variables.values()}
    parts = ", ".join(f"{name} {width}" for name, width in bits.items())
    total = sum(bits.values())
    return (
        f"{game.identity} needs {total} bits a position, and the compiled engine has 128 "
        f"({parts}): use --engine reference, or smaller parameters"
    )
