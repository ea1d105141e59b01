"""Lint and same-game of every game of the library, at a size that is soon searched."""

import pytest

from boardproof import load
from boardproof.analysis.endless import endless_result_at
from boardproof.engines.contract import Engine, make_engine
from boardproof.ir.rules import Rules
from boardproof.positions.notation import read_position
from boardproof.questions.lint import lint
from boardproof.questions.same_game import same_game
from boardproof.reading.loader import find_game, game_names, parse_parameters

from ..export.small_games import SMALL

#: Games that other checkers do not take, or not as small.
SIZES = {
    **SMALL,
    "chess-endings": "chess-endings size=3",
    "draughts": "draughts size=4",
    "dstru-tac-toe": "dstru-tac-toe",
    "l-game": "l-game",
    "six-mens-morris": "six-mens-morris",
}
#: Where the first plies are all that is looked at.
DEPTHS = {"dstru-tac-toe": 4, "l-game": 1, "six-mens-morris": 3, "othello": 6, "quixo": 4}
SLOW = {
    *("territory", "dstru-tac-toe", "six-mens-morris", "othello", "quixo", "l-game", "mnk"),
    *("draughts", "three-mens-morris", "tic-tac-toe", "hare-and-hounds", "dodgem", "mu-torere"),
    *("connect-four", "chess-endings", "konane"),
}


def sized(name: str, **more: object) -> Rules:
    """Load a game at its small size, with some readings."""
    _, *words = SIZES[name].split()
    return load(name, **{**parse_parameters(find_game(name), tuple(words)), **more})


def slow_if(name: str, *values: object) -> object:
    """Return a case, a slow one where much is searched."""
    return pytest.param(name, *values, marks=[pytest.mark.slow] * (name in SLOW))


def other_readings() -> list[object]:
    """List every game with every reading that is not its own by default."""
    return [
        slow_if(name, reading, choice)
        for name in game_names()
        for reading in sized(name).game.readings
        for choice in find_game(name).options[reading].choices
        if choice != sized(name).game.readings[reading]
    ]


@pytest.mark.parametrize("name", [slow_if(name) for name in game_names()])
def test_lint_finds_no_rule_that_goes_wrong(name: str) -> None:
    report = lint(sized(name), compare=False)
    assert report.positions > 0
    assert [one.message for one in report.findings if one.severity == "error"] == []


@pytest.mark.parametrize(("name", "reading", "choice"), other_readings())
def test_readings_are_told_apart_where_they_are_played_differently(
    name: str, reading: str, choice: object
) -> None:
    one, other = sized(name), sized(name, **{reading: choice})
    answer = same_game(one, other, depth=DEPTHS.get(name))
    engines = [make_engine("reference", rules) for rules in (one, other)]
    if answer.same:
        counts = [engine.perft(engine.initial(), 3) for engine in engines]
        assert counts[0] == counts[1]
        return
    assert answer.trace is not None
    assert answer.other_trace is not None
    assert answer.trace.moves == answer.other_trace.moves
    traces = (answer.trace, answer.other_trace)
    seen = [
        seen_at(engine, trace.positions[-1]) for engine, trace in zip(engines, traces, strict=True)
    ]
    assert seen[0] != seen[1]


def seen_at(engine: Engine, text: str) -> object:
    """Return what players see of a position: its moves, its result, what going round is worth."""
    position = read_position(engine.rules.game, text)
    moves = sorted(move.full_name for move in engine.legal_moves(position))
    endless = endless_result_at(engine.rules, position)
    return moves, engine.result(position), engine.player_to_move(position), endless
