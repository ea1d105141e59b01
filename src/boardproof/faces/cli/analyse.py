"""`boardproof analyse`: the question, with a tablebase to look into where there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ...questions.requests import AnalyseRequest, ask
from .progress import analysis_shown
from .question import question_command, read_request
from .rendering import AnswerContext, show_and_exit

STORE = click.Option(
    ["--store"],
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Look up the position in the tablebase in DIR first.",
)


def _analyse(
    game: str, words: tuple[str, ...], store: Path | None, as_json: bool, **values: Any
) -> None:
    rules, request = read_request(AnalyseRequest, game, words, None, values)
    solution = None
    if store is not None:
        from ...tablebase.probe import open_tablebase

        solution = open_tablebase(store, rules)
    with analysis_shown() as report:
        answer = ask(rules, request, report=report, solution=solution)
    show_and_exit(answer, AnswerContext(rules, request), as_json)


command = question_command("analyse", callback=_analyse, extra=[STORE])
