"""Answers the contract by kernels on a GPU, in which each thread takes positions of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from random import Random
from typing import Any

import numpy as np

from ...errors import BadInput
from ...ir.rules import Rules
from ...limits import Limits
from ...packing.planes import ObservationPlanes
from ...positions.moves import Move
from ...positions.position import Position
from ...rules.elements import Player
from ...rules.results import Result
from ...statespace.goals import Aim
from ..compiled.answers.aims import Aims
from ..compiled.answers.solution import CompiledBuild
from ..compiled.batch import BatchKernels
from ..compiled.bfs.blocks import Block
from ..compiled.bfs.layers import PositionLayers
from ..compiled.bfs.search import BreadthFirstSearch
from ..compiled.bfs.team import ThreadTeam
from ..compiled.codegen.values import code_of
from ..compiled.engine import LONGEST, CompiledEngine, Playouts
from ..compiled.kernels.intrinsics import RuleFault
from ..plain.reference import ReferenceEngine
from .aims import DeviceAims
from .device import Device, DeviceArray
from .kernels.constants import MOVES, NEW
from .layers import DeviceLayers
from .module import GridProgram, device_module
from .pool import DevicePool
from .presence import missing
from .search import DeviceClosedSearch

#: How many random games are played at the same time, and how many results are kept of them.
PLAYERS, TALLIES = 1 << 16, 1 << 24
#: How many positions are expanded at once where ways to them are counted.
WAYS = 1 << 20


class CudaEngine(CompiledEngine):
    """Runs the rules on a GPU; single positions go to the reference engine."""

    name = "cuda"
    ranks = False

    def __init__(self, rules: Rules) -> None:
        lacking = missing()
        if lacking is not None:
            raise BadInput(f"the cuda engine cannot be used: {lacking}")
        self.rules, self.game = rules, rules.game
        self.program = GridProgram(rules)
        self.layout, self.moves = self.program.layout, self.program.moves
        self.reference = ReferenceEngine(rules)
        self.device = Device()
        self.grid: Any = device_module(self.program)

    @property
    def first(self) -> tuple[list[Any], int]:
        """The words of the position that games start from, and its result."""
        return self._origin(self.initial())

    def _origin(self, start: Position) -> tuple[list[Any], int]:
        result = self.reference.result(start)
        code = code_of(result, self.game.players, self.program.points)
        return list(self.pack(start)), code

    # -- single positions -----------------------------------------------------------------------

    def result(self, position: Position) -> Result | None:
        """Return how the game ended, None while it goes on."""
        return self.reference.result(position)

    def player_to_move(self, position: Position) -> Player | None:
        """Return who is to move, None when the game is over."""
        return self.reference.player_to_move(position)

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        """List the legal moves, each with the position it leads to."""
        return self.reference.successors(position)

    def successor(self, position: Position, move: Move) -> Position:
        """Return the position after a move; raise `IllegalMove` with the reason otherwise."""
        return self.reference.successor(position, move)

    # -- many positions -------------------------------------------------------------------------

    @contextmanager
    def at_work(self, limits: Limits) -> Iterator[None]:
        """Borrow the GPU."""
        with self.device.borrowed():
            yield

    def new_pool(self, limits: Limits, threads: int, symmetry: bool) -> Any:
        """Return what expands the positions of a search."""
        return DevicePool(self, limits, symmetry)

    def closed_search(
        self, limits: Limits, threads: int, symmetry: bool, linking: bool, apart: bool = True
    ) -> BreadthFirstSearch:
        """Return a search that keeps all positions in the GPU's memory."""
        return DeviceClosedSearch(self, limits, symmetry)

    def new_layers(self, limits: Limits, symmetry: bool = True) -> PositionLayers:
        """Search for all reachable positions, and keep them."""
        return DeviceLayers(self, limits, symmetry)

    def new_aims(self, aims: Sequence[Aim]) -> Aims:
        """Return tests of some aims."""
        return DeviceAims(self, aims)

    def new_batch(self, planes: ObservationPlanes) -> BatchKernels:
        """Return what plays many games at once, and shows them on planes."""
        from .batch import DeviceBatchKernels  # imports what only the extra brings

        return DeviceBatchKernels(self, planes)

    def build(self, limits: Limits | None = None) -> CompiledBuild:
        """Find all reachable positions in order, to be solved layer by layer from the last on."""
        limits = limits or Limits()
        return CompiledBuild(self, limits, DeviceLayers(self, limits, in_order=True))

    def keep_layer(self, blocks: list[Block], limits: Limits) -> list[DeviceArray]:
        """Copy the positions of a ply: an array for each word."""
        columns = [self.device.empty(sum(block.count for block in blocks)) for _ in self.first[0]]
        at = 0
        for block in blocks:
            for into, column in zip(columns, block.columns, strict=True):
                into[at : at + block.count].copy_to_device(column[: block.count])
            at += block.count
        return columns

    def find_sources(
        self, ends: list[tuple[int, ...]], before: list[DeviceArray], team: ThreadTeam
    ) -> list[tuple[int, ...]]:
        """Find for each position the least of the layer before it that leads to it."""
        wanted = [
            self.device.array(np.array(column, np.uint64)) for column in zip(*ends, strict=True)
        ]
        least = [self.device.array(np.full(len(ends), ~np.uint64(0))) for _ in wanted]
        words, opening = self.first
        for word in reversed(range(len(wanted))):
            self.device.launch(
                self.grid.find_sources, len(before[0]), *before, len(before[0]), *words, opening,
                *wanted, word, *least,
            )  # fmt: skip
        return list(zip(*(column.copy_to_host().tolist() for column in least), strict=True))

    def row_of(self, columns: Sequence[DeviceArray], size: int, words: Sequence[Any]) -> int:
        """Return the row of a position, -1 where it is not there."""
        found = self.device.array(np.full(1, -1, np.int64))
        given = [np.uint64(word) for word in words]
        self.device.launch(self.grid.find_row, size, *columns, size, *given, found)
        return int(found[0])

    def perft(self, position: Position, depth: int) -> list[int]:
        """Count the sequences of 0, 1, ..., depth moves, by walking through all of them."""
        with self.device.borrowed():
            return self._perft(position, depth)

    def _perft(self, position: Position, depth: int) -> list[int]:
        counts = [1] + [0] * depth
        pool = DevicePool(self, Limits(), symmetry=False)
        pool.first, pool.opening = self._origin(position)
        tally = self.device.array(np.zeros(self.results, np.int64))
        zero = np.uint64(0)
        table = (*self._nothing, zero, zero, zero, self.device.empty(0, np.int32))
        frontiers = [Block([self.device.array(np.array([word])) for word in pool.first], 1)]
        while frontiers and depth:
            block = frontiers[-1]
            if block.done == block.count:
                frontiers.pop()
                continue
            ply, end = len(frontiers), min(block.count, block.done + max(1, WAYS // pool.moves))
            into, kernel = self._nothing, "expand_counted"
            if ply < depth:
                room = (end - block.done) * pool.moves
                into, kernel = [self.device.empty(room) for _ in pool.first], "expand_all"
            sums = pool.run(kernel, block, end, table, into, tally, -1, 0)
            counts[ply] += int(sums[MOVES])
            if ply < depth and sums[NEW]:
                frontiers.append(Block(list(into), int(sums[NEW])))
        return counts

    @cached_property
    def _nothing(self) -> list[DeviceArray]:
        return [self.device.empty(1) for _ in self.first[0]]

    def playouts(
        self, games: int, seed: int, position: Position | None = None, longest: int = LONGEST
    ) -> Playouts:
        """Play a number of random games, from the start or from a position."""
        self._refuse_turns("plays no random games")
        start = position or self.initial()
        threads = max(1, min(games, PLAYERS, TALLIES // self.results))
        shares = np.full(threads, games // threads, np.int64)
        shares[: games % threads] += 1
        seeds = np.random.default_rng(seed).integers(1, 1 << 63, threads, np.uint64)
        tallies = self.device.array(np.zeros((threads, self.results), np.int64))
        moves = self.device.array(np.full(threads, -1, np.int64))
        given = (self.device.array(shares), longest, self.device.array(seeds), tallies, moves)
        with self.device.borrowed():
            self.device.launch(self.grid.play, threads, *self.pack(start), *given)
        played, tally = moves.copy_to_host(), tallies.copy_to_host().sum(axis=0)
        if (played < 0).any():
            self._play_until_broken(start, Random(seed))
            raise RuleFault
        over = self.ended(tally)
        left = games - int(tally.sum())
        return Playouts(games, int(played.sum()), over, int(tally[0]), left)
