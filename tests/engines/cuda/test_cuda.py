"""The engine cuda, in the simulator where there is no GPU."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from boardproof.engines.cuda import CUDA
from boardproof.engines.planner import plan
from boardproof.engines.profile import able
from boardproof.errors import BadInput, TooLarge
from boardproof.reading.loader import load

from ..variants import EVERY_VARIANT, VARIANTS, label

HERE = Path(__file__).parent
#: How many games are compared by one process.
GROUP = 6


def simulate(*games: str, program: str = "simulated.py") -> str:
    """Run a program on some games in the simulator; return what it says."""
    done = subprocess.run(
        [sys.executable, HERE / program, *games],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def groups(labels: list[str]) -> list[tuple[str, ...]]:
    return [tuple(labels[at : at + GROUP]) for at in range(0, len(labels), GROUP)]


#: Of endings all positions are the first ply: a smaller board will do.
SMALLER = {"chess-endings": "chess-endings size=3"}
FIRST = list(({variant[0]: label(variant) for variant in reversed(VARIANTS)} | SMALLER).values())
OTHERS = [one.id for one in EVERY_VARIANT if one.id not in FIRST]


@pytest.mark.parametrize("games", groups(FIRST), ids=" ".join)
def test_every_game_is_answered_as_by_the_reference_engine(games):
    assert f"{len(games)} games compared" in simulate(*games)


@pytest.mark.slow
@pytest.mark.parametrize("games", groups(OTHERS), ids=" ".join)
def test_every_reading_is_answered_as_by_the_reference_engine(games):
    assert f"{len(games)} games compared" in simulate(*games)


def test_tables_too_large_for_the_memory_are_made_in_parts():
    games = ("tic-tac-toe", "connect-four columns=3 rows=2 connect=2", "connect-four")
    assert "at most 16 parts" in simulate(*games, program="parts.py")


def test_the_simulator_finds_the_lowest_bit_of_a_whole_word():
    found = [8 * at + 3 for at in range(8)]
    assert simulate(
        *(f"{0xFFFF << at & 0xFFFFFFFFFFFFFFFF}" for at in found), program="bits.py"
    ) == ("".join(f"{at}\n" for at in found))


def test_rules_that_call_themselves_are_refused_in_one_line():
    assert "takes no rules that call themselves" in simulate("territory")


def test_no_memory_of_the_gpu_is_left_after_an_answer_an_error_or_an_interruption():
    assert "15 answers" in simulate("pong-hau-ki", "tic-tac-toe size=2", program="memory.py")


@pytest.mark.skipif(CUDA.missing() is None, reason="there is a GPU")
def test_without_a_gpu_the_engine_is_used_by_nobody_and_says_why():
    assert CUDA.name not in {profile.name for profile in able("enumerate")}
    with pytest.raises(BadInput, match="the cuda engine cannot be used: there is no NVIDIA GPU"):
        plan("enumerate", load("tic-tac-toe"), engine="cuda").make()


def test_what_the_linker_says_is_told_in_one_line():
    from cuda.bindings.nvjitlink import nvJitLinkError

    from boardproof.engines.cuda.device import failures_told

    with pytest.raises(TooLarge) as refusal, failures_told():
        raise nvJitLinkError(4)
    said = "the GPU cannot be used (ERROR_PTX_COMPILE (4)): use --engine compiled"
    assert str(refusal.value) == said


def test_where_the_gpu_runs_out_of_memory_the_processor_goes_on():
    rules, tried = load("tic-tac-toe", size=2), []
    made = plan("enumerate", rules, engine="reference")
    gpu = replace(made.attempts[0], profile=replace(made.attempts[0].profile, own_memory=True))

    def work(engine, limits):
        tried.append(engine)
        if len(tried) == 1:
            raise TooLarge("the GPU has no memory left")
        return "counted"

    assert replace(made, attempts=(gpu, *made.attempts)).in_full(work) == "counted"
    assert len(tried) == 2
