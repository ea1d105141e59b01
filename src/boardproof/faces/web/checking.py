"""Check, find, force, explain, compare and lint for the page: answers with traces to show."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from ...answers import Found, Trace, Verdict
from ...errors import BadInput, BoardproofError
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
from .refuting import refutation, source_of
from .view import board_of

#: The share of its time that the check of all properties takes, and after which all is stopped.
SHARE, LAST = 0.75, 0.95
#: The depths to which properties are checked of which nothing else is known, by this engine.
DEPTHS, PLAIN = (1, 2, 3, 4, 6, 8), "reference"
#: What the terminal advises, and not the page.
ADVICE = ": allow more with --time"


def check_game(question: PageQuestion) -> dict[str, Any]:
    """Check the named property, or all except conjectures: a verdict on each, whatever happens."""
    rules, name = question.rules, question.asked["text"].strip()
    properties = select_properties(rules, (name,) if name else ())
    verdicts: dict[str, dict[str, Any]] = {}
    unsure: dict[str, Verdict] = {}

    def tell(one: Verdict) -> None:
        if one.verdict == "unknown" and one.depth is None:
            unsure[one.name] = one
        elif one.name not in verdicts:
            verdicts[one.name] = _verdict(question, one)
            question.tell({"verdict": verdicts[one.name]})

    def left() -> list[str]:
        return [one.name for one in properties if one.name not in verdicts]

    problem = _check(question, left(), SHARE, tell)
    if problem:  # it may concern one of them only
        problems = {name: _check(question, [name], LAST, tell) for name in left()}
    else:
        problems = dict.fromkeys(left(), "")
    for near in _near(question, left()):
        tell(near)
    for one in [one for one in properties if one.name not in verdicts]:
        known = unsure.get(one.name) or _unknown(question, one, problems[one.name] or problem)
        verdicts[one.name] = _verdict(question, known)
        question.tell({"verdict": verdicts[one.name]})
    return {
        "verdicts": [verdicts[one.name] for one in properties],
        "conjectures": conjectures(rules),
    }


def _check(
    question: PageQuestion,
    names: list[str],
    share: float,
    tell: Callable[[Verdict], None],
    **how: Any,
) -> str:
    """Check properties for a share of the time; return why some have no verdict, if so."""
    left = question.began + share * question.seconds - time.monotonic()
    out_of_time = f"stopped after {question.seconds:g} s: limit the search depth"
    if left <= 0:
        return out_of_time
    given = {"depth": question.asked["plies"], "memory": question.memory, "time": left, **how}
    request = CheckRequest(names=tuple(names), **given)
    try:
        answers = ask(question.rules, request, JobDeadline(question, LAST), report=tell)
    except OutOfTime:
        return out_of_time
    except BoardproofError as wrong:
        return str(wrong)
    for one in answers:
        tell(one)
    return ""


def _near(question: PageQuestion, names: list[str]) -> list[Verdict]:
    """Check properties near the start, deeper and deeper, as long as there is time."""
    known: dict[str, Verdict] = {}
    for depth in DEPTHS:
        if not names or (question.asked["plies"] or depth) < depth:
            break
        found: list[Verdict] = []
        if _check(question, names, LAST, found.append, depth=depth, engine=PLAIN):
            break
        known |= {one.name: one for one in found}
    return list(known.values())


def _verdict(question: PageQuestion, one: Verdict) -> dict[str, Any]:
    """Return a verdict as the page shows it: with its trace, its text, and what refutes it."""
    rules = question.rules
    (claim,) = select_properties(rules, (one.name,))
    source = source_of(rules.game, one.name)
    return {
        **one.to_dict(),
        "message": one.message.replace(ADVICE, ""),
        "trace": _line(question, one.trace),
        "line": source.line,
        "claim": source.text,
        "refuted": refutation(rules, claim, one),
    }


def _unknown(question: PageQuestion, one: Property, problem: str) -> Verdict:
    """Return the verdict on a property of which nothing is known."""
    game = question.rules.game
    return Verdict(
        game=game.name,
        parameters=game.parameters,
        engine="auto",
        name=one.name,
        kind=one.kind,
        verdict="unknown",
        positions=0,
        complete=False,
        message=problem,
    )


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
