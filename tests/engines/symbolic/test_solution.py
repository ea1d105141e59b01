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
from boardproof.engines.symbolic.statespace import SymbolicStateSpace
from boardproof.errors import TooLarge
from boardproof.limits import Limits
from boardproof.reading import read
from boardproof.rules import Draw, Game, Map, Players, Range, Result, Turn, Win, move, require
from boardproof.statespace.algorithms import forced_values, rings_within
from boardproof.statespace.base import SpaceAttraction
from boardproof.statespace.explicit import ExplicitStateSpace
from boardproof.statespace.goals import Aim, Goal
from boardproof.statespace.graph import StateGraph

from ...truths import named, numbers_of, rules_of
from ..agreement import force

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


@pytest.fixture
def on_diagrams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are solved on diagrams, too."""
    monkeypatch.setattr(engine_module, "FEW_POSITIONS", 0)


@pytest.mark.usefixtures("on_diagrams")
@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_solves_as_the_reference_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    right, found = ReferenceEngine(rules).solve(), SymbolicEngine(rules).solve()
    assert isinstance(found, SymbolicSolution)
    assert (found.positions, found.counts) == (right.positions, right.counts)
    assert found.spectrum() == right.spectrum()
    told = {position: (ply, value) for ply, position, value in found.each()}
    assert told == {position: (ply, value) for ply, position, value in right.each()}


@pytest.mark.usefixtures("on_diagrams")
@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_forces_what_the_reference_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    graph = StateGraph(ReferenceEngine(rules))
    engine = SymbolicEngine(rules)
    attraction = engine.attract([])
    assert isinstance(attraction, SpaceAttraction)
    assert isinstance(attraction._space, SymbolicStateSpace)
    assert force(engine, graph) == force(ReferenceEngine(rules), graph)


def test_a_position_that_is_not_reached_has_no_value() -> None:
    rules = load("tic-tac-toe")
    solved = SymbolicEngine(rules).solve()
    start = SymbolicEngine(rules).initial()
    assert solved.look(start.replace(turn="B")) is None


class Intricate(Game):
    """A result that is too much for diagrams, and hardly any positions."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.keys = Range(1, 10)
        self.n = Map(self.keys, Range(0, 7))
        self.turn = Turn(self.players)

    @move
    def go(self) -> None:
        require(self.n[1] < 3, "enough")
        self.n[1] += 1
        self.turn = self.turn.next

    def hard(self) -> int:
        return sum(self.n[i] * self.n[11 - i] * (i + 3) for i in self.keys)

    def result(self) -> Result | None:
        if self.hard() % 37 == 5:
            return Draw()
        return Win(self.turn) if self.n[1] == 3 else None


def test_few_positions_are_solved_whatever_diagrams_would_take() -> None:
    assert SymbolicEngine(read(Intricate())).solve().positions == 4


def test_where_diagrams_do_not_pay_positions_are_solved_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_module, "TRIED_NODES", 10)
    monkeypatch.setattr(engine_module, "PAYS", 1000)
    engine = SymbolicEngine(load("tic-tac-toe"))
    assert isinstance(engine.solve(), PlainSolution)
    goals = [Goal(frozenset({"B"}), Aim(results=frozenset({"draw"})))]
    listed, reference = engine.attract(goals), ReferenceEngine(engine.rules).attract(goals)
    assert listed.counts == reference.counts
    with pytest.raises(TooLarge, match="do not pay"):  # in a trial of diagrams, nothing else is
        engine.attract(goals, Limits().bounded(nodes=10))


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
