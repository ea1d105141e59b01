"""`boardproof tour`."""

from __future__ import annotations

import sys
from itertools import takewhile
from random import Random

import click

from ...engines.contract import Engine
from ...engines.planner import runner
from ...ir.rules import Rules
from ...questions.explore import explore
from ...questions.known import Fact, Known, headlines
from ...questions.perft import perft
from ...reading.loader import game_names
from .options import load_rules, sentence_of
from .terminal import echo_board

#: The tour counts what a plain engine counts in a few seconds.
MOST_POSITIONS, MOST_SEQUENCES = 30_000, 20_000


@click.command("tour")
def command() -> None:
    """Walk through the games: a few boards of each, known numbers counted again."""
    wrong = 0
    for name in game_names():
        _introduce(runner(load_rules(name, ())))
        wrong += sum(not _agrees(known, fact) for known, fact in headlines(name))
    click.echo()
    if wrong:
        click.echo(click.style(f"{wrong} numbers differ from the known ones", fg="red"))
        sys.exit(1)
    click.echo("Every number agrees. Now play: .venv/bin/boardproof play kalah --North random")


def _introduce(engine: Engine) -> None:
    """Show a game by the board after a few random moves."""
    game, position, random, played = engine.rules.game, engine.initial(), Random(5), []
    for _ in range(7):
        following = engine.successors(position)
        if not following:
            break
        move, after = random.choice(following)
        played.append(f"{engine.player_to_move(position)} {move}")
        position = after
    click.echo()
    click.echo(click.style(game.name, bold=True) + f"  {sentence_of(type(game))}")
    click.echo(", ".join(played))
    echo_board(position)
    click.echo()


def _agrees(known: Known, fact: Fact) -> bool:
    """Count known numbers again, those that are small enough, and show both."""
    most = MOST_SEQUENCES if fact.kind == "perft" else MOST_POSITIONS
    numbers = tuple(takewhile(lambda number: number <= most, fact.numbers))
    if not numbers or fact.kind == "value":
        return True
    counted = _counted(load_rules(known.game, known.arguments), fact.kind, len(numbers))
    if counted == numbers:
        mark = click.style("✓", fg="green")
    else:
        mark = click.style(f"✗ counted {' '.join(map(str, counted))}", fg="red")
    shown = " ".join(f"{number:,}" for number in numbers)
    click.echo(f"  {mark} {known.identity}, {fact.kind} {shown}   {fact.source}")
    return counted == numbers


def _counted(rules: Rules, kind: str, length: int) -> tuple[int, ...]:
    if kind == "perft":
        return tuple(perft(rules, length - 1).counts)
    return (explore(rules).positions,)
