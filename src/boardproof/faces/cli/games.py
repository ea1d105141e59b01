"""`boardproof games`."""

from __future__ import annotations

from typing import Any

import click

from ...questions.known import known_facts
from ...reading.loader import find_game, game_names
from ...rules.game import Game
from ...rules.parameters import spell
from .options import echo_json, json_option, sentence_of


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the games, their parameters and what is known of them."""
    games = [(name, find_game(name)) for name in game_names()]
    if as_json:
        echo_json([_as_dict(name, cls) for name, cls in games])
        return
    for name, cls in games:
        click.echo(click.style(name, bold=True) + f"  {sentence_of(cls)}")
        for option in cls.options.values():
            click.echo(f"    {option.name}={spell(option.default)}  ({option.allowed()})")
        for fact in known_facts(name):
            if fact.kind == "positions":
                click.echo(f"    known: {' '.join([*fact.parameters, str(fact)])}")


def _as_dict(name: str, cls: type[Game]) -> dict[str, Any]:
    return {
        "name": name,
        "sentence": sentence_of(cls),
        "parameters": [
            {"name": o.name, "default": o.default, "allowed": o.allowed(), "reads": o.says or None}
            for o in cls.options.values()
        ],
        "known": [
            {"game": f.identity, "kind": f.kind, "numbers": f.numbers, "source": f.source}
            for f in known_facts(name)
        ],
    }
