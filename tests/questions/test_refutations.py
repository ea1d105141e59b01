"""Proofs of answers that are kept: accepted by a checker, or refused with a line."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardproof.errors import TooLarge
from boardproof.questions.find import find
from boardproof.questions.refutations import property_refutation, query_refutation
from boardproof.reading.loader import load

from ..engines.sat.drat import accepts


@pytest.mark.parametrize("name", ["two_winners", "wellformed", "pieces_stay", "gravity"])
def test_the_proof_of_every_kind_of_property_is_accepted(name: str) -> None:
    game = "connect-four" if name in ("pieces_stay", "gravity") else "tic-tac-toe"
    sizes = {"columns": 4, "rows": 4} if game == "connect-four" else {}
    refutation = property_refutation(load(game, **sizes), name)
    assert accepts(refutation.clauses, refutation.lines)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("full and stuck", {"anywhere": True}),
        ("winner(A) and winner(B)", {}),
        ("A wins", {"depth": 4}),
    ],
)
def test_the_proof_that_there_is_nothing_is_accepted(text: str, more: dict[str, int]) -> None:
    refutation = query_refutation(load("tic-tac-toe"), text, **more)  # type: ignore[arg-type]
    assert accepts(refutation.clauses, refutation.lines)


def test_what_does_not_rest_on_clauses_is_refused() -> None:
    rules = load("tic-tac-toe")
    with pytest.raises(TooLarge, match="does not rest on clauses"):
        property_refutation(rules, "draw")
    with pytest.raises(TooLarge, match="there are such positions"):
        query_refutation(rules, "A wins")
    with pytest.raises(TooLarge, match="what can be forced"):
        query_refutation(rules, "forced(A, A wins)")


def test_a_no_by_induction_on_a_large_board() -> None:
    answer = find(load("connect-four"), "winning(P0) and winning(P1)", engine="sat")
    assert (answer.found, answer.complete) == (False, True)
    assert answer.message == "no game comes to one, by induction over one move"


def test_a_no_names_what_excludes_each_other(tmp_path: Path) -> None:
    rules = load("connect-four")
    answer = find(rules, "wellformed and full and starting", anywhere=True)
    assert "these exclude each other: full, line 67; starting, line 71" in answer.message
    asked = find(rules, "turn == P0 and full and turn == P1", anywhere=True)
    assert "these exclude each other: turn == P0; turn == P1" in asked.message
