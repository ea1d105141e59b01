"""Every rulebook's properties hold, at a small size, under every reading they speak of."""

from typing import Any

import pytest

from boardproof import load
from boardproof.questions.check import check

SMALL: list[Any] = [
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 2, "connect": 2, "players": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
    ("tic-tac-toe", {"noting": "step"}),
    ("kalah", {"holes": 2, "beans": 2}),
    ("kalah", {"holes": 2, "beans": 2, "empty_capture": True}),
    ("kalah", {"holes": 2, "beans": 2, "ends": "mover"}),
    ("territory", {}),
    ("territory", {"capture": "takes", "turns": 16}),
    # Those that a mutant breaks are checked beside the mutants, always.
    pytest.param("dstru-tac-toe", {}, marks=pytest.mark.slow),
    pytest.param("dstru-tac-toe", {"order": "dos_uno_tres"}, marks=pytest.mark.slow),
    ("pong-hau-ki", {}),
]
#: Two players of two pieces each win at their second: no draw.
IMPOSSIBLE = {("connect-four", 2): {"draw_possible"}}


@pytest.mark.parametrize(("game", "parameters"), SMALL)
def test_all_properties_hold(game: str, parameters: dict[str, int | str | bool]) -> None:
    verdicts = check(load(game, **parameters))
    apart = IMPOSSIBLE.get((game, int(parameters.get("connect", 0))), set())
    failing = {verdict.name for verdict in verdicts if verdict.verdict != "holds"}
    assert failing == apart, [str(v) for v in verdicts if v.name in failing]
    assert all(verdict.complete for verdict in verdicts)


@pytest.mark.slow
def test_four_by_four_holds_and_the_documents_win_claim_fails() -> None:
    rules = load("connect-four", columns=4, rows=4)
    assert {verdict.verdict for verdict in check(rules)} == {"holds"}
    (claim,) = check(rules, "guaranteed_win_is_forced")
    assert (claim.verdict, claim.failures) == ("fails", 2216 - 1746)
    assert claim.trace is not None
    assert len(claim.trace) == 9


@pytest.mark.slow
def test_no_game_of_three_lasts_longer_than_44_moves() -> None:
    (ends,) = check(load("dstru-tac-toe"), "every_game_ends")
    assert (ends.verdict, ends.message) == ("holds", "the longest game has 44 moves")
