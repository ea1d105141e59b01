"""A count on disk: after each layer, what was counted so far and the diagrams to go on from.

The record says which file of diagrams belongs to it, has its checksum, and is written after it:
whenever the work is ended, the last record and its file are whole.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from ...errors import BadInput
from ...files import flush
from ..folder import DiskFolder, SearchFolder, disk_told
from .bdd.manager import Diagram
from .bdd.slots import Coder
from .transition.layer_walk import LayerWalk, WalkCounts
from .transition.phases import CompiledPhase, RunPhase
from .transition.signatures import LayerSignature

#: The folder of a count in the folder of a game, and the name of its record.
DIAGRAMS, RECORD = "diagrams", "walk.done"
#: Numbers may have more than 64 bits: they are written as texts.
Number = str


class WalkRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a walk was made, what it counted, and the checksum of its diagrams.

    `interpreted` tells that the moves were too large to compile, `keep` that the reachable set is
    kept. `leaves` has an entry for each diagram: its value where it is constant, else None.
    """

    order: str
    encoding: str
    interpreted: bool
    keep: bool
    side: int
    ply: int
    by_ply: list[Number]
    nodes: list[int]
    over: dict[str, Number]
    stuck: Number
    moves: Number | None
    shortest: int | None
    signatures: list[dict[int, int]]
    leaves: list[bool | None]
    check: str


class WalkCheckpoint:
    """The last layer of a walk, in a folder: one for each order and encoding that is asked for."""

    def __init__(self, folder: DiskFolder, asked: tuple[str, str]) -> None:
        self._held = folder  # held as long as this is
        with disk_told(folder.path):
            self._folder: SearchFolder = folder.search(
                "-".join([DIAGRAMS, *(one for one in asked if one != "auto")])
            )
            self.record = self._folder.read(RECORD, WalkRecord)

    def write(self, walk: LayerWalk, made: tuple[str, str], interpreted: bool) -> None:
        """Keep a walk as it is now, and nothing of what it was before.

        It was made in an order and an encoding; where it is interpreted, its moves are no relation.
        """
        diagrams = walk.held()
        constant = {walk.diagrams.true: True, walk.diagrams.false: False}
        leaves = [constant.get(diagram) for diagram in diagrams]
        with disk_told(self._folder.path):
            path = self._file(walk.ply)
            beside = path.with_suffix(".tmp")
            inner = [one for one, leaf in zip(diagrams, leaves, strict=True) if leaf is None]
            walk.diagrams.export(beside, inner)
            check = _checksum(beside)
            flush(beside)
            beside.replace(path)
            self._folder.note(RECORD, _record(walk, made, interpreted, leaves, check))
            for old in self._folder.path.glob("*.dddmp"):
                if old != path:
                    old.unlink()

    def resume(
        self, record: WalkRecord, coder: Coder, phases: Sequence[CompiledPhase | RunPhase]
    ) -> LayerWalk:
        """Return the walk that was kept, with the slots and phases it was made with."""
        path = self._file(record.ply)
        with disk_told(self._folder.path):
            if not path.exists() or _checksum(path) != record.check:
                raise BadInput(f"{path} is damaged: remove the folder, and begin again")
        leaves = {True: coder.diagrams.true, False: coder.diagrams.false}
        inner = iter(coder.diagrams.load(path))
        diagrams: list[Diagram] = [
            next(inner) if leaf is None else leaves[leaf] for leaf in record.leaves
        ]
        return LayerWalk.resume(coder, phases, diagrams, record.keep, _counts(record, coder))

    def _file(self, ply: int) -> Path:
        return self._folder / f"{ply:03}.dddmp"


def _record(
    walk: LayerWalk,
    made: tuple[str, str],
    interpreted: bool,
    leaves: list[bool | None],
    check: str,
) -> WalkRecord:
    counts, signatures = walk.counts(), LayerSignature(walk.coder)
    order, encoding = made
    return WalkRecord(
        order=order,
        encoding=encoding,
        interpreted=interpreted,
        keep=walk.keep,
        side=counts.side,
        ply=counts.ply,
        by_ply=list(map(str, counts.by_ply)),
        nodes=counts.nodes,
        over={result: str(number) for result, number in counts.over.items()},
        stuck=str(counts.stuck),
        moves=None if counts.moves is None else str(counts.moves),
        shortest=counts.shortest,
        signatures=list(map(signatures.encode, counts.signatures)),
        leaves=leaves,
        check=check,
    )


def _counts(record: WalkRecord, coder: Coder) -> WalkCounts:
    signatures = LayerSignature(coder)
    return WalkCounts(
        side=record.side,
        ply=record.ply,
        by_ply=list(map(int, record.by_ply)),
        nodes=record.nodes,
        over=Counter({result: int(number) for result, number in record.over.items()}),
        stuck=int(record.stuck),
        moves=None if record.moves is None else int(record.moves),
        shortest=record.shortest,
        signatures=list(map(signatures.decode, record.signatures)),
    )


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()[:16]
