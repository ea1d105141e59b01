"""How long games last: a proof that all end, or a circle."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.endless import has_endless_rule
from ...answers import Finding
from ...engines.contract import make_engine
from ...statespace.algorithms import cycles, lasso, stay_forever
from ...statespace.base import States, StateSpace
from ..traces import trace_of


def length(space: StateSpace) -> Iterator[Finding]:
    """A proof that every game ends, and after how many moves."""
    over = space.by_ply(space.everything - space.going)
    first = next((ply for ply, number in enumerate(over) if number), None)
    if space.longest_play is not None:
        shortest = f", the shortest after {first}" if first is not None else ""
        yield Finding(
            severity="note",
            code="ends",
            message=f"every game ends: the longest after {space.longest_play} moves{shortest}",
        )


def _lasting(space: StateSpace) -> States:
    """Return the positions of infinite plays; in part of a space, by moves back from its end."""
    return space.infinite_plays if space.complete else stay_forever(space, space.everything)[0]


def circles(space: StateSpace) -> Iterator[Finding]:
    """An infinite play: a shortest path into a cycle, and the cycle.

    It is only noted where the rulebook says what such a game is worth.
    """
    around = cycles(space, _lasting(space))
    path = space.path_to(around)
    if path is None:
        return
    entered = len(path) - 1
    path, back_to = lasso(space, path, around)
    round_ = len(path) - 1 - entered
    way = f"after {entered} moves, {round_} more" if entered else f"{round_} moves from the start"
    yield Finding(
        severity="note" if has_endless_rule(space.rules) else "warning",
        code="goes-round",
        message=f"a game can go on forever: {way} return to an earlier position",
        trace=trace_of(make_engine("reference", space.rules), path, back_to),
    )
