"""`boardproof find`."""

from __future__ import annotations

import sys

import click

from ...answers import Found
from ...engines.plain.reference import ReferenceEngine
from ...errors import BadInput
from ...ir.rules import Rules
from ...positions.notation import read_position
from ...questions.find import Selection, find
from .arguments import game_and_words, question_of, rules_of
from .options import BYTES, WHOLE, echo_json, engine_option, game_arguments, json_option
from .progress import progress_shown
from .terminal import echo_board
from .traces import check_out, echo_trace, open_first, save_trace


@click.command("find")
@game_arguments
@click.option("--anywhere", is_flag=True, help="Among all well-typed positions, reachable or not.")
@click.option("--count", "only_count", is_flag=True, help="Say only how many there are.")
@click.option("--next", "number", type=WHOLE, default=1, help="Show the instance of this number.")
@click.option("--random", "seed", type=WHOLE, metavar="SEED", help="Any one, all as likely.")
@click.option("--symmetry", is_flag=True, help="One of all that are alike by symmetry.")
@click.option("--depth", type=WHOLE, help="Follow games so many moves far.")
@click.option("--position", "text", metavar="STR", help="Ask only whether it holds here.")
@click.option("--with", "beside", metavar="FILE", help="Predicates in a file of their own.")
@click.option("--from", "start", metavar="STR", help="Start games from this position.")
@click.option("--memory", type=BYTES, help="Stop rather than take more memory: 500M, 4G.")
@click.option("--out", metavar="FILE", help="Save the trace: .json, .txt, .svg or .html.")
@click.option("--open", "browse", is_flag=True, help="Show the instance in the page.")
@engine_option("auto")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    anywhere: bool,
    only_count: bool,
    number: int,
    seed: int | None,
    symmetry: bool,
    depth: int | None,
    text: str | None,
    beside: str | None,
    start: str | None,
    memory: int | None,
    out: str | None,
    browse: bool,
    engine: str,
    as_json: bool,
) -> None:
    """Find positions: boardproof find GAME EXPRESSION, or GAME PREDICATE ARGUMENT=VALUE.

    An expression is written as in a rule, a game's own names standing alone: "winning(P0) and not
    balanced", "turn == P0", "P0 wins", "forced(P0, P0 wins)".
    """
    check_out(out)
    if number == 0:
        raise BadInput("--next 0: instances are counted from 1")
    if browse and (only_count or text is not None):
        other = "--count" if only_count else "--position"
        raise BadInput(f"--open shows the instance that is found: leave {other} out")
    if anywhere:
        given = {"--depth": depth, "--from": start, "--memory": memory, "--out": out}
        _check_anywhere([name for name, value in given.items() if value is not None], engine)
    cls, told = game_and_words(game, words)
    asked = question_of(told)
    rules = rules_of(cls, told.parameters, beside, start)
    if text is not None:
        _at(rules, asked, text, as_json)
        return
    wish = Selection(number, seed, symmetry, only_count)
    with progress_shown("looking at positions") as so_far:
        answer = find(rules, asked, anywhere, wish, engine, depth, so_far, memory)
    if as_json:
        echo_json(_shown(answer))
    elif only_count:
        click.echo(_counted(answer, depth))
    else:
        _echo(rules, asked, answer)
    if out is not None and answer.trace is not None:
        save_trace(rules.game, answer.trace, out)
    if browse:
        _open(game, told.parameters, asked, answer)
    sys.exit(0 if answer.found or (only_count and answer.count) else 1)


def _open(game: str, parameters: tuple[str, ...], text: str, answer: Found) -> None:
    """Show an instance in the page: the way to it, or the position by itself."""
    from .serve import open_line

    if answer.trace is None and answer.position is not None:
        open_line(game, parameters, answer.position, [], f"find {text}")
    else:
        open_first(game, [(f"find {text}", answer.trace)])


def _counted(answer: Found, depth: int | None) -> str:
    """Give the number of instances, and how far was looked where that was not everywhere."""
    if answer.complete:
        return f"{answer.count:,}"
    if not answer.count:
        return f"0: {answer.message}"
    more = f"; {answer.message}" if answer.message else ""
    return f"{answer.count:,} within {depth} moves{more}"


def _check_anywhere(given: list[str], engine: str) -> None:
    """Refuse what has no meaning where no games are played: positions are taken as they are."""
    if given:
        raise BadInput(f"--anywhere plays no games: leave {' and '.join(given)} out")
    if engine not in ("auto", "symbolic"):
        raise BadInput(f"--anywhere takes the symbolic engine: leave --engine {engine} out")


def _shown(answer: Found) -> dict[str, object]:
    told = answer.to_dict()
    first = ("found", "count", "trace", "position")
    return {name: told[name] for name in (*first, *(n for n in told if n not in first))}


def _at(rules: Rules, asked: str, text: str, as_json: bool) -> None:
    """Answer a question of one position, with what is wrong with it."""
    from ...questions.constraints import QuerySet, meets

    inquiry = QuerySet()
    number = inquiry.note(asked)
    rules = inquiry.read(rules)
    aim, engine = inquiry.aim(number), ReferenceEngine(rules)
    position = read_position(rules.game, text)
    holds = meets(engine, position, aim)
    defects = [str(defect) for defect in engine.defects(position)]
    if as_json:
        shown = {"found": holds, "count": int(holds), "position": text, "defects": defects}
        echo_json(shown)
    else:
        echo_board(position)
        click.echo(f"{asked}: {'yes' if holds else 'no'}")
        for defect in defects:
            click.echo(f"not well-formed: {defect}")
    sys.exit(0 if holds else 1)


def _echo(rules: Rules, asked: str, answer: Found) -> None:
    click.echo(click.style(f"{rules.game.identity}: {asked}", bold=True))
    if answer.found:
        _echo_instance(rules, answer)
        counted = "" if answer.count is None else f"{answer.count:,} in all; "
        click.echo(f"{counted}{answer.engine} engine")
        if answer.message:
            click.echo(answer.message)
        return
    click.echo(answer.message)
    if answer.near is not None:
        _echo_instance(rules, answer.near)


def _echo_instance(rules: Rules, answer: Found) -> None:
    if answer.trace is not None:
        echo_trace(rules.game, answer.trace)
    elif answer.position is not None:
        position = read_position(rules.game, answer.position)
        echo_board(position)
        for defect in ReferenceEngine(rules).defects(position):
            click.echo(f"not well-formed: {defect}")
    click.echo(answer.position)
