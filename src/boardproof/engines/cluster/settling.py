"""Settling layers on a cluster: shards ask the owners of children for their codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...errors import TooLarge
from ...limits import Limits
from ...packing.merge import merged
from ...statespace.goals import Goal
from ..compiled.answers.aims import Aims
from ..compiled.answers.attraction import AttractorPass, CompiledAttraction
from ..compiled.answers.retrograde import Retrograde
from ..compiled.answers.solution import CompiledBuild, SolutionPass
from ..compiled.bfs.layers import PositionLayers
from ..compiled.bfs.visited import Column
from ..compiled.kernels.constants import FINISHING
from ..spectrum import Spectrum
from .layers import ClusterCodes, ClusterLayers
from .shard import SettlingName, ShareWork


class ClusterPass(Retrograde):
    """Settles layers on all shards."""

    layers: ClusterLayers
    name: SettlingName

    def settle(self, layer: int, following: Any) -> Any:
        """Settle a layer, unless that was done; return where its codes lie."""
        codes = ClusterCodes(self.layers.shards, self.name, layer, self.kind)
        if not all(self.layers.shards.each("settled", self.name, codes.file)):
            if self.layers.graded:
                self._settle(layer, codes.file)
            else:
                loops = ClusterLoops(self)
                self.close_loops(loops)
                loops.finish(codes.file)
            self.layers.shards.tell_rates()
        self._done += self.layers.sizes[layer]
        self.limits.report(layer, self._done)
        return codes

    def _settle(self, layer: int, file: str) -> None:
        """Ask for the codes of all children, and settle by them."""
        last = layer == len(self.layers.sizes) - 1
        settling = ("settle", self.name, layer, FINISHING, file)
        if last:
            self.layers.shards.each(*settling)
            return
        asking = ("ask", self.name, layer)
        telling = ("tell", self.name, layer + 1, f"{layer + 1:03}.codes")
        self.layers.shards.exchange(asking, telling, settling)


class ClusterLoops:
    """One layer that has all positions: it is settled over and over, till nothing changes.

    Every shard keeps a sweep till the next but one is made, so that work goes on from the last
    that all have.
    """

    def __init__(self, settling: ClusterPass) -> None:
        self._shards, self._name = settling.layers.shards, settling.name
        self._limits, self._size = settling.limits, settling.layers.sizes[0]
        made = self._shards.each("sweeps", self._name)
        common = set(made[0]).intersection(*made)
        self._last: str | None = max(common, default=None)
        self._shards.exchange(("ask", self._name, 0), ("hear", self._name))

    def give(self, code: int) -> None:
        """Give all positions the same code, unless sweeps were made."""
        if self._last is None:
            self._last = "0-000000.sweep"
            self._shards.each("give", self._name, code, self._last)

    def until_stable(self, stage: int) -> None:
        """Sweep over all positions until nothing changes, unless that was done."""
        assert self._last is not None
        made, number = (int(part) for part in self._last.removesuffix(".sweep").split("-"))
        while made <= stage:
            before, number = self._last, number + 1
            self._last = f"{stage}-{number:06}.sweep"
            telling = ("tell", self._name, 0, before)
            self._shards.exchange(telling, ("settle", self._name, 0, stage, self._last))
            self._limits.report(number, self._size)
            if not any(self._shards.each("differ", self._name, before, self._last)):
                break
            self._shards.each("forget", self._name, f"*-{number - 2:06}.sweep")

    def finish(self, codes: str) -> None:
        """Give the last sweep its final name."""
        self._shards.each("finish", self._name, self._last, codes)


class ClusterSolutionPass(ClusterPass, SolutionPass):
    """Settles positions on all shards to values with distances."""

    def __init__(self, layers: PositionLayers, limits: Limits) -> None:
        super().__init__(layers, limits)
        self.name = self.layers.settling()


class ClusterAttractorPass(ClusterPass, AttractorPass):
    """Settles positions on all shards to the goals that can be forced from them."""

    def __init__(
        self, layers: PositionLayers, limits: Limits, goals: Sequence[Goal], aims: Aims
    ) -> None:
        super().__init__(layers, limits, goals, aims)
        self.name = self.layers.settling(tuple(goals))


class ClusterBuild(CompiledBuild):
    """A solution under way, by the cluster engine."""

    solving = ClusterSolutionPass
    stored = True
    _layers: ClusterLayers

    def parts(self, layer: int, codes: Any) -> Iterator[tuple[Sequence[Column], Column]]:
        """Yield the words of a layer's positions and what they were settled to, in order."""
        words, kind = self._engine.layout.words, self._solving.kind
        unsigned = np.dtype(f"u{np.dtype(kind).itemsize}")
        for columns in merged(codes.files(words)):
            stacked = np.stack([column.astype(unsigned) for column in columns[words:]], axis=1)
            yield columns[:words], np.ascontiguousarray(stacked).view(kind)

    def settle(self, layer: int, following: Any) -> Any:
        """Settle a layer: what follows it lies on the shards, or is settled first."""
        codes, last = following, self.layers if following is None else layer + 1
        for number in reversed(range(layer, last)):
            codes = self._solving.settle(number, codes)
        return codes

    @property
    def shards(self) -> int:
        """How many shards the positions lie in."""
        return self._layers.shards.size

    def in_shards(self, layer: int, codes: Any, work: ShareWork) -> list[Any]:
        """Let every shard do some work on what it owns of a settled layer."""
        return self._layers.shards.each("work_on", codes.name, layer, codes.file, work)

    def spectrum(self, layer: int, codes: Any) -> Spectrum:
        """Return how many positions of a settled layer have each code of the first game."""
        spectrum: Spectrum = codes.spectrum()
        return spectrum


class ClusterAttraction(CompiledAttraction):
    """From which reachable positions each of some goals can be forced, by the cluster engine."""

    attracting = ClusterAttractorPass

    def _approach(self, goal: int) -> Column:
        raise TooLarge(
            "a cluster finds no shortest way to a goal where games can go round in circles: "
            "use --engine compiled, or omit --show"
        )
