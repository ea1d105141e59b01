"""One rulebook asked of several engines: what they say of the whole game must be the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from boardproof import load
from boardproof.engines.contract import Engine, make_engine
from boardproof.engines.profile import ATTRACT, ENUMERATE, PERFT, SOLVE, can
from boardproof.errors import RuleBroken, TooLarge
from boardproof.ir.rules import Rules
from boardproof.statespace.goals import Aim, Enumeration, goals_of, with_endless
from boardproof.statespace.graph import StateGraph

#: Sequences of moves are counted so deep.
DEPTH = 3


@cache
def reference_count(game: str, *parameters: tuple[str, Any]) -> Enumeration:
    """Count the positions of a game by the reference engine, once for all tests of a process."""
    return make_engine("reference", load(game, **dict(parameters))).enumerate()


Question = Callable[[Engine, StateGraph], Any]


def count(engine: Engine, graph: StateGraph) -> Any:
    """Return the count of all positions, by ply and by result."""
    counted = engine.enumerate()
    # Diagrams may leave moves uncounted.
    return counted if counted.moves is not None else graph.enumeration()


def perft(engine: Engine, graph: StateGraph) -> Any:
    """Return how many sequences of moves there are."""
    return engine.perft(engine.initial(), DEPTH)


def solve(engine: Engine, graph: StateGraph) -> Any:
    """Return the value, the distance and the best moves of every position."""
    solved = engine.solve()
    rows = [(solved.value(p), solved.distance(p), solved.best(p)) for p in graph.positions]
    return solved.counts, rows


def force(engine: Engine, graph: StateGraph) -> Any:
    """Return from which positions which players can force each result."""
    rules, words = engine.rules, graph.enumeration().over
    goals = goals_of(rules.game.players, [Aim(results=frozenset({word})) for word in words])
    forced = engine.attract([with_endless(goal, rules)[0] for goal in goals])
    return forced.counts, [forced.forced(position) for position in graph.positions]


QUESTIONS: tuple[Question, ...] = (count, perft, solve, force)
#: What an engine must be able to do to be asked; any other question is put to all.
ASKS = {count: ENUMERATE, perft: PERFT, solve: SOLVE, force: ATTRACT}


def disagreements(
    rules: Rules,
    engines: Iterable[str],
    questions: Iterable[Question] = QUESTIONS,
    most: int | None = None,
) -> list[str]:
    """Return which engines answer which questions otherwise than the reference engine does.

    An engine may refuse a rulebook, and need not have every ability. `TooMany` is raised where
    there are more positions than `most`.
    """
    reference = make_engine("reference", rules)
    graph = StateGraph(reference, most=most)
    right = [(question, question(reference, graph)) for question in questions]
    found = []
    for name in engines:
        try:
            engine = make_engine(name, rules)
            found += [
                f"{name}: {question.__name__}"
                for question, answer in right
                if can(name, ASKS.get(question, ENUMERATE)) and question(engine, graph) != answer
            ]
        except TooLarge:
            continue
        except RuleBroken as broken:
            found.append(f"{name}: {broken}")
    return found
