"""`boardproof results`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ...answers import WeakSolution
from ...questions.known_results import Result, as_markdown, results
from .options import echo_json, json_option
from .output import check_writable, save_text

JSON = {"results": list[Result]}


@click.command("results")
@click.option(
    "--long", is_flag=True, help="Solve large games too; this takes minutes and gigabytes."
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 99),
    default=1,
    show_default=True,
    help="Solve each game so many times; the seconds are the median.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the results as Markdown."
)
@json_option
def command(long: bool, rounds: int, out: Path | None, as_json: bool) -> None:
    """Solve the games whose value is known, and compare."""
    if out is not None:
        check_writable(out)
    compared: list[Result] = []
    for one in results(long, rounds):
        compared.append(one)
        if not as_json:
            _tell(one)
    if as_json:
        import msgspec

        echo_json(msgspec.to_builtins(compared))
    if out is not None:
        save_text(out, as_markdown(compared, long, rounds))
    sys.exit(0 if all(one.agrees for one in compared) else 1)


def _tell(one: Result) -> None:
    mark = click.style("✓", fg="green") if one.agrees else click.style("✗", fg="red")
    known = "" if one.agrees else f", the known value is {' '.join(map(str, one.known))}"
    solution = one.solution
    searched = " searched" if isinstance(solution, WeakSolution) else ""
    numbers = f"{solution.positions:,} positions{searched}, {solution.seconds:.1f} s"
    click.echo(f"{mark} {one.game}: {solution}{known}   {numbers}   {one.source}")
