"""Many games at once are the games that the reference engine plays, step by step."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardproof.reading.loader import game_names

from .agreement import agree

HERE = Path(__file__).parent
#: Boards as bits in one word and in two, as numbers; three players; turns of several steps; any
#: start; a pass.
GAMES = [
    ("tic-tac-toe", {}),
    ("connect-four", {}),
    ("connect-four", {"columns": 5, "rows": 4, "players": 3}),
    ("kalah", {}),
    ("six-mens-morris", {}),
    ("chess-endings", {}),
    ("othello", {}),
    ("oware", {}),
    ("dots-and-boxes", {}),
    ("dstru-tac-toe", {}),
]


def test_batches_agree_with_the_reference_engine_without_a_compiler(tmp_path):
    """What is generated, and the kernels, are run by Python: no machine code is waited for."""
    env = {**os.environ, "BOARDPROOF_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    # A kernel's file is run among a game's names, and imports from the package it lies in.
    command = [sys.executable, "-m", "pytest", "-q", "-W", "ignore::ImportWarning"]
    command += ["-p", "no:xdist", str(HERE / "plain.py")]
    run = subprocess.run(command, env=env, capture_output=True, text=True, cwd=HERE.parents[1])
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def test_a_thousand_compiled_games_agree_with_the_reference_engine():
    assert agree("tic-tac-toe", games=1000, steps=9) > 5000


@pytest.mark.slow
def test_a_hundred_thousand_compiled_games_agree_with_the_reference_engine():
    for seed in range(100):
        assert agree("tic-tac-toe", games=1000, steps=9, seed=seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_compiled_games_of_every_kind_agree_with_the_reference_engine(name, parameters):
    assert agree(name, games=200, steps=60, **parameters) > 200


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in game_names() if n != "draughts"])
def test_every_game_that_fits_into_two_words_is_played_in_batches(name):
    assert agree(name, games=8, steps=12)
