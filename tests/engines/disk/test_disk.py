"""The engine disk: with hardly any memory, stopped anywhere, and in folders that will not do."""

import errno
import gc
import os
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from boardproof.engines import planner
from boardproof.engines.compiled.bfs import visited
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.disk import codes, hash_tables, layers, sorted_file
from boardproof.engines.disk.engine import DiskEngine
from boardproof.engines.planner import plan
from boardproof.errors import BadInput
from boardproof.faces.cli import main
from boardproof.limits import Limits
from boardproof.questions.check import check
from boardproof.reading.loader import load
from boardproof.tablebase import build_tablebase

from ..variants import few_or_many

PROGRAM = Path(__file__).with_name("bounded.py")
GAMES = [
    "tic-tac-toe size=2",
    "hexapawn",
    "pong-hau-ki",
    "kalah holes=2 beans=2",
    "connect-four columns=3 rows=3 connect=2",
    "connect-four columns=16 rows=3 connect=1",
]
MORE = ["chess-endings size=3", "three-mens-morris", "connect-four columns=16 rows=3 connect=2"]


def compare(games):
    done = subprocess.run(
        [sys.executable, PROGRAM, *games],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(games)} games compared" in done.stdout


def test_with_hardly_any_memory_games_are_answered_as_by_the_reference_engine():
    compare(GAMES)


@pytest.mark.slow
@pytest.mark.parametrize("game", MORE)
def test_with_hardly_any_memory_larger_games_are_too(game):
    compare([game])


@cache
def rules():
    return load("tic-tac-toe")


@pytest.fixture(autouse=True)
def no_hints(monkeypatch):
    """Leave no hint that an engine was made for a game: other tests plan for the first time."""
    monkeypatch.setattr(planner, "note", lambda *_: None)


@pytest.fixture
def engine():
    return DiskEngine(rules())


@pytest.fixture
def small(monkeypatch):
    """Tables that are full soon, so that layers are spilled, merged and shelved in parts."""
    for module in (hash_tables, codes):
        monkeypatch.setattr(module, "places_for", lambda limits, each: 1 << 10)
    for module in (hash_tables, visited):
        monkeypatch.setattr(module, "SMALLEST", 1 << 10)
    monkeypatch.setattr(sorted_file, "ENTRIES", 100)


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class Killed(BaseException):
    pass


def kill_at(monkeypatch, number):
    """Let the process end at the n-th time that a file is flushed to disk or gets its name."""
    left = [number]

    def counted(real):
        def call(*arguments):
            if left[0] == 0:
                raise Killed
            left[0] -= 1
            return real(*arguments)

        return call

    for name in ("replace", "fsync"):
        monkeypatch.setattr(os, name, counted(getattr(os, name)))


@few_or_many("step", 7, 1)
@pytest.mark.parametrize(
    "game", ["tic-tac-toe", pytest.param("pong-hau-ki", marks=pytest.mark.slow)]
)
@pytest.mark.usefixtures("small")
def test_killed_at_any_file_operation_it_goes_on_to_the_same_bytes(
    game, step, tmp_path, monkeypatch
):
    monkeypatch.setattr(layers, "settling_bytes", lambda words: 1 << 50)
    engine, whole = DiskEngine(load(game)), tmp_path / "whole"
    values = engine.solve(Limits(threads=1, disk=whole)).counts
    assert values == CompiledEngine(load(game)).solve(Limits(threads=1)).counts
    right, number, ended = files(whole), 0, False
    assert any(name.endswith(".codes") for name in right)
    while not ended:
        folder = tmp_path / str(number)
        with monkeypatch.context() as patched:
            kill_at(patched, number)
            try:
                engine.solve(Limits(threads=1, disk=folder))
                ended = True
            except Killed:
                pass
        assert engine.solve(Limits(threads=1, disk=folder)).counts == values
        assert files(folder) == right
        number += step
    assert number > 40


def test_a_full_disk_is_one_line_and_finished_layers_stay(engine, tmp_path, monkeypatch):
    limits, real, left = Limits(threads=1, disk=tmp_path / "new"), os.fsync, [9]

    def full(number):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadInput, match="has no room left: all finished layers are kept"):
        engine.enumerate(limits)
    kept = {name: data for name, data in files(tmp_path).items() if name.endswith(".keys")}
    assert len(kept) > 3
    monkeypatch.setattr(os, "fsync", real)
    assert engine.enumerate(limits).positions == 5478
    assert kept.items() <= files(tmp_path).items()


def test_folders_of_another_game_or_with_other_files_are_refused(engine, tmp_path):
    engine.enumerate(Limits(disk=tmp_path / "new"))
    with pytest.raises(BadInput, match="has positions of tic-tac-toe, and the game here is"):
        DiskEngine(load("tic-tac-toe", size=2)).enumerate(Limits(disk=tmp_path / "new"))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").write_text("mine")
    with pytest.raises(BadInput, match="has other files in it"):
        engine.enumerate(Limits(disk=tmp_path / "other"))
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["thesis.tex"]
    (tmp_path / "new" / "folder.json").write_text('{"format":"boardproof layers"}')
    with pytest.raises(BadInput, match="of another version"):
        DiskEngine(rules()).enumerate(Limits(disk=tmp_path / "new"))
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadInput, match="cannot be used: it is a file"):
        engine.enumerate(Limits(disk=tmp_path / "file"))


def test_what_is_damaged_is_never_believed(engine, tmp_path):
    engine.enumerate(Limits(threads=1, disk=tmp_path))
    layer = next(tmp_path.rglob("004.keys"))
    data = bytearray(layer.read_bytes())
    data[7] ^= 1
    layer.write_bytes(data)
    with pytest.raises(BadInput, match=r"004.keys is damaged: remove the folder"):
        DiskEngine(rules()).solve(Limits(threads=1, disk=tmp_path))
    done = next(tmp_path.rglob("003.done"))
    done.write_bytes(done.read_bytes().replace(b"moves", b"movez"))
    with pytest.raises(BadInput, match=r"003.done is damaged"):
        DiskEngine(rules()).enumerate(Limits(threads=1, disk=tmp_path))


def test_a_folder_of_its_own_is_removed_afterwards(monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    engine = DiskEngine(rules())
    assert engine.enumerate(Limits(threads=1)).positions == 5478
    assert list(tmp_path.iterdir())
    del engine
    gc.collect()
    assert not list(tmp_path.iterdir())


def test_the_planner_takes_it_where_there_is_a_folder(tmp_path):
    chosen = [one.profile.name for one in plan("solve", rules(), limits=Limits()).attempts]
    assert "disk" not in chosen
    on_disk = plan("solve", rules(), limits=Limits(disk=tmp_path))
    assert next(one.profile.name for one in on_disk.attempts if not one.bounded) == "disk"
    with pytest.raises(BadInput, match="the compiled engine keeps nothing on disk"):
        plan("solve", rules(), "compiled", Limits(disk=tmp_path))


@pytest.mark.parametrize("command", ["count", "solve", "check two_winners", "find full"])
def test_commands_take_a_folder(command, tmp_path, capsys):
    name, *words = command.split()
    with suppress(SystemExit):
        main([name, "tic-tac-toe", *words, "--disk", str(tmp_path / "new"), "--engine", "disk"])
    assert "tic-tac-toe has 5,478 positions: about" in capsys.readouterr().err
    assert (tmp_path / "new" / "folder.json").exists()


def test_what_moves_preserve_is_proved_beside_a_folder(tmp_path):
    four = load("connect-four", columns=5, rows=4)
    [alone] = check(four, "gravity", engine="disk", disk=tmp_path)
    [gravity] = check(four, "gravity", disk=tmp_path)
    assert (alone.verdict, gravity.verdict, gravity.engine) == ("unknown", "holds", "sat")


@pytest.mark.usefixtures("small")
def test_a_tablebase_has_the_same_bytes_as_from_memory_and_goes_on_from_there(tmp_path):
    made = build_tablebase(rules(), tmp_path / "compiled", "compiled", Limits(threads=1))
    limits = Limits(threads=1, disk=tmp_path / "layers")
    other = build_tablebase(rules(), tmp_path / "disk", "disk", limits)
    assert other.manifest == made.manifest
    assert other.made_by == "disk"
    assert files(tmp_path / "disk") == files(tmp_path / "compiled")

    def stop(ply, positions):
        if any(tmp_path.glob("begun/layer-006.done")):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tablebase(rules(), tmp_path / "begun", "compiled", Limits(stop, threads=1))
    build_tablebase(rules(), tmp_path / "begun", "disk", limits)
    assert files(tmp_path / "begun") == files(tmp_path / "compiled")
