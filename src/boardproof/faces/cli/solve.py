"""`boardproof solve`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import click

from ...analysis.callgraph import most_points
from ...answers import Solution
from ...errors import BadInput
from ...ir.rules import Rules
from ...limits import Limits
from ...positions.notation import read_position
from ...positions.position import Position
from ...questions.solve import solution_of, solve
from .options import (
    BYTES,
    SECONDS,
    engine_option,
    game_arguments,
    json_option,
    load_rules,
    threads_option,
)
from .progress import progress_shown
from .weak import solve_weakly


@click.command("solve")
@game_arguments
@click.option("--position", "text", help="Solve this position string.")
@click.option(
    "--store",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the whole solution as a tablebase here, or go on building it, or look into it.",
)
@click.option("--weak", is_flag=True, help="Find the value of one position only, by search.")
@click.option("--time", "seconds", type=SECONDS, help="Stop a weak solve after so many seconds.")
@click.option("--memory", type=BYTES, help="Stop rather than take more memory: 500M, 4G.")
@threads_option
@engine_option("auto")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    text: str | None,
    store: Path | None,
    weak: bool,
    seconds: float | None,
    memory: int | None,
    threads: int,
    engine: str,
    as_json: bool,
) -> None:
    """Find the value, the best moves and the distance of every position."""
    rules = load_rules(game, words)
    if weak:
        if store is not None or engine not in ("auto", "compiled"):
            raise BadInput("a weak solve keeps no table and searches with the compiled engine")
        if threads > 1:
            raise BadInput("a weak solve searches with one thread: leave out --threads")
        solve_weakly(rules, text, seconds, memory, as_json)
        return
    if seconds is not None:
        raise BadInput("only a weak solve stops after a time: add --weak")
    position = read_position(rules.game, text) if text is not None else None
    with progress_shown("solving") as progress:
        if store is None:
            answer = solve(rules, engine, position, progress, memory, threads)
        else:
            answer = _stored(rules, store, engine, position, Limits(progress, memory, threads))
    if as_json:
        click.echo(answer.to_json())
        return
    for line in lines(rules, answer):
        click.echo(line)


def _stored(
    rules: Rules,
    store: Path,
    engine: str,
    position: Position | None,
    limits: Limits,
) -> Solution:
    """Solve into a tablebase, or look into the one that is there."""
    from ...tablebase import build_tablebase

    started = time.perf_counter()
    table = build_tablebase(rules, store, engine, limits)
    return solution_of(rules, table.manifest.engine, table, position, started)


def lines(rules: Rules, answer: Solution) -> Iterator[str]:
    """Write a solution for people to read."""
    yield click.style(rules.game.identity, bold=True)
    if answer.position:
        yield f"  {answer.position}"
    yield f"  {click.style(_result(rules, answer), bold=True)}, {answer.lasts}"
    if answer.best:
        yield f"  best: {' '.join(answer.best)}"
    if answer.line:
        yield f"  line: {' '.join(answer.line)}{_round(answer.back_to)}"
    width = max(map(len, ("positions", *answer.counts)))
    yield f"  {'positions':<{width}}  {answer.positions:>15,}"
    yield from (f"  {name:<{width}}  {number:>15,}" for name, number in answer.counts.items())
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s"


def _round(back_to: int | None) -> str:
    """Say where a line that goes on for ever comes back to."""
    if back_to is None:
        return ""
    return f", and so on for ever: the position after {back_to} of these moves has come back"


def _result(rules: Rules, answer: Solution) -> str:
    """Say who wins, and of points by how many."""
    margin = max(answer.value.values())
    by_points = len(answer.value) == 2 and most_points(rules) > 0 and margin > 0
    return f"{answer.result} by {margin}" if by_points else answer.result
