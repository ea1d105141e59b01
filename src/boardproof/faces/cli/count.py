"""`boardproof count`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from ...answers import Count
from ...questions.explore import explore
from .options import BYTES, engine_option, game_arguments, json_option, load_rules, threads_option
from .progress import progress_shown


@click.command("count")
@game_arguments
@click.option("--by-ply", is_flag=True, help="Show the positions first reached at each ply.")
@click.option("--memory", type=BYTES, help="Stop rather than take more memory: 500M, 4G.")
@threads_option
@click.option(
    "--symmetry",
    type=click.Choice(["on", "off"]),
    default="on",
    show_default=True,
    help="Visit one of all positions that proved symmetries make alike (compiled engine).",
)
@click.option("--order", default="auto", help="Order of places (symbolic engine): auto, natural, …")
@click.option("--encoding", default="auto", help="auto, plain or compact (symbolic engine).")
@engine_option("auto")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    by_ply: bool,
    memory: int | None,
    threads: int,
    symmetry: str,
    order: str,
    encoding: str,
    engine: str,
    as_json: bool,
) -> None:
    """Count the reachable positions, ply by ply and by result."""
    rules = load_rules(game, words)
    with progress_shown("counting") as progress:
        answer = explore(
            rules, engine, progress, memory, threads, symmetry == "on", order, encoding
        )
    if as_json:
        click.echo(answer.to_json())
        return
    for line in _lines(rules.game.identity, answer, by_ply):
        click.echo(line)


def _lines(identity: str, answer: Count, by_ply: bool) -> Iterator[str]:
    yield click.style(identity, bold=True)
    numbers = {
        "positions": f"{answer.positions:,}",
        **({"classes": f"{answer.classes:,}"} if answer.symmetries > 1 else {}),
        "moves": "not counted" if answer.moves is None else f"{answer.moves:,}",
        **({} if answer.branching is None else {"branching": f"{answer.branching:.2f}"}),
        **{result: f"{number:,}" for result, number in answer.over.items()},
    }
    if answer.stuck:
        numbers["stuck"] = f"{answer.stuck:,}"
    width = max(map(len, numbers))
    yield from (f"  {name:<{width}}  {number:>15}" for name, number in numbers.items())
    longest = "for ever" if answer.longest is None else f"{answer.longest} moves"
    lasts = f"{answer.shortest} to {longest}" if answer.shortest is not None else longest
    yield f"  a game lasts {lasts}"
    if answer.symmetries > 1:
        yield f"  {answer.symmetries} symmetries of the rules used"
    yield f"  {answer.engine} engine, {answer.seconds:.2f} s, {answer.peak_memory_mb:.0f} MB"
    if answer.nodes:
        yield f"  largest layer: {max(answer.nodes):,} nodes"
    if by_ply:
        yield from _plies(answer)


def _plies(answer: Count) -> Iterator[str]:
    width = max(13, len(f"{max(answer.by_ply):,}"))
    for ply, number in enumerate(answer.by_ply):
        nodes = f"  {answer.nodes[ply]:>11,} nodes" if answer.nodes else ""
        yield f"  ply {ply:>3}  {number:>{width},}{nodes}"
