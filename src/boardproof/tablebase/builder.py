"""Building a tablebase: layer after layer from the last, each written as soon as it is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

from ..analysis.digest import digest
from ..engines.planner import plan
from ..engines.profile import BUILD
from ..engines.solution import Build
from ..engines.spectrum import joined
from ..errors import BadInput, BadTablebase, TooLarge
from ..files import write_atomically
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
    checksum,
    layer_file,
    seal,
    unseal,
)
from .layer_file import SPARSE, LayerFile, pack_layer
from .probe import Tablebase, open_tablebase

#: The file that a folder has while its table is not finished.
PLAN = "build.json"
#: More grades than this are not listed for a layer.
MOST_GRADES = 4096


def build_tablebase(
    rules: Rules, folder: Path | str, engine: str = "auto", limits: Limits | None = None
) -> Tablebase:
    """Solve a game into a folder, or resume a build; a finished table is opened.

    >>> from tempfile import TemporaryDirectory
    >>> from boardproof import load, make_engine
    >>> rules = load("tic-tac-toe", size=2)
    >>> with TemporaryDirectory() as folder:
    ...     table = build_tablebase(rules, folder)
    ...     print(table.probe(make_engine("reference", rules).initial()))
    Entry(value={'A': 1, 'B': -1}, distance=3)
    """
    folder = Path(folder)
    if (folder / MANIFEST).exists():
        table = open_tablebase(folder, rules)
        _remove_leftovers(folder)
        return table
    try:
        _prepare(folder)
        Builder(rules, folder, engine, limits or Limits()).run()
    except OSError as failure:
        raise BadInput(f"{folder} cannot be written: {failure.strerror}") from None
    return open_tablebase(folder, rules)


def _prepare(folder: Path) -> None:
    """Make the folder; refuse one that has other files in it."""
    folder.mkdir(parents=True, exist_ok=True)
    others = [path for path in folder.iterdir() if path.suffix != ".tmp"]
    if others and not (folder / PLAN).exists():
        raise BadTablebase(f"{folder} has other files in it: choose a folder that is new or empty")


class Builder:
    """One build under way; no file on disk is ever half written."""

    def __init__(self, rules: Rules, folder: Path, engine: str, limits: Limits) -> None:
        self.rules, self.folder, self.limits = rules, folder, limits
        try:
            self.layout = Layout(rules.game)
        except TooLarge:
            raise TooLarge(
                f"{rules.game.identity} needs more than the 128 bits a position that a tablebase "
                "has: choose smaller parameters"
            ) from None
        chosen = plan(BUILD, rules, engine, limits)
        self.engine, self.source = chosen.run(lambda made, limits: (made.name, made.build(limits)))
        self.ranking, self.grade = ranking_of(self.layout), Grade(self.layout)
        self.plan = self._plan(self.source)

    def _plan(self, source: Build) -> Manifest:
        """Return the manifest of the table under way; a plan on disk must be the same."""
        alike = source.classes < source.positions
        plan = Manifest(
            format=FORMAT,
            version=VERSION,
            game=self.rules.game.name,
            identity=self.rules.game.identity,
            parameters=self.rules.game.parameters,
            readings=self.rules.game.readings,
            rules=digest(self.rules),
            players=[str(player) for player in self.rules.game.players],
            engine=self.engine,
            words=self.layout.words,
            games=source.coding.games,
            bits=source.coding.bits,
            positions=source.positions,
            classes=source.classes,
            symmetries=canonical_form(self.rules, self.layout).symmetries if alike else 1,
            counts=[],
            layers=[],
        )
        path = self.folder / PLAN
        if not path.exists():
            write_atomically(path, seal(plan))
        elif path.read_bytes() != seal(plan):
            raise BadTablebase(
                f"{self.folder} has an unfinished build of another tablebase: choose another folder"
            )
        return plan

    def run(self) -> None:
        """Settle and write every layer, the last one first, then the manifest."""
        checkpoints: list[Checkpoint] = []
        codes: Array | None = None
        for number in reversed(range(self.source.layers)):
            checkpoint = self._read_checkpoint(number)
            if checkpoint is None:
                codes = self.source.settle(number, codes)
                checkpoint = self._write_layer(number, codes)
            elif not self.source.stored:
                codes = self._read_codes(checkpoint.layer, number)
            checkpoints.append(checkpoint)
            self.limits.report(number, sum(c.layer.positions for c in checkpoints))
        manifest = msgspec.structs.replace(
            self.plan,
            layers=[c.layer for c in reversed(checkpoints)],
            counts=_sum_counts(checkpoints),
            spectrum=_sum_spectra(checkpoints),
        )
        write_atomically(self.folder / MANIFEST, seal(manifest))
        _remove_leftovers(self.folder)

    def _read_checkpoint(self, number: int) -> Checkpoint | None:
        """Return the checkpoint of a layer, None where it is not written yet."""
        path = self._checkpoint_path(number)
        return unseal(path.read_bytes(), Checkpoint, str(path)) if path.exists() else None

    def _checkpoint_path(self, number: int) -> Path:
        return (self.folder / layer_file(number)).with_suffix(".done")

    def _read_codes(self, layer: LayerEntry, number: int) -> Array:
        """Return the codes of a layer written earlier: the layer before it needs them."""
        file = LayerFile(
            self.folder, layer, self.layout.words, self.source.coding.games, self.ranking
        )
        file.check()
        codes = file.codes_of(self.source.words(number))
        if codes is None:
            raise BadTablebase(
                f"{file.path} has other positions than the rules reach: build in another folder"
            )
        return np.ascontiguousarray(codes, dtype=layer.code)

    def _write_layer(self, number: int, codes: Array) -> Checkpoint:
        """Write a layer, and then its checkpoint."""
        parts = partial(self.source.parts, number, codes)
        packed = pack_layer(parts, self._ranking_for(len(codes)))
        data = packed.data
        grades = self._grades(parts()) if self.source.layers > 1 else None
        layer = LayerEntry(
            file=layer_file(number),
            kind=packed.kind,
            positions=len(codes),
            entries=packed.entries,
            blocks=packed.count,
            palette=packed.palette,
            code=codes.dtype.str,
            size=len(data),
            index=checksum(packed.tail),
            checksum=checksum(data),
            grades=grades,
        )
        counts = [(list(v), n) for v, n in sorted(self.source.counts(number, codes).items())]
        spectrum: StoredSpectrum = msgspec.UNSET
        if self.rules.starts_anywhere and self.source.coding.games == 1:
            rows = self.source.spectrum(number, codes).items()
            spectrum = [(code, count, list(words)) for code, (count, words) in rows]
        checkpoint = Checkpoint(layer=layer, counts=counts, spectrum=spectrum)
        write_atomically(self.folder / layer.file, data)
        write_atomically(self._checkpoint_path(number), seal(checkpoint))
        return checkpoint

    def _ranking_for(self, positions: int) -> Ranking | None:
        """Return the ranking of positions, if a layer of so many may be an array by rank."""
        if self.ranking is None or self.ranking.size > SPARSE * positions:
            return None
        widest = 4 * self.source.coding.games
        return self.ranking if self.limits.has_room(widest * self.ranking.size) else None

    def _grades(self, parts: Iterable[tuple[Sequence[Array], Array]]) -> list[int] | None:
        """List the grades of a layer's positions, unless there are too many."""
        grades: Array = np.zeros(0, np.uint64)
        for columns, _ in parts:
            grades = np.union1d(grades, self.grade.distinct(columns))
            if len(grades) > MOST_GRADES:
                return None
        listed: list[int] = grades.tolist()
        return listed


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


def _remove_leftovers(folder: Path) -> None:
    """Remove what only an unfinished table needs."""
    for pattern in ("*.tmp", "*.done", PLAN):
        for path in folder.glob(pattern):
            path.unlink(missing_ok=True)
