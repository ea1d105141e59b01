"""`boardproof playthrough`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import click

from ...drawing.text import draw, status
from ...engines.contract import Engine
from ...engines.planner import runner
from ...players.random import RandomPlayer
from ...positions.notation import write_position
from ...positions.position import Position
from .options import WHOLE, game_arguments, load_rules
from .output import save_text


@click.command("playthrough")
@game_arguments
@click.option(
    "--seed", default=1, show_default=True, type=WHOLE, help="Random seed: selects the game."
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Write to this file instead of the terminal."
)
def command(game: str, words: tuple[str, ...], seed: int, out: Path | None) -> None:
    """Write one game of random moves as readable text."""
    text = playthrough(runner(load_rules(game, words)), seed)
    if out is None:
        click.echo(text, nl=False)
        return
    save_text(out, text)


def playthrough(engine: Engine, seed: int) -> str:
    """Play one game of random moves; return every position, board and move as text."""
    return "\n".join(_lines(engine, seed)) + "\n"


def _lines(engine: Engine, seed: int) -> Iterator[str]:
    game, position, player = engine.rules.game, engine.initial(), RandomPlayer(Random(seed))
    yield f"# {game.identity}, random moves, seed {seed}"
    ply = 0
    while not engine.is_over(position) and engine.legal_moves(position):
        yield from _position(engine, position, ply)
        move = player.choose(engine, position)
        yield f"{engine.player_to_move(position)} plays {move}"
        position, ply = engine.successor(position, move), ply + 1
    yield from _position(engine, position, ply)
    payoff = engine.payoff(position)
    yield f"result: {engine.result(position) or 'stuck'}"
    if payoff is not None:
        yield "payoff: " + ", ".join(f"{player} {value:+}" for player, value in payoff.items())


def _position(engine: Engine, position: Position, ply: int) -> Iterator[str]:
    yield ""
    yield f"ply {ply}: {write_position(position)}"
    yield from (f"    {line}".rstrip() for line in str(draw(position)).split("\n"))
    if status(position):
        yield f"    {status(position)}"
    legal = engine.legal_moves(position)
    if legal:
        yield f"legal for {engine.player_to_move(position)}: {' '.join(m.name for m in legal)}"
