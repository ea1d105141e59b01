"""One share of a game's positions: those that a hash gives it, in a folder of their own.

A shard does what it is told, one ply at a time. What it has done lies in its folder under a final
name, and every task names all that it depends on: so a shard that dies begins anew where it was, on
this machine or on another that sees the folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

import numpy as np

from ...analysis.digest import digest
from ...ir.rules import Rules
from ...limits import Limits, free_memory, memory_in_use
from ...packing.merge import merged
from ...packing.owners import cut
from ...statespace.goals import Goal
from ..compiled.answers.attraction import aims_of
from ..compiled.bfs.team import ThreadTeam
from ..compiled.bfs.visited import Column
from ..disk.codes import StoredCodes
from ..disk.engine import DiskEngine
from ..disk.layers import DiskLayers
from ..disk.ply_counts import PlyCounts
from ..disk.pool import DiskPool, SpillingJob, StoredLayer
from ..disk.search import PlyFiles
from ..disk.settling import DiskBuild, StoredAttractorPass, StoredPass, StoredSolutionPass
from ..disk.sorted_file import SortedFile, SortedWriter
from ..folder import FolderTaken, SearchFolder
from ..solution import Share
from ..spectrum import Spectrum, joined, spectrum_of
from .rulebook import Rulebook

#: The bytes of a file, on their way to another shard.
Parcel = Any
#: What can be done with the positions that a shard owns.
ShareWork = Callable[[Share], Any]

#: So many seconds a shard waits for another that still holds its folder.
LEAVING = 30


@dataclass
class NodeRate:
    """What shards of a machine have done: so many positions in so many seconds of work."""

    address: str = ""
    positions: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class SearchName:
    """A search: whether plies are told apart, and whether one position stands for all alike."""

    layered: bool
    alike: bool
    #: Whether positions are gone over again for the longest game.
    again: bool = False


@dataclass(frozen=True)
class SettlingName:
    """What positions are settled to: values, or the goals that can be forced from them."""

    search: SearchName
    plies: int
    sizes: tuple[int, ...]
    goals: tuple[Goal, ...] | None = None


class ShardLayers(DiskLayers):
    """The positions that a shard owns, for what settles them."""

    def __init__(
        self, engine: DiskEngine, limits: Limits, pool: DiskPool, name: SettlingName,
        files: list[SortedFile], folder: SearchFolder,
    ) -> None:  # fmt: skip
        self.engine, self.limits, self.team = engine, limits, ThreadTeam(limits.threads)
        self.images, self.alike, self._grade = pool.images, pool.alike, pool.grade
        self.graded, self.stored, self.plies = name.search.layered, True, name.plies
        self.files, self.folder, self.sizes = files, folder, list(name.sizes)
        self.words = [[] for _ in files]


class ShardSearch:
    """A search as a shard sees it."""

    def __init__(self, engine: DiskEngine, limits: Limits, name: SearchName, shards: int) -> None:
        self.pool = DiskPool(engine, limits, limits.threads, name.alike)
        self._name, self._shards = name, shards
        self._seen: Any = self.pool.layer_table() if name.layered else self.pool.arrivals_table()
        self._outer = self.folder = self.pool.folder
        if name.again:
            self.folder = self.pool.folder = self._outer.inner("rounds")

    def begin(self, columns: Sequence[Column]) -> int:
        """Write the first ply; return how many positions it has."""
        if self._name.again:
            first = self._arrivals().numbers_of(columns) == 0
            columns = [column[first] for column in columns]
        self.pool.blocks_of(columns)
        return SortedFile(self.folder / "000.keys").rows

    def finished(self, ply: int) -> tuple[PlyCounts | None, int | None]:
        """Return what expanding a ply counted and how many positions the next has, if known."""
        path = self.folder / f"{ply + 1:03}.keys"
        counts = self.folder.read(f"{ply:03}.done", PlyCounts)
        return counts, SortedFile(path).rows if path.exists() else None

    def size(self, ply: int) -> int:
        """Return how many positions of a ply are here."""
        return SortedFile(self.folder / f"{ply:03}.keys").rows

    def send(self, ply: int, grades: Column, expected: int) -> list[Parcel]:
        """Expand a ply; return what it leads to, a parcel for each owner."""
        self.pool.grade[:] = grades
        file = SortedFile(self.folder / f"{ply:03}.keys")
        parcels, done = self._expand(file, ply, expected)
        self.folder.note(f"{ply:03}.done", done)
        return parcels

    def children(self, file: SortedFile, ply: int) -> list[Parcel]:
        """Return what the positions of a file lead to, a parcel for each owner."""
        return self._expand(file, ply, file.rows)[0]

    def _expand(self, file: SortedFile, ply: int, expected: int) -> tuple[list[Parcel], PlyCounts]:
        self._seen.begin(expected)
        job = SpillingJob(self.pool, StoredLayer(file), self._seen, ply)
        try:
            job.run(lambda _: None)
            parcels = self._pack(job.children())
        finally:
            job.close()
        return parcels, self.pool.counted(job, 0, ply)

    def _pack(self, children: Iterator[list[Column]]) -> list[Parcel]:
        """Cut rows in order into a file for each owner."""
        words, shards = self.pool.words, self._shards
        paths = [self.folder / f"to-{shard:03}.run" for shard in range(shards)]
        with ExitStack() as stack:
            writers = [stack.enter_context(SortedWriter(path, words)) for path in paths]
            for part in children:
                for writer, rows in zip(writers, cut(part, words, shards), strict=True):
                    writer.add(rows)
            for writer in writers:
                writer.close()
        return [parcel_of(path) for path in paths]

    def take(self, ply: int, parcels: Sequence[Parcel]) -> int:
        """Write the ply that all shards' positions of one lead to; return its size."""
        path = self.folder / f"{ply + 1:03}.keys"
        if not path.exists():
            self.pool.sieve = self._sieve(ply)
            with Parcels(self.folder, parcels) as files:
                self.pool.write(merged(files), ply)
        return SortedFile(path).rows

    def _sieve(self, ply: int) -> Any:
        """Return what lets new positions through, or those that all moves into them are taken."""
        if self._name.layered:
            return None
        if not self._name.again:
            return self._plies("keys", ply + 1).are_new
        total, taken = self._arrivals(), self._plies("arrivals", ply)

        def last(keys: Sequence[Column], counts: Column) -> Column:
            gone: Column = counts + taken.numbers_of(keys) == total.numbers_of(keys)
            return gone

        return last

    def _plies(self, suffix: str, end: int) -> PlyFiles:
        """Return the files of all plies before one."""
        files = PlyFiles(self.folder, self.pool.words, suffix)
        for ply in range(end):
            files.add_file(ply)
        return files

    def _arrivals(self) -> SortedFile:
        """Return how many moves lead to each position, all plies taken together."""
        files, ply = PlyFiles(self._outer, self.pool.words, "arrivals"), 0
        while (self._outer / f"{ply:03}.arrivals").exists():
            files.add_file(ply)
            ply += 1
        return files.whole()

    def layers(self, plies: int) -> list[SortedFile]:
        """Return the positions of each ply, or of all in one."""
        if not self._name.layered:
            return [self._plies("keys", plies).whole()]
        return [SortedFile(self.folder / f"{ply:03}.keys") for ply in range(plies)]


class Shard:
    """One share of a game's positions, at work."""

    def __init__(
        self, rulebook: Rulebook, number: int, shards: int, disk: Path, memory: int | None,
        neighbours: int, symmetry: bool,
    ) -> None:  # fmt: skip
        self._rulebook, self._number, self._shards = rulebook, number, shards
        if memory is None:  # those on the same machine take as much
            memory = memory_in_use() + free_memory() // neighbours
        path = disk / f"shard-{number:03}-of-{shards:03}"
        self._limits = Limits(None, memory, 1, symmetry, disk=path)
        self._searches: dict[SearchName, ShardSearch] = {}
        self._passes: dict[SettlingName, StoredPass] = {}
        self._rate = NodeRate()

    @cached_property
    def _rules(self) -> Rules:
        return self._rulebook.read()

    @cached_property
    def _engine(self) -> DiskEngine:
        return DiskEngine(self._rules)

    def greet(self) -> tuple[str, str]:
        """Return the digest of the rules that this machine has, and its address."""
        return digest(self._rules), self._rate.address

    def rate(self) -> NodeRate:
        """Return what this shard has done since it began."""
        return self._rate

    @contextmanager
    def _at_work(self, rows: int) -> Iterator[None]:
        """Note how long the work on some positions takes."""
        began = perf_counter()
        yield
        self._rate.positions += rows
        self._rate.seconds += perf_counter() - began

    def _search(self, name: SearchName) -> ShardSearch:
        if name not in self._searches:
            self._wait_for_folder()
        with self._engine.at_work(self._limits):
            if name not in self._searches:
                self._searches[name] = ShardSearch(self._engine, self._limits, name, self._shards)
            return self._searches[name]

    def _wait_for_folder(self) -> None:
        """Wait till who worked in the folder is gone: a driver that is killed leaves its shards."""
        end = perf_counter() + LEAVING
        while True:
            try:
                with self._engine.at_work(self._limits):
                    return
            except FolderTaken:
                if perf_counter() > end:
                    raise
                sleep(0.2)

    # -- forward --------------------------------------------------------------------------------

    def begin(self, name: SearchName, columns: Sequence[Column]) -> int:
        """Write the first ply."""
        return self._search(name).begin(columns)

    def finished(self, name: SearchName, ply: int) -> tuple[PlyCounts | None, int | None]:
        """Return what is known of a ply."""
        return self._search(name).finished(ply)

    def send(self, name: SearchName, ply: int, grades: Column, expected: int) -> list[Parcel]:
        """Expand a ply."""
        search = self._search(name)
        with self._at_work(search.size(ply)):
            return search.send(ply, grades, expected)

    def take(self, name: SearchName, ply: int, *parcels: Parcel) -> int:
        """Write the next ply."""
        return self._search(name).take(ply, parcels)

    # -- backward -------------------------------------------------------------------------------

    def _pass(self, name: SettlingName) -> StoredPass:
        if name not in self._passes:
            search, folder = self._search(name.search), self._search(name.search).folder
            files = search.layers(name.plies)
            layers = ShardLayers(self._engine, self._limits, search.pool, name, files, folder)
            if name.goals is None:
                self._passes[name] = StoredSolutionPass(layers, self._limits)
            else:
                aims = self._engine.new_aims(aims_of(name.goals))
                self._passes[name] = StoredAttractorPass(layers, self._limits, name.goals, aims)
        return self._passes[name]

    def settled(self, name: SettlingName, codes: str) -> bool:
        """Whether some codes are there."""
        return (self._pass(name).folder / codes).exists()

    def ask(self, name: SettlingName, layer: int) -> list[Parcel]:
        """Return the positions that those of a layer lead to, a parcel for each owner."""
        file = self._pass(name).layers.files[layer]
        return self._search(name.search).children(file, layer)

    def hear(self, name: SettlingName, *parcels: Parcel) -> None:
        """Remember which positions each shard asks about."""
        folder = self._pass(name).folder
        for shard, parcel in enumerate(parcels):
            (folder / f"from-{shard:03}.asked").write_bytes(parcel)

    def tell(self, name: SettlingName, layer: int, codes: str, *parcels: Parcel) -> list[Parcel]:
        """Return the codes of positions that are asked about, a parcel for each who asks.

        Where there are no parcels, those remembered are answered.
        """
        settling = self._pass(name)
        file = settling.layers.files[layer]
        stored = StoredCodes(settling.folder / codes, settling.kind)
        if not parcels:
            asked = sorted(settling.folder.path.glob("from-*.asked"))
            return [self._told(settling, SortedFile(path), file, stored) for path in asked]
        with Parcels(settling.folder, parcels) as files:
            return [self._told(settling, wanted, file, stored) for wanted in files]

    def _told(
        self, settling: StoredPass, wanted: SortedFile, file: SortedFile, codes: StoredCodes
    ) -> Parcel:
        path, words = settling.folder / "told.run", file.words
        with SortedWriter(path, words) as writer:
            for keys in wanted:
                writer.add([*keys[:words], *_columns(_codes_of(file, codes, keys[:words]))])
            writer.close()
        return parcel_of(path)

    def settle(
        self, name: SettlingName, layer: int, stage: int, file: str, *parcels: Parcel
    ) -> None:
        """Settle a layer, given the codes of what it leads to."""
        settling = self._pass(name)
        path = settling.folder / file
        if path.exists():
            return
        after, following = settling.folder / "after.run", settling.folder / "following.run"
        words, rows = settling.layers.files[layer].words, 0
        if parcels:
            with (
                Parcels(settling.folder, parcels) as files,
                SortedWriter(after, words) as keys,
                SortedWriter(following, 0) as numbers,
            ):
                for part in merged(files):
                    keys.add(part[:words])
                    numbers.add(part[words:])
                rows = keys.close().rows
                numbers.close()
        held = SortedFile(after) if rows else None
        codes = StoredCodes(following, settling.kind) if rows else None
        with self._at_work(settling.layers.files[layer].rows):
            settling.settle_into(path, layer, held, codes, stage)
        for left in (after, following):
            left.unlink(missing_ok=True)

    def give(self, name: SettlingName, code: int, codes: str) -> None:
        """Give all positions the same code."""
        settling = self._pass(name)
        sizes = np.diff(settling.layers.files[0].starts)
        same = (np.full((int(size), settling.games), code, settling.kind) for size in sizes)
        settling.write(settling.folder / codes, same, settling.games)

    def differ(self, name: SettlingName, before: str, after: str) -> bool:
        """Whether two sweeps came to different codes."""
        settling = self._pass(name)
        one, other = (
            StoredCodes(settling.folder / path, settling.kind) for path in (before, after)
        )
        blocks = range(settling.layers.files[0].blocks)
        return any(not np.array_equal(one.block(b), other.block(b)) for b in blocks)

    def sweeps(self, name: SettlingName) -> list[str]:
        """List the sweeps that are there."""
        return sorted(path.name for path in self._pass(name).folder.path.glob("*.sweep"))

    def finish(self, name: SettlingName, sweep: str, codes: str) -> None:
        """Give the last sweep its final name, and forget the others."""
        folder = self._pass(name).folder
        if (folder / sweep).exists():
            (folder / sweep).replace(folder / codes)
        self.forget(name, "*.sweep")
        self.forget(name, "*.asked")

    def forget(self, name: SettlingName, pattern: str) -> None:
        """Remove some files."""
        for left in self._pass(name).folder.path.glob(pattern):
            left.unlink()

    # -- what positions were settled to ---------------------------------------------------------

    def row_of(self, name: SettlingName, layer: int, words: Sequence[int]) -> int:
        """Return the row of a position, -1 where it is not there."""
        columns = [np.array([word], np.uint64) for word in words]
        return int(self._pass(name).layers.files[layer].rows_of(columns)[0])

    def codes_in(self, name: SettlingName, codes: str, rows: Sequence[int]) -> Column:
        """Return the codes in some rows."""
        settling = self._pass(name)
        stored = StoredCodes(settling.folder / codes, settling.kind)
        return np.array([stored[int(row)] for row in rows], settling.kind)

    def weigh(
        self, name: SettlingName, kernel: str, layer: int, codes: str, size: int, *how: int
    ) -> Column:
        """Tally the positions of a layer by what their codes say, those alike counted."""
        settling = self._pass(name)
        stored = StoredCodes(settling.folder / codes, settling.kind)
        return settling.layers.weigh_layer(kernel, layer, stored, size, *how)

    def spectrum(self, name: SettlingName, layer: int, codes: str) -> Spectrum:
        """Return how many positions of a layer have each code of the first game."""
        settling = self._pass(name)
        stored = StoredCodes(settling.folder / codes, settling.kind)
        return joined(
            spectrum_of(words, stored.block(block)[:, 0], settling.layers.orbit_sizes(words))
            for block, words in enumerate(settling.layers.files[layer])
        )

    def outline(self, name: SettlingName, layer: int) -> list[list[int]]:
        """Return the last key of every block of a layer."""
        file = self._pass(name).layers.files[layer]
        return [file.last(block) for block in range(file.blocks)]

    def block(self, name: SettlingName, layer: int, codes: str, block: int) -> list[Column]:
        """Return the positions of a block, and their codes."""
        settling = self._pass(name)
        stored = StoredCodes(settling.folder / codes, settling.kind)
        return [*settling.layers.files[layer].read(block), *_columns(stored.block(block))]

    def work_on(self, name: SettlingName, layer: int, codes: str, work: ShareWork) -> Any:
        """Do some work on what this shard owns of a settled layer."""
        settling = self._pass(name)
        stored = StoredCodes(settling.folder / codes, settling.kind)
        build = ShardBuild(self._engine, settling)
        return work(Share(build, self._rules, self._limits, layer, stored, self._number))


class ShardBuild(DiskBuild):
    """What a shard's positions were settled to, as a solution like any other."""

    def __init__(self, engine: DiskEngine, settling: StoredPass) -> None:
        assert isinstance(settling, StoredSolutionPass)
        self._engine, self._layers, self._solving = engine, settling.layers, settling
        self.coding, self.stored = settling.coding, True


class Parcels:
    """Parcels as files, for as long as they are needed."""

    def __init__(self, folder: SearchFolder, parcels: Sequence[Parcel]) -> None:
        self._paths = [folder / f"from-{number:03}.run" for number in range(len(parcels))]
        for path, parcel in zip(self._paths, parcels, strict=True):
            path.write_bytes(parcel)

    def __enter__(self) -> list[SortedFile]:
        return [SortedFile(path) for path in self._paths]

    def __exit__(self, *_: object) -> None:
        for path in self._paths:
            path.unlink(missing_ok=True)


def parcel_of(path: Path) -> Parcel:
    """Return the bytes of a file, which is removed."""
    parcel = np.frombuffer(path.read_bytes(), np.uint8)
    path.unlink()
    return parcel


def _codes_of(file: SortedFile, codes: StoredCodes, keys: Sequence[Column]) -> Column:
    """Return the codes of positions in order, all of which a file has."""
    parts = [codes.block(block)[at] for block, _, at, _ in file.matches(keys)]
    found: Column = np.concatenate(parts)
    assert len(found) == len(keys[0])
    return found


def _columns(codes: Column) -> list[Column]:
    return [np.ascontiguousarray(codes[:, game]) for game in range(codes.shape[1])]
