"""Choosing how to visit a game, and writing traces."""

from __future__ import annotations

from ...answers import Trace
from ...engines.contract import make_engine
from ...engines.planner import FEW
from ...errors import BadInput, TooLarge
from ...ir.rules import Rules
from ...limits import Limits
from ...positions.position import Position
from ...statespace.visit import PlainVisit, Visit
from ..traces import trace_of


def visit_of(
    rules: Rules, engine: str = "auto", covering: bool = True, limits: Limits | None = None
) -> Visit:
    """Visit a game: positions one by one where there are few, else as sets.

    Of a game that is too large for sets too, the first few plies are seen.
    """
    if engine == "ir":
        return PlainVisit(rules, covering=covering, limits=limits)
    if engine == "symbolic":
        return _as_sets(rules, covering, limits=limits)
    if engine != "auto":
        raise BadInput(f"lint has no engine {engine!r}: there are auto, ir, symbolic")
    few = PlainVisit(rules, FEW, covering, limits)
    if few.complete:
        return few
    try:
        visit = _as_sets(rules, covering, handy=True, limits=limits)
    except TooLarge:
        return few
    return visit if visit.complete else few


def _as_sets(
    rules: Rules, covering: bool, handy: bool = False, limits: Limits | None = None
) -> Visit:
    from ...engines.symbolic.visit import SymbolicVisit

    return SymbolicVisit(rules, covering=covering, handy=handy, limits=limits)


def game_of(rules: Rules, way: list[Position], back_to: int | None = None) -> Trace:
    """Write a game down that is given by its positions."""
    return trace_of(make_engine("reference", rules), way, back_to)
