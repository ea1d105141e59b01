"""All reachable positions on a cluster, and what they were settled to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...limits import Limits
from ...packing.owners import owners_of
from ..compiled.bfs.layers import PositionLayers
from ..compiled.bfs.search import BreadthFirstSearch
from ..compiled.bfs.visited import Column
from ..spectrum import Spectrum, joined
from .shard import SearchName, SettlingName

if TYPE_CHECKING:
    from .engine import ClusterEngine
    from .team import ShardTeam


class ClusterLayers(PositionLayers):
    """The positions of each layer, on all shards; a row is a shard's number and a row there."""

    engine: ClusterEngine
    name: SearchName
    team: Any

    def __init__(self, engine: ClusterEngine, limits: Limits, symmetry: bool = True) -> None:
        self.shards: ShardTeam = engine.team(limits)
        super().__init__(engine, limits, symmetry)

    def _keep(self, search: BreadthFirstSearch) -> None:
        self.graded, self.starts = search.graded, search.starts
        pool: Any = search.pool
        layers = [sum(ply.count for ply in frontier) for frontier in search.layers()]
        self.images, self._grade, self.alike = pool.images, pool.grade, pool.alike
        self.name = pool.name
        self._classes = layers if self.graded else [sum(layers)]
        self.words = [[] for _ in self._classes]
        self.positions = sum(search.by_ply)
        self.plies = len(search.by_ply)

    def _sizes(self) -> list[int]:
        return self._classes

    def settling(self, goals: tuple[Any, ...] | None = None) -> SettlingName:
        """Return the name of what settles these positions."""
        return SettlingName(self.name, self.plies, tuple(self._classes), goals)

    def _row(self, layer: int, words: Sequence[int]) -> int | None:
        shard = self._owner(words)
        row = self.shards.one(shard, "row_of", self.settling(), layer, list(words))
        return None if row < 0 else row * self.shards.size + shard

    def _owner(self, words: Sequence[int]) -> int:
        columns = [np.array([word], np.uint64) for word in words]
        return int(owners_of(columns, self.shards.size)[0])

    def start_rows(self) -> Column:
        """Return the rows of the first layer that have the positions games start from."""
        starts = zip(*(column.tolist() for column in self.starts), strict=True)
        rows = [self._row(0, words) for words in starts]
        return np.array(rows, np.int64)

    def read(self, array: Any, which: Any = slice(None)) -> Any:
        """Return codes, or where they lie if no rows are named."""
        if not isinstance(array, ClusterCodes):
            return super().read(array, which)
        return array if isinstance(which, slice) else array[which]

    def weigh_layer(self, kernel: str, layer: int, codes: Any, size: int, *how: int) -> Column:
        """Tally the positions of a layer by what their codes say, those alike counted."""
        given = (codes.name, kernel, layer, codes.file, size, *how)
        tally: Column = np.sum(self.shards.each("weigh", *given), axis=0)
        return tally


@dataclass(frozen=True)
class ClusterCodes:
    """What the positions of a layer were settled to, on all shards."""

    shards: ShardTeam
    name: SettlingName
    layer: int
    kind: Any

    @property
    def dtype(self) -> Any:
        """The kind of number that codes are."""
        return np.dtype(self.kind)

    @property
    def file(self) -> str:
        """What every shard calls its share."""
        return f"{self.layer:03}.codes"

    def __len__(self) -> int:
        return self.name.sizes[self.layer]

    def __getitem__(self, which: Any) -> Column:
        """Return the codes of a row, or of some."""
        rows = np.atleast_1d(np.asarray(which, np.int64))
        codes = [self._code(int(row)) for row in rows]
        whole: Column = np.array(codes)
        row: Column = whole[0]
        return whole if np.ndim(which) else row

    def _code(self, row: int) -> Column:
        row, shard = divmod(row, self.shards.size)
        code: Column = self.shards.one(shard, "codes_in", self.name, self.file, [row])[0]
        return code

    def spectrum(self) -> Spectrum:
        """Return how many positions have each code of the first game."""
        return joined(self.shards.each("spectrum", self.name, self.layer, self.file))

    def files(self, words: int) -> list[ShardFile]:
        """Return each shard's positions with their codes."""
        outlines = self.shards.each("outline", self.name, self.layer)
        return [ShardFile(self, words, shard, lasts) for shard, lasts in enumerate(outlines)]


class ShardFile:
    """A shard's positions of a layer with their codes, as a file that is read by blocks."""

    def __init__(self, codes: ClusterCodes, words: int, shard: int, lasts: list[list[int]]) -> None:
        self._codes, self.words, self._shard, self._lasts = codes, words, shard, lasts
        self.blocks = len(lasts)

    def read(self, block: int) -> list[Column]:
        """Return the columns of a block."""
        codes = self._codes
        given = (codes.name, codes.layer, codes.file, block)
        columns: list[Column] = codes.shards.one(self._shard, "block", *given)
        return columns

    def last(self, block: int) -> list[int]:
        """Return the words of a block's last key."""
        return self._lasts[block]

    def __iter__(self) -> Iterator[list[Column]]:
        return (self.read(block) for block in range(self.blocks))
