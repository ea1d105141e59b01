"""`boardproof find`: the question, or whether an expression holds in one position."""

from __future__ import annotations

from typing import Any, TypedDict

import click

from ...answers import Found
from ...engines.planner import runner
from ...engines.profile import MODELS, WELL_TYPED, can
from ...errors import BadInput
from ...ir.rules import Rules
from ...positions.notation import read_position
from ...questions.requests import FindRequest
from .options import echo_json
from .question import answer_question, question_command, read_request
from .terminal import echo_board

POSITION = click.Option(
    ["--position"], metavar="STR", help="Test only whether it holds in this position."
)


class PositionTest(TypedDict):
    """Whether an expression holds in one position, and what keeps that from being well-formed."""

    found: bool
    count: int
    position: str
    defects: list[str]


JSON = {"find": (Found, PositionTest)}


def _find(
    game: str,
    words: tuple[str, ...],
    position: str | None,
    browse: bool,
    as_json: bool,
    **values: Any,
) -> None:
    if browse and (values["count"] or position is not None):
        other = "--count" if values["count"] else "--position"
        raise BadInput(f"--open shows the match that is found: omit {other}")
    if values["boards"] is not None:
        _check_boards(values, position)
    elif values["anywhere"]:
        _check_anywhere(values)
    if position is None:
        answer_question("find", game, words, as_json, browse=browse, **values)
    rules, request = read_request(FindRequest, game, words, values["beside"], values)
    _test(rules, request.text, str(position), as_json)


def _check_anywhere(values: dict[str, Any]) -> None:
    """Refuse options that have no meaning where no games are played."""
    given = {"--depth": "depth", "--from": "start", "--memory": "memory", "--out": "out"}
    odd = [option for option, name in given.items() if values[name] is not None]
    if odd:
        raise BadInput(f"--anywhere plays no games: omit {' and '.join(odd)}")
    engine = values["engine"]
    if engine != "auto" and not can(engine, WELL_TYPED):
        raise BadInput(f"--anywhere needs the symbolic engine: omit --engine {engine}")


def _check_boards(values: dict[str, Any], position: str | None) -> None:
    """Refuse options that have no meaning for several boards, each a move after the last."""
    odd = [f"--{name}" for name in ("depth", "memory") if values[name] is not None]
    odd += ["--position"] * (position is not None)
    if values["engine"] != "auto" and not can(values["engine"], MODELS):
        odd.append(f"--engine {values['engine']}")
    if odd:
        raise BadInput(f"--boards is answered by a solver of clauses: omit {' and '.join(odd)}")


def _test(rules: Rules, expression: str, text: str, as_json: bool) -> None:
    """Print whether an expression holds in a position, and the position's defects."""
    from ...questions.constraints import QuerySet

    queries = QuerySet()
    number = queries.note(expression)
    rules = queries.read(rules)
    engine, position = runner(rules), read_position(rules.game, text)
    holds = queries.aim(number).met_by(engine, position)
    defects = [str(defect) for defect in engine.defects(position)]
    if as_json:
        echo_json(PositionTest(found=holds, count=int(holds), position=text, defects=defects))
    else:
        echo_board(position)
        click.echo(f"{expression}: {'yes' if holds else 'no'}")
        for defect in defects:
            click.echo(f"not well-formed: {defect}")
    raise click.exceptions.Exit(0 if holds else 1)


command = question_command("find", callback=_find, extra=[POSITION])
