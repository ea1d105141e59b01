"""`boardproof lint`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from ...answers import Finding, Report
from ...questions.lint import lint
from .options import echo_json, engine_option, game_arguments, json_option, load_rules
from .traces import open_first

#: Of a game with more than twice as many moves, so many at either end are shown.
FEW = 6
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command("lint")
@game_arguments
@click.option(
    "--readings/--no-readings",
    "compare",
    default=True,
    show_default=True,
    help="Hold each reading against the others.",
)
@click.option("--open", "browse", is_flag=True, help="Show the first trace in the page.")
@engine_option("auto")
@json_option
def command(
    game: str, words: tuple[str, ...], compare: bool, browse: bool, engine: str, as_json: bool
) -> None:
    """Say what a rulebook's author may not know.

    Exits with 1 if anything found is an error. Engines: auto, ir, symbolic.
    """
    rules = load_rules(game, words)
    report = lint(rules, engine, compare)
    if as_json:
        echo_json(report.to_dict()["findings"])
    else:
        for line in _lines(rules.game.identity, report):
            click.echo(line)
    if browse:
        open_first(game, [(finding.message, finding.trace) for finding in report.findings])
    if report.errors:
        sys.exit(1)


def _lines(identity: str, report: Report) -> Iterator[str]:
    yield click.style(identity, bold=True)
    for finding in report.findings:
        yield from _finding(finding)
    some = "" if report.complete else "only "
    yield f"  {some}{report.positions:,} positions looked at, {report.engine} engine"


def _finding(finding: Finding) -> Iterator[str]:
    severity = click.style(f"{finding.severity:<7}", fg=COLOURS[finding.severity])
    where = f"line {finding.line}: " if finding.line else ""
    yield f"  {severity}  {where}{finding.message}"
    if finding.trace is not None:
        moves = ", ".join(_some(finding.trace.moves)) or "at the start"
        yield f"           {moves} → {finding.trace.positions[-1]}"


def _some(moves: list[str]) -> list[str]:
    """Leave out the middle of a long game; as JSON it is whole."""
    return moves if len(moves) <= 2 * FEW else [*moves[:FEW], "…", *moves[-FEW:]]
