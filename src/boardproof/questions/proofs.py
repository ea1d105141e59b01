"""Proofs of properties by a solver, on boards of any size."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic
from typing import Any

from ..answers import Verdict
from ..engines.race import Bound, Messenger
from ..errors import TooLarge
from ..rules.results import STUCK
from ..statespace.goals import Aim
from .properties import Property
from .verdicts import PropertyChecker

#: Seconds for one proof at first, and for one search for a game.
SECONDS = 3.0


class PropertyProofs:
    """Proves properties of one game; `aims` are what breaks them, or what they promise."""

    def __init__(self, checker: PropertyChecker, engine: Any, aims: dict[str, Aim]) -> None:
        self._checker, self._engine, self._aims = checker, engine, aims

    def at_once(self, one: Property, deadline: float) -> Verdict | None:
        """Return a verdict that needs no game, None where there is none."""
        aim = self._aims.get(one.name)
        with suppress(TooLarge):
            if one.kind == "terminates":
                return self._terminates(one, _soon(deadline))
            if aim is not None and one.kind != "reachable" and self._nowhere(aim, deadline):
                return self._checker.proved(one, self._engine, "no well-typed position breaks it")
        return None

    def _nowhere(self, aim: Aim, deadline: float) -> bool:
        return self._engine.anywhere([aim], _soon(deadline)).first() is None

    def _terminates(self, one: Property, deadline: float) -> Verdict | None:
        """Return that every game ends if a measure bounds games, and nobody can be stuck."""
        longest = self._engine.reachable([]).longest
        if longest is None or not self._nowhere(Aim(results=frozenset({STUCK})), deadline):
            return None
        return self._checker.proved(one, self._engine, f"no game has more than {longest:,} moves")

    def by_games(self, one: Property, messenger: Messenger) -> None:
        """Look for a game that decides a property, or tell how far there is none."""
        aim = self._aims.get(one.name)
        if aim is None:
            return
        search = self._engine.reachable([aim], deadline=_soon(messenger.deadline))
        with suppress(TooLarge):
            game = search.first()
            verdict = self._checker.played(one, game.positions) if game else None
            if verdict is None and search.complete and one.kind != "reachable":
                message = f"no game, of at most {search.longest:,} moves, breaks it"
                verdict = self._checker.proved(one, self._engine, message)
            if verdict is not None:
                messenger.answer(one.name, verdict)
        if search.none_within >= 0:
            messenger.know(one.name, Bound(search.none_within))


def _soon(deadline: float) -> float:
    return min(deadline, monotonic() + SECONDS)
