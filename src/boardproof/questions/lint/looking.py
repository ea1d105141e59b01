"""Choosing how to visit a game, and writing traces."""

from __future__ import annotations

from itertools import pairwise

from ...answers import Trace
from ...engines.choice import FEW
from ...engines.contract import make_engine
from ...engines.notation import write_position
from ...engines.position import Position
from ...engines.visit import PlainVisit, Visit
from ...errors import BadInput, TooLarge
from ...ir.rules import Rules


def visit_of(rules: Rules, engine: str = "auto", covering: bool = True) -> Visit:
    """Visit a game: positions one by one where there are few, else as sets.

    Of a game that is too large for sets too, the first few plies are seen.
    """
    if engine == "ir":
        return PlainVisit(rules, covering=covering)
    if engine == "symbolic":
        return _as_sets(rules, covering)
    if engine != "auto":
        raise BadInput(f"lint has no engine {engine!r}: there are auto, ir, symbolic")
    few = PlainVisit(rules, FEW, covering)
    if few.complete:
        return few
    try:
        visit = _as_sets(rules, covering, handy=True)
    except TooLarge:
        return few
    return visit if visit.complete else few


def _as_sets(rules: Rules, covering: bool, handy: bool = False) -> Visit:
    from ...engines.symbolic.visiting import SymbolicVisit

    return SymbolicVisit(rules, covering=covering, handy=handy)


def trace_of(rules: Rules, positions: list[Position]) -> Trace:
    """Write a game down, with the moves that lead from each position to the next."""
    engine = make_engine("reference", rules)
    moves = [
        next(str(move) for move, target in engine.successors(before) if target == after)
        for before, after in pairwise(positions)
    ]
    return Trace(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine.name,
        positions=[write_position(position) for position in positions],
        moves=moves,
    )
