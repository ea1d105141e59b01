"""All reachable positions at hand: by ply where no position has two, else in one layer.

What settles them works on the arrays that are made here, by the kernels that are run here: so they
may lie elsewhere than in this machine's memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ....errors import BadPosition
from ....limits import Limits
from ....packing.columns import find_row, find_rows
from ....positions.position import Position, check_game
from ..kernels.intrinsics import RuleFault
from .blocks import Block
from .rule_block import RuleBlock
from .search import BreadthFirstSearch, LayeredSearch, run_search
from .shelf import LayerCodes
from .team import ThreadTeam
from .visited import Column

if TYPE_CHECKING:
    from ..engine import CompiledEngine


#: Rows that are settled one after another, from one up to another.
Stretch = tuple[int, int]
#: How many positions are settled between two progress reports; by threads, in how many shares for
#: each, and how many positions a share has at least.
STRETCH, SHARES, SHORTEST = 1 << 20, 4, 1 << 14


class PositionLayers:
    """The words of all positions, those of a layer sorted, one for each class of alike ones.

    `rows` numbers the positions of a single layer, those that moves lead to after others.
    """

    def __init__(self, engine: CompiledEngine, limits: Limits, symmetry: bool = True) -> None:
        self.engine, self.limits, self.team = engine, limits, ThreadTeam(limits.threads)
        self.words: list[list[Column]] = []
        self.rows = np.zeros(0, np.int32)
        run_search(engine, limits, self._keep, limits.threads, symmetry=symmetry)
        self.sizes = self._sizes()
        self.classes = sum(self.sizes)

    def _keep(self, search: BreadthFirstSearch) -> None:
        """Keep what a search finds; it may be the second, after one that proved too simple."""
        self.graded, self.words, self.starts = search.graded, [], search.starts
        with search.pool as pool:
            self.images, self._grade, self.alike = pool.images, pool.grade, pool.alike
            if isinstance(search, LayeredSearch):
                for blocks in search.layers():
                    self.words.append(self._layer(blocks))
            else:
                self._join(search)
        self.positions = sum(search.by_ply)
        self.plies = len(search.by_ply)

    def _sizes(self) -> list[int]:
        """Return how many positions each layer has."""
        return [len(columns[0]) for columns in self.words]

    def _layer(self, blocks: list[Block]) -> list[Column]:
        columns = concatenate(blocks, self.limits, self.team)
        return columns if not self.graded else self._sorted(columns, _order(columns))

    def _join(self, search: Any) -> None:
        """Make one layer of all, and remember in which order to settle them, the last first."""
        for _ in search.layers():
            pass
        self._sort(search.in_order())

    def _sort(self, columns: list[Column]) -> None:
        """Sort the positions of the only layer, and remember the order in which they were."""
        order = np.lexsort(columns)
        self.rows = np.empty(len(order), np.int32)
        self.rows[order] = np.arange(len(order), dtype=np.int32)
        self.words = [self._sorted(columns, order)]

    def _sorted(self, columns: list[Column], order: Column | None) -> list[Column]:
        if order is None:
            if self.team.threads > 1:
                self.limits.require_memory(columns[0].nbytes)  # pieces are merged into another
            return [self.team.sort(columns[0])]
        return [column[order] for column in columns]

    def find(self, position: Position) -> tuple[int, int] | None:
        """Return a position's layer and its row there, None where it is not reachable."""
        check_game(position, self.engine.game)
        words = self.engine.layout.pack(position)
        if self.alike:
            words = self.engine.canonical.least(words)
        layer = int(self._grade[self.engine.program.grade.of(words)]) if self.graded else 0
        row = None if layer < 0 else self._row(layer, words)
        return None if row is None else (layer, row)

    def _row(self, layer: int, words: Sequence[int]) -> int | None:
        """Return the row of a layer that has a position, None where none has."""
        return find_row(self.words[layer], words)

    def orbit_sizes(self, columns: Sequence[Column]) -> Column | None:
        """Return how many positions each of some stands for; None where each stands for itself."""
        return self.engine.canonical.orbit_sizes(columns) if self.alike else None

    def start_rows(self) -> Column:
        """Return the rows of the first layer that have the positions games start from."""
        return find_rows(self.words[0], self.starts)

    def at(self, position: Position) -> tuple[int, int]:
        """Find a position, or say that it is not there."""
        place = self.find(position)
        if place is None:
            raise BadPosition("this position cannot be reached from the start")
        return place

    # -- codes of positions ---------------------------------------------------------------------

    def columns(self, layer: int) -> Sequence[Column]:
        """Return the words of a layer's positions in this machine's memory."""
        return self.words[layer]

    def stretches(self, rows: int) -> list[Stretch]:
        """Cut some rows into stretches, to be settled in this order."""
        threads, share = self.team.threads, -(-rows // (SHARES * self.team.threads))
        step = STRETCH if threads == 1 else min(STRETCH, max(SHORTEST, share))
        return [(start, min(start + step, rows)) for start in range(0, rows, step)]

    def array(self, items: Column) -> Column:
        """Return an array that kernels work on, with some items."""
        return items

    def read(self, array: Column, which: Any = slice(None)) -> Column:
        """Return items of an array that kernels work on."""
        items: Column = array[which]
        return items

    def fill(self, codes: Column, code: int) -> None:
        """Give all rows the same code."""
        codes[:] = code

    def write(self, codes: Column, rows: Column, code: int) -> None:
        """Give some rows the same code."""
        codes[rows] = code

    def new_codes(self, size: int, games: int, kind: Any) -> Column:
        """Return a row of codes for each of some positions."""
        self.limits.require_memory(size * games * np.dtype(kind).itemsize)
        return np.empty((size, games), kind)

    def new_shelf(self, kind: Any, games: int, packed: bool = False) -> LayerCodes:
        """Return a hash table for the codes of one layer, with room for the largest."""
        return LayerCodes(self, kind, games, self.limits, packed)

    def weigh(
        self, kernel: str, columns: Sequence[Column], codes: Column, size: int, *how: int
    ) -> Column:
        """Tally positions by what their codes say, those alike counted."""
        tally = np.zeros(size, np.int64)
        self._run(f"weigh_{kernel}", *columns, codes, *how, tally)
        return tally

    def weigh_layer(self, kernel: str, layer: int, codes: Any, size: int, *how: int) -> Column:
        """Tally the positions of a layer by what their codes say, those alike counted."""
        return self.weigh(kernel, self.words[layer], codes, size, *how)

    def _run(self, kernel: str, *arguments: Any) -> Any:
        """Run a kernel that knows no rules, with what positions are alike."""
        return getattr(self.engine.kernels, kernel)(*arguments, *self.images)

    def settle(
        self, kernel: str, layer: int, between: tuple[int, int], shelf: LayerCodes, codes: Column,
        rows: Column, stage: int, left: int, more: tuple[Any, ...],
    ) -> tuple[int, int]:  # fmt: skip
        """Settle positions of a layer; return how many changed, and how many are left."""
        given = (between, shelf, codes, rows, stage, left, more)
        return self.settle_columns(kernel, self.words[layer], *given)

    def settle_columns(
        self, kernel: str, columns: Sequence[Column], between: Stretch, shelf: LayerCodes,
        codes: Column, rows: Column, stage: int, left: int, more: tuple[Any, ...],
    ) -> tuple[int, int]:  # fmt: skip
        """Settle some of the positions with these words; return what `settle` does."""
        rules = RuleBlock(self.engine)
        try:
            changed, left = self._run(
                f"settle_{kernel}", *rules.arguments, *columns, *between, *shelf.table,
                shelf.mask, shelf.spare, shelf.values, codes, rows, stage, left, more,
            )  # fmt: skip
        except RuleFault:
            rules.explain()
            raise
        return int(changed), int(left)


def concatenate(blocks: list[Block], limits: Limits, team: ThreadTeam) -> list[Column]:
    """Copy all positions of some blocks: an array for each word."""
    words = range(len(blocks[0].columns))
    limits.require_memory(8 * len(words) * sum(block.count for block in blocks))
    return [team.joined([p.columns[word][: p.count] for p in blocks]) for word in words]


def _order(columns: list[Column]) -> Column | None:
    """Return the order of positions by their words, the last word first; None for one word."""
    return np.lexsort(columns) if len(columns) > 1 else None
