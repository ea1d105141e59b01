"""`boardproof tablebase`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from ...answers import Solution
from ...errors import WrongTablebase
from ...limits import Limits, size_text
from .options import BYTES, WholeNumber, echo_json, json_option, load_rules
from .progress import progress_shown

if TYPE_CHECKING:
    from ...tablebase import Tablebase

F = TypeVar("F", bound=Callable[..., Any])


class LayerFacts(TypedDict):
    """A file of a tablebase."""

    file: str
    kind: str
    positions: int
    bytes: int


class TableFacts(TypedDict):
    """A tablebase: its game, its counts and its size."""

    game: str
    parameters: dict[str, int | str | bool]
    readings: dict[str, int | str | bool]
    rules: str
    version: int
    engine: str
    positions: int
    classes: int
    symmetries: int
    counts: dict[str, int]
    layers: list[LayerFacts]
    bytes: int
    shards: int | None


class Verification(TypedDict):
    """Whether a tablebase agrees with the rules, and where it does not."""

    holds: bool
    positions: int
    problem: str | None


JSON = {
    "tablebase info": TableFacts,
    "tablebase probe": Solution,
    "tablebase verify": Verification,
}


@click.group("tablebase")
def command() -> None:
    """Inspect a solved game on disk, or merge its shards: info, probe, verify, merge.

    `boardproof solve GAME --store DIR` makes one.
    """


def table_arguments(function: F) -> F:
    """Add `DIR [--game FILE]` to a command."""
    game = click.option("--game", help="The rulebook, if the game is not a registered one.")
    folder = click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
    return folder(game(function))


def _opened(folder: Path, game: str | None) -> Tablebase:
    from ...tablebase import open_tablebase
    from ...tablebase.probe import read_manifest

    if game is None:
        return open_tablebase(folder)
    from ...rules.parameters import spell

    words = tuple(f"{k}={spell(v)}" for k, v in read_manifest(folder).parameters.items())
    return open_tablebase(folder, load_rules(game, words))


@command.command("info")
@table_arguments
@json_option
def info(folder: Path, game: str | None, as_json: bool) -> None:
    """Describe a tablebase: its game, its counts and its size."""
    table = _opened(folder, game)
    if as_json:
        echo_json(_as_dict(table))
        return
    for line in _lines(table):
        click.echo(line)


def _as_dict(table: Tablebase) -> TableFacts:
    from ...questions.solve import counts_in_words

    made = table.manifest
    return {
        "game": made.game,
        "parameters": made.parameters,
        "readings": made.readings,
        "rules": made.rules,
        "version": made.version,
        "engine": made.engine,
        "positions": made.positions,
        "classes": made.classes,
        "symmetries": made.symmetries,
        "counts": counts_in_words(table.rules, table.counts),
        "layers": [
            {"file": one.file, "kind": one.kind, "positions": one.positions, "bytes": one.size}
            for one in made.layers
        ],
        "bytes": sum(one.size for one in made.layers),
        "shards": made.shards or None,
    }


def _lines(table: Tablebase) -> Iterator[str]:
    facts = _as_dict(table)
    yield click.style(table.rules.game.identity, bold=True)
    width = max(map(len, ("positions", *facts["counts"])))
    yield f"  {'positions':<{width}}  {facts['positions']:>15,}"
    if facts["symmetries"] > 1:
        yield f"  {'classes':<{width}}  {facts['classes']:>15,}"
    yield from (f"  {name:<{width}}  {number:>15,}" for name, number in facts["counts"].items())
    layers, each = len(facts["layers"]), facts["bytes"] / facts["positions"]
    files = "1 file" if layers == 1 else f"{layers} files"
    files += f" of {facts['shards']} shards" if facts["shards"] else ""
    yield f"  {files}, {size_text(facts['bytes'])}, {each:.2f} bytes per position"
    yield f"  made by the {facts['engine']} engine from the rules {facts['rules'][:16]}…"


@command.command("probe")
@table_arguments
@click.option("--position", "text", help="The position to look up; the first one by default.")
@json_option
def probe(folder: Path, game: str | None, text: str | None, as_json: bool) -> None:
    """Look up a position: its value, distance and best moves."""
    from ...positions.notation import read_position
    from ...questions.solve import answer_of_solution
    from .rendering import AnswerContext, show

    table = _opened(folder, game)
    started = time.perf_counter()
    position = None if text is None else read_position(table.rules.game, text)
    answer = answer_of_solution(table.rules, "tablebase", table, position, started)
    show(answer, AnswerContext(table.rules), as_json)


@command.command("verify")
@table_arguments
@click.option("--memory", type=BYTES, metavar="SIZE",
              help="Memory limit (500M, 4G); by default, what is free.")  # fmt: skip
@click.option("--disk", type=click.Path(), metavar="DIR",
              help="Solve it again in DIR: no layer is held in memory.")  # fmt: skip
@click.option("--threads", type=WholeNumber(1, 256),
              help="Number of threads; by default, all cores.")  # fmt: skip
@json_option
def verify(
    folder: Path,
    game: str | None,
    memory: int | None,
    disk: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Solve the game again from its rules and compare every value."""
    table, problem, compared = _opened(folder, game), None, 0
    try:
        with progress_shown("verifying", disk) as progress:
            compared = table.verify(Limits(progress, memory, threads, disk=disk))
    except WrongTablebase as wrong:
        problem = str(wrong)
    if as_json:
        echo_json(Verification(holds=problem is None, positions=compared, problem=problem))
    else:
        click.echo(problem or f"all {compared:,} positions agree with the rules")
    sys.exit(0 if problem is None else 1)


@command.command("merge")
@table_arguments
@click.argument("into", metavar="NEW", type=click.Path(path_type=Path))
def merge(folder: Path, into: Path, game: str | None) -> None:
    """Merge a tablebase in shards, DIR, into one in the folder NEW.

    The result is, byte for byte, what one machine would write. An interrupted merge is resumed.
    """
    from ...tablebase import merge_tablebase

    rules = None if game is None else _opened(folder, game).rules
    with progress_shown("merging") as progress:
        table = merge_tablebase(folder, into, rules, Limits(progress))
    size = sum(layer.size for layer in table.manifest.layers)
    click.echo(f"{into}: {table.positions:,} positions in {size_text(size)}")
