"""A command for a question of the table: its options, its answer, and the traces of the answer."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NoReturn

import click

from ...answers import Found, Interrupted, Report, Trace, Verdict
from ...engines.planner import Attempt, keeps_positions, phases, plans, runner
from ...errors import OutOfBounds
from ...ir.rules import Rules
from ...limits import Limits, Progress
from ...positions.notation import read_position
from ...questions.known import known_size
from ...questions.requests import ForceRequest, Request, SolveRequest, ask, request_type
from ...questions.table import QUESTIONS
from .arguments import game_and_words, question_of, rules_of
from .completion import complete_game, complete_words
from .disk_room import announce_room
from .options import json_option
from .progress import progress_shown
from .proofs import check_proof, save_proof
from .rendering import AnswerContext, show
from .request_options import request_from, request_options, words_field
from .terminal import hanging, warn_of_defects
from .traces import check_out, open_first, save_trace

#: So many positions are not visited within a day, nor kept in any memory.
TOO_MANY = 10**11
#: What questions come to where there are so many.
INSTEAD = {
    "count": "counts as far as the memory lasts; --engine symbolic counts without visiting",
    "solve": "stops when the memory is full; --weak solves single positions",
    "force": "stops when the memory is full; choose smaller parameters",
    "check": "searches in several ways at once, for 45 s or --time SECONDS",
    "find": "searches in several ways at once, for 45 s or --time SECONDS",
}
#: Questions that look at the game themselves before they begin.
AT_ONCE = ("check", "find")

OUT = click.Option(
    ["--out"], metavar="FILE", help="Save the first trace: .json, .txt, .svg or .html."
)
OPEN = click.Option(["--open", "browse"], is_flag=True, help="Show the first trace in the browser.")
PROOF = click.Option(
    ["--proof"],
    metavar="FILE",
    help="Write the proof of an answer (DRAT), and its clauses beside it (.cnf).",
)
WITH = click.Option(
    ["--with", "beside"], metavar="FILE", help="Read more properties and predicates from FILE."
)


def question_command(
    name: str,
    callback: Callable[..., None] | None = None,
    extra: list[click.Parameter] | None = None,
    more: tuple[type[Request], ...] = (),
) -> click.Command:
    """Make the command of a question, with options of its own where it has any.

    `callback` is called instead of `answer_question`, with all values; `more` are requests whose
    fields become options too.
    """
    entry, request = QUESTIONS[name], request_type(name)
    words = words_field(request)
    metavar = "[NAME=VALUE]..." + (f" [{words.marks['words']}]..." if words else "")
    parameters: list[click.Parameter] = [
        click.Argument(["game"], shell_complete=complete_game),
        click.Argument(["words"], nargs=-1, metavar=metavar, shell_complete=complete_words),
        *request_options(request, *more),
        *(extra or []),
        *([WITH] if entry.names_rules else []),
        *([OUT, OPEN] if entry.traces else []),
        *([PROOF] if entry.proves else []),
    ]
    command = click.Command(
        name,
        params=parameters,
        callback=_explaining(callback or partial(answer_question, name)),
        help=inspect.getdoc(request),
        short_help=entry.help,
    )
    return json_option(command)


def _explaining(callback: Callable[..., None]) -> Callable[..., None]:
    """Print every plan that a command makes, if it is told to."""

    def run(**values: Any) -> None:
        tell = partial(click.echo, err=True) if values.get("explain_plan") else None
        with plans.heard_by(tell):
            callback(**values)

    return run


def answer_question(
    name: str,
    game: str,
    words: tuple[str, ...],
    as_json: bool,
    beside: str | None = None,
    out: str | None = None,
    browse: bool = False,
    by_ply: bool = False,
    proof: str | None = None,
    **values: Any,
) -> NoReturn:
    """Answer a question, print the answer, save or open its trace, and exit with its status."""
    check_out(out)
    rules, request = read_request(request_type(name), game, words, beside, values)
    check_proof(proof, request)
    for text in (getattr(request, "position", None), getattr(request, "start", None)):
        with suppress(OutOfBounds):  # the question judges that
            if text is not None:
                warn_of_defects(runner(rules), read_position(rules.game, text))
    context = AnswerContext(rules, request, by_ply)
    try:
        engine, disk = getattr(request, "engine", ""), getattr(request, "disk", None)
        if keeps_positions(engine):
            announce_room(rules, disk, name)
        engine = engine if disk is None else "disk"
        with progress_shown("searching", disk) as progress, _size_announced(rules, name, engine):
            answer = ask(rules, request, progress)
    except Interrupted as left:
        show(left.answer, context, as_json)
        raise
    status = show(answer, context, as_json)
    traces = _traces(answer, request)
    if out is not None:  # after the answer, which a full disk must not cost
        _save(rules, traces, out)
    if proof is not None:
        save_proof(rules, request, answer, proof)
    if browse:
        open_first(game, traces)
    raise click.exceptions.Exit(status)


def limits_of(request: SolveRequest | ForceRequest, progress: Progress) -> Limits:
    """Return what the work on a request may use."""
    memory, threads = request.memory, request.threads
    return Limits(progress, memory, threads, disk=request.disk, cluster=request.cluster)


def announce_size(rules: Rules, name: str, engine: str) -> None:
    """Print one line before work that has no end, and what will be done instead."""
    if name in INSTEAD and engine in ("auto", "compiled"):
        size = known_size(rules.game)
        if size is None:
            from ...questions.estimate import size_at_most

            size = size_at_most(rules, TOO_MANY)
        _announce_about(rules, name, size)


@contextmanager
def _size_announced(rules: Rules, name: str, engine: str) -> Iterator[None]:
    """Print the line before the work; where engines are tried, or the question looks first, later.

    A small game need not wait until its size is estimated.
    """
    if engine == "auto" and name in AT_ONCE:
        from ...questions.estimate import sizes

        with sizes.heard_by(partial(_announce_about, rules, name)):
            yield
    elif engine == "auto" and name in INSTEAD and known_size(rules.game) is None:
        with phases.heard_by(_once_unbounded(partial(announce_size, rules, name, engine))):
            yield
    else:
        announce_size(rules, name, engine)
        yield


def _once_unbounded(announce: Callable[[], None]) -> Callable[[Attempt], None]:
    """Return who announces something before the first attempt that is no trial."""
    left = [announce]

    def hear(attempt: Attempt) -> None:
        if left and not attempt.bounded:
            left.pop()()

    return hear


def _announce_about(rules: Rules, name: str, size: int) -> None:
    """Print the line if a game has too many positions, or seems to."""
    known = known_size(rules.game)
    if known is None and size >= TOO_MANY:
        many = "seems to have more positions than can be visited, as its first layers grow"
        _announce(rules, name, many)
    elif known is not None and known >= TOO_MANY:
        _announce(rules, name, f"has {known:,} positions, more than can be visited")


def _announce(rules: Rules, name: str, many: str) -> None:
    # Not by `click.echo`, which would write beside the bar that may be shown.
    print(hanging(f"{rules.game.identity} {many}: {INSTEAD[name]}", 0), file=sys.stderr)


def read_request(
    kind: type[Request],
    game: str,
    words: tuple[str, ...],
    beside: str | None,
    values: dict[str, Any],
) -> tuple[Rules, Any]:
    """Read the game and the request that a command names."""
    cls, split = game_and_words(game, words)
    field, parameters = words_field(kind), split.parameters
    if field is None:
        return rules_of(cls, words, beside), request_from(kind, values)
    if field.kind is str:
        given: Any = question_of(split)
    else:  # names take no arguments: what looks like one is a parameter that the game has not
        given = split.others
        parameters += tuple(f"{name}={value}" for name, value in split.arguments.items())
    return rules_of(cls, parameters, beside), request_from(kind, values, **{field.name: given})


def _traces(answer: Any, request: Request) -> list[tuple[str, Trace | None]]:
    """List the traces of an answer, those of failures first, each with what it is about."""
    match answer:
        case [Verdict(), *_]:
            failing = [one for one in answer if one.affirmative is False]
            return [(str(one), one.trace) for one in failing or answer]
        case Report(findings=findings):
            return [(one.message, one.trace) for one in findings]
        case Found():
            return [(f"find {getattr(request, 'text', '')}", answer.trace or _alone(answer))]
    return []


def _alone(found: Found) -> Trace | None:
    """Return a position that no game leads to as a trace without moves."""
    if found.position is None:
        return None
    about = {"game": found.game, "parameters": found.parameters, "engine": found.engine}
    return Trace(**about, positions=[found.position], moves=[])  # type: ignore[arg-type]


def _save(rules: Rules, traces: list[tuple[str, Trace | None]], out: str) -> None:
    trace = next((trace for _, trace in traces if trace is not None), None)
    if trace is None:
        click.echo(f"{out} is not written: there is no trace to save", err=True)
        return
    save_trace(rules.game, trace, out)
