"""`boardproof games`."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import click

from ...errors import BoardproofError
from ...questions.known import Fact, Known, headlines
from ...reading.loader import find_game, game_names
from ...rules.game import Game
from ...rules.parameters import spell
from .options import echo_json, json_option, sentence_of
from .terminal import hanging


class ParameterFacts(TypedDict):
    """A parameter of a game; `reads` is the sentence that a reading is of."""

    name: str
    default: int | str | bool
    allowed: str
    reads: str | None


class KnownFact(TypedDict):
    """Something known of a game with its parameters, and who says so."""

    game: str
    kind: str
    numbers: tuple[int, ...]
    fact: str
    source: str


class GameFacts(TypedDict):
    """A registered game, or what is wrong with it."""

    name: str
    error: NotRequired[str]
    sentence: NotRequired[str]
    parameters: NotRequired[list[ParameterFacts]]
    known: NotRequired[list[KnownFact]]


JSON = {"games": list[GameFacts]}


@click.command("games")
@json_option
def command(as_json: bool) -> None:
    """List the games, their parameters and what is known about them."""
    games = [(name, _find(name)) for name in game_names()]
    if as_json:
        echo_json([_as_dict(name, cls) for name, cls in games])
        return
    for name, cls in games:
        if isinstance(cls, BoardproofError):
            click.echo(click.style(name, bold=True) + f"  {cls}")
        else:
            _tell(name, cls)


def _find(name: str) -> type[Game] | BoardproofError:
    """Find a game, or what is wrong with it, so that the others are listed all the same."""
    try:
        return find_game(name)
    except BoardproofError as wrong:
        return wrong


def _tell(name: str, cls: type[Game]) -> None:
    click.echo(click.style(name, bold=True) + "  " + hanging(sentence_of(cls), len(name) + 2))
    for option in cls.options.values():
        click.echo(f"    {option.name}={spell(option.default)}  ({option.allowed()})")
    for known, fact in headlines(name):
        if fact.kind != "perft" or not (known.count or known.value):
            click.echo("    known: " + hanging(": ".join(_parts(known, fact)), 11))


def _parts(known: Known, fact: Fact) -> list[str]:
    """Return what is known, after the parameters that are not the default."""
    return [*([" ".join(known.arguments)] if known.arguments else []), str(fact)]


def _as_dict(name: str, cls: type[Game] | BoardproofError) -> GameFacts:
    if isinstance(cls, BoardproofError):
        return {"name": name, "error": str(cls)}
    return {
        "name": name,
        "sentence": sentence_of(cls),
        "parameters": [
            {"name": o.name, "default": o.default, "allowed": o.allowed(), "reads": o.says or None}
            for o in cls.options.values()
        ],
        "known": [
            {
                "game": known.identity,
                "kind": fact.kind,
                "numbers": fact.numbers,
                "fact": str(fact),
                "source": fact.source,
            }
            for known, fact in headlines(name)
        ],
    }
