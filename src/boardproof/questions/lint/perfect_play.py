"""How games end when everybody plays as well as possible, and which players can force what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from ...analysis.endless import endless_result, endless_varies
from ...rules.elements import Player
from ...rules.results import Result
from ...statespace.base import StateSpace


def perfect_play(space: StateSpace, ends: bool) -> str:
    """Return how the game ends when two play as well as possible; of more, who can force what.

    `ends` says whether every game does; only then is what one player cannot force the other's.
    Where games start from many positions, it is said who can force what from all of them.
    """
    players = list(space.rules.game.players)
    if len(players) != 2 or space.rules.starts_anywhere:
        return _forced_by_coalitions(space)
    first, second = players
    worth = sorted({_pay(space, result, first) for result in space.results})
    if not ends:
        return _endless_play(space, worth)
    most = _most(worth, lambda least: _can(space, first, lambda pay: pay >= least), sure=True)
    return "no game ends" if most is None else _worded(first, second, most)


def _endless_play(space: StateSpace, worth: list[int]) -> str:
    """Return what two players come to where a game may go on for ever.

    A player forces an end that is better than that, or the other does, or nobody can.
    """
    first, second = space.rules.game.players
    if endless_varies(space.rules):
        said = {said for stratum in space.strata() for said, part in stratum if part}
        all_worth = sorted({*worth, *(_pay(space, result, first) for result in said)})
        most = _most(all_worth, lambda least: _can_circle(space, first, least), sure=True)
        return _worded(first, second, most or 0)
    endless = _pay(space, endless_result(space.rules), first)
    more = [w for w in worth if w > endless]
    most = _most(more, lambda least: _can(space, first, lambda pay: pay >= least))
    if most is not None:
        return _worded(first, second, most)
    less = [-w for w in worth[::-1] if w < endless]
    most = _most(less, lambda least: _can(space, second, lambda pay: pay >= least))
    if most is not None:
        return _worded(first, second, -most)
    if all(_can(space, one, lambda pay: pay >= 0) for one in (first, second)) or endless:
        return _worded(first, second, endless)
    return "nobody can force an end under perfect play"


def _forced_by_coalitions(space: StateSpace) -> str:
    """Return the results that the least sets of players can force against all others."""
    forced: dict[frozenset[Player], list[str]] = {}
    players = space.rules.game.players.elements
    for who in (
        frozenset(c) for size in range(1, len(players)) for c in combinations(players, size)
    ):
        for word, where in space.outcomes.items():
            if _known(forced, who, word):
                continue
            if not space.starts - space.attractor(who, where).states:
                forced.setdefault(who, []).append(word)
    listed = (
        f"{' and '.join(p for p in players if p in who)} can force {' or '.join(sorted(words))}"
        for who, words in forced.items()
    )
    return "; ".join(listed) or "only all players together can force a result"


def _known(
    forced: Mapping[frozenset[Player], list[str]], who: frozenset[Player], word: str
) -> bool:
    """Whether fewer of them can force it, or others can force something else."""
    return any(
        (less <= who and word in words) or (not less & who and words != [word])
        for less, words in forced.items()
    )


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
    return not space.starts - attractor.states


def _can_circle(space: StateSpace, who: Player, least: int) -> bool:
    """Whether a player can force so much from the start, where games without end count."""

    def enough(result: Result) -> bool:
        return _pay(space, result, who) >= least

    ends = [where for end, where in space.results.items() if enough(end)]
    forced = space.circling_attractor(frozenset([who]), space.union(ends), enough)
    return not space.starts - forced.states


def _worded(first: Player, second: Player, worth: int) -> str:
    if worth == 0:
        return "a draw under perfect play"
    by = f" by {abs(worth)}" if abs(worth) > 1 else ""
    return f"{first if worth > 0 else second} wins{by} under perfect play"
