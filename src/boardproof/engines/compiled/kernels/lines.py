"""Wins by a line, seen one move ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import i64, inner, rule, u
from .words import Int, Words, inline

if TYPE_CHECKING:
    from .game import (
        MOST_MOVES,
        almost,
        apply_move,
        completes,
        mover,
        result_after,
        same_board,
        taken,
    )


@inline
def fills(p: Words, w: Words, places: Words) -> bool:
    """Whether a move from one position to another fills one of some places."""
    return any(b & ~a & place != u(0) for a, b, place in zip(p, w, places, strict=True))


@inner
def completes_somehow(player: Int, p: Words, places: Words) -> Int:
    """Look at every move to an open place; return the result of one that wins, or 0."""
    for number in range(MOST_MOVES):
        ok, *w = apply_move(number, *p)
        if ok and fills(p, w, places) and result_after(*w) == player + 1:
            return player + 1
    return i64(0)


@rule
def wins_at_once(rival: Int, near: Int, w: Words, c: Words) -> Int:
    """Return the result with which the player to move wins by a line, or 0.

    `near` is where the rival almost has a line before the move. A rival whose board the move has
    left alone almost has the same lines after it.
    """
    player = mover(*c)
    if player != rival or not same_board(rival, *w, *c):
        near = almost(player, *c)
    places = near & ~taken(player, *c)
    if places == u(0):
        return i64(0)
    return completes(player, places, *c)
