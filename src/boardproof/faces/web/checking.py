"""Check, find, force, explain, compare and lint for the page: answers with traces to show."""

from __future__ import annotations

from typing import Any

import msgspec

from ...answers import Found, Trace
from ...engines.notation import read_position
from ...errors import BadInput
from ...questions.check import check
from ...questions.explain import explain
from ...questions.find import Wish, find
from ...questions.force import force
from ...questions.lint import lint
from ...questions.properties import conjectures
from ...questions.same_game import same_game
from .questions import Inquiry
from .table import board_of


def check_game(inquiry: Inquiry) -> dict[str, Any]:
    """Check the property named, or all that are no conjectures."""
    rules, name = inquiry.rules, inquiry.asked["text"].strip()
    found = check(
        rules, *([name] if name else []), progress=inquiry.progress, memory=inquiry.memory
    )
    lines = {name: function.place.line for name, function in rules.functions.items()}
    return {
        "verdicts": [
            {**one.to_dict(), "trace": _line(inquiry, one.trace), "line": lines.get(one.name)}
            for one in found
        ],
        "conjectures": conjectures(rules),
    }


def find_instance(inquiry: Inquiry) -> dict[str, Any]:
    """Find a position in which a text holds: the first, or the one with this number."""
    text, anywhere = inquiry.asked["text"], inquiry.asked["anywhere"]
    found = find(
        inquiry.rules,
        text,
        anywhere=anywhere,
        wish=Wish(number=inquiry.asked["ply"] or 1),
        progress=inquiry.progress,
        memory=inquiry.memory,
    )
    return {**found.to_dict(), "told": str(found), "trace": _instance(inquiry, found), "near": None}


def force_goal(inquiry: Inquiry) -> dict[str, Any]:
    """Say whether some players can force a goal from this position against all others."""
    who = inquiry.asked["who"]
    if not who:
        raise BadInput("choose who is to force it")
    position = inquiry.position
    start = None if position == inquiry.engine.initial() else position
    found = force(
        inquiry.rules,
        who,
        inquiry.asked["text"],
        position=start,
        progress=inquiry.progress,
        memory=inquiry.memory,
    )
    return {**found.to_dict(), "told": str(found)}


def unfold(inquiry: Inquiry) -> dict[str, Any]:
    """Unfold the last move into its changes, each with the board after it."""
    if inquiry.at == 0:
        raise BadInput("there is no move before this board")
    before = inquiry.line[inquiry.at - 1]
    told = explain(inquiry.rules, before, inquiry.asked["moves"][inquiry.at - 1])
    steps, previous = [], before
    for step in told.steps:
        position = read_position(inquiry.rules.game, step.position)
        steps.append({**_plain(step), "svg": board_of(position, previous)})
        previous = position
    return {"move": told.move, "steps": steps}


def _plain(step: Any) -> dict[str, Any]:
    return {"line": step.line, "rule": step.rule, "change": step.change}


def lint_game(inquiry: Inquiry) -> dict[str, Any]:
    """Say what the rulebook's author may not know, by source line and with traces."""
    report = lint(inquiry.rules)
    findings = [
        {**msgspec.to_builtins(one), "trace": _line(inquiry, one.trace)} for one in report.findings
    ]
    return {"findings": findings, "positions": report.positions, "complete": report.complete}


def compare_games(inquiry: Inquiry) -> dict[str, Any]:
    """Say whether the game with other parameters is played alike; if not, a play for each."""
    other = inquiry.other.rules
    found = same_game(inquiry.rules, other, progress=inquiry.progress, memory=inquiry.memory)
    traces = {name: _line(inquiry, getattr(found, name)) for name in ("trace", "other_trace")}
    return {**found.to_dict(), "told": str(found), **traces}


def _line(inquiry: Inquiry, trace: Trace | None) -> dict[str, Any] | None:
    """Give a trace as the page shows it: parameters that are not the default, start and moves."""
    if trace is None:
        return None
    options = inquiry.rules.game.options
    other = {n: v for n, v in trace.parameters.items() if v != options[n].default}
    return {"parameters": other, "start": trace.positions[0], "moves": trace.moves}


def _instance(inquiry: Inquiry, found: Found) -> dict[str, Any] | None:
    if found.trace is None and found.position is not None:
        return {"start": found.position, "moves": []}
    return _line(inquiry, found.trace)
