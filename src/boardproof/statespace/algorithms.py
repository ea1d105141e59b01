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
    space: StateSpace,
    who: frozenset[Player],
    target: States,
    keep: States | None = None,
    better: States | None = None,
) -> list[States]:
    """Return the positions from which players can force a target, by the moves it takes at most.

    A position of the others joins when it has a move into the last ring and none to elsewhere.
    Where `keep` is given, all positions before the target must be in it. What is `better` than the
    target is an attractor that was found before: a move of the others may lead there, too.
    """
    kept = space.going & space.interior if keep is None else space.going & space.interior & keep
    mine = space.moved_by(who)
    rings, won = [target], target if better is None else target | better
    while rings[-1]:
        near = space.before(rings[-1], kept - won)
        theirs = near - mine
        rings.append((near & mine) | (theirs - space.before(space.everything - won, theirs)))
        won = won | rings[-1]
    return rings


def forced_values(space: StateSpace, player: Player, ends: dict[int, States]) -> dict[int, States]:
    """Return the positions by what a player can force against all others, given the ends by value.

    Values are counted from that of a game without end: what nobody can force an end of has 0. The
    highest ends come first, by the player, then the lowest, by the others.
    """
    others = frozenset(space.rules.game.players.elements) - {player}
    values = {0: space.everything}
    for who, sign in (frozenset({player}), 1), (others, -1):
        won = space.empty
        for value in sorted((v for v in ends if v * sign > 0), key=abs, reverse=True):
            rings = attractor_rings(space, who, ends[value], values[0], won)
            values[value] = space.union(rings)
            won = won | values[value]
        values[0] = values[0] - won
    return {value: states for value, states in values.items() if states}


def rings_within(space: StateSpace, states: States, eager: States) -> list[States]:
    """Return positions by how many moves a game lasts there, by moves that stay in the set.

    Who is eager to end it takes the shortest way, who is not the longest. A position from which
    the game need not end is in no ring.
    """
    rings = [states - (space.going - space.stuck)]
    left = states - rings[0]
    while rings[-1]:
        near = space.before(rings[-1], left)
        waiting = near - eager
        rings.append((near & eager) | (waiting - space.before(left, waiting)))
        left = left - rings[-1]
    return rings[:-1]


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
