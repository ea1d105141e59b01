"""Ranking: a number for every position of a narrow game, so that one bit each says what was seen.

A bit has two values. Boards that never share a place have fewer together than all their bits:
two of them leave three values a place (neither, the first, the second), not four.

    A or B on 4×4 cells     33 bits a position, 2 · 3¹⁶ ranks: 11 MB of bits instead of 1 GB
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from ..engines.compiled.codegen.values import u64
from ..rules.state import SubsetVariable
from .layout import Field, Layout

#: More ranks than this take more memory, 2 GiB, than they are worth.
MOST_RANKS = 1 << 34
#: So many places of a board are ranked by one look into a table.
CHUNK = 8


@dataclass(frozen=True)
class Boards:
    """Boards over the same places, at most one of which has each place."""

    fields: tuple[Field, ...]
    certain: bool  # by the layout; else it is found out while counting

    @property
    def values(self) -> int:
        """How many things a place can be."""
        return len(self.fields) + 1

    @property
    def ranks(self) -> int:
        """How many ways the boards can look."""
        return int(self.values ** self.fields[0].width)


class Ranking:
    """The ranks of one game's positions.

    >>> from boardproof.rules.sample import Diagonals
    >>> Ranking(Layout(Diagonals())).size == 2 * 3**4
    True
    """

    def __init__(self, layout: Layout) -> None:
        self.boards = list(_boards(layout))
        self.rest = list(_runs(_bits(layout) & ~_mask(self.boards)))
        self.size = 1 << sum(width for _, width in self.rest)
        for boards in self.boards:
            self.size *= boards.ranks

    def source(self) -> str:
        """Write the rank of a position as code, with the tables it looks into."""
        tables: list[str] = []
        terms = [*self._rest(), *self._looks(tables)]
        lines = [f"if {test} != u(0):\n        raise BoardsOverlap" for test in self._crossings()]
        lines.append(f"return {' + '.join(terms) or 'u(0)'}")
        body = "\n    ".join(lines)
        head = '"""Give the number of a position, unless boards share a place."""'
        listed = "\n".join(tables)
        return f"{listed}\n\n\n@rule\ndef place_marked(w0, mask):\n    {head}\n    {body}\n"

    def _crossings(self) -> Iterator[str]:
        for boards in self.boards:
            if not boards.certain:
                taken = _at(boards.fields[0])
                for field in boards.fields[1:]:
                    yield f"({taken}) & {_at(field)}"
                    taken += f" | {_at(field)}"

    def _rest(self) -> Iterator[str]:
        """Write the part of the rank that is bits as they are."""
        to = 0
        for offset, width in self.rest:
            yield f"({_at(Field(0, offset, width))} << {u64(to)})"
            to += width

    def _looks(self, tables: list[str]) -> Iterator[str]:
        """Write the parts of the rank that are looked up, each in a table of its own."""
        weight = 1 << sum(width for _, width in self.rest)
        for boards in self.boards:
            for value, field in enumerate(boards.fields, 1):
                for start in range(0, field.width, CHUNK):
                    chunk = Field(0, field.offset + start, min(CHUNK, field.width - start))
                    numbers = _numbers(boards.values, chunk.width)
                    times = value * weight * boards.values**start
                    name = f"RANK{len(tables)}"
                    listed = [times * number for number in numbers]
                    tables.append(f"{name} = np.array({listed}, dtype=np.uint64)")
                    yield f"{name}[{_at(chunk)}]"
            weight *= boards.ranks


def ranking_of(layout: Layout) -> Ranking | None:
    """Rank a game's positions, unless they are too many."""
    if layout.words > 1:
        return None
    ranking = Ranking(layout)
    return ranking if ranking.size <= MOST_RANKS else None


def _boards(layout: Layout) -> Iterator[Boards]:
    sets = defaultdict(list)
    for packed in layout.packed.values():
        if packed.planes:
            yield Boards(packed.fields, certain=True)
        elif isinstance(packed.variable, SubsetVariable):
            sets[packed.variable.domain].append(packed.fields[0])
    for fields in sets.values():
        if len(fields) > 1:
            yield Boards(tuple(fields), certain=False)


def _numbers(values: int, width: int) -> list[int]:
    """Read every pattern of bits as a number whose places count by so many values."""
    return [
        sum(values**place for place in range(width) if mask >> place & 1)
        for mask in range(1 << width)
    ]


def _at(field: Field) -> str:
    return f"(w0 >> {u64(field.offset)} & {u64((1 << field.width) - 1)})"


def _bits(layout: Layout) -> int:
    return sum(field.mask for packed in layout.packed.values() for field in packed.fields)


def _mask(boards: list[Boards]) -> int:
    return sum(field.mask for one in boards for field in one.fields)


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """Give the stretches of bits of a mask: where each starts, and how long it is."""
    offset = 0
    while mask >> offset:
        width = 0
        while mask >> (offset + width) & 1:
            width += 1
        if width:
            yield offset, width
        offset += width + 1
