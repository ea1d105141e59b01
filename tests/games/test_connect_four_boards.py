"""The document's boards, drawn in examples/connect_four_tests.py, are as it says."""

from pathlib import Path

import pytest

from boardproof.questions.check import check
from boardproof.reading.loader import find_game
from boardproof.reading.property_files import with_properties
from boardproof.reading.reader import read
from boardproof.rules.claims import Example
from boardproof.rules.game import claims_of

BOARDS = Path(__file__).parents[2] / "examples" / "connect_four_tests.py"


def test_every_drawn_board_is_as_it_says() -> None:
    rules = read(with_properties(find_game("connect-four"), str(BOARDS))())
    drawn = [n for n, claim in claims_of(type(rules.game)).items() if isinstance(claim, Example)]
    assert len(drawn) == 18
    verdicts = check(rules, *drawn)
    assert [str(one) for one in verdicts if one.verdict != "holds"] == []


@pytest.mark.parametrize("players", [2, 3])
def test_the_file_goes_with_the_rulebook_whatever_its_parameters(players: int) -> None:
    rules = read(with_properties(find_game("connect-four"), str(BOARDS))(players=players))
    assert rules.game.name == "connect-four"
    (verdict,) = check(rules, "floating_piece_invalid")
    assert verdict.verdict == "holds"
