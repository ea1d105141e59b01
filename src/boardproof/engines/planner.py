"""Choosing an engine: the one that is asked for, or the one that suits the game's size."""

from __future__ import annotations

from typing import Any

from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.position import Position
from ..statespace.base import StateSpace
from ..statespace.explicit import ExplicitStateSpace
from ..statespace.graph import StateGraph, TooMany
from .contract import Engine, Enumeration, make_engine
from .hints import note, recall
from .plain.base import PlainEngine
from .plain.reference import ReferenceEngine
from .plain.retrograde import PlainBuild, PlainSolution
from .solution import Build, StrongSolution

#: A game with no more positions than this is done before machine code is loaded.
FEW = 6_500


def enumerate_with(
    name: str, rules: Rules, limits: Limits | None = None, **options: Any
) -> tuple[str, Enumeration]:
    """Visit every reachable position; say which engine did. It may have options of its own."""
    if name != "auto":
        return name, make_engine(name, rules, **options).enumerate(limits)
    if recall(rules, "large") is not True:
        try:
            graph = StateGraph(make_engine("reference", rules), limits, FEW)
            return "reference", graph.enumeration()
        except TooMany:
            note(rules, "large", True)
    engine = fastest(rules)
    return engine.name, engine.enumerate(limits)


def solve_with(
    name: str, rules: Rules, limits: Limits | None = None, start: Position | None = None
) -> tuple[str, StrongSolution]:
    """Solve all that can be reached, from the start or from a position; say which engine did.

    An engine that only knows the whole game solves that, and the position with it.
    """
    if name == "auto":
        plain = make_engine("reference", rules)
        try:
            return "reference", PlainSolution.of(plain, StateGraph(plain, limits, FEW, start=start))
        except TooMany:
            engine = fastest(rules)
    else:
        engine = make_engine(name, rules)
    if isinstance(engine, PlainEngine):
        return engine.name, engine.solve(limits, start)
    return engine.name, engine.solve(limits)


def build_with(name: str, rules: Rules, limits: Limits) -> tuple[str, Build]:
    """Find all reachable positions, to be solved layer by layer; say which engine does."""
    if name == "auto":
        plain = make_engine("reference", rules)
        try:
            graph = StateGraph(plain, limits, FEW)
            return "reference", PlainBuild(PlainSolution.of(plain, graph))
        except TooMany:
            name = fastest(rules).name
    engine = make_engine(name, rules)
    return name, engine.build(limits)


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


def space_for(
    name: str, rules: Rules, limits: Limits | None = None, depth: int | None = None
) -> StateSpace:
    """Map the reachable positions with the engine asked for.

    Left to choose, small games are mapped position by position, others by diagrams, unless these
    turn out to have about as many nodes as there are positions.
    """
    if name != "auto":
        engine = make_engine(name, rules)
        if not isinstance(engine, PlainEngine):
            raise BadInput(f"the {name} engine keeps no sets of positions: leave --engine out")
        return engine.states(limits, depth)
    small = small_space(rules, limits, depth)
    return ExplicitStateSpace(ReferenceEngine(rules), limits, depth) if small is None else small


def small_space(rules: Rules, limits: Limits | None, depth: int | None) -> StateSpace | None:
    """Map the reachable positions if that is soon done, one by one or by diagrams."""
    return explicit_space(rules, limits, depth) or symbolic_space(rules, limits, depth)


def explicit_space(rules: Rules, limits: Limits | None, depth: int | None) -> StateSpace | None:
    """Map the reachable positions one by one if they are few."""
    try:
        return ExplicitStateSpace(ReferenceEngine(rules), limits, depth, FEW)
    except TooMany:
        return None


def symbolic_space(rules: Rules, limits: Limits | None, depth: int | None) -> StateSpace | None:
    """Map the reachable positions by diagrams if these are small."""
    from .symbolic.engine import SymbolicEngine  # it loads the library of diagrams
    from .symbolic.statespace import DiagramsTooLarge, SymbolicStateSpace

    try:
        return SymbolicStateSpace(SymbolicEngine(rules), limits, depth, trying=True)
    except (DiagramsTooLarge, TooLarge):
        return None
