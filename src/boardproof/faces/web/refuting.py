"""What refutes a claim: its text, which of its parts hold at the last board, and why."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, replace
from textwrap import dedent
from typing import Any

from ...analysis.claim_parts import ClaimExplainer, ClaimPart
from ...analysis.ending_grounds import EndingExplainer, Ground
from ...answers import Trace, Verdict
from ...drawing.reasons import defects_of
from ...engines.planner import runner
from ...errors import BoardproofError
from ...ir.rules import Rules
from ...positions.notation import read_position
from ...positions.position import Position
from ...questions.properties import NEVER_STUCK, WELLFORMED, Property
from ...reading.queries import ask
from ...reading.query_text import QueryText
from ...rules.claims import Claim, Forcing, Implication, TextClaim, Until
from ...rules.decorators import Mark
from ...rules.game import Game, choices

#: The kinds of claims that a game refutes.
REFUTED = ("always", "never", "preserved", "implies", "step", "terminates", "force")


@dataclass(frozen=True)
class ClaimSource:
    """A claim as it stands in the rulebook: its text and its line, where it has any."""

    text: str = ""
    line: int | None = None


def source_of(game: Game, name: str) -> ClaimSource:
    """Return the text of a claim, written as a method or as an assignment in the class."""
    own = [cls for cls in type(game).__mro__ if cls.__module__ == type(game).__module__]
    for cls in own:
        if name not in vars(cls):
            continue
        try:
            lines, first = inspect.getsourcelines(cls)
        except (OSError, TypeError):
            return ClaimSource()
        text = dedent("".join(lines))
        body = ast.parse(text).body[0]
        assert isinstance(body, ast.ClassDef)
        for node in body.body:
            if name in _names(node):
                start = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
                written = text.split("\n")[start - 1 : node.end_lineno]
                return ClaimSource(dedent("\n".join(written)), first + node.lineno - 1)
    return ClaimSource()


def _names(node: ast.stmt) -> list[str]:
    """Return the names that a statement of a class binds."""
    match node:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def refutation(rules: Rules, one: Property, verdict: Verdict) -> dict[str, Any]:
    """Return which parts of a failing claim hold at the last board of its trace, and why."""
    trace = verdict.trace
    if verdict.verdict != "fails" or trace is None or one.kind not in REFUTED:
        return {}
    try:
        way = [read_position(rules.game, text) for text in trace.positions[-2:]]
        if one.name == WELLFORMED:
            return _told([], [], [text for text, _ in defects_of(runner(rules), way[-1])])
        stuck = one.name == NEVER_STUCK and one.name not in rules.functions
        if stuck or one.kind == "terminates":
            return _unended(rules, way[-1], trace)
        before = way[0] if one.kind == "step" else None
        shown = _Refuter(rules, one).refute(way[-1], before)
        if isinstance(one.claim, Forcing):
            shown["grounds"] += _sentences([_prevented(rules, one.claim), *_goes_round(trace)])
        return shown
    except BoardproofError:  # an explanation is not worth an error
        return {}


def _unended(rules: Rules, position: Position, trace: Trace) -> dict[str, Any]:
    """Explain a game that does not end: nobody can move on, or a position comes again."""
    moves = bool(runner(rules).legal_moves(position))
    parts = [ClaimPart("the game is over", False), ClaimPart("a move is legal", moves)]
    rule = rules.functions["result"]
    return _told(parts, [Ground("result", rule.place.line, "result is None")], _goes_round(trace))


def _goes_round(trace: Trace) -> list[str]:
    if trace.back_to is None:
        return []
    return [f"the last board is Board{trace.back_to} again: a game can go on so forever"]


def _prevented(rules: Rules, claim: Forcing) -> str:
    """Return who can prevent what is claimed to be forced."""
    who = [name.casefold() for name in claim.who]
    others = [str(player) for player in rules.game.players if player.casefold() not in who]
    if not others:
        return "no game comes to it"
    return f"{' and '.join(others)} can prevent it, whatever {' and '.join(claim.who)} may do"


def _told(parts: list[ClaimPart], grounds: list[Ground], more: list[str]) -> dict[str, Any]:
    return {
        "parts": [{"text": part.text, "holds": part.holds} for part in parts],
        "grounds": [
            *({"text": one.text, "rule": one.rule, "line": one.line} for one in grounds),
            *_sentences(more),
        ],
    }


def _sentences(texts: list[str]) -> list[dict[str, Any]]:
    """Return grounds that stand in no line of the rulebook."""
    return [{"text": text, "rule": "", "line": 0} for text in texts]


def _texts(claim: Claim | None) -> list[str]:
    """Return the texts that a claim is made of."""
    match claim:
        case Implication(left=left, right=right):
            return [left, right]
        case Forcing(goal=Until(keep=keep, goal=goal)):
            return [keep, goal]
        case TextClaim(text=text) | Forcing(goal=TextClaim(text=text) | str(text)):
            return [text]
    return []


class _Refuter:
    """Finds the arguments for which a property fails in a position, and takes it apart for them."""

    def __init__(self, rules: Rules, one: Property) -> None:
        self._one = one
        texts = [QueryText(text, one.domains) for text in _texts(one.claim)]
        self._rules, self._queries = ask(rules, *texts) if texts else (rules, [])
        self._engine, self._explainer = runner(self._rules), ClaimExplainer(self._rules)

    def refute(self, position: Position, before: Position | None = None) -> dict[str, Any]:
        """Explain the first choice of arguments for which the claim fails."""
        domains = self._one.domains
        for given in choices(self._rules.game, Mark(self._one.kind, domains)):
            sides = list(self._sides(position, given, before))
            if self._fails([holds for holds, _, _ in sides]):
                parts = [part for _, some, _ in sides for part in some]
                grounds = [ground for _, _, some in sides for ground in some]
                choice = ", ".join(f"{name} = {value}" for name, value in given.items())
                return {"given": choice, **_told(parts, list(dict.fromkeys(grounds)), [])}
        return _told([], [], [])

    def _fails(self, holds: list[bool]) -> bool:
        if self._one.kind == "force":
            return True
        if self._one.kind == "implies":
            return holds[0] and not holds[1]
        return holds[0] == (self._one.kind == "never")

    def _sides(
        self, position: Position, given: dict[str, Any], before: Position | None
    ) -> Iterator[tuple[bool, list[ClaimPart], list[Ground]]]:
        """Yield for each side of the claim whether it holds, its parts, and what it rests on."""
        names = [query.question for query in self._queries] or [self._one.name]
        for at, name in enumerate(names):
            if not name:  # about how the game ends
                query = self._queries[at]
                holds = (self._engine.outcome(position) in query.results) == query.holds
                grounds = EndingExplainer(self._rules).grounds(position)
                yield holds, [ClaimPart(query.text, holds)], grounds
                continue
            parts, grounds = self._explainer.explain(position, name, given, before)
            if self._queries:  # a text has no line of its own
                grounds = [replace(one, rule="") if one.rule == name else one for one in grounds]
            yield self._holds(position, name, given, before), parts, grounds

    def _holds(
        self, position: Position, name: str, given: dict[str, Any], before: Position | None
    ) -> bool:
        if before is None:
            return self._engine.holds(position, name, **given)
        return bool(self._engine.compare(before, position, name, *given.values()))
