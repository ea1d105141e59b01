"""Many games at once are the games that the reference engine plays, step by step."""

from importlib.util import find_spec

import pytest

from boardproof.batch import Batch
from boardproof.engines.cuda import CUDA
from boardproof.errors import BadInput
from boardproof.reading.loader import game_names

from .agreement import agree, run_plain

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
    # A kernel's file is run among a game's names, and imports from the package it lies in.
    run_plain("-W", "ignore::ImportWarning", BOARDPROOF_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="1")


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_batches_agree_with_the_reference_engine_in_the_simulator_of_a_gpu():
    run_plain("-k", "not othello and not dots", BATCH_DEVICE="cuda", NUMBA_ENABLE_CUDASIM="1")


@pytest.mark.skipif(CUDA.missing() is None, reason="there is a GPU")
def test_without_a_gpu_a_batch_on_it_is_refused_in_one_line():
    with pytest.raises(BadInput, match="the cuda engine cannot be used: there is no NVIDIA GPU"):
        Batch("tic-tac-toe", device="cuda")
    with pytest.raises(BadInput, match="a batch is played on cpu or cuda, not on 'tpu'"):
        Batch("tic-tac-toe", device="tpu")


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
@pytest.mark.parametrize("name", game_names())
def test_every_game_is_played_in_batches(name):
    assert agree(name, games=8, steps=12)
