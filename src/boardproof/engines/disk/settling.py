"""Settling layers on disk: the one after is shelved, in parts where memory is short."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...limits import Limits
from ...statespace.goals import Goal
from ..compiled.answers.aims import Aims
from ..compiled.answers.attraction import AttractorPass, CompiledAttraction
from ..compiled.answers.retrograde import Retrograde
from ..compiled.answers.solution import CompiledBuild, SolutionPass
from ..compiled.bfs.layers import PositionLayers
from ..compiled.bfs.visited import Column
from ..compiled.kernels.constants import FINISHING, NOTING
from ..folder import SearchFolder
from ..spectrum import Spectrum, joined, spectrum_of
from .codes import BoundedShelf, StoredCodes
from .layers import DiskLayers, settling_bytes
from .sorted_file import SortedFile, SortedWriter

if TYPE_CHECKING:
    from ..compiled.engine import CompiledEngine

#: So many blocks of a layer are settled at a time by one thread.
STRETCH = 4


class StoredPass(Retrograde):
    """Settles layers on disk to codes on disk.

    Where the layer after does not fit into memory, its parts are shelved one after another, and the
    layer is gone over for each; in between, codes hold what is known of the children so far.
    """

    layers: DiskLayers
    folder: SearchFolder
    #: What codes hold before the first part, a number for each column.
    unknown: tuple[int, ...]
    _bounded: BoundedShelf | None = None

    def settle(self, layer: int, following: Any) -> Any:
        """Settle a layer, unless that was done; return the file of its codes."""
        if not self.layers.stored:
            return super().settle(layer, following)
        path = self.folder / f"{layer:03}.codes"
        if not path.exists():
            if self.layers.graded:
                after = None if following is None else self.layers.files[layer + 1]
                self.settle_into(path, layer, after, following, FINISHING)
            else:
                loops = StoredLoops(self)
                self.close_loops(loops)
                loops.finish(path)
        self._done += self.layers.sizes[layer]
        self.limits.report(layer, self._done)
        return StoredCodes(path, self.kind)

    def settle_into(
        self,
        path: Path,
        layer: int,
        file: SortedFile | None,
        following: StoredCodes | None,
        stage: int,
    ) -> None:
        """Settle a layer, given where its children lie and the codes of those."""
        if self._bounded is None:
            self._bounded = BoundedShelf(self.layers, self.kind, self.games, self._fits())
        shelf, before = self._bounded, None
        if file is None or following is None:
            shelf.hold_nothing()
            self.write(path, self._settled("layered", layer, shelf, None, stage), self.games)
            return
        *parts, last = shelf.parts(file)
        for number, part in enumerate(parts):
            shelf.hold(file, following, part, whole=False)
            noted = self._settled("parted", layer, shelf, before, NOTING)
            into = self.folder / f"{layer:03}-{number % 2}.run"
            before = StoredCodes(self.write(into, noted, len(self.unknown)), self.kind)
        shelf.hold(file, following, last, whole=not parts)
        form = "parted" if parts else "packed" if shelf.packed else "layered"
        self.write(path, self._settled(form, layer, shelf, before, stage), self.games)
        for left in self.folder.path.glob("*.run"):
            left.unlink()

    def write(self, path: Path, codes: Iterable[Column], width: int) -> Path:
        """Write the first columns of some codes."""
        with SortedWriter(path, words=0) as writer:
            for part in codes:
                writer.add([np.ascontiguousarray(part[:, at]) for at in range(width)])
            writer.close()
        return path

    def _settled(
        self, form: str, layer: int, shelf: BoundedShelf, before: StoredCodes | None, stage: int
    ) -> Iterator[Column]:
        """Yield the codes of a layer's positions in order, some threads' at a time."""
        file = self.layers.files[layer]

        settled: dict[tuple[int, int], Column] = {}

        def settle(between: tuple[int, int]) -> None:
            blocks = [file.read(block) for block in range(*between)]
            columns = [np.concatenate(words) for words in zip(*blocks, strict=True)]
            codes = self._begun(form, len(columns[0]), between, before)
            empty, more = np.zeros(0, np.int32), self.more(columns)
            self.layers.settle_columns(
                f"{self.kernel}_{form}", columns, (0, len(codes)), shelf, codes, empty, stage, 0,
                more,
            )  # fmt: skip
            settled[between] = codes

        begins = range(0, file.blocks, STRETCH)
        stretches = [(begin, min(begin + STRETCH, file.blocks)) for begin in begins]
        for at in range(0, len(stretches), 2 * self.layers.team.threads):
            together = stretches[at : at + 2 * self.layers.team.threads]
            for stretch in self.layers.team.each(settle, together):
                yield settled.pop(stretch)
                self.limits.report(layer, self._done + int(file.starts[stretch[0]]))

    def _begun(
        self, form: str, size: int, between: tuple[int, int], before: StoredCodes | None
    ) -> Column:
        """Return the codes to begin with: of what is known of children so far."""
        if before is not None:
            return np.concatenate([before.block(block) for block in range(*between)])
        if form != "parted":
            return np.empty((size, self.games), self.kind)
        return np.tile(np.array(self.unknown, self.kind), (size, 1))


class StoredLoops:
    """One layer on disk that has all positions: it is settled over and over, till nothing changes.

    Both that values move away from those of a game without end, and that distances come down, is
    monotone. So it does not matter that a sweep looks at what the sweep before it came to. The last
    sweep has the name of its stage and its number: work goes on from there.
    """

    def __init__(self, settling: StoredPass) -> None:
        self._settling, self._folder = settling, settling.folder
        self._file = settling.layers.files[0]
        self._last: Path | None = max(self._folder.path.glob("*.sweep"), default=None)

    def give(self, code: int) -> None:
        """Give all positions the same code, unless sweeps were made."""
        if self._last is None:
            settling, sizes = self._settling, np.diff(self._file.starts)
            same = (np.full((int(size), settling.games), code, settling.kind) for size in sizes)
            self._last = settling.write(self._folder / "0-000000.sweep", same, settling.games)

    def until_stable(self, stage: int) -> None:
        """Sweep over all positions until nothing changes, unless that was done."""
        assert self._last is not None
        made, number = (int(part) for part in self._last.stem.split("-"))
        while made <= stage:
            before, number = self._last, number + 1
            self._last = self._folder / f"{stage}-{number:06}.sweep"
            codes = StoredCodes(before, self._settling.kind)
            self._settling.settle_into(self._last, 0, self._file, codes, stage)
            changed = self._differ(codes)
            codes.file.close()
            before.unlink()
            if not changed:
                break

    def _differ(self, codes: StoredCodes) -> bool:
        """Whether the last sweep came to other codes than these."""
        assert self._last is not None
        new = StoredCodes(self._last, self._settling.kind)
        return any(
            not np.array_equal(new.block(block), codes.block(block))
            for block in range(self._file.blocks)
        )

    def finish(self, path: Path) -> None:
        """Give the last sweep its final name."""
        assert self._last is not None
        os.replace(self._last, path)
        for left in self._folder.path.glob("*.sweep"):
            left.unlink()


class StoredSolutionPass(StoredPass, SolutionPass):
    """Settles positions on disk to values with distances."""

    def __init__(self, layers: PositionLayers, limits: Limits) -> None:
        super().__init__(layers, limits)
        self.folder = self.layers.folder.inner("values")
        self.unknown = (self.unset,) * self.games


class StoredAttractorPass(StoredPass, AttractorPass):
    """Settles positions on disk to the goals that can be forced from them."""

    def __init__(
        self, layers: PositionLayers, limits: Limits, goals: Sequence[Goal], aims: Aims
    ) -> None:
        super().__init__(layers, limits, goals, aims)
        # Questions of the same name may be others the next time.
        text = "\n".join([aims.program.source() if aims.asks else "", *map(_goal_text, goals)])
        name = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.folder = self.layers.folder.inner(f"goals-{name}")
        self.unknown = (0, int(np.iinfo(self.kind).max))


def _goal_text(goal: Goal) -> str:
    """Return a goal as text that is the same in every run."""
    return repr((sorted(map(str, goal.who)), str(goal.aim), str(goal.keep)))


class DiskBuild(CompiledBuild):
    """A solution under way, by the disk engine."""

    solving = StoredSolutionPass
    _layers: DiskLayers

    def __init__(self, engine: CompiledEngine, limits: Limits) -> None:
        super().__init__(engine, limits)
        self.stored = self._layers.stored

    def parts(self, layer: int, codes: Any) -> Iterator[tuple[Sequence[Column], Column]]:
        """Yield the words of a layer's positions and what they were settled to, in order."""
        if not isinstance(codes, StoredCodes):
            yield from super().parts(layer, codes)
            return
        for block, words in enumerate(self._layers.files[layer]):
            yield words, codes.block(block)

    def settle(self, layer: int, following: Any) -> Any:
        """Settle a layer: what follows it lies on disk, or is settled first."""
        if not self.stored:
            return super().settle(layer, following)
        codes, last = following, self.layers if following is None else layer + 1
        for number in reversed(range(layer, last)):
            codes = self._solving.settle(number, codes)
        return codes

    def spectrum(self, layer: int, codes: Any) -> Spectrum:
        """Return how many positions of a settled layer have each code of the first game."""
        if not isinstance(codes, StoredCodes):
            return super().spectrum(layer, codes)
        return joined(
            spectrum_of(words, codes.block(block)[:, 0], self._layers.orbit_sizes(words))
            for block, words in enumerate(self._layers.files[layer])
        )


class DiskAttraction(CompiledAttraction):
    """From which reachable positions each of some goals can be forced, by the disk engine."""

    attracting = StoredAttractorPass
    _layers: DiskLayers

    def _approach(self, goal: int) -> Column:
        layers = self._layers
        if layers.stored:  # a shortest way to a goal is found in memory only
            self._limits.require_memory(layers.sizes[0] * settling_bytes(layers.files[0].words))
            layers.words, layers.stored = [list(layers.columns(0))], False
            layers.rows = np.arange(layers.sizes[0], dtype=np.int32)
            self._codes = [codes[:] for codes in self._codes]
        return super()._approach(goal)
