"""Asking a question of a few positions: its parts are taken out of the set one by one.

The places where somebody has a line, united, make a large diagram; what a set of positions has of
each line is a small one. So `and`, `or`, `not`, `any` and `all` work on the set itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....ir import nodes as n
from ..bdd.manager import Diagram
from .statements import SymbolicInterpreter
from .values import Value


def selected(runner: SymbolicInterpreter, node: n.Expr, among: Diagram) -> Diagram:
    """Give the positions of a set in which a condition holds."""
    if not among.satisfiable():
        return among
    match node:
        case n.And():
            for item in node.items:
                among = selected(runner, item, among)
            return among
        case n.Or():
            return _first_of(runner, node, among)
        case n.Not():
            return among & ~selected(runner, node.of, among)
        case n.Fold(kind="any" | "all"):
            return _fold(runner, node, among)
        case n.Call():
            return _call(runner, node, among)
    return among & _truth(runner, node, among)


def _truth(runner: SymbolicInterpreter, node: n.Expr, among: Diagram) -> Diagram:
    """Ask a condition only where nothing before has settled it: elsewhere it may go wrong."""
    outer, runner.live = runner.live, among & ~runner.broken
    found = runner.truth(node)
    runner.live = outer
    return found


def _first_of(runner: SymbolicInterpreter, node: n.Or, among: Diagram) -> Diagram:
    left = among
    for item in node.items:
        left = left & ~selected(runner, item, left)
    return among & ~left


def _fold(runner: SymbolicInterpreter, node: n.Fold, among: Diagram) -> Diagram:
    """Take out what meets a lap of `any`, or what fails one of `all`."""
    outer, left, wanted = runner.env, among, node.kind == "any"
    for value, where in _laps(runner, node, among):
        runner.env = {**outer, node.name: runner.bound(value)}
        there = selected(runner, node.where, left & where)
        met = selected(runner, node.body, there)
        left = left & ~(met if wanted else there & ~met)
    runner.env = outer
    return among & ~left if wanted else left


def _laps(runner: SymbolicInterpreter, node: n.Fold, among: Diagram) -> list[tuple[Any, Diagram]]:
    live, runner.live = runner.live, among & ~runner.broken
    laps = [lap for group in runner.laps(node.over) for lap in group]
    runner.live = live
    return laps


def _call(runner: SymbolicInterpreter, node: n.Call, among: Diagram) -> Diagram:
    if not _plain(runner, node):
        return among & _truth(runner, node, among)
    outer = runner.env
    runner.env = _bound(runner, node, among)
    found = selected(runner, _plain_body(runner, node), among)
    runner.env = outer
    return found


def _plain(runner: SymbolicInterpreter, node: n.Call) -> bool:
    """Say whether a rule only returns an expression."""
    body = runner.rules.functions[node.rule].body
    return len(body) == 1 and isinstance(body[0], n.Return)


def _plain_body(runner: SymbolicInterpreter, node: n.Call) -> n.Expr:
    body = runner.rules.functions[node.rule].body[0]
    assert isinstance(body, n.Return)
    return body.value


def _bound(runner: SymbolicInterpreter, node: n.Call, among: Diagram) -> dict[str, Value]:
    """Evaluate a call's arguments."""
    live, runner.live = runner.live, among & ~runner.broken
    names = [name for name, _ in runner.rules.functions[node.rule].parameters]
    values = [runner.visit_expr(argument) for argument in node.arguments]
    runner.live = live
    return dict(zip(names, values, strict=True))


def parts(runner: SymbolicInterpreter, node: n.Expr, among: Diagram) -> Iterator[Diagram]:
    """Give the positions in which a condition holds part by part, none empty, as far as asked for.

    One part is found without the others: of one line of many, say.
    """
    if not among.satisfiable():
        return
    match node:
        case n.And():
            yield from _all_parts(runner, node.items, among)
        case n.Or():
            for item in node.items:
                yield from parts(runner, item, among)
        case n.Fold(kind="any"):
            yield from _lap_parts(runner, node, among)
        case n.Call() if _plain(runner, node):
            outer = runner.env
            runner.env = _bound(runner, node, among)
            inner = runner.env
            for part in parts(runner, _plain_body(runner, node), among):
                runner.env = outer
                yield part
                runner.env = inner
            runner.env = outer
        case _:
            found = selected(runner, node, among)
            if found.satisfiable():
                yield found


def _all_parts(
    runner: SymbolicInterpreter, items: tuple[n.Expr, ...], among: Diagram
) -> Iterator[Diagram]:
    if not items:
        yield among
        return
    for part in parts(runner, items[0], among):
        yield from _all_parts(runner, items[1:], part)


def _lap_parts(runner: SymbolicInterpreter, node: n.Fold, among: Diagram) -> Iterator[Diagram]:
    outer = runner.env
    for value, where in _laps(runner, node, among):
        runner.env = inner = {**outer, node.name: runner.bound(value)}
        there = selected(runner, node.where, among & where)
        for part in parts(runner, node.body, there):
            runner.env = outer
            yield part
            runner.env = inner
    runner.env = outer
