"""Asking a question of a few positions: its parts are taken out of the set one by one.

The places where somebody has a line, united, make a large diagram; what a set of positions has of
each line is a small one. So `and`, `or`, `not`, `any` and `all` work on the set itself.
"""

from __future__ import annotations

from ...ir import nodes as n
from .diagrams import Diagram
from .running import Runner


def selected(runner: Runner, node: n.Expr, among: Diagram) -> Diagram:
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


def _truth(runner: Runner, node: n.Expr, among: Diagram) -> Diagram:
    """Ask a condition only where nothing before has settled it: elsewhere it may go wrong."""
    outer, runner.live = runner.live, among & ~runner.broken
    found = runner.truth(node)
    runner.live = outer
    return found


def _first_of(runner: Runner, node: n.Or, among: Diagram) -> Diagram:
    left = among
    for item in node.items:
        left = left & ~selected(runner, item, left)
    return among & ~left


def _fold(runner: Runner, node: n.Fold, among: Diagram) -> Diagram:
    """Take out what meets a lap of `any`, or what fails one of `all`."""
    outer, left, wanted = runner.env, among, node.kind == "any"
    live, runner.live = runner.live, among & ~runner.broken
    laps = runner.laps(node.over)
    runner.live = live
    for group in laps:
        for value, where in group:
            runner.env = {**outer, node.name: runner._bound(value)}
            there = selected(runner, node.where, left & where)
            met = selected(runner, node.body, there)
            left = left & ~(met if wanted else there & ~met)
    runner.env = outer
    return among & ~left if wanted else left


def _call(runner: Runner, node: n.Call, among: Diagram) -> Diagram:
    function = runner.rules.functions[node.rule]
    if len(function.body) != 1 or not isinstance(function.body[0], n.Return):
        return among & _truth(runner, node, among)
    names, outer = [name for name, _ in function.parameters], runner.env
    live, runner.live = runner.live, among & ~runner.broken
    values = [runner.see(argument) for argument in node.arguments]
    runner.live = live
    runner.env = dict(zip(names, values, strict=True))
    found = selected(runner, function.body[0].value, among)
    runner.env = outer
    return found
