"""Explore: every reachable position, ply by ply."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from ..answers import Count
from ..engines.planner import plan
from ..engines.profile import ENUMERATE, profile_of
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits, Progress, peak_memory


def explore(
    rules: Rules,
    engine: str = "auto",
    progress: Progress | None = None,
    memory: int | None = None,
    threads: int | None = None,
    symmetry: bool = True,
    order: str = "auto",
    encoding: str = "auto",
    disk: str | None = None,
    cluster: str | None = None,
) -> Count:
    """Count a game's reachable positions, moves and endings.

    `engine` is a registered one, or "auto": plain for small games, compiled for all it takes.
    `progress` receives the ply and the number of positions so far. Beyond `memory` bytes, or what
    is free, the work stops with an error that says how far it came. The compiled engine works with
    `threads` threads, or on all cores, and visits one position of each symmetry class unless
    `symmetry` is False; the counts are always of all positions. The symbolic engine tries which
    `order` of places and which `encoding` make its diagrams small, unless they are named. With a
    folder for the `disk` engine, memory bounds no count, and one that was stopped is resumed.
    The machines of a `cluster` that see the folder share the work.

    >>> from boardproof import load
    >>> count = explore(load("tic-tac-toe", size=2))
    >>> count.over, count.by_ply
    ({'A wins': 12}, [1, 4, 12, 12])
    """
    named = {"order": order, "encoding": encoding}.items()
    options: dict[str, Any] = {name: value for name, value in named if value != "auto"}
    if options and (engine == "auto" or not options.keys() <= profile_of(engine).options):
        raise BadInput("only the symbolic engine has an order and an encoding to choose")
    if threads is not None and threads < 1:
        raise BadInput(f"{threads} is not a number of threads, 1 or more")
    started = time.perf_counter()
    limits = Limits(progress, memory, threads, symmetry, disk=disk, cluster=cluster)
    chosen = plan(ENUMERATE, rules, engine, limits, **options)
    used, found = chosen.run(lambda runner, limits: (runner.name, runner.enumerate(limits)))
    return Count(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=used,
        **asdict(found),
        seconds=round(time.perf_counter() - started, 3),
        peak_memory_mb=round(peak_memory() / 2**20, 1),
        branching=found.branching,
    )
