"""`boardproof solve`: the question, the weak one, or a solution kept as a tablebase."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any, NoReturn

import click

from ...answers import Solution, StartsSolution, WeakSolution
from ...engines.profile import SEARCH, can
from ...errors import BadInput
from ...ir.rules import Rules
from ...limits import Limits
from ...positions.notation import read_position
from ...questions.requests import SolveRequest, WeakSolveRequest, ask
from ...questions.solve import answer_of_solution, solution_of
from ...questions.value_table import check_table_file, write_values
from .disk_room import announce_room
from .output import check_writable
from .progress import progress_shown, search_progress_shown
from .question import answer_question, limits_of, question_command, read_request
from .rendering import AnswerContext, show, show_and_exit

JSON = {"solve": (Solution, WeakSolution, StartsSolution)}

STORE = click.Option(
    ["--store"],
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Keep the solution as a tablebase in DIR: build it, resume building it, or read it.",
)
OUT = click.Option(
    ["--out"],
    metavar="FILE",
    help="Save the values of all positions: .parquet, .arrow or .csv.",
)
SHARDED = click.Option(
    ["--sharded"],
    is_flag=True,
    help="Have the shards of a cluster write --store, a folder that all its machines share.",
)
WEAK = click.Option(["--weak"], is_flag=True, help="Find only the value of one position.")


def _solve(
    game: str,
    words: tuple[str, ...],
    store: Path | None,
    out: str | None,
    sharded: bool,
    weak: bool,
    as_json: bool,
    **values: Any,
) -> None:
    if sharded and (store is None or values["cluster"] is None):
        raise BadInput("only a table of a cluster is in shards: name it with --store and --cluster")
    if out is not None:
        _check_out(out, store, weak)
    if weak:
        _check_weak(store, values)
        rules, request = read_request(WeakSolveRequest, game, words, None, values)
        with search_progress_shown() as searching:
            answer = ask(rules, request, searching)
        show_and_exit(answer, AnswerContext(rules, request), as_json)
    if values.pop("time") is not None:
        raise BadInput("only a weak solve has a time limit: add --weak")
    if store is None and out is None:
        answer_question("solve", game, words, as_json, **values)
    rules, request = read_request(SolveRequest, game, words, None, values)
    if out is not None:
        _save_values(rules, request, out, as_json)
    announce_room(rules, request.disk, "solve")
    with progress_shown("solving", request.disk) as progress:
        stored = _stored(rules, request, Path(str(store)), sharded, progress)
    show_and_exit(stored, AnswerContext(rules, request), as_json)


def _check_out(out: str, store: Path | None, weak: bool) -> None:
    """Refuse a file that cannot be written, and solutions that are not listed."""
    if weak:
        raise BadInput("a weak solve keeps no values: omit --out or --weak")
    if store is not None:
        raise BadInput("--store keeps the values as a tablebase: omit --out or --store")
    check_table_file(out)
    check_writable(out)


def _save_values(rules: Rules, request: SolveRequest, out: str, as_json: bool) -> NoReturn:
    """Solve, print the answer, then save the values: a full disk must not cost the answer."""
    started, text = time.perf_counter(), request.position
    position = None if text is None else read_position(rules.game, text)
    announce_room(rules, request.disk, "solve")
    with progress_shown("solving", request.disk) as progress:
        limits = limits_of(request, progress)
        engine, solved = solution_of(rules, request.engine, position, limits)
        answer = answer_of_solution(rules, engine, solved, position, started)
    status = show(answer, AnswerContext(rules, request), as_json)
    with progress_shown("writing") as progress:
        try:
            written = write_values(solved, out, Limits(progress))
        except OSError as failure:
            raise BadInput(f"{out} cannot be written: {failure.strerror}") from None
    click.echo(f"{out}: the values of {written:,} positions", err=True)
    raise click.exceptions.Exit(status)


def _check_weak(store: Path | None, values: dict[str, Any]) -> None:
    engine = values["engine"]
    if store is not None or (engine != "auto" and not can(engine, SEARCH)):
        raise BadInput("a weak solve keeps no table and searches with the compiled engine")
    if values["disk"] is not None or values["cluster"] is not None:
        raise BadInput("a weak solve keeps what it finds in memory: omit --disk and --cluster")


def _stored(
    rules: Rules, request: SolveRequest, store: Path, sharded: bool, progress: Any
) -> Solution | StartsSolution:
    """Solve into a tablebase, or look into the one that is there."""
    from ...tablebase import build_tablebase

    started, text = time.perf_counter(), request.position
    position = None if text is None else read_position(rules.game, text)
    limits = limits_of(request, progress)
    # A small game needs no cluster, unless its table is to be in shards.
    engine = "cluster" if sharded and request.engine == "auto" else request.engine
    table = build_tablebase(rules, store, engine, limits, sharded)
    return answer_of_solution(rules, table.made_by, table, position, started)


command = question_command(
    "solve", callback=_solve, extra=[STORE, SHARDED, OUT, WEAK], more=(WeakSolveRequest,)
)
