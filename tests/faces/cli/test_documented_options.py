"""Commands as the documentation writes them: each command, and each of its options, exists."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from boardproof.faces.cli import COMMANDS, cli

ROOT = Path(__file__).parents[3]
#: A line of a code block, or a piece of code, that is a command.
LINE = re.compile(r"(?:^ {4}|^\$ |^|`)boardproof ([^`\n]*)", re.MULTILINE)
#: Options that are the name of a player, who takes a seat.
SEATS = re.compile(r"--[A-Z]")


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield each command that is written down, with its words."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for text in LINE.findall(path.read_text(encoding="utf-8")):
            try:
                words = shlex.split(text, comments=True)
            except ValueError:  # a sentence, not a command
                continue
            if words and words[0] in COMMANDS:
                yield f"{path.name}: {text}", words


def test_every_option_that_is_written_down_exists() -> None:
    wrong = [text for text, words in commands() if not _exists(words)]
    assert wrong == []
    assert len(list(commands())) > 50


def _exists(words: list[str]) -> bool:
    command = cli.get_command(click.Context(cli), words[0])
    assert command is not None
    if isinstance(command, click.Group):
        return True
    known = {"-h", "--help", *re.findall(r"--[a-z-]+", command.help or "")}
    known = known.union(*(one.opts + one.secondary_opts for one in command.params))
    given = {word.split("=")[0] for word in words if word.startswith("-") and word != "-"}
    return all(word in known or SEATS.match(word) for word in given)
