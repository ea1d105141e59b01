"""`boardproof perft`."""

from __future__ import annotations

import click

from ...positions.notation import read_position
from ...questions.perft import perft
from .options import WHOLE, engine_option, game_arguments, json_option, load_rules


@click.command("perft")
@game_arguments
@click.option("--depth", default=4, show_default=True, type=WHOLE, help="How deep.")
@click.option("--divide", is_flag=True, help="Split the last count by first move.")
@click.option("--position", "text", help="Start from this position string.")
@engine_option("auto")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    depth: int,
    divide: bool,
    text: str | None,
    engine: str,
    as_json: bool,
) -> None:
    """Count the sequences of legal moves, depth by depth."""
    rules = load_rules(game, words)
    start = read_position(rules.game, text) if text is not None else None
    answer = perft(rules, depth, engine, start, divide)
    if as_json:
        click.echo(answer.to_json())
        return
    for ply, number in enumerate(answer.counts):
        click.echo(f"{ply:>9}  {number:>15,}")
    if answer.divide:
        click.echo(f"at depth {depth}, by first move")
    for move, number in answer.divide.items():
        click.echo(f"{move:>9}  {number:>15,}")
