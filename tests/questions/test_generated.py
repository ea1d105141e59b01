"""Generated queries: every well-formed one is answered, and engines that answer agree."""

from itertools import islice

import pytest

from boardproof import load
from boardproof.engines.contract import make_engine
from boardproof.engines.cuda.presence import missing
from boardproof.engines.profile import profiles
from boardproof.errors import TooLarge
from boardproof.questions.constraints import QuerySet
from boardproof.questions.find import find
from boardproof.questions.traces import replay_trace

from .generated import queries

SMALL = {
    "tic-tac-toe": {"size": 2},
    "connect-four": {"columns": 3, "rows": 3, "connect": 3},
    "territory": {"turns": 16},
    "kalah": {"holes": 2, "beans": 2},
    "pong-hau-ki": {},
}
LARGE = {
    "connect-four": {},
    "kalah": {},
    "dstru-tac-toe": {},
    "tic-tac-toe": {"size": 4},
    "territory": {},
}
#: So many queries of each game, and so many where there is little time.
EACH, FEW = 20, 6


def test_engines_that_start_soon_agree() -> None:
    agree("connect-four", FEW, ["ir", "symbolic", "sat"])


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_all_engines_that_answer_agree(game: str) -> None:
    agree(game, EACH, [one.name for one in profiles() if one.name != "cuda" or missing() is None])


def agree(game: str, number: int, engines: list[str]) -> None:
    """Ask some queries of all engines; those that give an answer give the same."""
    rules = load(game, **SMALL[game])
    for text in islice(queries(rules, seed=3), number):
        answer = find(rules, text)
        assert not answer.unknown, text
        for engine in engines:
            try:
                other = find(rules, text, engine=engine, time=20)
            except TooLarge:
                continue
            assert other.unknown or other.found == answer.found, (engine, text)
            if other.count is not None:
                assert other.count == answer.count, (engine, text)


@pytest.mark.slow
@pytest.mark.parametrize("game", LARGE)
def test_a_large_game_is_never_refused(game: str) -> None:
    """What is found is there; what is not known is said so."""
    rules = load(game, **LARGE[game])
    for text in islice(queries(rules, seed=5), EACH):
        answer = find(rules, text, time=10)
        assert answer.found or answer.message
        if answer.trace is not None:
            asked = QuerySet()
            number = asked.note(text)
            engine = make_engine("reference", asked.read(rules))
            end = replay_trace(engine, answer.trace)[-1]
            assert asked.aim(number).met_by(engine, end), text
