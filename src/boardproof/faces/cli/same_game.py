"""`boardproof same-game`: the question, of two games with `and` between them."""

from __future__ import annotations

from typing import Any

import click

from ...errors import BadInput
from ...ir.rules import Rules
from ...questions.requests import SameGameRequest, ask
from .options import load_rules
from .progress import progress_shown
from .question import question_command
from .rendering import AnswerContext, show_and_exit
from .request_options import request_from


def _same_game(words: tuple[str, ...], as_json: bool, **values: Any) -> None:
    rules, other = _two_games(words)
    request = request_from(SameGameRequest, values)
    with progress_shown("searching") as progress:
        answer = ask(rules, request, progress, other=other)
    show_and_exit(answer, AnswerContext(rules, request, other=other), as_json)


def _two_games(words: tuple[str, ...]) -> tuple[Rules, Rules]:
    if words.count("and") != 1 or words[0] == "and":
        raise BadInput("name two games with `and` between: same-game GAME x=1 and GAME x=2")
    at = words.index("and")
    first, second = words[:at], words[at + 1 :]
    if not second or "=" in second[0]:
        second = (first[0], *second)
    return load_rules(first[0], first[1:]), load_rules(second[0], second[1:])


command = question_command("same-game", callback=_same_game)
command.params[:2] = [
    click.Argument(
        ["words"],
        nargs=-1,
        required=True,
        metavar="GAME [NAME=VALUE]... and [GAME] [NAME=VALUE]...",
    )
]
