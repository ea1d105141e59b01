"""Building a tablebase: layer after layer from the last, each written as soon as it is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..analysis.digest import digest
from ..engines.planner import plan
from ..engines.profile import BUILD, profile_of
from ..engines.solution import Build, Share
from ..engines.spectrum import joined
from ..errors import BadInput, BadTablebase, TooLarge
from ..files import reason, write_atomically
from ..ir.rules import Rules
from ..limits import Limits
from ..packing.canonical import canonical_form
from ..packing.columns import Array
from ..packing.grade import Grade
from ..packing.layout import Layout
from ..packing.rank import Ranking, ranking_of
from .format import (
    FORMAT,
    MANIFEST,
    VERSION,
    Checkpoint,
    LayerEntry,
    Manifest,
    StoredSpectrum,
    layer_file,
    seal,
    unseal,
)
from .in_order import in_order
from .layer_file import LayerFile
from .layer_writer import Part, in_pieces, write_layer
from .probe import Tablebase, open_tablebase

#: The file that a folder has while its table is not finished.
PLAN = "build.json"
#: More grades than this are not listed for a layer.
MOST_GRADES = 4096
#: The maximal number of places per position of an array by rank.
SPARSE = 8


def build_tablebase(
    rules: Rules,
    folder: Path | str,
    engine: str = "auto",
    limits: Limits | None = None,
    sharded: bool = False,
) -> Tablebase:
    """Solve a game into a folder, or resume a build; a finished table is opened.

    A `sharded` table is written by the shards of a cluster, which all see the folder.

    >>> from tempfile import TemporaryDirectory
    >>> from boardproof import load, make_engine
    >>> rules = load("tic-tac-toe", size=2)
    >>> with TemporaryDirectory() as folder:
    ...     table = build_tablebase(rules, folder)
    ...     print(table.probe(make_engine("reference", rules).initial()))
    Entry(value={'A': 1, 'B': -1}, distance=3)
    """
    folder, limits = Path(folder), limits or Limits()
    if (folder / MANIFEST).exists():
        table = open_tablebase(folder, rules)
        remove_leftovers(folder)
        return table
    with being_written(folder):
        made_by = Builder(rules, folder, engine, limits, sharded).run()
    table = open_tablebase(folder, rules)
    table.made_by = made_by
    return table


@contextmanager
def being_written(folder: Path) -> Iterator[None]:
    """Make a folder and write into it; refuse one that has other files in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = [path for path in folder.iterdir() if path.suffix != ".tmp"]
        if others and not (folder / PLAN).exists():
            raise BadTablebase(
                f"{folder} has other files in it: choose a folder that is new or empty"
            )
        yield
    except OSError as failure:
        raise BadInput(f"{folder} cannot be written: {reason(failure)}") from None


class Builder:
    """One build under way; no file on disk is ever half written."""

    def __init__(
        self, rules: Rules, folder: Path, engine: str, limits: Limits, sharded: bool = False
    ) -> None:
        self.rules, self.folder, self.limits = rules, folder.absolute(), limits
        try:
            self.layout = Layout(rules.game)
        except TooLarge:
            raise TooLarge(
                f"{rules.game.identity} needs more than the 128 bits a position that a tablebase "
                "has: choose smaller parameters"
            ) from None
        chosen = plan(BUILD, rules, engine, limits)
        self.engine: str
        self.source: Build
        self.engine, self.source = chosen.run(lambda made, limits: (made.name, made.build(limits)))
        self.shards = getattr(self.source, "shards", None) if sharded else None
        if sharded and self.shards is None:
            raise BadInput("only a cluster writes a table in shards: add --engine cluster")
        self.plan = self._plan(self.source)
        write_plan(folder, self.plan)

    def _plan(self, source: Build) -> Manifest:
        """Return the manifest of the table under way."""
        alike, profile = source.classes < source.positions, profile_of(self.engine)
        return Manifest(
            format=FORMAT,
            version=VERSION,
            game=self.rules.game.name,
            identity=self.rules.game.identity,
            parameters=self.rules.game.parameters,
            readings=self.rules.game.readings,
            rules=digest(self.rules),
            players=[str(player) for player in self.rules.game.players],
            engine=profile.layers_of or profile.name,
            words=self.layout.words,
            games=source.coding.games,
            bits=source.coding.bits,
            positions=source.positions,
            classes=source.classes,
            symmetries=canonical_form(self.rules, self.layout).symmetries if alike else 1,
            counts=[],
            layers=[],
            shards=self.shards or msgspec.UNSET,
        )

    def run(self) -> str:
        """Settle and write every layer, the last one first; return which engine did."""
        written: list[list[Checkpoint]] = []
        codes, positions = None, 0
        for number in reversed(range(self.source.layers)):
            checkpoint = None if self.shards else read_checkpoint(self.folder, number)
            if checkpoint is None:
                codes = self.source.settle(number, codes)
                written.append(self._write_layer(number, codes))
            else:
                codes = None if self.source.stored else self._read_codes(checkpoint.layer, number)
                written.append([checkpoint])
            positions += sum(checkpoint.layer.positions for checkpoint in written[-1])
            self.limits.report(number, positions)
        checkpoints = [checkpoint for layer in reversed(written) for checkpoint in layer]
        counts, spectrum = _sum_counts(checkpoints), _sum_spectra(checkpoints)
        finish(self.folder, self.plan, checkpoints, counts, spectrum)
        return self.engine

    def _read_codes(self, layer: LayerEntry, number: int) -> Array:
        """Return the codes of a layer written earlier: the layer before it needs them."""
        ranking = ranking_of(self.layout)
        file = LayerFile(self.folder, layer, self.layout.words, self.source.coding.games, ranking)
        file.check()
        codes = file.codes_of(self.source.words(number))
        if codes is None:
            raise BadTablebase(
                f"{file.path} has other positions than the rules reach: build in another folder"
            )
        return np.ascontiguousarray(codes, dtype=layer.code)

    def _write_layer(self, number: int, codes: Array) -> list[Checkpoint]:
        """Write a layer: here, or each shard its share of it."""
        store = LayerStore(self.folder, graded=self.source.layers > 1)
        if self.shards is None:
            written = [store(Share(self.source, self.rules, self.limits, number, codes))]
        else:
            source: Any = self.source
            written = source.in_shards(number, codes, store)
        return [checkpoint for checkpoint in written if checkpoint is not None]


@dataclass(frozen=True)
class LayerStore:
    """Writes a layer, or a shard's share of one, and then its checkpoint."""

    folder: Path
    #: Whether there are several layers, which grades tell apart.
    graded: bool

    def __call__(self, share: Share) -> Checkpoint | None:
        """Write a share, unless that was done; None where there is nothing in it."""
        done = read_checkpoint(self.folder, share.layer, share.shard)
        if done is not None or share.positions == 0:
            return done
        palette, grades = self._outline(share)
        file, ranking = layer_file(share.layer, share.shard), _ranking_for(share)
        room, threads = share.limits.free // 2, share.limits.threads
        packed = write_layer(self.folder / file, share.parts, palette, ranking, room, threads)
        layer = LayerEntry(
            file=file,
            kind=packed.kind,
            positions=share.positions,
            entries=packed.entries,
            blocks=packed.blocks,
            palette=packed.palette,
            code=share.codes.dtype.str,
            size=packed.size,
            index=packed.index,
            checksum=packed.checksum,
            grades=grades,
            part=msgspec.UNSET if share.shard is None else (share.layer, share.shard),
        )
        counts = [(list(v), n) for v, n in sorted(share.counts().items())]
        checkpoint = Checkpoint(layer=layer, counts=counts, spectrum=_spectrum_of(share))
        write_atomically(checkpoint_path(self.folder, share.layer, share.shard), seal(checkpoint))
        return checkpoint

    def _outline(self, share: Share) -> tuple[Array, list[int] | None]:
        """List all codes in order, and the grades of positions unless there are too many."""
        grade, none = Grade(Layout(share.rules.game)), np.zeros(0, np.uint64)

        def occurring(part: Part) -> tuple[Array, Array]:
            columns, codes = part
            return np.unique(codes), grade.distinct(columns) if self.graded else none

        palette, grades, listed = np.zeros(0, np.int64), none, self.graded
        for codes, more in in_order(occurring, in_pieces(share.parts()), share.limits.threads):
            palette = np.union1d(palette, codes)
            if listed:
                grades = np.union1d(grades, more)
                listed = len(grades) <= MOST_GRADES
        return palette, grades.tolist() if listed else None


def _ranking_for(share: Share) -> Ranking | None:
    """Return the ranking of positions, if a layer of so many may be an array by rank."""
    if share.shard is not None:
        return None  # shares are merged in the order of keys
    ranking = ranking_of(Layout(share.rules.game))
    return ranking if ranking is not None and ranking.size <= SPARSE * share.positions else None


def _spectrum_of(share: Share) -> StoredSpectrum:
    """Return what the manifest says of codes where games start from many positions."""
    if not share.rules.starts_anywhere or share.games > 1:
        return msgspec.UNSET
    rows = share.spectrum().items()
    return [(code, count, list(words)) for code, (count, words) in rows]


def write_plan(folder: Path, plan: Manifest) -> None:
    """Write the manifest of a table under way; one that is there must be the same."""
    path = folder / PLAN
    if not path.exists():
        write_atomically(path, seal(plan))
    elif path.read_bytes() != seal(plan):
        raise BadTablebase(
            f"{folder} has an unfinished build of another tablebase: choose another folder"
        )


def checkpoint_path(folder: Path, number: int, shard: int | None = None) -> Path:
    """Return where it is noted that a layer, or a shard's share, is written."""
    return (folder / layer_file(number, shard)).with_suffix(".done")


def read_checkpoint(folder: Path, number: int, shard: int | None = None) -> Checkpoint | None:
    """Return the checkpoint of a layer, None where it is not written yet."""
    path = checkpoint_path(folder, number, shard)
    return unseal(path.read_bytes(), Checkpoint, str(path)) if path.exists() else None


def finish(
    folder: Path,
    plan: Manifest,
    checkpoints: Iterable[Checkpoint],
    counts: list[tuple[list[int], int]],
    spectrum: StoredSpectrum,
) -> None:
    """Write the manifest of a table whose layers are all written."""
    layers = [checkpoint.layer for checkpoint in checkpoints]
    manifest = msgspec.structs.replace(plan, layers=layers, counts=counts, spectrum=spectrum)
    write_atomically(folder / MANIFEST, seal(manifest))
    remove_leftovers(folder)


def _sum_counts(checkpoints: Iterable[Checkpoint]) -> list[tuple[list[int], int]]:
    counts: Counter[tuple[int, ...]] = Counter()
    for checkpoint in checkpoints:
        for values, number in checkpoint.counts:
            counts[tuple(values)] += number
    return [(list(values), number) for values, number in sorted(counts.items())]


def _sum_spectra(checkpoints: Iterable[Checkpoint]) -> StoredSpectrum:
    stored = [c.spectrum for c in checkpoints if c.spectrum is not msgspec.UNSET]
    if not stored:
        return msgspec.UNSET
    whole = joined({code: (number, tuple(words)) for code, number, words in one} for one in stored)
    return [(code, number, list(words)) for code, (number, words) in whole.items()]


def remove_leftovers(folder: Path) -> None:
    """Remove what only an unfinished table needs."""
    for pattern in ("*.tmp", "*.done", PLAN):
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)
