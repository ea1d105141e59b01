"""`boardproof same-game`."""

from __future__ import annotations

import sys

import click

from ...errors import BadInput
from ...ir.rules import Rules
from ...questions.same_game import same_game
from .options import BYTES, WHOLE, echo_json, engine_option, json_option, load_rules
from .progress import progress_shown
from .traces import echo_trace


@click.command("same-game")
@click.argument("words", nargs=-1, required=True, metavar="GAME [NAME=VALUE]... and [GAME] ...")
@click.option("--depth", type=WHOLE, help="Follow games so many moves far.")
@click.option("--memory", type=BYTES, help="Stop rather than take more memory: 500M, 4G.")
@engine_option("reference")
@json_option
def command(
    words: tuple[str, ...], depth: int | None, memory: int | None, engine: str, as_json: bool
) -> None:
    """Say whether two games are played alike, or two readings of one game.

    `boardproof same-game territory and capture=takes`; the second game may be left out where it is
    the first one with other parameters.
    """
    rules, other = _two_games(words)
    with progress_shown("looking at positions") as so_far:
        answer = same_game(rules, other, depth, engine, so_far, memory)
    if as_json:
        echo_json(answer.to_dict())
    else:
        click.echo(str(answer))
        for game, trace in ((rules.game, answer.trace), (other.game, answer.other_trace)):
            if trace is not None:
                click.echo()
                click.echo(click.style(game.identity, bold=True))
                echo_trace(game, trace)
    sys.exit(0 if answer.same else 1)


def _two_games(words: tuple[str, ...]) -> tuple[Rules, Rules]:
    if words.count("and") != 1 or words[0] == "and":
        raise BadInput("name two games with `and` between: same-game GAME x=1 and GAME x=2")
    at = words.index("and")
    first, second = words[:at], words[at + 1 :]
    if not second or "=" in second[0]:
        second = (first[0], *second)
    return load_rules(first[0], first[1:]), load_rules(second[0], second[1:])
