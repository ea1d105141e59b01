"""Tablebases say what the solution says, whatever the game; and nothing else opens or answers."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardproof import load, make_engine
from boardproof.errors import BadTablebase, MissingPosition, TooLarge, WrongTablebase
from boardproof.limits import Limits
from boardproof.positions.notation import write_position
from boardproof.reading import read
from boardproof.tablebase import build_tablebase, open_tablebase, probe
from boardproof.tablebase.format import Manifest, seal, unseal
from boardproof.tablebase.layer_writer import write_layer

from ..engines.random_games import Walk
from .games import Paint, Shelves

SMALL = {"columns": 3, "rows": 3, "connect": 3}
GAMES = {
    "connect-four": lambda: load("connect-four", **SMALL),
    "pong-hau-ki": lambda: load("pong-hau-ki"),
    "a clock": lambda: load("territory", turns=16),
    "kalah": lambda: load("kalah", holes=3, beans=2),
    "three players": lambda: load("connect-four", columns=3, rows=3, connect=3, players=3),
    "two words": lambda: read(Shelves()),
    "all ranks": lambda: read(Paint()),
    "points in loops": lambda: read(Walk(seed=3, points=True, seats=3)),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_table_says_what_the_solution_says(name, tmp_path):
    rules = GAMES[name]()
    solved = make_engine("reference", rules).solve()
    table = build_tablebase(rules, tmp_path / "table")
    assert (table.positions, table.counts) == (solved.positions, solved.counts)
    for position in solved.graph.positions:
        found = table.probe(position)
        assert found.value == solved.value(position)
        assert found.distance == solved.distance(position)
    for position in solved.graph.positions[:20]:
        assert table.best(position) == solved.best(position)
    if solved.positions < 2000:
        assert table.verify() == solved.positions


@pytest.mark.parametrize(
    "name",
    ["tic-tac-toe", *(pytest.param(name, marks=pytest.mark.slow) for name in GAMES)],
)
def test_a_table_of_the_compiled_engine_says_it_too(name, tmp_path):
    """One position stands for all that are alike, and every one of them is found."""
    rules = load(name) if name == "tic-tac-toe" else GAMES[name]()
    solved = make_engine("reference", rules).solve()
    table = build_tablebase(rules, tmp_path / "table", "compiled")
    assert (table.positions, table.counts) == (solved.positions, solved.counts)
    assert all(table.look(position) == solved.look(position) for position in solved.graph.positions)
    assert table.verify() == solved.positions
    if name == "tic-tac-toe":
        assert (table.manifest.classes, table.manifest.symmetries) == (765, 8)


def test_a_layer_is_an_array_by_rank_where_that_is_smaller(tmp_path):
    table = build_tablebase(read(Paint()), tmp_path / "table")
    assert [layer.kind for layer in table.manifest.layers] == ["dense"]
    table = build_tablebase(load("pong-hau-ki"), tmp_path / "other")
    assert [layer.kind for layer in table.manifest.layers] == ["sorted"]


def test_a_position_that_is_not_there_is_missing(tmp_path):
    rules = load("tic-tac-toe")
    table = build_tablebase(rules, tmp_path / "table")
    nowhere = table.engine.initial().replace(turn="B")
    assert table.get(nowhere, None) is None
    with pytest.raises(MissingPosition, match="not among the solved positions") as missing:
        table.probe(nowhere)
    assert write_position(nowhere) in str(missing.value)
    start = table.engine.initial()
    assert table.get(start, None) == table.probe(start)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A table, and what it says of some positions."""
    folder = tmp_path_factory.mktemp("built") / "table"
    table = build_tablebase(load("connect-four", **SMALL), folder)
    positions = make_engine("reference", table.rules).solve().graph.positions[::7]
    return folder, {position: table.probe(position) for position in positions}


def damaged(folder: Path, copy: Path, which: int, how: str, at: float) -> None:
    """Copy a table and change one of its files."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(folder, copy)
    files = sorted(copy.iterdir())
    path = files[which % len(files)]
    data = bytearray(path.read_bytes())
    place = int(at * (len(data) - 1))
    if how == "cut":
        del data[place:]
    elif how == "longer":
        data += b"\0"
    elif how == "gone":
        path.unlink()
        return
    else:
        data[place] ^= 1 << int(how)
    path.write_bytes(data)


damage = {
    "which": st.integers(0, 30),
    "how": st.sampled_from(["cut", "longer", "gone", *"01234567"]),
    "at": st.floats(0, 1),
}


@given(**damage)
@settings(max_examples=30, deadline=None)
def test_a_damaged_table_is_refused(built, tmp_path_factory, which, how, at):
    copy = tmp_path_factory.getbasetemp() / "damaged"
    damaged(built[0], copy, which, how, at)
    with pytest.raises(BadTablebase) as refused:
        open_tablebase(copy)
    assert str(copy) in str(refused.value)
    assert "\n" not in str(refused.value)


@given(**damage)
@settings(max_examples=12, deadline=None)
def test_a_damaged_block_never_answers(built, tmp_path_factory, which, how, at):
    """Large tables are not read whole when they are opened; each block is checked by itself."""
    copy = tmp_path_factory.getbasetemp() / "large"
    damaged(built[0], copy, which, how, at)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(probe, "CHECKED", 0)
        with pytest.raises(BadTablebase):
            ask_all(copy, built[1])


def ask_all(folder, entries):
    """Hold every answer against the right one, then check what was not asked for."""
    table = open_tablebase(folder)
    for position, entry in entries.items():
        assert table.probe(position) == entry
    table.check()


def test_a_table_of_another_game_or_reading_is_refused(built):
    folder = built[0]
    with pytest.raises(BadTablebase, match="connect=3, and the game here is kalah"):
        open_tablebase(folder, load("kalah"))
    with pytest.raises(BadTablebase, match="connect=3 after_win=continues"):
        open_tablebase(folder, load("connect-four", **SMALL, after_win="continues"))
    with pytest.raises(BadTablebase, match="and the game here is connect-four columns=4"):
        build_tablebase(load("connect-four", columns=4), folder)


def test_a_table_of_another_version_is_refused(built, tmp_path):
    shutil.copytree(built[0], tmp_path / "table")
    path = tmp_path / "table" / "manifest.json"
    manifest = unseal(path.read_bytes(), Manifest, "")
    path.write_bytes(seal(msgspec.structs.replace(manifest, version=2)))
    with pytest.raises(BadTablebase, match="has version 2 of the format"):
        open_tablebase(tmp_path / "table")


RULEBOOK = """
from boardproof.rules import *

class Pebbles(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 9, start=9)
        self.handful = Range(1, 3)
        self.turn = Turn(self.players)

    @move(number="handful")
    def take(self, number):
        require(number <= self.left, "too many")
        self.left -= number
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn.previous) if self.left == 0 else None
"""


def test_a_table_of_rules_that_changed_is_refused(tmp_path):
    path = tmp_path / "pebbles.py"
    path.write_text(RULEBOOK)
    table = build_tablebase(load(str(path)), tmp_path / "table")
    assert table.probe(table.engine.initial()).value == {"A": 1, "B": -1}
    (tmp_path / "other.py").write_text(RULEBOOK.replace("too many", "that is too many"))
    open_tablebase(tmp_path / "table", load(str(tmp_path / "other.py")))
    (tmp_path / "third.py").write_text(RULEBOOK.replace("turn.previous", "turn"))
    with pytest.raises(BadTablebase, match="was made with other rules of pebbles"):
        open_tablebase(tmp_path / "table", load(str(tmp_path / "third.py")))
    with pytest.raises(BadTablebase, match="no game is called"):
        open_tablebase(tmp_path / "table")


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(BadTablebase, match="has other files in it"):
        build_tablebase(load("pong-hau-ki"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_game_too_wide_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(TooLarge, match="needs more than the 128 bits"):
        build_tablebase(load("kalah", holes=12, beans=12), tmp_path / "table")


def test_verify_finds_a_table_that_is_whole_and_wrong(built, tmp_path):
    """A value is changed and every checksum made right again."""
    folder = tmp_path / "table"
    shutil.copytree(built[0], folder)
    table = open_tablebase(folder)
    columns, codes = table.layers[6].read_all()
    wrong = np.array(codes)
    wrong[5] = wrong[np.nonzero(wrong != wrong[5])[0][0]]
    parts = lambda: iter([(columns, wrong)])  # noqa: E731
    packed = write_layer(folder / "layer-006.bpt", parts, np.unique(wrong), None, 0)
    layers = list(table.manifest.layers)
    layers[6] = msgspec.structs.replace(
        layers[6],
        palette=packed.palette,
        size=packed.size,
        index=packed.index,
        checksum=packed.checksum,
    )
    manifest = msgspec.structs.replace(table.manifest, layers=layers)
    (folder / "manifest.json").write_bytes(seal(manifest))
    with pytest.raises(WrongTablebase, match="layer-006\\.bpt differs from what the rules say"):
        open_tablebase(folder).verify()


def killed(folder, engine, words, moments):
    script = Path(__file__).parent / "killed.py"
    command = [sys.executable, str(script), str(folder), engine, *words, "--", *moments]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line.split() for line in ran.stdout.splitlines()]


def files(folder):
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_killed_at_any_moment_it_goes_on_to_the_same_bytes(tmp_path):
    words = ["connect-four", *(f"{name}={value}" for name, value in SMALL.items())]
    build_tablebase(load("connect-four", **SMALL), tmp_path / "whole", "reference")
    chance = random.Random(6)
    moments = [str(chance.randint(1, 12)) for _ in range(20)]
    told = killed(tmp_path / "table", "reference", words, moments)
    assert files(tmp_path / "table") == files(tmp_path / "whole")
    assert sum(status == "killed" for status, _ in told) > 10
    assert sum(opens == "closed" for _, opens in told) > 5


def test_machine_code_goes_on_from_the_layers_that_are_done(tmp_path):
    build_tablebase(load("tic-tac-toe"), tmp_path / "whole", "compiled")
    told = killed(tmp_path / "table", "compiled", ["tic-tac-toe"], ["16"])
    assert told == [["killed", "closed"]]
    assert files(tmp_path / "table") == files(tmp_path / "whole")


@pytest.mark.parametrize(
    ("moments", "least"), [(3, 2), pytest.param(20, 10, marks=pytest.mark.slow)]
)
def test_killed_at_any_file_operation_a_build_on_disk_goes_on(moments, least, tmp_path):
    """The layers, their values and the table end with the same bytes."""
    build_on_disk(load("tic-tac-toe"), tmp_path / "whole")
    chance = random.Random(9)
    told = killed(
        tmp_path / "table",
        "disk",
        ["tic-tac-toe"],
        [str(chance.randint(1, 60)) for _ in range(moments)],
    )
    assert files(tmp_path / "table") == files(tmp_path / "whole")
    assert files(tmp_path / "table-layers") == files(tmp_path / "whole-layers")
    assert sum(status == "killed" for status, _ in told) >= least


def build_on_disk(rules, folder):
    limits = Limits(threads=1, disk=folder.with_name(f"{folder.name}-layers"))
    build_tablebase(rules, folder, "disk", limits)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled", "disk"])
def test_killed_at_random_times_it_goes_on_to_the_same_bytes(engine, tmp_path):
    words = ["connect-four", "columns=4", "rows=3"]
    rules = load("connect-four", columns=4, rows=3)
    build_tablebase(rules, tmp_path / "whole", "compiled" if engine == "disk" else engine)
    chance = random.Random()
    most = 4 if engine == "reference" else 1.5
    # The soonest first: once a table is whole, there is nothing left to kill.
    moments = [f"{at:.3f}s" for at in sorted(chance.uniform(0.01, most) for _ in range(20))]
    told = killed(tmp_path / "table", engine, words, moments)
    assert files(tmp_path / "table") == files(tmp_path / "whole")
    assert any(status == "killed" for status, _ in told)


def test_an_unfinished_table_does_not_open(tmp_path):
    killed_once = killed_without_end(tmp_path / "table")
    assert killed_once
    with pytest.raises(BadTablebase, match="is not a tablebase yet: its build was stopped"):
        open_tablebase(tmp_path / "table")
    with pytest.raises(BadTablebase, match="an unfinished build of another tablebase"):
        build_tablebase(load("pong-hau-ki"), tmp_path / "table")


def killed_without_end(folder):
    """Leave a folder as a build does that was killed after some layers."""
    build_tablebase(load("tic-tac-toe", size=2), folder)
    manifest = unseal((folder / "manifest.json").read_bytes(), Manifest, "")
    plan = msgspec.structs.replace(manifest, layers=[], counts=[])
    (folder / "build.json").write_bytes(seal(plan))
    (folder / "manifest.json").unlink()
    return (folder / "layer-003.bpt").exists()
