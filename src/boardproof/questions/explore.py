"""Explore: every reachable position, ply by ply."""

from __future__ import annotations

import time
from dataclasses import asdict

from ..answers import Count
from ..engines.planner import enumerate_with
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits, Progress, peak_memory


def explore(
    rules: Rules,
    engine: str = "auto",
    progress: Progress | None = None,
    memory: int | None = None,
    threads: int = 1,
    symmetry: bool = True,
    order: str = "auto",
    encoding: str = "auto",
) -> Count:
    """Count a game's reachable positions, moves and endings.

    `engine` is a registered one, or "auto": plain for small games, compiled for all it takes.
    `progress` receives the ply and the number of positions so far. Beyond `memory` bytes the work
    stops with an error that says how far it came. The compiled engine works with `threads` threads,
    and visits one position of each symmetry class unless `symmetry` is False; the counts are always
    of all positions. The symbolic engine tries which `order` of places and which `encoding` make
    its diagrams small, unless they are named.

    >>> from boardproof import load
    >>> count = explore(load("tic-tac-toe", size=2))
    >>> count.over, count.by_ply
    ({'A wins': 12}, [1, 4, 12, 12])
    """
    if engine != "symbolic" and (order, encoding) != ("auto", "auto"):
        raise BadInput("only the symbolic engine has an order and an encoding to choose")
    if threads < 1:
        raise BadInput(f"{threads} is not a number of threads, 1 or more")
    started = time.perf_counter()
    options = {"order": order, "encoding": encoding} if engine == "symbolic" else {}
    limits = Limits(progress, memory, threads, symmetry)
    used, found = enumerate_with(engine, rules, limits, **options)
    return Count(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=used,
        **asdict(found),
        seconds=round(time.perf_counter() - started, 3),
        peak_memory_mb=round(peak_memory() / 2**20, 1),
        branching=found.branching,
    )
