"""Endings that the last move cannot have brought about are not tested again.

A position is reached from one where the game went on: there, every test of `result` that would
have ended it failed. A test that no move into this phase of the game can have turned true still
fails. So only who moved last can have completed a line, and nobody says so in a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import LEGALITY, Function, Rules
from ..ir.visit import StatementVisitor
from .changes import ConditionChanges
from .effects import UNKNOWN, Effect, Effects, Known, evaluate


def effects_into(rules: Rules, phases: Iterable[Known], into: Known) -> set[Effect]:
    """Collect what the moves that may lead into a phase may do."""
    changes: set[Effect] = set()
    for phase in phases:
        for move in rules.moves:
            effects = Effects(rules, phase)
            effects.rule(move)
            if any(_agrees(known, into) for known in effects.exits):
                changes |= effects.changes
    return changes


def _agrees(known: Known, phase: Known) -> bool:
    return all(known.get(name, value) == value for name, value in phase.items())


def prune_result(rules: Rules, changes: set[Effect]) -> Function:
    """Return `result` without the tests that the changes cannot have turned true."""
    result = rules.functions["result"]
    return replace(result, body=_Pruner(rules, changes).block(result.body))


def before_stuck(rules: Rules) -> Rules:
    """Return rules whose `result` asks neither whether a move is legal nor what it means if not."""
    result = rules.functions["result"]
    body = tuple(_without_legality(result.body, rules))
    return replace(rules, functions={**rules.functions, "result": replace(result, body=body)})


def _without_legality(block: n.Block, rules: Rules) -> Iterator[n.Stmt]:
    for node in block:
        match node:
            case n.If(n.Not(n.Call(rule))) if rules.functions[rule].kind == LEGALITY:
                continue
            case n.If(test, then, otherwise):
                sides = [tuple(_without_legality(side, rules)) for side in (then, otherwise)]
                yield n.If(test, *sides, place=node.place)
            case n.For() | n.While():
                yield replace(node, body=tuple(_without_legality(node.body, rules)))
            case _:
                yield node


class _Pruner(StatementVisitor[list[n.Stmt] | None, Known]):
    """Goes through `result` as far as its statements surely ran where the game went on.

    What is left of a statement, None where the game may have gone on before it.
    """

    REFUSES = "the game may have gone on before it"

    def __init__(self, rules: Rules, changes: set[Effect]) -> None:
        self._changes = ConditionChanges(rules, changes)

    def block(self, block: n.Block) -> n.Block:
        """Return what is left of a block."""
        env: Known = {}
        kept: list[n.Stmt] = []
        for i, node in enumerate(block):
            pruned = self.visit_stmt(node, env)
            if pruned is None:
                return (*kept, *block[i:])
            kept += pruned
        return tuple(kept)

    def visit_refused(self, node: n.Node, *known: Any) -> None:
        return None

    def visit_Assign(self, node: n.Assign, env: Known) -> list[n.Stmt]:
        env[node.name] = evaluate(node.value, env)
        return [node]

    def visit_If(self, node: n.If, env: Known) -> list[n.Stmt] | None:
        if ending_test(node) is None:
            return None
        return [node] if self._may_end(node.test, env) else []

    def visit_Return(self, node: n.Return, env: Known) -> list[n.Stmt] | None:
        ending = ending_test(node)
        if ending is None:
            return None
        nothing = n.Return(n.Const(None, type=t.NONE))
        return [node if self._may_end(ending[0], env) else nothing]

    def visit_For(self, node: n.For, env: Known) -> list[n.Stmt] | None:
        over = evaluate(node.over, env)
        if over is UNKNOWN or len(node.body) != 1 or not isinstance(node.body[0], n.If):
            return None
        laps: list[n.Stmt] = []
        for value in over:
            left = self.visit_stmt(node.body[0], {**env, node.name: value})
            if left is None:
                return None
            if left:
                lap = n.Const((value,), type=node.over.type, place=node.over.place)
                laps.append(replace(node, over=lap))
        return [node] if len(laps) == len(over) else laps

    def _may_end(self, test: n.Expr, env: Known) -> bool:
        risky = any(
            isinstance(node, n.Pick)
            or (isinstance(node, n.Lookup) and evaluate(node.key, env) is UNKNOWN)
            for node in test.walk()
        )
        return risky or self._changes.visit_expr(test, True, env)


def ending_test(node: n.Stmt) -> tuple[n.Expr, n.Expr] | None:
    """Return test and result of a statement that ends the game if the test holds, and only then."""
    match node:
        case n.If(test, (n.Return(value),), ()) if ends_game(value):
            return test, value
        case n.Return(n.Choose(test, yes, no)) if ends_game(yes) and goes_on(no):
            return test, yes
    return None


def ends_game(value: n.Expr) -> bool:
    """Whether a value that `result` returns always ends the game."""
    return isinstance(value.type, t.ResultT)


def goes_on(value: n.Expr) -> bool:
    """Whether a value that `result` returns never does."""
    return isinstance(value, n.Const) and value.value is None
