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
from ...answers import Verdict
from ...drawing.reasons import defects_of
from ...engines.planner import runner
from ...errors import BoardproofError
from ...ir.rules import Rules
from ...positions.notation import read_position
from ...positions.position import Position
from ...questions.properties import WELLFORMED, Property
from ...reading.queries import ask
from ...reading.query_text import QueryText
from ...rules.claims import Implication, TextClaim
from ...rules.decorators import Mark
from ...rules.game import Game, choices

#: The kinds of claims that a single position can refute.
OF_POSITIONS = ("always", "never", "preserved", "implies")


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
    if verdict.verdict != "fails" or verdict.trace is None or one.kind not in OF_POSITIONS:
        return {}
    try:
        position = read_position(rules.game, verdict.trace.positions[-1])
        if one.name == WELLFORMED:
            return _told([], [], [text for text, _ in defects_of(runner(rules), position)])
        return _Refuter(rules, one).refute(position)
    except BoardproofError:  # an explanation is not worth an error
        return {}


def _told(parts: list[ClaimPart], grounds: list[Ground], more: list[str]) -> dict[str, Any]:
    return {
        "parts": [{"text": part.text, "holds": part.holds} for part in parts],
        "grounds": [
            *({"text": one.text, "rule": one.rule, "line": one.line} for one in grounds),
            *({"text": text, "rule": "", "line": 0} for text in more),
        ],
    }


class _Refuter:
    """Finds the arguments for which a property fails in a position, and takes it apart for them."""

    def __init__(self, rules: Rules, one: Property) -> None:
        self._one = one
        match one.claim:
            case Implication(left=left, right=right, domains=domains):
                texts = [QueryText(left, domains), QueryText(right, domains)]
            case TextClaim(text=text, domains=domains):
                texts = [QueryText(text, domains)]
            case _:
                texts = []
        self._rules, self._queries = ask(rules, *texts) if texts else (rules, [])
        self._engine, self._explainer = runner(self._rules), ClaimExplainer(self._rules)

    def refute(self, position: Position) -> dict[str, Any]:
        """Explain the first choice of arguments for which the claim fails."""
        domains = self._one.domains
        for given in choices(self._rules.game, Mark(self._one.kind, domains)):
            sides = list(self._sides(position, given))
            if self._fails([holds for holds, _, _ in sides]):
                parts = [part for _, some, _ in sides for part in some]
                grounds = [ground for _, _, some in sides for ground in some]
                choice = ", ".join(f"{name} = {value}" for name, value in given.items())
                return {"given": choice, **_told(parts, list(dict.fromkeys(grounds)), [])}
        return {}

    def _fails(self, holds: list[bool]) -> bool:
        if self._one.kind == "implies":
            return holds[0] and not holds[1]
        return holds[0] == (self._one.kind == "never")

    def _sides(
        self, position: Position, given: dict[str, Any]
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
            parts, grounds = self._explainer.explain(position, name, given)
            if self._queries:  # a text has no line of its own
                grounds = [replace(one, rule="") if one.rule == name else one for one in grounds]
            yield self._engine.holds(position, name, **given), parts, grounds
