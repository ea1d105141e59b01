"""About how many positions a game has, before any engine starts to visit them."""

from __future__ import annotations

from itertools import islice
from math import exp, log
from time import process_time

from ..engines.scout import Scout
from ..errors import BoardproofError
from ..ir.rules import Rules
from .models import well_typed

#: So many positions are looked at, so many random games are played, for so many seconds.
LOOKED_AT, GAMES, SECONDS = 3_000, 20, 1.0
#: Layers grow until about this part of the longest game.
PEAK = 0.75


def estimated_size(rules: Rules) -> int:
    """Return about how many positions a game has, by some orders of magnitude.

    Layers are taken to grow ever more slowly, from the growth of the first ones down to none at
    three quarters of the longest game.

    >>> from boardproof import load
    >>> 10**5 < estimated_size(load("tic-tac-toe", size=4)) < 10**9
    True
    """
    try:
        return min(well_typed(rules.game), _extrapolated(rules))
    except BoardproofError:  # the question itself will say what is wrong
        return 0


def _extrapolated(rules: Rules) -> int:
    scout, end = Scout(rules), process_time() + SECONDS
    ply = scout.look_near(LOOKED_AT, SECONDS)
    if scout.complete:
        return scout.size
    if len(scout.layers) < 2:  # games start from more positions than were looked at
        return well_typed(rules.game)
    growth = max(1.0, scout.layers[-1] / scout.layers[-2])
    longest = seen = 0
    for total in islice(scout.wander(), GAMES):
        longest, seen = max(longest, total - seen), total
        if process_time() > end:
            break
    slowing = max(0.0, PEAK * longest - ply)
    return int(sum(scout.layers) * exp(min(600.0, log(growth) * slowing / 2)))
