"""About how many positions a game has, before any engine starts to visit them."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from math import exp, log

from ..engines.scout import Scout
from ..errors import BoardproofError
from ..ir.rules import Rules
from ..limits import Channel
from .models import well_typed

#: So many positions are looked at, so many random games are played, each for so many seconds.
LOOKED_AT, GAMES = 3_000, 20
LOOKING, PLAYING = 1.0, 0.5
#: Layers grow until about this part of the longest game.
PEAK = 0.75


def size_at_most(rules: Rules, many: int) -> int:
    """Return how many positions a game can have, if that is less than `many`; else estimate.

    >>> from boardproof import load
    >>> size_at_most(load("tic-tac-toe"), 10**6)  # three values in nine cells, two players
    39366
    """
    most = well_typed(rules.game)
    return most if most < many else estimated_size(rules)


def estimated_size(rules: Rules) -> int:
    """Return about how many positions a game has, by some orders of magnitude.

    Layers are taken to grow ever more slowly, from the growth of the first ones down to none at
    three quarters of the longest game.

    >>> from boardproof import load
    >>> 10**5 < estimated_size(load("tic-tac-toe", size=4)) < 10**9
    True
    """
    try:
        scout = Scout(rules)
        scout.look_near(LOOKED_AT, LOOKING)
        return size_beyond(rules, scout)
    except BoardproofError:  # the question itself will say what is wrong
        return 0


def size_beyond(rules: Rules, scout: Scout) -> int:
    """Return about how many positions a game has, given who has looked near its start."""
    if scout.complete:
        return scout.size
    most = well_typed(rules.game)
    if len(scout.layers) < 2:  # games start from more positions than were looked at
        return most
    growth = max(1.0, scout.layers[-1] / scout.layers[-2])
    slowing = max(0.0, PEAK * _longest(scout) - len(scout.layers) + 1)
    return min(most, int(sum(scout.layers) * exp(min(600.0, log(growth) * slowing / 2))))


def _longest(scout: Scout) -> int:
    """Return the length of the longest of some random games."""
    longest, seen = 0, 0
    for total in islice(scout.wander(PLAYING), GAMES):
        longest, seen = max(longest, total - seen), total
    return longest


#: About how many positions a game has, once a question has looked at it.
sizes = Channel[int]("sizes")


def tell_size(rules: Rules, scout: Scout) -> None:
    """Tell about how many positions a game has, if anybody wants to know."""
    if sizes.is_heard:
        with suppress(BoardproofError):  # the question itself will say what is wrong
            sizes.say(size_beyond(rules, scout))
