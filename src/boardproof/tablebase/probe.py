"""Opening a tablebase, looking positions up, and verifying it against its rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from msgspec import UnsetType

from ..analysis.digest import digest
from ..engines.planner import plan, runner
from ..engines.profile import BUILD, profiles
from ..engines.solution import Build, Coding, PositionValue, StrongSolution, endless_values
from ..errors import BadInput, BadTablebase, WrongTablebase
from ..ir.rules import Rules
from ..limits import Limits
from ..packing.canonical import CanonicalForm, canonical_form
from ..packing.grade import Grade
from ..packing.layout import Layout
from ..packing.owners import owner_of
from ..packing.rank import ranking_of
from ..positions.position import Position, check_game
from ..reading.loader import load
from ..rules.elements import Player
from .agreement import agree
from .format import FORMAT, MANIFEST, VERSION, Manifest, unseal
from .layer_file import LayerFile

#: Up to this size in bytes, files are checked whole on opening; larger ones block by block.
CHECKED = 1 << 24

Default = TypeVar("Default")


@dataclass(frozen=True)
class Entry:
    """What a table says of a position: what each player can force, and in how many moves."""

    value: dict[Player, int]
    distance: int | None


class Tablebase(StrongSolution):
    """A solved game on disk: a solution like any other, slower than one in memory."""

    def __init__(self, folder: Path, manifest: Manifest, rules: Rules) -> None:
        self.folder, self.manifest, self.rules = folder, manifest, rules
        self._layout = Layout(rules.game)
        self._check_rules()
        self.engine = runner(rules)
        self.positions = manifest.positions
        self._coding = Coding(manifest.games, manifest.bits, endless_values(rules))
        self._canonical = self._read_canonical_form()
        self._grade = Grade(self._layout)
        ranking = ranking_of(self._layout)
        #: The engine that solved the game.
        self.made_by = manifest.engine
        self._shards = 1 if isinstance(manifest.shards, UnsetType) else manifest.shards
        self.layers = [
            LayerFile(folder, layer, manifest.words, manifest.games, ranking)
            for layer in manifest.layers
        ]
        if sum(layer.size for layer in manifest.layers) <= CHECKED:
            self.check()

    def _check_rules(self) -> None:
        """Refuse a table of another game or reading, or of rules that have changed."""
        made, here = self.manifest.identity, self.rules.game.identity
        if made != here or self.manifest.parameters != self.rules.game.parameters:
            raise BadTablebase(
                f"{self.folder} is a tablebase of {made}, and the game here is {here}"
            )
        if self.manifest.rules != digest(self.rules) or self.manifest.words != self._layout.words:
            raise BadTablebase(
                f"{self.folder} was made with other rules of {made}: the rules have changed since; "
                "build the tablebase again"
            )

    def _read_canonical_form(self) -> CanonicalForm | None:
        if self.manifest.symmetries == 1:
            return None
        form = canonical_form(self.rules, self._layout)
        if form.symmetries != self.manifest.symmetries:
            raise BadTablebase(
                f"{self.folder} was made with {self.manifest.symmetries} symmetries, and here "
                f"{form.symmetries} are known: build the tablebase again"
            )
        return form

    @cached_property
    def counts(self) -> dict[tuple[int, ...], int]:
        """How many positions have each value."""
        return {tuple(values): number for values, number in self.manifest.counts}

    def spectrum(self) -> dict[tuple[int, int | None], tuple[int, Position]]:
        """Return how many positions have each value and distance, and one of them, if two play."""
        stored, coding = self.manifest.spectrum, self._coding
        return {
            coding.decode((code,)).seen_by(0): (number, self._layout.unpack(tuple(words)))
            for code, number, words in ([] if isinstance(stored, UnsetType) else stored)
        }

    def check(self) -> None:
        """Compare every file with its checksum."""
        for layer in self.layers:
            layer.check()

    @cached_property
    def _by_grade(self) -> dict[int, list[LayerFile]]:
        layers: dict[int, list[LayerFile]] = {}
        for layer in self.layers:
            for grade in layer.layer.grades or ():
                layers.setdefault(grade, []).append(layer)
        return layers

    @cached_property
    def _ungraded(self) -> list[LayerFile]:
        return [layer for layer in self.layers if layer.layer.grades is None]

    def look(self, position: Position) -> PositionValue | None:
        """Return the value of a position for each game, None where the table does not have it."""
        check_game(position, self.rules.game)
        words = self._layout.pack(position)
        if self._canonical is not None:
            words = self._canonical.least(words)
        graded = self._by_grade.get(self._grade.of(words), []) if self._by_grade else []
        owner = owner_of(words, self._shards)
        for layer in (*graded, *self._ungraded):
            codes = layer.find(words) if layer.shard in (None, owner) else None
            if codes is not None:
                return self._coding.decode(codes)
        return None

    def probe(self, position: Position) -> Entry:
        """Return the entry of a position; raise `MissingPosition` where there is none."""
        return self._entry(position, self.look_up(position))

    def get(self, position: Position, default: Default) -> Entry | Default:
        """Return the entry of a position, the default where there is none."""
        value = self.look(position)
        return default if value is None else self._entry(position, value)

    def _entry(self, position: Position, value: PositionValue) -> Entry:
        return Entry(value.payoffs(self._players), self.distance_of(position, value))

    @cached_property
    def numbered(self) -> list[list[LayerFile]]:
        """The files of each layer: one, or one for each shard."""
        files: dict[int, list[LayerFile]] = {}
        for at, layer in enumerate(self.layers):
            files.setdefault(at if layer.shard is None else layer.number, []).append(layer)
        return [files[number] for number in sorted(files)]

    def verify(self, limits: Limits | None = None) -> int:
        """Solve the game again and compare every value; return how many positions there are.

        Raise `WrongTablebase` where the table differs from its rules. No layer is held, where the
        limits name a folder for the solution.
        """
        self.check()
        limits = limits or Limits()
        engine = _engine_for(self.manifest.engine, limits)
        build: Build = plan(BUILD, self.rules, engine, limits).make().build(limits)
        if build.layers != len(self.numbered):
            raise WrongTablebase(f"{self.folder} does not have the layers that the rules make")
        if self._verify_layers(build, limits) != self.counts or build.positions != self.positions:
            raise WrongTablebase(f"{self.folder} counts other values than the rules make")
        return build.positions

    def _verify_layers(self, build: Build, limits: Limits) -> dict[tuple[int, ...], int]:
        """Compare every layer with its files; return how many positions have each value."""
        counts: Counter[tuple[int, ...]] = Counter()
        codes, compared = None, 0
        for number in reversed(range(build.layers)):
            codes, files = build.settle(number, codes), self.numbered[number]
            if not agree(files, partial(build.parts, number, codes), limits.free // 2):
                raise WrongTablebase(f"{files[0].path} differs from what the rules say")
            counts.update(build.counts(number, codes))
            compared += len(codes)
            limits.report(number, compared)
        return dict(counts)


def _engine_for(engine: str, limits: Limits) -> str:
    """Return which engine makes the same layers within some limits, in a folder if there is one."""
    if limits.disk is None:
        return engine
    same = (one.name for one in profiles() if one.layers_of == engine and not one.on_cluster)
    return next(same, engine)


def open_tablebase(folder: Path | str, rules: Rules | None = None) -> Tablebase:
    """Open a tablebase; it is refused if it is damaged, unfinished, or of other rules.

    `rules` may be left out for a registered game.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    if rules is None:
        try:
            rules = load(manifest.game, **manifest.parameters)
        except BadInput as wrong:
            raise BadTablebase(f"{folder} is a tablebase of {manifest.game}: {wrong}") from None
    return Tablebase(folder, manifest, rules)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder, or raise `BadTablebase` where it has none."""
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
    except OSError:
        resume = " yet: its build was stopped; `boardproof solve … --store` resumes it"
        more = resume if (folder / "build.json").exists() else ""
        raise BadTablebase(f"{folder} is not a tablebase{more}") from None
    manifest = unseal(data, Manifest, str(path))
    if (manifest.format, manifest.version) != (FORMAT, VERSION):
        raise BadTablebase(
            f"{folder} has version {manifest.version} of the format, and this is version "
            f"{VERSION}: build the tablebase again"
        )
    return manifest
