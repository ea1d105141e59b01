"""`boardproof draw`."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import click

from ...drawing.diagram import LIMIT, as_dot, as_svg
from ...engines.symbolic.positions import Positions
from ...engines.symbolic.sets import StateSet
from ...errors import BadInput
from ...ir.rules import Rules
from .common import WHOLE, game_arguments, load_rules


@click.command("draw")
@game_arguments
@click.option("--diagram", is_flag=True, help="Draw the decision diagram of a ply's positions.")
@click.option("--ply", type=WHOLE, default=0, show_default=True, help="The ply; 0 is the start.")
@click.option("--limit", type=WHOLE, default=LIMIT, show_default=True, help="Most nodes drawn.")
@click.option("--out", required=True, metavar="FILE", help="Where to: a .svg or a .dot file.")
def command(
    game: str, words: tuple[str, ...], diagram: bool, ply: int, limit: int, out: str
) -> None:
    """Draw a game: the decision diagram of the positions first reached at a ply."""
    if not diagram:
        raise click.UsageError("say what to draw: --diagram")
    path = Path(out)
    if path.suffix not in (".svg", ".dot"):
        raise click.UsageError(f"{out!r} is no picture we can write: name a .svg or a .dot file")
    rules = load_rules(game, words)
    states = _layer(rules, ply)
    title = f"{rules.game.identity}, ply {ply}"
    text = as_svg(states, title, limit) if path.suffix == ".svg" else as_dot(states, limit)
    path.write_text(text, encoding="utf-8")
    click.echo(f"{path}: {title}, {states.count:,} positions")


def _layer(rules: Rules, ply: int) -> StateSet:
    for states in islice(Positions(rules).layers(), ply, ply + 1):
        return states
    raise BadInput(f"{rules.game.identity} has no position that is first reached at ply {ply}")
