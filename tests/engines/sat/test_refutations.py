"""Refutations are accepted by a checker that shares nothing with the solver."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from boardproof.engines.sat.engine import SatEngine
from boardproof.engines.sat.solver import ClauseSolver, Refutation
from boardproof.reading.loader import load
from boardproof.statespace.goals import Aim

from .drat import accepts


def checked(refutation: Refutation) -> bool:
    return accepts(refutation.clauses, refutation.lines)


def test_pigeons_do_not_fit() -> None:
    solver = ClauseSolver(proof=True)
    rows = [[solver.variable() for _ in range(4)] for _ in range(5)]
    solver.add(rows)
    for hole in zip(*rows, strict=True):
        solver.add([-a, -b] for a, b in combinations(hole, 2))
    refutation = solver.refutation([])
    assert checked(refutation)
    # Without the last clause there is a way to fit them in, and no proof may pass.
    assert not accepts(refutation.clauses[:-1], refutation.lines)
    assert not accepts(refutation.clauses, refutation.lines[:-1])
    assert not accepts(refutation.clauses, ["0"])


def test_no_position_is_full_and_has_a_free_cell() -> None:
    engine = SatEngine(load("tic-tac-toe"))
    both = [Aim(question="full"), Aim(question="wellformed"), Aim(results=frozenset({"stuck"}))]
    instances = engine.anywhere(both, proof=True)
    assert instances.first() is None
    assert checked(instances.refutation())


def test_no_game_of_four_moves_is_won() -> None:
    engine = SatEngine(load("tic-tac-toe"))
    search = engine.reachable([Aim(results=frozenset({"A wins"}))], depth=4, proof=True)
    assert search.first() is None
    assert checked(search.refutation(4))


@pytest.mark.parametrize(
    "game",
    [
        "tic-tac-toe",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("dstru-tac-toe", "pong-hau-ki")),
    ],
)
def test_every_proof_by_induction_is_accepted(game: str) -> None:
    engine = SatEngine(load(game))
    inductor = engine.inductor(engine.own_claims(), proof=True)
    for name in inductor.invariants:
        refutation = inductor.prove(name).refutation
        assert refutation is not None
        assert checked(refutation())


def test_a_refutation_is_written_with_its_clauses(tmp_path: Path) -> None:
    engine = SatEngine(load("tic-tac-toe"))
    inductor = engine.inductor(engine.own_claims(), proof=True)
    refutation = inductor.prove("two_winners").refutation
    assert refutation is not None
    refutation().write(tmp_path / "two_winners.drat")
    head, *rows = (tmp_path / "two_winners.cnf").read_text(encoding="ascii").splitlines()
    clauses = [[int(word) for word in row.split()[:-1]] for row in rows]
    assert head.split()[:2] == ["p", "cnf"]
    assert int(head.split()[3]) == len(clauses)
    assert accepts(clauses, (tmp_path / "two_winners.drat").read_text("ascii").splitlines())
