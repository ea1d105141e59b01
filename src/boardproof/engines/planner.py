"""Choosing an engine: the one that is asked for, or the one that suits the game's size."""

from __future__ import annotations

from typing import Any

from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..limits import Watch
from ..positions.position import Position
from ..statespace.base import Atlas
from ..statespace.explicit import GraphAtlas
from ..statespace.graph import StateGraph, TooMany
from .contract import Engine, Enumeration, make_engine
from .hints import note, recall
from .plain.base import PlainEngine
from .plain.reference import ReferenceEngine
from .plain.retrograde import PlainBuild, PlainSolved
from .solution import Build, Solved

#: A game with no more positions than this is done before machine code is loaded.
FEW = 6_500


def enumerate_with(
    name: str, rules: Rules, watch: Watch | None = None, **options: Any
) -> tuple[str, Enumeration]:
    """Visit every reachable position; say which engine did. It may have options of its own."""
    if name != "auto":
        return name, make_engine(name, rules, **options).enumerate(watch)
    if recall(rules, "large") is not True:
        try:
            graph = StateGraph(make_engine("reference", rules), watch, FEW)
            return "reference", graph.enumeration()
        except TooMany:
            note(rules, "large", True)
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
            return "reference", PlainSolved.of(plain, StateGraph(plain, watch, FEW, start=start))
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


def atlas_for(
    name: str, rules: Rules, watch: Watch | None = None, depth: int | None = None
) -> Atlas:
    """Map the reachable positions with the engine asked for.

    Left to choose, small games are mapped position by position, others by diagrams, unless these
    turn out to have about as many nodes as there are positions.
    """
    if name != "auto":
        engine = make_engine(name, rules)
        if not isinstance(engine, PlainEngine):
            raise BadInput(f"the {name} engine keeps no sets of positions: leave --engine out")
        return engine.atlas(watch, depth)
    small = small_atlas(rules, watch, depth)
    return GraphAtlas(ReferenceEngine(rules), watch, depth) if small is None else small


def small_atlas(rules: Rules, watch: Watch | None, depth: int | None) -> Atlas | None:
    """Map the reachable positions if that is soon done, one by one or by diagrams."""
    return graph_atlas(rules, watch, depth) or diagram_atlas(rules, watch, depth)


def graph_atlas(rules: Rules, watch: Watch | None, depth: int | None) -> Atlas | None:
    """Map the reachable positions one by one if they are few."""
    try:
        return GraphAtlas(ReferenceEngine(rules), watch, depth, FEW)
    except TooMany:
        return None


def diagram_atlas(rules: Rules, watch: Watch | None, depth: int | None) -> Atlas | None:
    """Map the reachable positions by diagrams if these are small."""
    from .symbolic.engine import SymbolicEngine  # it loads the library of diagrams
    from .symbolic.statespace import DiagramAtlas, Unsuited

    try:
        return DiagramAtlas(SymbolicEngine(rules), watch, depth, trying=True)
    except (Unsuited, TooLarge):
        return None
