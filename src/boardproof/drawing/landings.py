"""Landings: moves that are made by the same clicks are told apart by the place they come to."""

from __future__ import annotations

from collections.abc import Mapping

from ..positions.position import Position
from .pieces import pieces_at
from .places import boards_of

#: The places that are clicked for a move, in order; a click may be on any of several.
Clicks = list[list[str]]


def land(
    position: Position, made: Mapping[str, tuple[str, Clicks]], following: Mapping[str, Position]
) -> dict[str, Clicks]:
    """Return longer clicks for moves that share theirs: to the place that a move alone fills.

    Where that is clicked already, the place that the move empties comes first. All moves by one
    rule are made alike. `made` has the rule and the clicks of the legal moves by name, `following`
    the positions after them.
    """
    sharing: dict[str, list[str]] = {}
    for rule, clicks in made.values():
        if clicks:  # what is made on no place is chosen by its name
            sharing.setdefault(repr(clicks), []).append(rule)
    alike = {rule for rules in sharing.values() if len(rules) > 1 for rule in rules}
    before = _occupied(position) if alike else frozenset()
    return {
        name: _longer(clicks, before, _occupied(following[name]))
        for name, (rule, clicks) in made.items()
        if rule in alike and clicks
    }


def _longer(clicks: Clicks, before: frozenset[str], after: frozenset[str]) -> Clicks:
    filled, emptied = after - before, before - after
    if len(filled) != 1:
        return clicks
    if [*filled] not in clicks:
        return [*clicks, [*filled]]
    return [[*emptied], *clicks] if len(emptied) == 1 else clicks


def _occupied(position: Position) -> frozenset[str]:
    """Return the keys of the spots on which something lies."""
    return frozenset(
        spot.key
        for board in boards_of(position.game)
        for spot in board.spots
        if pieces_at(position, board, spot.place)
    )
