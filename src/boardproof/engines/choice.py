"""Choosing an engine: the one that is asked for, or the one that suits the game's size."""

from __future__ import annotations

from typing import Any

from ..errors import TooLarge
from ..ir.rules import Rules
from .contract import Engine, Enumeration, make_engine
from .graph import StateGraph, TooMany
from .plain import PlainEngine
from .position import Position
from .retrograde import PlainBuild, PlainSolved
from .solving import Build, Solved
from .watch import Watch

#: A game with no more positions than this is done before machine code is loaded.
FEW = 6_500


def enumerate_with(
    name: str, rules: Rules, watch: Watch | None = None, **options: Any
) -> tuple[str, Enumeration]:
    """Visit every reachable position; say which engine did. It may have options of its own."""
    if name != "auto":
        return name, make_engine(name, rules, **options).enumerate(watch)
    try:
        graph = StateGraph(make_engine("reference", rules), watch, FEW)
        return "reference", graph.enumeration()
    except TooMany:
        engine = fastest(rules)
        return engine.name, engine.enumerate(watch)


def solve_with(
    name: str, rules: Rules, watch: Watch | None = None, start: Position | None = None
) -> tuple[str, Solved]:
    """Solve all that can be reached, from the start or from a position; say which engine did.

    An engine that only knows the whole game solves that, and the position with it.
    """
    if name == "auto":
        plain = make_engine("reference", rules)
        try:
            return "reference", PlainSolved.of(plain, StateGraph(plain, watch, FEW, start))
        except TooMany:
            engine = fastest(rules)
    else:
        engine = make_engine(name, rules)
    if isinstance(engine, PlainEngine):
        return engine.name, engine.solve(watch, start)
    return engine.name, engine.solve(watch)


def build_with(name: str, rules: Rules, watch: Watch) -> tuple[str, Build]:
    """Find all reachable positions, to be solved layer by layer; say which engine does."""
    if name == "auto":
        plain = make_engine("reference", rules)
        try:
            graph = StateGraph(plain, watch, FEW)
            return "reference", PlainBuild(PlainSolved.of(plain, graph))
        except TooMany:
            name = fastest(rules).name
    engine = make_engine(name, rules)
    return name, engine.build(watch)


def engine_for_perft(name: str, rules: Rules, start: Position | None, depth: int) -> Engine:
    """Give the engine asked for; left to choose, a plain one unless there are many sequences."""
    if name != "auto":
        return make_engine(name, rules)
    plain = make_engine("reference", rules)
    for shallow in range(1, depth):
        if plain.perft(start or plain.initial(), shallow)[-1] > FEW:
            return fastest(rules)
    return plain


def fastest(rules: Rules) -> Engine:
    """Make the compiled engine, or the reference engine for what that one cannot take."""
    try:
        return make_engine("compiled", rules)
    except TooLarge:
        return make_engine("reference", rules)
