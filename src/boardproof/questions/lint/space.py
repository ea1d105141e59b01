"""The state space that is searched for mistakes."""

from __future__ import annotations

from typing import Any

from ...analysis.coverage import Coverage
from ...engines.planner import plan
from ...engines.profile import AUDIT, COVERAGE
from ...ir.rules import Rules
from ...limits import Limits, TooMany
from ...rules.game import Game
from ...statespace.base import StateSpace


def smaller(game: Game) -> str:
    """Return the advice to choose smaller parameters, where a game has any."""
    sizes = game.parameters.keys() - game.readings.keys()
    return "; choose smaller parameters" if sizes else ""


def audited_space(
    name: str, rules: Rules, covering: bool = True, limits: Limits | None = None
) -> tuple[StateSpace, Coverage | None]:
    """Return the positions met by running every rule of play, and what of the rules happens there.

    Of a game that is too large to be seen whole, the first few plies are searched.
    """
    chosen = plan(COVERAGE if covering else AUDIT, rules, name, limits, partial=True)
    seen: list[tuple[StateSpace, Coverage | None]] = []

    def audit(engine: Any, limits: Limits) -> tuple[StateSpace, Coverage | None]:
        coverage = Coverage(rules) if covering else None
        seen.append((engine.audit(limits, coverage), coverage))
        if chosen.trials and not seen[-1][0].complete:
            raise TooMany
        return seen[-1]

    whole = chosen.soon(audit)
    if whole is None:
        return seen[0] if seen else chosen.in_full(audit)
    return whole
