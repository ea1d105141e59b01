"""`boardproof check`."""

from __future__ import annotations

import sys

import click

from ...answers import Verdict
from ...questions.check import check
from ...questions.properties import conjectures
from ...rules.game import Game
from .arguments import game_and_words, rules_of
from .options import BYTES, WHOLE, echo_json, engine_option, game_arguments, json_option
from .progress import progress_shown
from .traces import check_out, echo_trace, open_first, save_trace


@click.command("check")
@game_arguments
@click.option("--with", "beside", metavar="FILE", help="Properties in a file of their own.")
@click.option("--depth", type=WHOLE, help="Follow games so many moves far.")
@click.option("--from", "start", metavar="STR", help="Start games from this position.")
@click.option("--memory", type=BYTES, help="Stop rather than take more memory: 500M, 4G.")
@click.option("--out", metavar="FILE", help="Save the first trace: .json, .txt, .svg or .html.")
@click.option("--open", "browse", is_flag=True, help="Show the first trace in the page.")
@engine_option("auto")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    beside: str | None,
    depth: int | None,
    start: str | None,
    memory: int | None,
    out: str | None,
    browse: bool,
    engine: str,
    as_json: bool,
) -> None:
    """Check a game's properties: those named, or all that are no conjectures."""
    check_out(out)
    cls, told = game_and_words(game, words)
    given = (f"{name}={value}" for name, value in told.arguments.items())
    rules = rules_of(cls, (*told.parameters, *given), beside, start)
    with progress_shown("looking at positions") as told_so_far:
        verdicts = check(
            rules,
            *told.others,
            engine=engine,
            depth=depth,
            progress=told_so_far,
            memory=memory,
        )
    failing = [one for one in verdicts if one.verdict == "fails"]
    if as_json:
        echo_json([_shown(one) for one in verdicts])
    else:
        _echo(rules.game, verdicts)
        left = [] if told.others else conjectures(rules)
        if left:
            click.echo(f"conjectures, looked at only when named: {', '.join(left)}")
    if out is not None:  # after the verdicts, which a full disk must not cost
        _save(rules.game, failing or verdicts, out)
    if browse:
        shown = failing or verdicts
        open_first(game, [(f"{one.name} {one.verdict}: {one.message}", one.trace) for one in shown])
    sys.exit(1 if failing else 0)


def _shown(one: Verdict) -> dict[str, object]:
    told = one.to_dict()
    first = ("name", "verdict", "positions", "engine", "complete", "trace")
    return {name: told[name] for name in (*first, *(n for n in told if n not in first))}


_COLOURS = {"holds": "green", "fails": "red", "unknown": "yellow"}


def _echo(game: Game, verdicts: list[Verdict]) -> None:
    click.echo(click.style(game.identity, bold=True))
    width = max(len(one.name) for one in verdicts)
    for one in verdicts:
        verdict = click.style(f"{one.verdict:<7}", fg=_COLOURS[one.verdict])
        click.echo(f"  {one.name:<{width}}  {verdict}  {one.message} ({one.engine})")
    for one in verdicts:
        if one.verdict == "fails" and one.trace is not None:
            click.echo()
            click.echo(click.style(f"{one.name} fails after {len(one.trace)} moves", bold=True))
            echo_trace(game, one.trace)


def _save(game: Game, verdicts: list[Verdict], out: str) -> None:
    trace = next((one.trace for one in verdicts if one.trace is not None), None)
    if trace is None:
        click.echo(f"{out} is not written: there is no trace to save", err=True)
        return
    save_trace(game, trace, out)
