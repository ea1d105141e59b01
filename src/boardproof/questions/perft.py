"""Perft: sequences of exactly k legal moves, the classic check of a move generator."""

from __future__ import annotations

import time

from ..answers import Perft
from ..engines.planner import engine_for_perft
from ..errors import BadInput
from ..ir.rules import Rules
from ..positions.position import Position


def perft(
    rules: Rules,
    depth: int,
    engine: str = "auto",
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
    runner = engine_for_perft(engine, rules, position, depth)
    start = position or runner.initial()
    split = {}
    if divide and depth > 0:
        for move, after in runner.successors(start):
            split[move.name] = runner.perft(after, depth - 1)[-1]
    return Perft(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=runner.name,
        counts=runner.perft(start, depth),
        divide=split,
        seconds=round(time.perf_counter() - started, 3),
    )
