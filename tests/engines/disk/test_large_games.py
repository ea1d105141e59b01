"""Large games on disk, as in memory: the same counts, and tables of the same bytes."""

import json
import os
import resource
import subprocess
import sys
from hashlib import sha256

import pytest

pytestmark = pytest.mark.slow

FIVE = "connect-four columns=5 rows=5"
MB = 1 << 20
#: Libraries alone take some hundred megabytes of addresses, which need no memory.
BOUNDS = [(1024, resource.RLIMIT_AS), (500, resource.RLIMIT_DATA), (300, resource.RLIMIT_DATA)]


def typed(game, *words, bound=None):
    """Run a command of its own, with so many bytes of a resource; return its answer."""
    question, *more = words
    done = subprocess.run(
        [sys.executable, "-m", "boardproof", question, *game.split(), *more, "--json"],
        capture_output=True,
        text=True,
        check=False,
        # Its threads reserve room for matrices that nobody multiplies.
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        preexec_fn=None if bound is None else lambda: resource.setrlimit(bound[1], (bound[0],) * 2),
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def files(folder):
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}


def facts(answer):
    """Return what an answer says of the game, and not of the work."""
    work = ("engine", "seconds", "peak_memory_mb")
    return {name: value for name, value in answer.items() if name not in work}


def in_memory(game, folder):
    count = facts(typed(game, "count", "--engine", "compiled"))
    solved = facts(typed(game, "solve", "--engine", "compiled", "--store", str(folder)))
    return count, solved, files(folder)


def on_disk(game, folder, memory, bound=None):
    disk = ["--engine", "disk", "--disk", str(folder / "layers"), "--memory", f"{memory}M"]
    count = facts(typed(game, "count", *disk, bound=bound))
    solved = facts(typed(game, "solve", *disk, "--store", str(folder / "table"), bound=bound))
    return count, solved, files(folder / "table")


@pytest.fixture(scope="module")
def five(tmp_path_factory):
    return in_memory(FIVE, tmp_path_factory.mktemp("memory") / "table")


@pytest.mark.parametrize(("memory", "kind"), BOUNDS)
def test_the_system_allows_no_more_and_nothing_differs(memory, kind, five, tmp_path):
    assert on_disk(FIVE, tmp_path, memory, (memory * MB, kind)) == five


@pytest.mark.parametrize(
    ("game", "memory"),
    [("six-mens-morris men=4", 500), ("kalah holes=4 beans=4", 4000), ("dstru-tac-toe", 2000)],
)
def test_other_kinds_of_games_do_not_differ_either(game, memory, tmp_path):
    assert on_disk(game, tmp_path, memory) == in_memory(game, tmp_path / "memory")
