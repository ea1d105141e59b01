"""Shards and drivers that are killed at any file operation: the work ends with the same bytes."""

import gc
import os
from contextlib import suppress

import pytest

from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits
from boardproof.tablebase import build_tablebase

from ..variants import few_or_many
from .shards_here import Killed, shards_here

OPERATIONS = ("replace", "fsync", "unlink")


class Kill:
    """Ends what does the n-th file operation, once."""

    def __init__(self, monkeypatch, number):
        self._left, self.happened = number, False
        for name in OPERATIONS:
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, real):
        def call(*arguments, **options):
            self._left -= 1
            if self._left < 0 and not self.happened:
                raise Killed
            return real(*arguments, **options)

        return call

    def over(self):
        self.happened = True


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def build(rules, folder, revived=None):
    """Solve a game into a table in shards, by shards that are here."""
    team, limits = shards_here(rules, folder / "layers", revived=revived)
    table = build_tablebase(rules, folder / "table", "cluster", limits, sharded=True)
    assert team.size == table.manifest.shards
    return table


@few_or_many("step", 61, 1)
@pytest.mark.parametrize("dies", ["shard", "driver"])
@pytest.mark.parametrize(
    "game", ["tic-tac-toe size=2", pytest.param("pong-hau-ki", marks=pytest.mark.slow)]
)
def test_killed_at_any_file_operation_shards_go_on_to_the_same_bytes(
    game, dies, step, tmp_path, monkeypatch
):
    name, *words = game.split()
    rules = load_rules(name, tuple(words))
    whole = build(rules, tmp_path / "whole")
    assert whole.counts == CompiledEngine(rules).solve(Limits(threads=1)).counts
    right, number, ended = files(tmp_path / "whole"), 0, False
    while not ended:
        with monkeypatch.context() as patched:
            kill = Kill(patched, number)
            with suppress(Killed):
                build(rules, tmp_path / str(number), kill.over if dies == "shard" else None)
                ended = not kill.happened
            kill.over()
            gc.collect()  # a process that is gone holds no folder
            build(rules, tmp_path / str(number))
        assert files(tmp_path / str(number)) == right
        number += step
    assert number > 60
