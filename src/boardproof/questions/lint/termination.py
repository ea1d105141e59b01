"""How long games last: a proof that all end, or a circle."""

from __future__ import annotations

from collections.abc import Iterator

from ...answers import Finding
from ...engines.contract import make_engine
from ...positions.position import Position
from ...statespace.visit import Region, Visit
from .space import game_of


def longest(visit: Visit) -> int | None:
    """Give the length of the longest game, None where games can go round in a circle."""
    plies, left = 0, visit.everything
    while left:
        following = left & visit.after(left)
        if following == left:
            return None
        plies, left = plies + 1, following
    return plies - 1


def shortest(visit: Visit) -> int | None:
    """Give the length of the shortest game, None where no game ends."""
    over = visit.empty
    for where in visit.endings.values():
        over = over | where
    return len(visit.trace(over)) - 1 if over else None


def length(visit: Visit) -> Iterator[Finding]:
    """A proof that every game ends, and after how many moves."""
    most, least = longest(visit), shortest(visit)
    if most is not None:
        first = f", the shortest after {least}" if least is not None else ""
        yield Finding(
            severity="note",
            code="ends",
            message=f"every game ends: the longest after {most} moves{first}",
        )


def circles(visit: Visit) -> Iterator[Finding]:
    """A way to go on for ever: a shortest way into a circle, and once round."""
    around = _around(visit)
    if not around:
        return
    way = visit.trace(around)
    entered = len(way) - 1
    way = _once_round(visit, around, way)
    back_to = way.index(way[-1])
    yield Finding(
        severity="warning",
        code="goes-round",
        message=f"a game can go on for ever: after {entered} moves, "
        f"{len(way) - 1 - entered} more come back to a position that was there before",
        trace=game_of(visit.rules, way, back_to),
    )


def _around(visit: Visit) -> Region:
    """Give the positions that can be gone on from, and come to, without end."""
    left = visit.everything
    while left:
        smaller = left & visit.after(left)
        smaller = smaller & visit.before(smaller)
        if smaller == left:
            break
        left = smaller
    return left


def _once_round(visit: Visit, around: Region, way: list[Position]) -> list[Position]:
    """Go on from a way into a circle until a position comes again."""
    engine, way = make_engine("reference", visit.rules), list(way)
    while way[-1] not in way[:-1]:
        following = [target for _, target in engine.successors(way[-1])]
        way.append(next(target for target in following if visit.has(around, target)))
    return way
