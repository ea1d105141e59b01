"""Endings that the last move cannot have brought about are not tested again.

A position is reached from one where the game went on: there, every test of `result` that would
have ended it failed. A test that no move into this phase of the game can have turned true still
fails. So only who moved last can have completed a line, and nobody says so in a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import Function, Rules
from .changes import ConditionChanges
from .effects import UNKNOWN, Effect, Effects, Known, evaluate


def changes_into(rules: Rules, phases: Iterable[Known], into: Known) -> set[Effect]:
    """Collect what the moves that may lead into a phase may do."""
    found: set[Effect] = set()
    for phase in phases:
        for move in rules.moves:
            effects = Effects(rules, phase)
            effects.rule(move)
            if any(_agrees(known, into) for known in effects.exits):
                found |= effects.changes
    return found


def _agrees(known: Known, phase: Known) -> bool:
    return all(known.get(name, value) == value for name, value in phase.items())


def after_move(rules: Rules, changes: set[Effect]) -> Function:
    """Give `result` without the tests that the changes cannot have turned true."""
    result = rules.functions["result"]
    return replace(result, body=_Pruner(rules, changes).block(result.body))


class _Pruner:
    """Goes through `result` as far as its statements surely ran where the game went on."""

    def __init__(self, rules: Rules, changes: set[Effect]) -> None:
        self._turning = ConditionChanges(rules, changes)

    def block(self, block: n.Block) -> n.Block:
        env: Known = {}
        kept: list[n.Stmt] = []
        for i, node in enumerate(block):
            pruned = self._statement(node, env)
            if pruned is None:
                return (*kept, *block[i:])
            kept += pruned
        return tuple(kept)

    def _statement(self, node: n.Stmt, env: Known) -> list[n.Stmt] | None:
        """Give what is left of a statement, None where the game may have gone on before it."""
        match node:
            case n.Assign():
                env[node.name] = evaluate(node.value, env, {})
                return [node]
            case n.If(then=(n.Return() as ending,), otherwise=()) if ends_game(ending.value):
                return [node] if self._may_end(node.test, env) else []
            case n.For():
                return self._laps(node, env)
            case n.Return(value=n.Choose() as choice) if ends_game(choice.yes) and goes_on(
                choice.no
            ):
                return [node if self._may_end(choice.test, env) else n.Return(choice.no)]
        return None

    def _may_end(self, test: n.Expr, env: Known) -> bool:
        risky = any(
            isinstance(one, n.Pick)
            or (isinstance(one, n.Lookup) and evaluate(one.key, env, {}) is UNKNOWN)
            for one in test.walk()
        )
        return risky or self._turning.could(test, True, env)

    def _laps(self, node: n.For, env: Known) -> list[n.Stmt] | None:
        over = evaluate(node.over, env, {})
        if over is UNKNOWN or len(node.body) != 1 or not isinstance(node.body[0], n.If):
            return None
        laps: list[n.Stmt] = []
        for value in over:
            left = self._statement(node.body[0], {**env, node.name: value})
            if left is None:
                return None
            if left:
                one = n.Const((value,), type=node.over.type, place=node.over.place)
                laps.append(replace(node, over=one))
        return [node] if len(laps) == len(over) else laps


def ends_game(value: n.Expr) -> bool:
    """Say whether a value that `result` returns always ends the game."""
    return isinstance(value.type, t.ResultT)


def goes_on(value: n.Expr) -> bool:
    """Say whether a value that `result` returns never does."""
    return isinstance(value, n.Const) and value.value is None
