"""Counting the laps of `while` loops, so that one without end is an error and not a hang.

The rules run as they are written; only `while test:` becomes `while test and <one more lap>:`, at
the same lines, so a debugger steps through the rulebook's own text.
"""

from __future__ import annotations

import ast
import copy
from types import FunctionType
from typing import Any

from ...ir.rules import Rules
from ...ir.run import MOST_LAPS
from ...reading.source import Source, source_of
from ...rules.game import Game
from ...rules.state import Refused
from ...rules.words import derived


class Laps:
    """Counts the laps of one run of a rule."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> bool:
        """Count one lap more; refuse when there are too many."""
        self.count += 1
        if self.count > MOST_LAPS:
            raise Refused(f"a while loop went round more than {MOST_LAPS:,} times")
        return True


def with_counted_laps(rules: Rules, laps: Laps) -> type[Game]:
    """Give the game's class with the laps of its loops counted; the class itself if it has none."""
    cls = type(rules.game)
    counted: dict[str, Any] = {}
    for name in rules.functions:
        rule = getattr(cls, name)
        function = rule.fget if isinstance(rule, derived) else rule
        if isinstance(function, FunctionType) and function.__module__ != Game.__module__:
            source = source_of(function)
            if any(isinstance(node, ast.While) for node in ast.walk(source.tree)):
                loop = _counted(source, laps)
                counted[name] = derived(loop) if isinstance(rule, derived) else loop
    return type(cls.__name__, (cls,), counted) if counted else cls


class _CountLaps(ast.NodeTransformer):
    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        lap = ast.Call(ast.Name("__lap__", ast.Load()), [], [])
        node.test = ast.BoolOp(ast.And(), [node.test, lap])
        return node


def _counted(source: Source, laps: Laps) -> Any:
    """Compile the rule again with counted loops, in a function that binds its outer names."""
    tree = copy.deepcopy(source.tree)
    tree.decorator_list, tree.returns = [], None
    for argument in tree.args.args:
        argument.annotation = None
    rule = _CountLaps().visit(tree)
    code, cells = source.function.__code__, source.function.__closure__ or ()
    outer_names = dict(zip(code.co_freevars, (c.cell_contents for c in cells), strict=True))
    outer_names["__lap__"] = laps
    outer = ast.parse(f"def outer({', '.join(outer_names)}):\n    return {tree.name}").body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body.insert(0, rule)
    module = ast.fix_missing_locations(ast.Module([outer], []))
    names: dict[str, Any] = {}
    exec(compile(module, source.file, "exec"), source.function.__globals__, names)
    return names["outer"](**outer_names)
