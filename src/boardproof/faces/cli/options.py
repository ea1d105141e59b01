"""What the commands share: the game and its parameters, engines, JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ...reading.loader import find_game, make_game, parse_parameters
from ...rules.game import Game

if TYPE_CHECKING:
    from ...ir.rules import Rules

F = TypeVar("F", bound=Callable[..., Any])


class WholeNumber(click.ParamType[int]):
    """A whole number, 0 or more."""

    name = "number"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the number, or say what it must be."""
        if isinstance(value, int):
            return value
        if not (value.isascii() and value.isdigit()):
            self.fail(f"{value!r} is not a whole number, 0 or more", param, ctx)
        return int(value)


#: More threads than this are surely a slip.
MOST_THREADS = 256


class Threads(WholeNumber):
    """A whole number, 1 or more."""

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the number, or say what it must be."""
        text = str(value)
        if not (text.isascii() and text.isdigit() and 0 < int(text) <= MOST_THREADS):
            self.fail(f"{value!r} is not a number of threads, 1 to {MOST_THREADS}", param, ctx)
        return int(text)


class Bytes(click.ParamType[int]):
    """A size of memory: 500M, 4G, 1.5G."""

    name = "size"

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Read the size, or say how one is written."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT])B?", value.upper())
        size = int(float(found[1]) * 1024 ** ("KMGT".index(found[2]) + 1)) if found else 0
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


WHOLE, THREADS, BYTES, SECONDS = WholeNumber(), Threads(), Bytes(), Seconds()


def game_arguments(command: F) -> F:
    """Add `GAME [name=value ...]` to a command."""
    words = click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
    return click.argument("game")(words(command))


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
    return click.option("--json", "as_json", is_flag=True, help="Write the answer as JSON.")(
        command
    )


def threads_option(command: F) -> F:
    """Add `--threads` to a command."""
    return click.option(
        "--threads",
        type=THREADS,
        default=1,
        show_default=True,
        help="Work with so many threads (compiled and symbolic engines).",
    )(command)


def load_rules(game: str, words: tuple[str, ...]) -> Rules:
    """Read the game that a command names."""
    from ...reading.reader import read

    cls = find_game(game)
    return read(make_game(cls, parse_parameters(cls, words)))


def sentence_of(cls: type[Game]) -> str:
    """Give the sentence that a rulebook's class says of its game."""
    return (cls.__doc__ or "").strip().split("\n")[0]


def echo_json(value: Any) -> None:
    """Write plain values as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
