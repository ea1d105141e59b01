"""How games end, as lists of small tests.

The places where somebody has a line, united, make a large diagram; each line alone a small one.
So `result` is kept as its tests in their order, each a list of parts of which one must hold, and
what a set of positions has of them is taken out part by part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ....analysis.ending_pruning import ends_game, goes_on
from ....ir import nodes as n
from ....ir.rules import Function
from ....rules.results import Result
from ..bdd.manager import Diagram
from ..transition.relation import WORK, TransitionBuilder
from .statements import SymbolicInterpreter

#: Parts are united up to so many nodes.
GROUP = 2000


@dataclass(frozen=True)
class Ending:
    """A result, and the parts of which one must hold, nothing before it having ended the game."""

    result: Result
    parts: tuple[Diagram, ...]


@dataclass(frozen=True)
class Endings:
    """All endings in their order, and where the rule that tells them goes wrong."""

    found: list[Ending]
    broken: Diagram


def endings(translator: TransitionBuilder, function: Function, phase: dict[str, Any]) -> Endings:
    """Give the endings that a `result` rule tells, in its order."""
    reader = _Reader(translator, phase)
    try:
        reader.block(function.body)
        found = Endings(reader.found, translator.algebra.false)
    except _Unlisted:
        found = _whole(translator, function, phase)
    d = translator.coder.diagrams
    grouped = [Ending(e.result, tuple(d.grouped(e.parts, GROUP))) for e in found.found]
    return Endings(grouped, found.broken)


def _whole(translator: TransitionBuilder, function: Function, phase: dict[str, Any]) -> Endings:
    """Run the rule as it is: one part for each result."""
    runner = translator.runner(phase, translator.where(phase))
    runner.most = translator.coder.diagrams.used + WORK
    runner.block(function.body)
    value = runner.as_cases(runner.returned)
    found = [Ending(result, (where,)) for result, where in value.of.items() if result is not None]
    return Endings(found, runner.broken)


class _Unlisted(Exception):
    """The rule does more than test and return."""


class _Reader:
    """Goes through a rule that tests one thing after another."""

    def __init__(self, translator: TransitionBuilder, phase: dict[str, Any]) -> None:
        self.runner = translator.runner(phase, translator.where(phase))
        self.found: list[Ending] = []

    def block(self, block: n.Block) -> None:
        for node in block:
            self._statement(node)
            # Parts are looked at without what stands before them: that may go wrong for nothing.
            if self.runner.broken.satisfiable():
                raise _Unlisted

    def _statement(self, node: n.Stmt) -> None:
        match node:
            case n.Assign():
                self.runner.visit_Assign(node)
            case n.If(then=(n.Return() as ending,), otherwise=()) if ends_game(ending.value):
                self._ending(node.test, ending.value)
            case n.For(body=(n.If() as inner,)):
                self._laps(node, inner)
            case n.Return(value=n.Choose() as choice) if ends_game(choice.yes) and goes_on(
                choice.no
            ):
                self._ending(choice.test, choice.yes)
            case n.Return() if goes_on(node.value):
                return
            case _:
                raise _Unlisted

    def _laps(self, node: n.For, inner: n.If) -> None:
        groups = self.runner.laps(node.over)
        if len(groups) != 1 or not all(where.valid() for _, where in groups[0]):
            raise _Unlisted
        for value, _ in groups[0]:
            self.runner.env[node.name] = self.runner.bound(value)
            self._statement(inner)

    def _ending(self, test: n.Expr, value: n.Expr) -> None:
        result = self.runner.cases(value)
        if not result.known():
            raise _Unlisted
        parts = tuple(part for part in parts_of(self.runner, test) if part.satisfiable())
        if parts:
            self.found.append(Ending(result.only(), parts))


def parts_of(runner: SymbolicInterpreter, node: n.Expr) -> list[Diagram]:
    """Split a condition into parts of which one must hold."""
    match node:
        case n.Or():
            return [part for item in node.items for part in parts_of(runner, item)]
        case n.And():
            return _joined(runner, node)
        case n.Fold(kind="any"):
            return _fold_parts(runner, node)
        case n.Call():
            return _call_parts(runner, node)
    return [runner.truth(node)]


def _joined(runner: SymbolicInterpreter, node: n.And) -> list[Diagram]:
    split = [parts_of(runner, item) for item in node.items]
    whole = [parts[0] for parts in split if len(parts) == 1]
    many = [parts for parts in split if len(parts) != 1]
    if len(many) > 1:
        return [runner.truth(node)]
    found = runner.algebra.true
    for one in whole:
        found = found & one
    return [found & part for part in many[0]] if many else [found]


def _fold_parts(runner: SymbolicInterpreter, node: n.Fold) -> list[Diagram]:
    found, outer = [], runner.env
    for group in runner.laps(node.over):
        for value, where in group:
            runner.env = {**outer, node.name: runner.bound(value)}
            there = where & runner.truth(node.where)
            if there.satisfiable():
                found += [there & part for part in parts_of(runner, node.body)]
    runner.env = outer
    return found


def _call_parts(runner: SymbolicInterpreter, node: n.Call) -> list[Diagram]:
    function = runner.rules.functions[node.rule]
    if len(function.body) != 1 or not isinstance(function.body[0], n.Return):
        return [runner.truth(node)]
    names, outer = [name for name, _ in function.parameters], runner.env
    values = [runner.visit_expr(argument) for argument in node.arguments]
    runner.env = dict(zip(names, values, strict=True))
    found = parts_of(runner, function.body[0].value)
    runner.env = outer
    return found
