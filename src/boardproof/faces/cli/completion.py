"""Completion at the shell: games, their parameters and values, players, and properties."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from ...errors import BoardproofError
from ...reading.loader import find_game, game_names
from ...rules.parameters import spell

Items = list[CompletionItem]


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of a registered game, or a path."""
    names = [name for name in game_names() if name.startswith(incomplete)]
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]


def complete_words(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete a parameter of the game or one of its values, and for `check` a property.

    What follows a seat, or `--players`, is a player.
    """
    before = ctx.params.get("words") or ()
    if "--players" in before or (before and before[-1].startswith("--")):
        return complete_player(ctx, param, incomplete)
    try:
        words = _words(str(ctx.params.get("game")), ctx.info_name == "check")
    except BoardproofError:
        return []
    values = [word for word in words if "=" in incomplete or not word.partition("=")[2]]
    return [CompletionItem(word) for word in values if word.startswith(incomplete)]


def complete_player(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of a player; only at a table in the terminal is there a human."""
    from ...players import KINDS

    names = [*KINDS, *(["human"] if ctx.info_name == "play" else [])]
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


def _words(game: str, checks: bool) -> list[str]:
    options = find_game(game).options.values()
    names = [f"{option.name}=" for option in options]
    values = [f"{one.name}={spell(choice)}" for one in options for choice in one.choices]
    if not checks:
        return names + values
    from ...questions.properties import properties_of
    from ...reading.loader import load

    return [*names, *values, *properties_of(load(game))]
