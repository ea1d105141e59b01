"""Algorithms on state spaces, written once on sets of positions and their moves.

A space that knows something faster overrides the method of the same name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..positions.position import Position
from ..rules.elements import Player

if TYPE_CHECKING:
    from .base import States, StateSpace


def shortest_path(space: StateSpace, states: States) -> list[Position] | None:
    """Return a shortest game into a set, position by position; None where none gets there."""
    ply = next((ply for ply, layer in enumerate(space.layers) if layer & states), None)
    if ply is None:
        return None
    path = [next(space.each(space.layers[ply] & states))]
    for layer in reversed(space.layers[:ply]):
        path.append(next(space.each(space.before(space.singleton(path[-1])) & layer)))
    return path[::-1]


def attractor_rings(
    space: StateSpace, who: frozenset[Player], target: States, keep: States | None = None
) -> list[States]:
    """Return the positions from which players can force a target, by the moves it takes at most.

    A position of the others joins when it has a move into the last ring and none to elsewhere.
    Where `keep` is given, all positions before the target must be in it.
    """
    kept = space.interior if keep is None else space.interior & keep
    mine = space.union(space.movers.get(player, space.empty) for player in who)
    rings, won = [target], target
    while rings[-1]:
        near = (space.before(rings[-1]) & kept) - won
        theirs = near - mine
        if theirs:
            theirs = theirs - space.before(space.everything - won)
        rings.append((near & mine) | theirs)
        won = won | rings[-1]
    return rings


def stay_forever(space: StateSpace, within: States) -> tuple[States, int]:
    """Return from where a play can stay in a set forever, and how long others stay at most.

    It is the greatest fixpoint: whatever has no move to the rest is taken away, round by round.
    """
    left, rounds = within, 0
    while left:
        smaller = left & space.before(left)
        if smaller == left:
            break
        left, rounds = smaller, rounds + 1
    return left, max(rounds - 1, 0)


def cycles(space: StateSpace, lasting: States) -> States:
    """Return the positions on circles, and between them, of a set that can be stayed in."""
    while lasting:
        smaller = lasting & space.after(lasting)
        if smaller == lasting:
            break
        lasting = smaller
    return lasting


def lasso(space: StateSpace, path: list[Position], lasting: States) -> tuple[list[Position], int]:
    """Return a path into a set that can be stayed in, and on there till a position comes again.

    The number says which position of the path the last one repeats.
    """
    path = list(path)
    while path[-1] not in path[:-1]:
        following = (after for _, after in space.engine.successors(path[-1]))
        path.append(next(after for after in following if space.contains(lasting, after)))
    return path, path.index(path[-1])
