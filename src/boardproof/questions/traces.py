"""Traces: positions one after another with the moves between them, written down."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ..analysis.ending_grounds import EndingExplainer
from ..answers import Trace
from ..engines.contract import Engine, make_engine
from ..errors import BadInput, WrongMove
from ..ir.rules import Rules
from ..positions.notation import read_position, write_position
from ..positions.play import replay
from ..positions.position import Position
from ..statespace.base import States, StateSpace
from ..statespace.transition_system import TransitionSystem


def trace_of(
    engine: TransitionSystem, way: Sequence[Position], back_to: int | None = None
) -> Trace:
    """Write a game down that is given by its positions; the moves are found by what they lead to.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> start = engine.initial()
    >>> trace_of(engine, [start, engine.successors(start)[4][1]]).moves
    ['(1,1)']
    """
    return Trace.of(
        engine,
        positions=[write_position(position) for position in way],
        moves=engine.move_names(way),
        back_to=back_to,
        ending=_ending(engine, way[-1]),
    )


def _ending(engine: TransitionSystem, position: Position) -> list[str]:
    grounds = EndingExplainer(engine.rules).grounds(position)
    return [engine.outcome(position), *map(str, grounds)] if grounds else []


def trace_to(space: StateSpace, states: States) -> Trace:
    """Return a shortest game into a set that some game gets to, by the reference engine."""
    path = space.path_to(states)
    assert path is not None
    return trace_of(make_engine("reference", space.rules), path)


def read_trace(path: str) -> Trace:
    """Read a trace that was saved as JSON."""
    try:
        trace = msgspec.json.decode(Path(path).read_bytes(), type=Trace)
        if len(trace.positions) == len(trace.moves) + 1:
            return trace
    except OSError as failure:
        raise BadInput(f"{path} cannot be read: {failure.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    raise BadInput(f"{path} holds no trace: write one with --out {path}")


def replay_trace(engine: Engine, trace: Trace) -> list[Position]:
    """Play a trace again; return its positions, or say where the rules do not allow it."""
    start = read_position(engine.rules.game, trace.positions[0])
    try:
        return replay(engine, trace.moves, start)
    except WrongMove as wrong:
        raise BadInput(f"move {wrong.made + 1} of the trace: {wrong}") from None


def same_rules(rules: Rules, trace: Trace) -> bool:
    """Whether a trace is of this game with these parameters."""
    return (trace.game, trace.parameters) == (rules.game.name, rules.game.parameters)
