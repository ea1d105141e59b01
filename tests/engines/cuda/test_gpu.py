"""What is known of the games, found again on a GPU: `scripts/test -m gpu` where there is one.

All that is known is found again by `scripts/test -m slow` there.
"""

import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.cuda import CUDA
from boardproof.errors import TooLarge
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits
from boardproof.questions.known import Known, known_games
from boardproof.reading.loader import load
from boardproof.statespace.goals import Aim
from boardproof.tablebase import build_tablebase

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(CUDA.missing() is not None, reason=str(CUDA.missing()))
#: What has more positions takes more memory than GPUs have.
MOST = 3_000_000_000
#: Plies apart, and a table; numbers; turns of several steps; long games; many starts.
KNOWN = {
    "connect-four columns=5 rows=5",
    "tic-tac-toe size=4",
    "kalah holes=4 beans=3",
    "six-mens-morris men=4",
    "sliding-tiles",
    "chess-endings size=8",
}
#: Three players; games that circle; plies that mix without that; two words; turns of several steps.
COMPARED = [
    "connect-four columns=3 rows=3 connect=3 players=3",
    "mu-torere",
    "nim",
    "connect-four",
    str(HERE.parent / "rulebooks" / "steps.py"),
]


def entries(*what: str) -> list[object]:
    """List what is known of games that fit, if any of that is about these."""
    return [
        pytest.param(
            one,
            id=one.identity,
            marks=pytest.mark.gpu if one.identity in KNOWN else pytest.mark.slow,
        )
        for one in known_games()
        if any(getattr(one, name) for name in what)
        and all((count.positions or 0) < MOST for count in one.count)
        and not any(count.effort == "search" for count in one.count)
    ]


@cache
def engine_of(name: str, parameters: tuple[tuple[str, object], ...]) -> Engine:
    try:
        return make_engine("cuda", load(name, **dict(parameters)))
    except TooLarge as refusal:
        pytest.skip(str(refusal))


def engine_for(known: Known) -> Engine:
    return engine_of(known.game, tuple(known.parameters.items()))


@pytest.mark.parametrize("known", entries("count"))
def test_as_many_positions_as_known(known):
    found = engine_for(known).enumerate(Limits())
    for count in known.count:
        numbers = {name: getattr(found, name) for name in count.numbers}
        assert numbers == count.numbers
        assert {result: found.over.get(result, 0) for result in count.over} == count.over


@pytest.mark.parametrize("known", entries("solved"))
def test_as_many_positions_of_each_value_as_known(known):
    engine = engine_for(known)
    players = engine.game.players
    counts = engine.solve(Limits()).counts
    assert sum(counts.values()) == sum(known.solved.counts.values())
    by_winner = {
        result: sum(n for paid, n in counts.items() if paid[list(players).index(player)] > 0)
        for player in players
        if (result := f"{player} wins") in known.solved.counts
    }
    assert by_winner == {result: known.solved.counts[result] for result in by_winner}


@pytest.mark.parametrize("known", entries("value"))
def test_the_values_known_are_found(known):
    engine = engine_for(known)
    if known.value.effort == "search":
        pytest.skip("too large to be solved strongly")
    value = engine.solve(Limits()).look(engine.initial())
    assert value.values == known.value.numbers


@pytest.mark.gpu
@pytest.mark.parametrize("game", COMPARED)
def test_everything_is_answered_as_by_the_reference_engine(game):
    from .simulated import differences

    name, *words = game.split()
    assert differences(load_rules(name, tuple(words)), most=10_000) == []


@pytest.mark.gpu
def test_positions_of_two_words_are_found_once():
    """Threads find what another has written by half: they must wait for the rest of it."""
    draw = Aim(results=frozenset({"draw"}))
    seen = make_engine("cuda", load("connect-four")).survey([draw], Limits(), 14)
    assert seen.positions == 125_653_533  # OEIS A212693, for 0 to 14 men, added up


@pytest.mark.gpu
def test_a_tablebase_is_byte_for_byte_that_of_the_compiled_engine(tmp_path):
    rules = load("connect-four", columns=4, rows=4)
    for engine in ("cuda", "compiled"):
        build_tablebase(rules, tmp_path / engine, engine)
    ours, theirs = (
        {path.name: path.read_bytes() for path in (tmp_path / engine).glob("layer-*")}
        for engine in ("cuda", "compiled")
    )
    assert len(ours) == 17
    assert ours == theirs


@pytest.mark.gpu
def test_no_memory_of_the_gpu_is_left_after_an_answer_an_error_or_an_interruption():
    command = [sys.executable, HERE / "memory.py", "connect-four columns=5 rows=5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.gpu
def test_control_c_ends_what_the_gpu_works_on():
    command = [sys.executable, "-m", "boardproof", "perft", "connect-four", "--depth", "14"]
    with subprocess.Popen(
        [*command, "--engine", "cuda"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(12)  # it works for longer than this
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
