"""The parts of a condition: tests that must all hold, each with its rule and line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...errors import Place
from ...ir import nodes as n
from ...statespace.goals import Aim
from .circuit import Gate
from .transition import GameCircuit


@dataclass(frozen=True)
class ConditionPart:
    """A test in a rule: where it holds, and where it is written."""

    rule: str
    place: Place
    gate: Gate

    def __str__(self) -> str:
        """Name the rule and its line; what was asked as text is shown itself."""
        if self.place.file not in ("", "."):
            return f"{self.rule}, line {self.place.line}"
        return self.place.text[self.place.column - 1 : self.place.end_column - 1]


def parts_of(circuit: GameCircuit, aim: Aim) -> list[ConditionPart]:
    """Split an aim at every `and`, also in the rules that it calls.

    >>> from boardproof.reading import read
    >>> from boardproof.reading.queries import ask
    >>> from boardproof.rules.sample import Diagonals
    >>> rules, (query,) = ask(read(Diagonals()), "full and turn == A")
    >>> [part.rule for part in parts_of(GameCircuit(rules), Aim(question=query.question))]
    ['full', 'asked_1']
    """
    rule = aim.question or "result"
    function = circuit.rules.functions[rule]
    if not aim.question or not aim.holds or function.expression is None:
        return [ConditionPart(rule, function.place, circuit.condition(aim))]
    known = circuit.evaluation.runner().algebra.known
    env = function.bind(known(value) for _, value in aim.arguments)
    return list(_parts(circuit, rule, function.expression, env))


def _parts(
    circuit: GameCircuit, rule: str, node: n.Expr, env: dict[str, Any]
) -> Iterator[ConditionPart]:
    runner, functions = circuit.evaluation.runner(), circuit.rules.functions
    runner.env = dict(env)
    if isinstance(node, n.And):
        for item in node.items:
            yield from _parts(circuit, rule, item, env)
        return
    inner = functions[node.rule].expression if isinstance(node, n.Call) else None
    if isinstance(node, n.Call) and inner is not None:
        values = [runner.visit_expr(argument) for argument in node.arguments]
        yield from _parts(circuit, node.rule, inner, functions[node.rule].bind(values))
        return
    holds: Gate = runner.truth(node)
    defect = _defect(circuit, node)
    named = (defect, functions[defect].place) if defect else (rule, node.place)
    yield ConditionPart(*named, holds & ~runner.broken)


def _defect(circuit: GameCircuit, node: n.Expr) -> str | None:
    """Return the forbidden thing that a test excludes, if it is about one."""
    functions = circuit.rules.functions
    calls = [call.rule for call in node.walk() if isinstance(call, n.Call)]
    return next((rule for rule in calls if functions[rule].kind == "forbidden"), None)
