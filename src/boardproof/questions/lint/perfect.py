"""How games end when everybody plays as well as possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

from ...rules.domains import Player
from ...rules.results import Result
from ...statespace.base import StateSpace

#: For each set of players, the results that it can force.
Forceable = tuple[tuple[str, tuple[str, ...]], ...]


def perfect_play(space: StateSpace, ends: bool) -> str:
    """Return how the game ends when everybody plays as well as possible, or who can force a win.

    `ends` says whether every game does; only then is what one player cannot force the other's.
    """
    players = list(space.rules.game.players)
    if len(players) != 2:
        winners = [player for player in players if _can(space, player, lambda pay: pay > 0)]
        return f"{' and '.join(winners) or 'nobody'} can force a win alone"
    first, second = players
    worth = sorted({_pay(space, result, first) for result in space.results})
    most = _most(worth, lambda least: _can(space, first, lambda pay: pay >= least), ends)
    if not ends:
        least = _most([-w for w in worth[::-1]], lambda w: _can(space, second, lambda p: p >= w))
        if most is None or least != -most:
            return "nobody can force an end under perfect play"
    return "no game ends" if most is None else _worded(first, second, most)


def forceable(space: StateSpace) -> Forceable:
    """Return which results each set of players can force, where there are more than two players."""
    players = list(space.rules.game.players)
    sizes = range(1, len(players) if len(players) > 2 else 1)
    sets = [who for size in sizes for who in combinations(players, size)]
    return tuple((" and ".join(who), tuple(_forced(space, frozenset(who)))) for who in sets)


def _forced(space: StateSpace, who: frozenset[Player]) -> Iterator[str]:
    start = space.engine.initial()
    for word, where in sorted(space.outcomes.items()):
        if space.contains(space.attractor(who, where).states, start):
            yield word


def _most(worth: list[int], can: Callable[[int], bool], sure: bool = False) -> int | None:
    """Find the most that can be forced; `sure` says that the least can."""
    low, high = (0 if sure and worth else -1), len(worth) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if can(worth[middle]) else (low, middle - 1)
    return worth[low] if low >= 0 else None


def _pay(space: StateSpace, result: Result, player: Player) -> int:
    return result.payoff(space.rules.game.players)[player]


def _can(space: StateSpace, who: Player, enough: Callable[[int], Any]) -> bool:
    """Whether a player can force from the start an end that pays enough."""
    ends = [where for end, where in space.results.items() if enough(_pay(space, end, who))]
    attractor = space.attractor(frozenset([who]), space.union(ends))
    return space.contains(attractor.states, space.engine.initial())


def _worded(first: Player, second: Player, worth: int) -> str:
    if worth == 0:
        return "a draw under perfect play"
    by = f" by {abs(worth)}" if abs(worth) > 1 else ""
    return f"{first if worth > 0 else second} wins{by} under perfect play"
