"""What the commands share: the game and its parameters, engines, JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...reading.loader import find_game, make_game, parse_parameters
from ...rules.game import Game
from .completion import complete_game, complete_words

if TYPE_CHECKING:
    from ...ir.rules import Rules

F = TypeVar("F", bound=Callable[..., Any])


class WholeNumber(click.ParamType[int]):
    """A whole number within bounds."""

    name = "number"

    def __init__(self, least: int = 0, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the number, or say what it must be."""
        text = str(value)
        if not (text.isascii() and text.isdigit() and int(text) >= self._least):
            self.fail(f"{text!r} is not a whole number, {self._least} or more", param, ctx)
        if self._most is not None and int(text) > self._most:
            self.fail(f"{text} is too large: at most {self._most:,}", param, ctx)
        return int(text)


class Bytes(click.ParamType[int]):
    """A size of memory: 500M, 4G, 1.5G."""

    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the size, or say how one is written."""
        if isinstance(value, int):
            return value
        written = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT])B?", value.upper())
        size = int(float(written[1]) * 1024 ** ("KMGT".index(written[2]) + 1)) if written else 0
        if size == 0:
            self.fail(f"{value!r} is not a size: write 500M or 4G", param, ctx)
        return size


class Seconds(click.ParamType[float]):
    """A number of seconds above 0."""

    name = "seconds"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read the number, or say what it must be."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = 0.0
        if not 0 < seconds < float("inf"):
            self.fail(f"{value!r} is not a number of seconds above 0", param, ctx)
        return seconds


WHOLE, BYTES = WholeNumber(), Bytes()


def game_arguments(command: F) -> F:
    """Add `GAME [name=value ...]` to a command."""
    words = click.argument(
        "words", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=complete_words
    )
    return click.argument("game", shell_complete=complete_game)(words(command))


def engine_option(default: str) -> Callable[[F], F]:
    """Add `--engine` to a command."""
    return click.option(
        "--engine",
        default=default,
        show_default=True,
        metavar="NAME",
        help="The engine that runs the rules.",
    )


def json_option(command: F) -> F:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")(command)


def load_rules(game: str, words: tuple[str, ...]) -> Rules:
    """Read the game that a command names."""
    from ...reading.reader import read

    cls = find_game(game)
    return read(make_game(cls, parse_parameters(cls, words)))


def sentence_of(cls: type[Game]) -> str:
    """Return the first sentence of a rulebook's docstring."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def echo_json(value: Any) -> None:
    """Print plain values as one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
