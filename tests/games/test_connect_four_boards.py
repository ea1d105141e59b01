"""The document's boards, drawn in examples/connect_four_tests.py, are as it says."""

from pathlib import Path

import pytest

from boardproof.questions.check import check
from boardproof.questions.requests import CheckRequest, FindRequest, ask
from boardproof.reading.loader import find_game, load
from boardproof.reading.property_files import with_properties
from boardproof.reading.reader import read
from boardproof.rules.claims import Example
from boardproof.rules.game import claims_of

BOARDS = Path(__file__).parents[2] / "examples" / "connect_four_tests.py"


def test_every_drawn_board_is_as_it_says() -> None:
    rules = read(with_properties(find_game("connect-four"), str(BOARDS))())
    drawn = [n for n, claim in claims_of(type(rules.game)).items() if isinstance(claim, Example)]
    assert len(drawn) == 21
    verdicts = check(rules, *drawn)
    assert [str(one) for one in verdicts if one.verdict != "holds"] == []


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("out_of_bounds_row_invalid", "P0 at (6,0) is outside the board of 6 rows and 7 columns"),
        ("out_of_bounds_col_invalid", "P0 at (0,7) is outside the board of 6 rows and 7 columns"),
        ("negative_indices_invalid", "board has no (0, -1): it is declared over cells"),
    ],
)
def test_a_board_out_of_bounds_is_told_to_be_ill_formed(name: str, where: str) -> None:
    rules = read(with_properties(find_game("connect-four"), str(BOARDS))())
    (verdict,) = check(rules, name)
    assert verdict.verdict == "holds"
    assert verdict.message.startswith(f"ill-formed: {where}")


def test_nothing_holds_of_a_board_out_of_bounds(tmp_path: Path) -> None:
    path = tmp_path / "beyond.py"
    rows = "P0 ○ ○ ○ ○ ○ ○\\n" * 7
    text = "from boardproof.rules import example\n"
    text += f"good = example('{rows}', holds='wellformed')\n"
    text += f"asked = example('{rows}', fails=('wellformed', 'draw'))\n"
    path.write_text(text, encoding="utf-8")
    rules = read(with_properties(find_game("connect-four"), str(path))())
    good, asked = check(rules, "good", "asked")
    assert (good.verdict, asked.verdict) == ("fails", "fails")
    assert good.message.startswith("wellformed does not hold; ill-formed: P0 at (6,0) is outside")
    assert asked.message.startswith("draw cannot be asked of it; ill-formed: ")


@pytest.mark.parametrize("players", [2, 3])
def test_the_file_goes_with_the_rulebook_whatever_its_parameters(players: int) -> None:
    rules = read(with_properties(find_game("connect-four"), str(BOARDS))(players=players))
    assert rules.game.name == "connect-four"
    (verdict,) = check(rules, "floating_piece_invalid")
    assert verdict.verdict == "holds"


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        (["0......"] + ["......."] * 6, "0 at (6,0)"),
        (["......."] * 5 + ["1......0"], "0 at (0,7)"),
    ],
)
def test_check_tells_of_a_start_out_of_bounds_that_it_is_ill_formed(
    rows: list[str], where: str
) -> None:
    start = f"board={'/'.join(rows)} turn=P0"
    (verdict,) = ask(load("connect-four"), CheckRequest(start=start))
    assert (verdict.name, verdict.verdict) == ("wellformed", "fails")
    assert verdict.message.startswith(f"ill-formed: {where} is outside the board of 6 rows")
    found = ask(load("connect-four"), FindRequest(text="draw", start=start))
    assert str(found).startswith(f"none: ill-formed: {where} is outside the board")
