"""Answers that were not decided within the limits: what is known all the same."""

from __future__ import annotations

from typing import TypeVar

from ..answers import Interrupted
from ..engines.race import Bound, RaceResult

A = TypeVar("A")


def in_vain(what: str, bound: Bound | None) -> str:
    """Return how far something was looked for.

    >>> in_vain("no such position", Bound(14, 31000))
    'no such position within 14 moves; searched 31,000 positions'
    """
    if bound is None:
        return "nothing is known yet"
    searched = f"; searched {bound.positions:,} positions" if bound.positions else ""
    note = f"; {bound.note}" if bound.note else ""
    return f"{what} within {bound.moves} moves{searched}{note}"


def undecided(answer: A, result: RaceResult) -> A:
    """Return the answer to a question that a race left open; raise it if the user left."""
    if result.interrupted:
        raise Interrupted(answer)
    return answer
