"""Merging a table in shards into one: it has the bytes that it would have from one machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ..engines.solution import Coding, Share
from ..engines.spectrum import Spectrum
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits
from .agreement import stored_parts
from .builder import LayerStore, being_written, finish, remove_leftovers, write_plan
from .format import MANIFEST
from .layer_file import LayerFile
from .layer_writer import Part
from .probe import Tablebase, open_tablebase


class ShardedCodes:
    """The files of a layer as what its positions were settled to."""

    def __init__(self, files: list[LayerFile]) -> None:
        self.files, self.dtype = files, np.dtype(files[0].layer.code)

    def __len__(self) -> int:
        return sum(file.layer.positions for file in self.files)


class ShardedSource:
    """A table in shards as a solution that is there; what it counts is in its manifest."""

    stored = True

    def __init__(self, table: Tablebase) -> None:
        self._table = table
        made = table.manifest
        self.positions, self.classes = made.positions, made.classes
        self.layers, self.coding = len(table.numbered), Coding(made.games, made.bits)

    def settle(self, layer: int, following: Any) -> Any:
        """Return what a layer was settled to."""
        return ShardedCodes(self._table.numbered[layer])

    def parts(self, layer: int, codes: Any) -> Iterator[Part]:
        """Yield the positions of all shards in order, and their codes."""
        for columns, part in stored_parts(codes.files):
            yield columns, part.astype(codes.dtype)

    def words(self, layer: int) -> Any:
        """Return the words of a layer's positions: one array for each word."""
        parts = [columns for columns, _ in stored_parts(self._table.numbered[layer])]
        return [np.concatenate(column) for column in zip(*parts, strict=True)]

    def counts(self, layer: int, codes: Any) -> dict[tuple[int, ...], int]:
        """Count nothing again."""
        return {}

    def spectrum(self, layer: int, codes: Any) -> Spectrum:
        """Count nothing again."""
        return {}


def merge_tablebase(
    sharded: Path | str,
    folder: Path | str,
    rules: Rules | None = None,
    limits: Limits | None = None,
) -> Tablebase:
    """Merge a table in shards into a folder, or resume that; a finished table is opened."""
    folder, limits = Path(folder), limits or Limits()
    table = open_tablebase(sharded, rules)
    if not _in_shards(table):
        raise BadInput(f"{sharded} is not in shards: there is nothing to merge")
    if (folder / MANIFEST).exists():
        there = open_tablebase(folder, table.rules)
        if _in_shards(there):
            raise BadInput(f"{folder} is in shards itself: choose a folder that is new")
        remove_leftovers(folder)
        return there
    with being_written(folder):
        _merge(table, folder.absolute(), limits)
    return open_tablebase(folder, table.rules)


def _in_shards(table: Tablebase) -> bool:
    return not isinstance(table.manifest.shards, msgspec.UnsetType)


def _merge(table: Tablebase, folder: Path, limits: Limits) -> None:
    made = table.manifest
    counts, spectrum = made.counts, made.spectrum
    plan = msgspec.structs.replace(
        made, layers=[], counts=[], spectrum=msgspec.UNSET, shards=msgspec.UNSET, checksum=""
    )
    write_plan(folder, plan)
    table.check()
    source, checkpoints, done = ShardedSource(table), [], 0
    store = LayerStore(folder, graded=source.layers > 1)
    for number in reversed(range(source.layers)):
        codes = source.settle(number, None)
        checkpoint = store(Share(source, table.rules, limits, number, codes))
        assert checkpoint is not None
        checkpoints.append(checkpoint)
        done += len(codes)
        limits.report(number, done)
    finish(folder, plan, checkpoints[::-1], counts, spectrum)
