"""Check, find, force, explain, compare and lint for the page: answers with traces to show."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import suppress
from textwrap import dedent
from typing import Any

import msgspec
from msgspec.structs import replace

from ...answers import Found, Trace, Verdict
from ...errors import BadInput
from ...limits import Limits
from ...positions.notation import read_position
from ...positions.position import with_start
from ...questions.explain import explain
from ...questions.force import answer_of, forced_play, strategy
from ...questions.properties import Property, conjectures, select_properties
from ...questions.requests import (
    CheckRequest,
    FindRequest,
    LintRequest,
    SameGameRequest,
    ask,
)
from ...questions.traces import trace_of
from .deadline import JobDeadline, OutOfTime
from .questions import PageQuestion, answer_fields
from .view import board_of

#: The share of its time that a check spends on all plies, and the share after which it stops.
SHARE, LAST = 0.8, 0.95


def check_game(question: PageQuestion) -> dict[str, Any]:
    """Check the named property, or all except conjectures."""
    rules, name = question.rules, question.asked["text"].strip()
    names = (name,) if name else ()
    verdicts: dict[str, dict[str, Any]] = {}

    def tell(one: Verdict) -> None:
        verdicts[one.name] = _verdict(question, one)
        question.tell({"verdict": verdicts[one.name]})

    def shallow(one: Verdict) -> None:
        stopped = f"{one.message}; stopped after {question.seconds:g} s"
        tell(replace(one, message=stopped) if one.verdict == "unknown" else one)

    clock = JobDeadline(question, SHARE)
    with suppress(OutOfTime):
        _check(question, names, question.asked["plies"], clock, tell)
    rest = tuple(one.name for one in select_properties(rules, names) if one.name not in verdicts)
    if rest:  # what goes wrong early is seen in a short time
        with suppress(OutOfTime):
            _check(question, rest, clock.ply // 2, JobDeadline(question, LAST), shallow)
    return {
        "verdicts": [
            verdicts.get(one.name) or _stopped(question, one)
            for one in select_properties(rules, names)
        ],
        "conjectures": conjectures(rules),
    }


def _check(
    question: PageQuestion,
    names: tuple[str, ...],
    depth: int | None,
    clock: JobDeadline,
    report: Callable[[Verdict], None],
) -> None:
    request = CheckRequest(names=names, depth=depth, memory=question.memory)
    ask(question.rules, request, clock, report=report)


def _verdict(question: PageQuestion, one: Verdict) -> dict[str, Any]:
    """Return a verdict as the page shows it: with its trace, and the line of the rulebook."""
    return {
        **one.to_dict(),
        "trace": _line(question, one.trace),
        "line": _place(question, one.name),
        "claim": _claim(question, one.name),
    }


def _claim(question: PageQuestion, name: str) -> str:
    """Return the text of a property, as it stands in the rulebook; empty where it is none there."""
    function = getattr(type(question.rules.game), name, None)
    try:
        return dedent(inspect.getsource(function)).rstrip() if function is not None else ""
    except (OSError, TypeError):
        return ""


def _stopped(question: PageQuestion, one: Property) -> dict[str, Any]:
    """Return the verdict on a property for which there was no time."""
    game = question.rules.game
    verdict = Verdict(
        game=game.name,
        parameters=game.parameters,
        engine="auto",
        name=one.name,
        kind=one.kind,
        verdict="unknown",
        positions=0,
        complete=False,
        message=f"stopped after {question.seconds:g} s: limit the search depth",
    )
    return _verdict(question, verdict)


def _place(question: PageQuestion, name: str) -> int | None:
    function = question.rules.functions.get(name)
    return function.place.line if function else None


def find_instance(question: PageQuestion) -> dict[str, Any]:
    """Find a position that satisfies an expression: the first, or the one with this number."""
    found = question.ask(FindRequest)
    return {**answer_fields(found), "trace": _instance(question, found)}


def force_goal(question: PageQuestion) -> dict[str, Any]:
    """Decide whether some players can force a goal from this position against all others."""
    who = question.asked["who"]
    if not who:
        raise BadInput("choose the players who are to force it")
    position = question.position
    rules = question.rules
    if rules.starts_anywhere or position != question.engine.initial():
        rules = with_start(rules, position)
    goal, limits = question.asked["text"], Limits(question.progress, question.memory, threads=1)
    how = strategy(rules, who, goal, limits=limits)
    answer = answer_of(how, goal)
    trace = trace_of(how.engine, forced_play(how)) if answer.forced else None
    return {**answer_fields(answer), "trace": _line(question, trace)}


def unfold(question: PageQuestion) -> dict[str, Any]:
    """Show the last move step by step, with the board after each change."""
    if question.at == 0:
        raise BadInput("no move precedes this board")
    before = question.line[question.at - 1]
    explanation = explain(question.rules, before, question.asked["moves"][question.at - 1])
    steps, previous = [], before
    for step in explanation.steps:
        position = read_position(question.rules.game, step.position)
        steps.append({**_plain(step), "svg": board_of(position, previous)})
        previous = position
    return {"move": explanation.move, "steps": steps}


def _plain(step: Any) -> dict[str, Any]:
    return {"line": step.line, "rule": step.rule, "change": step.change}


def lint_game(question: PageQuestion) -> dict[str, Any]:
    """Report likely mistakes in the rulebook, by source line and with traces."""
    report = question.ask(LintRequest)
    findings = [
        {**msgspec.to_builtins(one), "trace": _line(question, one.trace)} for one in report.findings
    ]
    return {"findings": findings, "positions": report.positions, "complete": report.complete}


def compare_games(question: PageQuestion) -> dict[str, Any]:
    """Decide whether the game is the same with other parameters; if not, return a game of each."""
    answer = question.ask(SameGameRequest, other=question.other.rules)
    traces = {name: _line(question, getattr(answer, name)) for name in ("trace", "other_trace")}
    return {**answer_fields(answer), **traces}


def _line(question: PageQuestion, trace: Trace | None) -> dict[str, Any] | None:
    """Return a trace as the page shows it: non-default parameters, start and moves."""
    if trace is None:
        return None
    options = question.rules.game.options
    other = {n: v for n, v in trace.parameters.items() if v != options[n].default}
    return {"parameters": other, "start": trace.positions[0], "moves": trace.moves}


def _instance(question: PageQuestion, found: Found) -> dict[str, Any] | None:
    if found.trace is None and found.position is not None:
        return {"start": found.position, "moves": []}
    return _line(question, found.trace)
