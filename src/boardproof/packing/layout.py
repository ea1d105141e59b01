"""Layout: the state variables of a game as bits in one or two 64-bit words.

A `Subset` is a bitboard, one bit an element. A `Map` onto a few named values is a bitboard for each
value but the first, which is where no other is. A `Map` onto numbers is a row of small fields.
Flags, counts and single elements are fields. No bitboard and no field crosses a word.

    A or B on 3×3 cells     word 0:  turn | mark=B (9) | mark=A (9)
"""

from __future__ import annotations

from ..errors import TooLarge
from ..positions.position import Position
from ..rules.game import Game
from ..rules.state import MapVariable
from .fields import Field, PackedVariable, field_widths, suits_planes

WORD = 64


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
        packed = self._lay_out(planes=True) or self._lay_out(planes=False)
        if packed is None:
            raise TooLarge(_too_wide(game))
        self.packed: dict[str, PackedVariable] = {name: packed[name] for name in game.variables}
        self.fields = [field for variable in self.packed.values() for field in variable.fields]
        self.bits = sum(field.width for field in self.fields)
        self.words = 1 + max((field.word for field in self.fields), default=0)

    def _lay_out(self, planes: bool) -> dict[str, PackedVariable] | None:
        """Lay the variables out, wide ones first; return None where they do not fit."""
        packed, used = {}, [0, 0]
        for variable in sorted(
            self.game.variables.values(), key=lambda v: -max(field_widths(v, planes))
        ):
            fields = []
            for width in field_widths(variable, planes):
                # The pattern of all ones stands for an empty place of a table: a bit is kept free.
                word = next((w for w in (0, 1) if used[w] + width <= WORD - (w == 0)), None)
                if word is None:
                    return None
                fields.append(Field(word, used[word], width))
                used[word] += width
            on_planes = planes and suits_planes(variable)
            packed[variable.name] = PackedVariable(variable, tuple(fields), on_planes)
        return packed

    def pack(self, position: Position) -> tuple[int, ...]:
        """Write a position into words."""
        words = [0] * self.words
        for packed, value in zip(self.packed.values(), position.values, strict=True):
            for field, code in zip(packed.fields, packed.encode(value), strict=True):
                field.write(words, code)
        return tuple(words)

    def unpack(self, words: tuple[int, ...]) -> Position:
        """Read a position from words."""
        values = [
            packed.decode([field.read(words) for field in packed.fields])
            for packed in self.packed.values()
        ]
        return Position(self.game, tuple(values))

    def picture(self) -> list[str]:
        """Draw the words from the highest bit to the lowest, a line each.

        >>> from boardproof.rules.sample import Diagonals
        >>> Layout(Diagonals()).picture()
        ['word 0  | 63-9 free | 8 turn | 7-4 mark=B | 3-0 mark=A |']
        """
        return [self._draw(word) for word in range(self.words)]

    def _draw(self, word: int) -> str:
        runs = [
            run for packed in self.packed.values() for run in _runs(packed) if run[0].word == word
        ]
        runs.sort(key=lambda run: -run[0].offset)
        top = runs[0][0].offset + runs[0][0].width if runs else 0
        free = [] if top == WORD else [(Field(word, top, WORD - top), "free")]
        return f"word {word}  | {' | '.join(_label(*run) for run in [*free, *runs])} |"


def _runs(packed: PackedVariable) -> list[tuple[Field, str]]:
    """Return the stretches of bits that a variable takes, each with what it holds."""
    name, fields = packed.variable.name, packed.fields
    if packed.planes and isinstance(packed.variable, MapVariable):
        values = packed.variable.values.elements[1:]
        return [(f, f"{name}={value}") for f, value in zip(fields, values, strict=True)]
    if len(fields) == 1:
        return [(fields[0], name)]
    rows = [[f for f in fields if f.word == word] for word in sorted({f.word for f in fields})]
    return [(_joined(row), f"{name} {len(row)}×{row[0].width}") for row in rows]


def _joined(row: list[Field]) -> Field:
    """Return the bits of neighbouring fields as one field."""
    return Field(row[0].word, row[0].offset, sum(field.width for field in row))


def _label(field: Field, holds: str) -> str:
    low, high = field.offset, field.offset + field.width - 1
    return f"{low} {holds}" if low == high else f"{high}-{low} {holds}"


def fitting_layout(game: Game) -> Layout | None:
    """Return the packing of a game, None where it is too wide for two words."""
    try:
        return Layout(game)
    except TooLarge:
        return None


def _too_wide(game: Game) -> str:
    bits = {v.name: sum(field_widths(v, planes=False)) for v in game.variables.values()}
    parts = ", ".join(f"{name} {width}" for name, width in bits.items())
    total = sum(bits.values())
    wide = [v for v in game.variables.values() if max(field_widths(v, planes=False)) > WORD]
    if wide:
        return (
            f"{game.identity} needs {max(field_widths(wide[0], planes=False))} bits for one set, "
            f"{wide[0].name}, and the compiled engine has {WORD}: use --engine reference, or "
            "smaller parameters"
        )
    return (
        f"{game.identity} needs {total} bits a position, and the compiled engine has {2 * WORD} "
        f"({parts}): use --engine reference, or smaller parameters"
    )
