"""Perft: sequences of exactly k legal moves, the classic check of a move generator."""

from __future__ import annotations

import time
from collections import Counter

from ..answers import Perft
from ..engines.contract import Engine, make_engine
from ..engines.position import Position
from ..errors import BadInput
from ..ir.rules import Rules


def perft(
    rules: Rules,
    depth: int,
    engine: str = "reference",
    position: Position | None = None,
    divide: bool = False,
) -> Perft:
    """Count the sequences of 0, 1, ..., depth moves; `divide` splits the last by first move.

    >>> from boardproof import load
    >>> perft(load("connect-four"), 4).counts
    [1, 7, 49, 343, 2401]
    """
    if depth < 0:
        raise BadInput(f"depth {depth}: a depth is 0 or more")
    started = time.perf_counter()
    runner = make_engine(engine, rules)
    start = position or runner.initial()
    split = {}
    if divide and depth > 0:
        for move, after in runner.successors(start):
            split[move.name] = _counts(runner, after, depth - 1)[-1]
    return Perft(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine,
        counts=_counts(runner, start, depth),
        divide=split,
        seconds=round(time.perf_counter() - started, 3),
    )


def _counts(engine: Engine, start: Position, depth: int) -> list[int]:
    """Count ways ply by ply: equal positions are followed once, with their number of ways."""
    ways: Counter[Position] = Counter({start: 1})
    counts = [1]
    for _ in range(depth):
        following: Counter[Position] = Counter()
        for position, number in ways.items():
            for _, target in engine.successors(position):
                following[target] += number
        ways = following
        counts.append(sum(ways.values()))
    return counts
