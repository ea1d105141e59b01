"""All reachable positions at hand: by ply where no position has two, else in one layer.

What settles them works on the arrays that are made here, by the kernels that are run here: so they
may lie elsewhere than in this machine's memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock, local
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
from .sorting import sorted_blocks
from .team import ThreadTeam
from .visited import Column

if TYPE_CHECKING:
    from ..engine import CompiledEngine


#: Rows that are settled one after another, from one up to another.
Stretch = tuple[int, int]


class PositionLayers:
    """The words of all positions, those of a layer sorted, one for each class of alike ones.

    `rows` numbers the positions of a single layer, those that moves lead to after others. They come
    in waves, of so many positions each: moves lead to a later wave, at least most of them.
    """

    def __init__(self, engine: CompiledEngine, limits: Limits, symmetry: bool = True) -> None:
        self.engine, self.limits, self.team = engine, limits, ThreadTeam(limits.threads)
        self.words: list[list[Column]] = []
        self.rows, self.waves = np.zeros(0, np.int32), list[int]()
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
        return sorted_blocks(blocks, self.limits, self.team)

    def _join(self, search: Any) -> None:
        """Make one layer of all, and remember in which order to settle them, the last first."""
        for _ in search.layers():
            pass
        columns, self.waves = search.in_order()
        self._sort(columns)

    def _sort(self, columns: list[Column]) -> None:
        """Sort the positions of the only layer, and remember the order in which they were."""
        order = np.lexsort(columns)
        self.rows = np.empty(len(order), np.int32)
        self.rows[order] = np.arange(len(order), dtype=np.int32)
        self.words = [_in_order(columns, order)]

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
        return [(part.start, part.stop) for part in self.team.stretches(rows)]

    def close_stretches(self, begin: int, end: int) -> list[Stretch]:
        """Cut rows into stretches for threads that read what others write meanwhile."""
        size = self.team.close_share(end - begin)
        return [(start, min(start + size, end)) for start in range(begin, end, size)]

    def joined_waves(self, waves: Sequence[int]) -> list[int]:
        """Join narrow waves that follow each other: one thread goes over their rows in order."""
        joined, narrow = [0], self.team.close_share(0)
        for wave in waves:
            if joined[-1] + wave <= narrow:
                joined[-1] += wave
            else:
                joined.append(wave)
        return joined

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
        tally, adding = np.zeros(size, np.int64), Lock()

        def weigh(part: slice) -> None:
            own, words = np.zeros(size, np.int64), (column[part] for column in columns)
            self._run(f"weigh_{kernel}", *words, codes[part], *how, own)
            with adding:
                np.add(tally, own, out=tally)

        self.team.all(weigh, self.team.stretches(len(codes)))
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
        rules = self._rules()
        try:
            changed, left = self._run(
                f"settle_{kernel}", *rules.arguments, *columns, *between, *shelf.table,
                shelf.mask, shelf.spare, shelf.values, codes, rows, stage, left, more,
            )  # fmt: skip
        except RuleFault:
            rules.explain()
            raise
        return int(changed), int(left)

    @cached_property
    def _of_thread(self) -> local:
        """What every thread has of its own."""
        return local()

    def _rules(self) -> RuleBlock:
        """Return what this thread needs to expand positions."""
        if not hasattr(self._of_thread, "rules"):
            self._of_thread.rules = RuleBlock(self.engine)
        rules: RuleBlock = self._of_thread.rules
        return rules


def _in_order(columns: list[Column], order: Column) -> list[Column]:
    """Return positions in an order of their rows."""
    return [column[order] for column in columns]
