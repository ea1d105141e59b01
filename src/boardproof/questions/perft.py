"""Perft: sequences of exactly k legal moves, the classic check of a move generator."""

from __future__ import annotations

import time
from functools import partial

from ..answers import Perft
from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import PERFT
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits, TooMany
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
    runner = plan(PERFT, rules, engine).run(partial(_suiting, position, depth))
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


def _suiting(position: Position | None, depth: int, engine: Engine, limits: Limits) -> Engine:
    """Return the engine unless a trial shows that there are too many sequences for it."""
    start, most = position or engine.initial(), limits.most_positions
    shallower = range(1, depth) if most is not None else ()
    if any(engine.perft(start, shallow)[-1] > (most or 0) for shallow in shallower):
        raise TooMany
    return engine
