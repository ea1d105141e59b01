"""Answers the contract by generated machine code, with all positions in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...analysis.digest import digest
from ...limits import Limits
from ...positions.position import Position
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.team import ThreadTeam
from ..compiled.engine import CompiledEngine
from ..folder import DiskFolder, SearchFolder, disk_told, open_folder
from .layers import DiskLayers
from .pool import DiskPool
from .search import DiskClosedSearch
from .settling import DiskAttraction, DiskBuild


class DiskEngine(CompiledEngine):
    """Runs the rules as machine code; positions lie in files, and memory bounds only tables."""

    name = "disk"
    ranks = False
    attraction, building = DiskAttraction, DiskBuild
    _folder: DiskFolder | None = None
    #: The rules that the folder is of: games may start elsewhere.
    _home: Any = None

    # -- the folder -----------------------------------------------------------------------------

    @contextmanager
    def at_work(self, limits: Limits) -> Iterator[None]:
        """Hold the folder as long as this engine is; tell in one line what a disk refuses."""
        if self._folder is None or self._folder.wanted != limits.disk:
            self._folder = open_folder(self.rules, limits.disk)
        with disk_told(self._folder.path):
            yield

    def search_folder(self, name: str) -> SearchFolder:
        """Return the folder of a search."""
        assert self._folder is not None
        started = "" if self._home is None else f"-from-{digest(self.rules)[:16]}"
        return self._folder.search(name + started)

    def _starting_at(self, position: Position) -> DiskEngine:
        engine = super()._starting_at(position)
        assert isinstance(engine, DiskEngine)
        engine._home = self
        return engine

    # -- many positions -------------------------------------------------------------------------

    def new_pool(self, limits: Limits, threads: int, symmetry: bool) -> DiskPool:
        """Return what expands the positions of a search."""
        return DiskPool(self, limits, threads, symmetry)

    def closed_search(
        self, limits: Limits, threads: int, symmetry: bool, linking: bool, apart: bool = True
    ) -> DiskClosedSearch:
        """Return a search that keeps all positions on disk."""
        return DiskClosedSearch(self, limits, threads, symmetry)

    def keep_layer(self, blocks: Any, limits: Limits) -> Any:
        """Return the positions of a ply as they lie on disk."""
        return blocks

    def find_sources(
        self, ends: list[tuple[int, ...]], before: Sequence[Block], team: ThreadTeam
    ) -> list[Any]:
        """Find for each position the first block, and in it the first that leads to the position.

        Blocks are in order, and so are the positions in each.
        """
        sources: dict[tuple[int, ...], Any] = {}
        for block in before:
            left = [end for end in ends if end not in sources]
            if not left:
                break
            rows = self.source_rows(left, block.columns)
            for end, row in zip(left, rows, strict=True):
                if row >= 0:
                    sources[end] = tuple(column[row] for column in block.columns)
        return [sources[end] for end in ends]

    def new_layers(self, limits: Limits, symmetry: bool = True) -> DiskLayers:
        """Search for all reachable positions, and keep them."""
        return DiskLayers(self, limits, symmetry)
