"""How games end when everybody plays as well as possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...rules.domains import Player
from ...rules.results import Result
from ...statespace.visit import Region, Visit


def forced(visit: Visit, who: Player, target: Region) -> Region:
    """Give the positions from which a player can force a game into a region."""
    own = visit.waiting.get(who, visit.empty)
    others = visit.empty
    for player, where in visit.waiting.items():
        others = others if player == who else others | where
    reached = target
    while True:
        into = visit.before(reached)
        held = (into & others) - visit.before(visit.everything - reached)
        more = reached | (into & own) | held
        if more == reached:
            return reached
        reached = more


def perfect_play(visit: Visit, ends: bool) -> str:
    """Say how the game ends when everybody plays as well as possible, or who can force a win.

    `ends` says whether every game does; only then is what one player cannot force the other's.
    """
    players = list(visit.rules.game.players)
    if len(players) != 2:
        winners = [player for player in players if _can(visit, player, lambda pay: pay > 0)]
        return f"{' and '.join(winners) or 'nobody'} can force a win alone"
    first, second = players
    worth = sorted({_pay(visit, result, first) for result in visit.endings})
    most = _most(worth, lambda least: _can(visit, first, lambda pay: pay >= least), ends)
    if not ends:
        least = _most([-w for w in worth[::-1]], lambda w: _can(visit, second, lambda p: p >= w))
        if most is None or least != -most:
            return "nobody can force an end under perfect play"
    return "no game ends" if most is None else _worded(first, second, most)


def _most(worth: list[int], can: Callable[[int], bool], sure: bool = False) -> int | None:
    """Find the most that can be forced; `sure` says that the least can."""
    low, high = (0 if sure and worth else -1), len(worth) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if can(worth[middle]) else (low, middle - 1)
    return worth[low] if low >= 0 else None


def _pay(visit: Visit, result: Result, player: Player) -> int:
    return result.payoff(visit.rules.game.players)[player]


def _can(visit: Visit, who: Player, enough: Callable[[int], Any]) -> bool:
    """Say whether a player can force from the start an end that pays enough."""
    target = visit.empty
    for result, where in visit.endings.items():
        if enough(_pay(visit, result, who)):
            target = target | where
    return visit.has(forced(visit, who, target), visit.trace(visit.everything)[0])


def _worded(first: Player, second: Player, worth: int) -> str:
    if worth == 0:
        return "a draw under perfect play"
    by = f" by {abs(worth)}" if abs(worth) > 1 else ""
    return f"{first if worth > 0 else second} wins{by} under perfect play"
