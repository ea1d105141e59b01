"""How a position is judged where the rulebook does not say: by lines, or by safe points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import i64, inner, popcount
from .words import Int, Words, each

if TYPE_CHECKING:
    from .game import BOUND, FINER, LINES, PLAYERS, open_lines, threats
    from .search import standing


@inner
def evaluation(hero: Int, w: Words) -> Int:
    """Count lines still open, and places that complete one: one's own against others'."""
    if not LINES:
        return standing(hero, w)
    ahead = i64(0)
    for player in each(PLAYERS):
        seat = i64(player)
        count = 4 * popcount(threats(seat, *w)) + open_lines(seat, *w)
        ahead += count if hero == player else -count
    return max(i64(-BOUND), min(i64(BOUND), (ahead + FINER) >> FINER))
