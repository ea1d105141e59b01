"""Solve: what everybody can make sure of, from every reachable position."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping

from ..analysis.callgraph import score_points
from ..answers import DistanceCount, Solution, StartsSolution
from ..engines.planner import plan
from ..engines.profile import SOLVE
from ..engines.solution import StrongSolution
from ..engines.starts import initial_positions
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.notation import write_position
from ..positions.position import Position, starting_position
from .best_line import best_line


def solve(
    rules: Rules,
    engine: str = "auto",
    position: Position | None = None,
    progress: Progress | None = None,
    memory: int | None = None,
    threads: int | None = None,
    disk: str | None = None,
    cluster: str | None = None,
) -> Solution | StartsSolution:
    """Find the value, the distance and the best moves of a position, the first one unless given.

    Every position that can be reached from there is solved on the way. `engine` is a registered
    one, or "auto": plain for small games, compiled for all it takes, disk where there is a folder
    for it, cluster where there is one that sees the folder. Where games start from many
    positions, and none is given, all are summed up: how many are won, and how far from the end.

    >>> from boardproof import load
    >>> print(solve(load("tic-tac-toe", size=2)))
    A wins, in 3 moves: (0,0) (0,1) (1,0) (1,1)
    >>> print(solve(load("pong-hau-ki")))
    draw, by repetition: a b
    """
    started = time.perf_counter()
    limits = Limits(progress, memory, threads, disk=disk, cluster=cluster)
    used, solved = solution_of(rules, engine, position, limits)
    return answer_of_solution(rules, used, solved, position, started)


def solution_of(
    rules: Rules, engine: str, position: Position | None, limits: Limits
) -> tuple[str, StrongSolution]:
    """Solve a game from a position on; return which engine did it, and the solution."""
    chosen = plan(SOLVE, rules, engine, limits)
    return chosen.run(lambda runner, limits: (runner.name, runner.solve(limits, position)))


def answer_of_solution(
    rules: Rules, engine: str, solved: StrongSolution, position: Position | None, started: float
) -> Solution | StartsSolution:
    """Put together what a solution says of a position, or of all; it took since `started`."""
    if position is None and rules.starts_anywhere:
        return _starts_solution(rules, engine, solved, started)
    at = position or starting_position(rules.game)
    return _answer_at(rules, engine, solved, at, started)


def _starts_solution(
    rules: Rules, engine: str, solved: StrongSolution, started: float
) -> StartsSolution:
    """Sum up a solution: what its positions come to, how far from the end, and the worst of all."""
    spectrum = solved.spectrum()
    distances: Counter[tuple[str, int | None]] = Counter()
    for (value, distance), (number, _) in spectrum.items():
        distances[_words_of(rules, value), distance] += number
    wins = {(d, v): example for (v, d), (_, example) in spectrum.items() if v and d is not None}
    worst = _answer_at(rules, engine, solved, wins[max(wins)], started) if wins else None
    return StartsSolution(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine,
        starts=len(initial_positions(rules)),
        positions=solved.positions,
        counts=counts_in_words(rules, solved.counts),
        distances=[
            DistanceCount(result=result, distance=distance, positions=number)
            for (result, distance), number in sorted(distances.items(), key=_by_distance)
        ],
        worst=worst,
        seconds=round(time.perf_counter() - started, 3),
    )


def _by_distance(row: tuple[tuple[str, int | None], int]) -> tuple[str, float]:
    (result, distance), _ = row
    return result, float("inf") if distance is None else distance


def _words_of(rules: Rules, value: int) -> str:
    """Return what a value of the first player means."""
    players = rules.game.players
    return result_in_words(rules, dict(zip(players, (value, -value), strict=False)))


def _answer_at(
    rules: Rules, engine: str, solved: StrongSolution, at: Position, started: float
) -> Solution:
    """Put together what a solution says of one position."""
    value = {str(player): worth for player, worth in solved.value(at).items()}
    best = [move.name for move in solved.best(at)]
    line = best_line(rules, solved, at)
    return Solution(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine,
        position=write_position(at),
        value=value,
        result=result_in_words(rules, value),
        distance=solved.distance(at),
        best=best,
        positions=solved.positions,
        counts=counts_in_words(rules, solved.counts),
        seconds=round(time.perf_counter() - started, 3),
        line=line.moves,
        back_to=line.back_to,
    )


def result_in_words(rules: Rules, value: Mapping[str, int]) -> str:
    """Return how a game with these values ends; of more than two players, what each can do alone.

    >>> from boardproof import load
    >>> result_in_words(load("tic-tac-toe"), {"A": -1, "B": 1})
    'B wins'
    >>> result_in_words(load("connect-four", players=3), {"P0": 0, "P1": -1, "P2": 0})
    'P0 and P2 can each avoid losing; P1 can be made to lose by the others'
    """
    if len(value) <= 2:
        winner = next((player for player, worth in value.items() if worth > 0), None)
        lost = len(value) == 1 and min(value.values()) < 0
        return f"{winner} wins" if winner else "nobody wins" if lost else "draw"
    by_worth: dict[int, list[str]] = {}
    for player, worth in sorted(value.items(), key=lambda one: -one[1]):
        by_worth.setdefault(worth, []).append(player)
    points = bool(score_points(rules))
    return "; ".join(f"{_listed(who)} {_feat(worth, points)}" for worth, who in by_worth.items())


def counts_in_words(rules: Rules, counts: Mapping[tuple[int, ...], int]) -> dict[str, int]:
    """Sum up how many positions have each result."""
    players = rules.game.players.elements
    found: Counter[str] = Counter()
    for values, number in counts.items():
        found[result_in_words(rules, dict(zip(players, values, strict=True)))] += number
    return dict(sorted(found.items()))


def _feat(value: int, points: bool) -> str:
    """Return what a player with a value can do, whatever all others do."""
    if points:
        return f"make sure of {value} point{'s' * (value != 1)}"
    if value > 0:
        return "force a win"
    return "avoid losing" if value == 0 else "be made to lose by the others"


def _listed(names: list[str]) -> str:
    """Name players, each of whom can do something by himself."""
    if len(names) == 1:
        return f"{names[0]} can"
    return f"{', '.join(names[:-1])} and {names[-1]} can each"
