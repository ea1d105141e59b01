"""Following: whoever has just moved answers every move in the same chain, and so much is proved.

Of a chain with an even number of free places, the follower gets every second one. Chains with an
odd number go in pairs: a first move in one is answered in the other, and both are even then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import inner, popcount, u
from .words import Int, Words, each

if TYPE_CHECKING:
    from .game import (
        ASCENDING,
        FIRSTS,
        LASTS,
        ODD_LENGTH,
        PLACES,
        STEPS,
        STRIDE,
        lines_among,
        places_of,
        places_to_win,
    )


@inner
def onward(places: Int) -> Int:
    """Return the next places of their chains."""
    places &= ~u(LASTS)
    if ASCENDING:
        return places << u(STRIDE)
    return places >> u(STRIDE)


@inner
def backward(places: Int) -> Int:
    """Return the places before in their chains."""
    places &= ~u(FIRSTS)
    if ASCENDING:
        return places >> u(STRIDE)
    return places << u(STRIDE)


@inner
def replies_in(free: Int) -> tuple[Int, Int, Int]:
    """Return the places that a follower gets, every second free one, and all of odd chains."""
    level = free & (u(FIRSTS) | onward(u(PLACES) & ~free))
    first, like_last, others = level, level, u(0)
    for _ in each(STEPS):
        level = onward(level)
        like_last, others = others | level, like_last
    odd, even = (like_last, others) if ODD_LENGTH else (others, like_last)
    uneven = odd & u(LASTS)
    for _ in each(STEPS):
        uneven |= backward(uneven)
    return (even & ~uneven) | (odd & ~first & uneven), even, uneven


@inner
def left_open(player: Int, w: Words) -> Int:
    """Count the lines that the rival may still complete when a player follows.

    Where an odd number of places is free, nobody can follow to the end: then all that are open.
    """
    own, others = places_of(player, *w), places_of(1 - player, *w)
    free = u(PLACES) & ~own & ~others
    if popcount(free) & 1 == 0:
        replies, _, _ = replies_in(free)
        free &= ~replies
    return lines_among(1 - player, others | free)


@inner
def wins_following(player: Int, w: Words) -> Int:
    """Whether a player who follows completes a line, and the rival none before.

    Where an odd number of places is free, one chain is left over. The rival has to go on there in
    the end; a place of it that completes a line, one that the follower gets, ends the game.
    """
    own, others = places_of(player, *w), places_of(1 - player, *w)
    free = u(PLACES) & ~own & ~others
    replies, even, uneven = replies_in(free)
    if popcount(free) & 1 == 0:
        if lines_among(1 - player, others | (free & ~replies)) != 0:
            return False
        return lines_among(player, own | replies) != 0
    last = places_to_win(player, *w) & even & uneven
    while last != u(0):
        at = last & (~last + u(1))
        above, below = at, at
        for _ in range(STEPS):
            above |= onward(above)
            below |= backward(below)
        chain = above | below
        kept = (replies & ~chain) | (even & chain) | (above & ~at)
        if lines_among(1 - player, others | (free & ~kept)) == 0:
            return True
        last &= ~chain
    return False
