"""Counting laps and calls, so that a loop or a recursion without end is an error and not a hang.

The rules run as they are written; only `while test:` becomes `while test and <one more lap>:`, at
the same lines, so a debugger steps through the rulebook's own text. Rules that may come back to
themselves are entered through a counter.
"""

from __future__ import annotations

import ast
import copy
from functools import wraps
from types import FunctionType
from typing import Any

from ...ir import types as t
from ...ir.interpreter import MOST_LAPS, endless_loop
from ...ir.recursion import (
    MOST_CALLS,
    cycles,
    endless_recursion,
    stack_depth,
    with_stack_depth,
)
from ...ir.rules import Rules
from ...reading.source import Source, source_of
from ...rules.decorators import derived
from ...rules.domains import Domain
from ...rules.game import Game
from ...rules.state import Refused


class LoopCounts:
    """Counts the laps of one run of a rule, and how deep its calls are."""

    def __init__(self) -> None:
        self.laps = self.calls = 0

    def lap(self) -> bool:
        """Count one lap more; refuse when there are too many."""
        self.laps += 1
        if self.laps > MOST_LAPS:
            raise Refused(endless_loop())
        return True


def with_counts(rules: Rules, counts: LoopCounts) -> type[Game]:
    """Return the game's class with laps and calls counted, and words that rules return as elements.

    Where there are none of these, it is the class itself.
    """
    cls, recursive, depth = type(rules.game), cycles(rules), stack_depth(rules)
    counted: dict[str, Any] = {}
    for name in rules.functions:
        rule = getattr(cls, name, None)
        function = rule.fget if isinstance(rule, derived) else rule
        if not isinstance(function, FunctionType) or function.__module__ == Game.__module__:
            continue
        source, run = source_of(function), function
        if any(isinstance(node, ast.While) for node in ast.walk(source.tree)):
            run = _with_laps(source, counts)
        named = _named_by(rules.functions[name].returns, source)
        if named is not None:
            run = _with_elements(run, named)
        if name in recursive:
            run = _with_calls(name, run, counts, depth)
        if run is not function:
            counted[name] = derived(run) if isinstance(rule, derived) else run
    return type(cls.__name__, (cls,), counted) if counted else cls


def _named_by(returns: t.Type, source: Source) -> Domain[Any] | None:
    """Return the domain whose elements a rule returns by their names, None where it does not."""
    inner = returns.of if isinstance(returns, t.OptionT) else returns
    words = any(
        isinstance(part, ast.Constant) and isinstance(part.value, str)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Return) and node.value is not None
        for part in ast.walk(node.value)
    )
    return inner.domain if words and isinstance(inner, t.ElementT) else None


def _with_elements(rule: Any, domain: Domain[Any]) -> Any:
    """Return the elements that a rule names."""

    @wraps(rule)
    def run(*arguments: Any, **named: Any) -> Any:
        value = rule(*arguments, **named)
        return domain.own.get(value, value)

    return run


def _with_calls(name: str, rule: Any, counts: LoopCounts, depth: int) -> Any:
    def enter(*arguments: Any, **named: Any) -> Any:
        counts.calls += 1
        try:
            if counts.calls > MOST_CALLS:
                raise Refused(endless_recursion(name))
            return rule(*arguments, **named)
        finally:
            counts.calls -= 1

    @wraps(rule)
    def enter_first(*arguments: Any, **named: Any) -> Any:
        if counts.calls:
            return enter(*arguments, **named)
        with with_stack_depth(depth):
            return enter(*arguments, **named)

    return enter_first


class _CountLaps(ast.NodeTransformer):
    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        lap = ast.Call(ast.Name("__lap__", ast.Load()), [], [])
        node.test = ast.BoolOp(ast.And(), [node.test, lap])
        return node


def _with_laps(source: Source, counts: LoopCounts) -> Any:
    """Compile the rule again with counted loops, in a function that binds its outer names."""
    function, tree = source.function, copy.deepcopy(source.tree)
    tree.decorator_list, tree.returns = [], None
    for argument in (*tree.args.posonlyargs, *tree.args.args):
        argument.annotation = None
    tree.args.defaults = [ast.Constant(None) for _ in tree.args.defaults]
    rule = _CountLaps().visit(tree)
    cells = function.__closure__ or ()
    outer_names = {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, cells, strict=True)
    }
    outer_names["__lap__"] = counts.lap
    outer = ast.parse(f"def outer({', '.join(outer_names)}):\n    return {tree.name}").body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body.insert(0, rule)
    module = ast.fix_missing_locations(ast.Module([outer], []))
    names: dict[str, Any] = {}
    exec(compile(module, source.file, "exec"), function.__globals__, names)
    counted = names["outer"](**outer_names)
    counted.__defaults__ = function.__defaults__  # computed once, where the rule is written
    return counted
