"""What a game without end is worth: values against value iteration, and the words for them."""

from pathlib import Path

import pytest

from boardproof import force, load, solve
from boardproof.engines.contract import make_engine
from boardproof.ir.endless import endless_result
from boardproof.ir.rules import Rules
from boardproof.players.records import describe_ending
from boardproof.questions.force import everything_forced
from boardproof.statespace.graph import StateGraph

RULEBOOKS = Path(__file__).parents[1] / "engines" / "rulebooks"


def chase(worth: str, rows: int = 2, columns: int = 3) -> Rules:
    """Return the chase with a worth of a game without end."""
    return load(str(RULEBOOKS / "chase.py"), worth=worth, rows=rows, columns=columns)


def iterated(rules: Rules) -> list[int]:
    """Return the first player's values: as if games were cut off ever later, and worth that."""
    engine = make_engine("reference", rules)
    graph, first = StateGraph(engine), rules.game.players.elements[0]
    worth = endless_result(rules).payoff(rules.game.players)[first]
    ends = {number: end.payoff(rules.game.players)[first] for number, end in graph.results.items()}
    values = [ends.get(number, worth) for number in range(graph.size)]
    movers = [engine.player_to_move(position) for position in graph.positions]
    while True:
        after = [
            ends[number]
            if number in ends
            else (max if movers[number] == first else min)(values[t] for t in graph.targets[number])
            for number in range(graph.size)
        ]
        if after == values:
            return values
        values = after


@pytest.mark.parametrize("size", [(2, 3), (1, 4), (3, 3)])
@pytest.mark.parametrize("worth", ["hare", "hounds", "draw", "points"])
def test_values_are_those_of_ever_longer_games(worth: str, size: tuple[int, int]) -> None:
    rules = chase(worth, *size)
    engine = make_engine("reference", rules)
    solved, graph = engine.solve(), StateGraph(engine)
    first = rules.game.players.elements[0]
    assert [solved.value(position)[first] for position in graph.positions] == iterated(rules)


def test_who_never_is_caught_wins() -> None:
    assert str(solve(chase("hare", 3, 3))).startswith("Hare wins, by repetition")
    assert str(solve(chase("draw", 3, 3))).startswith("draw, by repetition")
    assert str(solve(chase("hounds", 2, 3))).startswith("Hounds wins, in 3 moves")


def test_best_moves_lead_to_an_end_that_is_better_than_none() -> None:
    rules = chase("points")
    engine = make_engine("reference", rules)
    solved = engine.solve()
    for position in StateGraph(engine).positions:
        distance = solved.distance(position)
        for move in solved.best(position):
            after = engine.successor(position, move)
            assert solved.value(after) == solved.value(position)
            assert distance is None or solved.distance(after) == distance - 1


@pytest.mark.parametrize("worth", ["hare", "hounds", "draw"])
def test_what_is_forced_is_what_is_solved(worth: str) -> None:
    rules = chase(worth, 3, 3)
    value = solve(rules).value
    for player in rules.game.players:
        can = force(rules, [player], f"{player} wins").forced
        assert can == (value[player] > 0)
    listed = {(tuple(one.who), one.goal): one.forced for one in everything_forced(rules)}
    for player in rules.game.players:
        assert listed[(player,), f"{player} wins"] == (value[player] > 0)


def test_a_game_that_repeats_itself_ends_as_the_rulebook_says() -> None:
    engine = make_engine("reference", chase("hare"))
    assert describe_ending(engine, [engine.initial()] * 3) == "Hare wins"
    engine = make_engine("reference", chase("draw"))
    assert describe_ending(engine, [engine.initial()] * 3).startswith("drawn")
