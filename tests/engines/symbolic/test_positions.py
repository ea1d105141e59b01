"""Sets of positions: predicates, moves there and back, ways, and picks by chance."""

from collections import Counter
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from boardproof import load
from boardproof.engines.contract import make_engine
from boardproof.engines.symbolic.bdd.state_set import StateSet
from boardproof.engines.symbolic.engine import SymbolicEngine
from boardproof.engines.symbolic.position_sets import PositionSets
from boardproof.errors import BadInput
from boardproof.ir.rules import Rules
from boardproof.positions.position import Position
from boardproof.rules.game import choices, marked
from boardproof.rules.results import Result
from boardproof.statespace.graph import StateGraph

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {"size": 2}),
    ("connect-four", {"columns": 3, "rows": 2, "connect": 2}),
    ("kalah", {"holes": 1, "beans": 2}),
]


def reachable(rules: Rules) -> list[Position]:
    return StateGraph(make_engine("reference", rules)).positions


def union(positions: PositionSets) -> StateSet:
    return reduce(lambda a, b: a | b, positions.layers())


@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_predicates_hold_where_they_hold(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    positions, engine = PositionSets(rules), make_engine("reference", rules)
    everything = list(positions.each(positions.everything))
    assert len(everything) == positions.everything.count
    for name, mark in marked(type(rules.game), "predicate").items():
        for given in choices(rules.game, mark):
            found = positions.where(name, *given.values())
            holds = {p for p in everything if engine.holds(p, name, **given)}
            assert set(positions.each(found)) == holds


@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_moves_lead_there_and_back(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    positions, engine = PositionSets(rules), make_engine("reference", rules)
    everything = reachable(rules)
    met = union(positions)
    assert set(positions.each(met)) == set(everything)
    for position in Random(1).sample(everything, min(20, len(everything))):
        led = {after for _, after in engine.successors(position)}
        one = positions.singleton(position)
        assert set(positions.each(positions.after(one))) == led
        before = {p for p in everything if position in [a for _, a in engine.successors(p)]}
        assert set(positions.each(positions.before(one) & met)) == before


def test_positions_are_over_or_going() -> None:
    rules = load("tic-tac-toe", size=2)
    positions, engine = PositionSets(rules), make_engine("reference", rules)
    over: dict[Position, Result | None] = dict.fromkeys(positions.each(positions.everything))
    for result, states in positions.ended(positions.everything).items():
        over.update(dict.fromkeys(positions.each(states), result))
    going = set(positions.each(positions.going(positions.everything)))
    for position, result in over.items():
        assert result == engine.result(position)
        assert (position in going) == (not result)


@pytest.mark.parametrize(
    ("game", "parameters", "moves"),
    [("tic-tac-toe", {}, 5), ("kalah", {"holes": 2, "beans": 2}, 2)],
)
def test_a_path_is_a_shortest_game(game: str, parameters: dict[str, Any], moves: int) -> None:
    rules = load(game, **parameters)
    space, engine = SymbolicEngine(rules).states(), make_engine("reference", rules)
    path = space.path_to(space.everything - space.going)
    assert path is not None
    assert path[0] == engine.initial()
    assert len(path) == moves + 1
    for before, after in pairwise(path):
        assert after in [position for _, position in engine.successors(before)]
    assert engine.is_over(path[-1])


def test_nothing_leads_where_games_never_get() -> None:
    space = SymbolicEngine(load("tic-tac-toe", size=2)).states()
    assert space.path_to(space.sets.everything - space.everything) is None


def test_every_reachable_position_is_as_likely_as_any_other() -> None:
    positions = PositionSets(load("tic-tac-toe", size=2))
    chance, met = Random(5), union(positions)
    found = Counter(positions.sample(met, chance) for _ in range(2900))
    assert len(found) == 29
    assert min(found.values()) > 60
    assert max(found.values()) < 150


def test_sets_of_another_space_and_unknown_questions_are_refused() -> None:
    rules = load("tic-tac-toe", size=2)
    positions, others = PositionSets(rules), PositionSets(rules)
    with pytest.raises(BadInput, match="different spaces"):
        positions.after(others.everything)
    with pytest.raises(BadInput, match="different spaces"):
        positions.before(others.everything)
    with pytest.raises(BadInput, match="has no question 'nope'"):
        positions.where("nope")
    with pytest.raises(BadInput, match="winner takes player"):
        positions.where("winner")
    with pytest.raises(BadInput, match="player cannot be 'C'"):
        positions.where("winner", "C")
