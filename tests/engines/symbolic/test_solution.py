"""Solved on diagrams: the values, distances and examples of the reference engine."""

from typing import Any

import pytest

from boardproof import load
from boardproof.engines.contract import make_engine
from boardproof.engines.plain.reference import ReferenceEngine
from boardproof.engines.plain.solution import PlainSolution
from boardproof.engines.symbolic import engine as engine_module
from boardproof.engines.symbolic.engine import SymbolicEngine
from boardproof.engines.symbolic.solution import SymbolicSolution
from boardproof.errors import TooLarge
from boardproof.limits import Limits
from boardproof.statespace.algorithms import forced_values, rings_within
from boardproof.statespace.explicit import ExplicitStateSpace

from ...truths import named, numbers_of, rules_of

#: Games with and without circles, stuck positions, points, and one, two or three players.
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
    ("pong-hau-ki", {}),
    ("hexapawn", {}),
    ("nim", {}),
    ("three-mens-morris", {}),
    ("hare-and-hounds", {}),
    ("hex", {"rows": 3, "columns": 3}),
    ("dots-and-boxes", {}),
    ("sliding-tiles", {"rows": 2, "columns": 3}),
]


@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_solves_as_the_reference_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    right, found = ReferenceEngine(rules).solve(), SymbolicEngine(rules).solve()
    assert isinstance(found, SymbolicSolution)
    assert (found.positions, found.counts) == (right.positions, right.counts)
    assert found.spectrum() == right.spectrum()
    assert {position: value for _, position, value in found.each()} == {
        position: value for _, position, value in right.each()
    }


def test_a_position_that_is_not_reached_has_no_value() -> None:
    rules = load("tic-tac-toe")
    solved = SymbolicEngine(rules).solve()
    start = SymbolicEngine(rules).initial()
    assert solved.look(start.replace(turn="B")) is None


def test_where_diagrams_do_not_pay_positions_are_solved_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_module, "TRIED_NODES", 10)
    monkeypatch.setattr(engine_module, "PAYS", 1000)
    solved = SymbolicEngine(load("tic-tac-toe")).solve()
    assert isinstance(solved, PlainSolution)


def test_another_start_is_solved_from() -> None:
    rules = load("tic-tac-toe")
    engine = SymbolicEngine(rules)
    (_, after), *_ = engine.successors(engine.initial())
    assert (
        engine.solve(start=after).positions
        == make_engine("reference", rules).solve(start=after).positions
    )


def test_too_little_memory_is_said() -> None:
    with pytest.raises(TooLarge, match="--memory"):
        SymbolicEngine(load("tic-tac-toe")).solve(Limits(memory=1))


def test_listed_positions_are_solved_alike() -> None:
    """The algorithm is written on sets: numbers of positions are as good as diagrams."""
    engine = ReferenceEngine(load("three-mens-morris"))
    space, right = ExplicitStateSpace(engine), engine.solve()
    player = space.rules.game.players.elements[0]
    ends = {
        result.payoff(space.rules.game.players.elements)[player]: states
        for result, states in space.results.items()
    }
    values = forced_values(space, player, ends)
    assert {(v, -v): len(states) for v, states in values.items()} == right.counts
    for value, states in values.items():
        own = space.moved_by([player])
        eager = own if value > 0 else space.going - own if value < 0 else space.empty
        for distance, ring in enumerate(rings_within(space, states, eager)):
            assert {right.distance(position) for position in space.each(ring)} <= {distance}


@pytest.mark.parametrize(
    "known", named("breakthrough", "hex rows=4 columns=4", "tic-tac-toe size=4", slow=True)
)
def test_larger_games_are_solved(known: Any) -> None:
    rules, numbers = rules_of(known), numbers_of(known)
    solved = SymbolicEngine(rules).solve()
    compiled = make_engine("compiled", rules).solve()
    assert isinstance(solved, SymbolicSolution)
    assert solved.positions == numbers["positions"]
    assert solved.counts == compiled.counts
    assert solved.spectrum() == compiled.spectrum()
