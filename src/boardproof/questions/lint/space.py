"""Traces of a state space, written down by the reference engine."""

from __future__ import annotations

from ...answers import Trace
from ...engines.contract import make_engine
from ...ir.rules import Rules
from ...positions.position import Position
from ...statespace.base import States, StateSpace
from ..traces import trace_of


def trace_to(space: StateSpace, states: States) -> Trace:
    """Return a shortest game into a set that some game gets to."""
    path = space.path_to(states)
    assert path is not None
    return trace_along(space.rules, path)


def trace_along(rules: Rules, path: list[Position], back_to: int | None = None) -> Trace:
    """Return the trace of a game that is given by its positions."""
    return trace_of(make_engine("reference", rules), path, back_to)
