"""Positions that are images of each other: of each orbit one is looked at, and never none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boardproof.analysis.symmetry import symmetries
from boardproof.engines.sat import search
from boardproof.engines.sat.engine import SatEngine
from boardproof.engines.sat.search import Instances
from boardproof.engines.sat.solver import Undecided
from boardproof.engines.sat.symmetry import SymmetryBreaker
from boardproof.reading.loader import load
from boardproof.statespace.goals import Aim

TTT = SatEngine(load("tic-tac-toe", size=2))
FULL, WON = Aim(question="full"), Aim(question="winner", arguments=(("player", "A"),))


def test_the_least_of_each_orbit_leads_and_no_other() -> None:
    breaker, circuit = SymmetryBreaker(TTT.circuit), TTT.circuit
    kept = breaker.kept([circuit.condition(FULL)])
    positions = list(Instances(circuit, [FULL]))
    orbits = {frozenset([one, *(symmetry.apply(one) for symmetry in kept)]) for one in positions}
    leaders = list(Instances(circuit, [FULL, *map(breaker.leads, kept)]))
    assert len(leaders) == len(orbits) < len(positions)
    assert all(len(orbit & set(leaders)) == 1 for orbit in orbits)


def test_a_symmetry_that_changes_a_condition_is_not_made_use_of() -> None:
    breaker, corner = SymmetryBreaker(TTT.circuit), TTT.circuit.rules.game.cells[0, 0]
    marked = TTT.circuit.coder.values(("mark", corner))["A"]
    all_but_identity = len(symmetries(TTT.rules).fixing_start) - 1
    assert len(breaker.kept([marked])) < len(breaker.kept([])) == all_but_identity


def _hard(solve: Callable[..., bool]) -> Callable[..., bool]:
    """Return a solver that does nothing where little work is allowed."""

    def unless_little(games: Any, moves: int, met: Any = (), conflicts: int | None = None) -> bool:
        if conflicts is not None:
            raise Undecided
        return solve(games, moves, met)

    return unless_little


@pytest.mark.parametrize("aims", [[FULL], [FULL, WON], [WON, Aim(question="full", holds=False)]])
def test_what_is_hard_is_found_all_the_same(
    monkeypatch: pytest.MonkeyPatch, aims: list[Aim]
) -> None:
    """Every question counts as hard here."""
    easy = Instances(TTT.circuit, aims).first()
    monkeypatch.setattr(search.Unrolling, "solve", _hard(search.Unrolling.solve))
    position = Instances(TTT.circuit, aims).first()
    assert (position is None) == (easy is None)
    assert position is None or all(aim.met_by(TTT, position) for aim in aims)
