"""Choosing an engine: the one that is asked for, or the one that suits the game's size."""

from __future__ import annotations

from typing import Any

from ..analysis.coverage import Coverage
from ..analysis.coverage_interpreter import CoverageInterpreter
from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.position import Position
from ..statespace.base import StateSpace
from ..statespace.explicit import ExplicitStateSpace
from ..statespace.goals import Enumeration
from ..statespace.graph import StateGraph, TooMany
from .contract import Engine, make_engine
from .hints import note, recall
from .plain.base import PlainEngine
from .plain.ir import IrEngine
from .plain.reference import ReferenceEngine
from .plain.retrograde import PlainBuild, PlainSolution
from .solution import Build, StrongSolution

#: A game with no more positions than this is done before machine code is loaded.
FEW = 6_500
#: Before it is known that diagrams pay, the moves may make so many nodes,
LITTLE_WORK = 200_000
#: and the layers may have so many, unless there are so many positions to each.
FEW_NODES, PAYS = 200_000, 3
#: An audit keeps diagrams if the moves make no more nodes than this,
HANDY_WORK = 300_000
#: and stops when the positions met make a diagram of more nodes than this.
MOST_NODES = 250_000


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
            return "reference", PlainSolution(plain, StateGraph(plain, limits, FEW, start=start))
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
            return "reference", PlainBuild(PlainSolution(plain, graph))
        except TooMany:
            name = fastest(rules).name
    engine = make_engine(name, rules)
    return name, engine.build(limits)


def engine_for_perft(name: str, rules: Rules, start: Position | None, depth: int) -> Engine:
    """Return the engine asked for; left to choose, a plain one unless there are many sequences."""
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
    """Return the reachable positions as the engine asked for keeps them.

    Left to choose, those of small games are listed one by one; others are kept as diagrams, unless
    these turn out to have about as many nodes as there are positions.
    """
    if name != "auto":
        engine = make_engine(name, rules)
        if not isinstance(engine, PlainEngine):
            raise BadInput(f"the {name} engine keeps no sets of positions: omit --engine")
        return engine.states(limits, depth)
    small = small_space(rules, limits, depth)
    return ExplicitStateSpace(ReferenceEngine(rules), limits, depth) if small is None else small


def small_space(rules: Rules, limits: Limits | None, depth: int | None) -> StateSpace | None:
    """Return the reachable positions if they are soon found, one by one or as diagrams."""
    return explicit_space(rules, limits, depth) or symbolic_space(rules, limits, depth)


def explicit_space(rules: Rules, limits: Limits | None, depth: int | None) -> StateSpace | None:
    """Return the reachable positions one by one if they are few."""
    try:
        return ExplicitStateSpace(ReferenceEngine(rules), limits, depth, FEW)
    except TooMany:
        return None


def symbolic_space(rules: Rules, limits: Limits | None, depth: int | None) -> StateSpace | None:
    """Return the reachable positions as diagrams if these are small."""
    from .symbolic.engine import SymbolicEngine  # it loads the library of diagrams
    from .symbolic.statespace import DiagramsTooLarge, SymbolicStateSpace

    def refuse(space: SymbolicStateSpace) -> bool:
        if space.nodes > FEW_NODES and space.positions < PAYS * space.nodes:
            raise DiagramsTooLarge(f"the diagrams of {rules.game.identity} do not pay")
        return False

    try:
        return SymbolicStateSpace(SymbolicEngine(rules), limits, depth, LITTLE_WORK, refuse)
    except TooLarge:
        return None


def audited_space(
    name: str, rules: Rules, covering: bool = True, limits: Limits | None = None
) -> tuple[StateSpace, Coverage | None]:
    """Return the positions met by running every rule of play, and what of the rules happens there.

    Positions are listed one by one where there are few, and kept as diagrams otherwise. Of a game
    that is too large for diagrams too, the first few plies are searched.
    """
    if name == "ir":
        return _audited_one_by_one(rules, covering, limits)
    if name == "symbolic":
        return _audited_diagrams(rules, covering, limits)
    if name != "auto":
        raise BadInput(f"lint has no engine {name!r}: there are auto, ir, symbolic")
    few = _audited_one_by_one(rules, covering, limits, FEW)
    if few[0].complete:
        return few
    try:
        audited = _audited_diagrams(rules, covering, limits, HANDY_WORK)
    except TooLarge:
        return few
    return audited if audited[0].complete else few


def _audited_one_by_one(
    rules: Rules, covering: bool, limits: Limits | None, most: int | None = None
) -> tuple[StateSpace, Coverage | None]:
    engine: PlainEngine = ReferenceEngine(rules)
    coverage = Coverage(rules) if covering else None
    if coverage is not None:
        engine = IrEngine(rules, CoverageInterpreter(rules, coverage))
    return ExplicitStateSpace(engine, limits, most=most, audits=True), coverage


def _audited_diagrams(
    rules: Rules, covering: bool, limits: Limits | None, work: int | None = None
) -> tuple[StateSpace, Coverage | None]:
    from .symbolic.engine import SymbolicEngine
    from .symbolic.statespace import SymbolicStateSpace

    def enough(space: SymbolicStateSpace) -> bool:
        return space.everything.nodes > MOST_NODES

    engine, coverage = SymbolicEngine(rules), Coverage(rules) if covering else None
    space = SymbolicStateSpace(
        engine, limits, work=work, enough=enough, audits=True, observer=coverage
    )
    return space, coverage
