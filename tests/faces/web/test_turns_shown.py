"""Turns of several steps, and games that start anywhere, as the page is told of them."""

from pathlib import Path

from boardproof import make_engine
from boardproof.engines.starts import initial_positions
from boardproof.faces.web.catalogue import Catalogue
from boardproof.faces.web.requests import View
from boardproof.faces.web.view import view
from boardproof.positions.notation import write_position

RULEBOOKS = Path(__file__).parents[2] / "engines" / "rulebooks"
HOPS, ROW = str(RULEBOOKS / "hops.py"), str(RULEBOOKS / "any_row.py")


def test_a_turn_is_a_move_with_the_clicks_of_its_steps() -> None:
    opened = Catalogue([HOPS]).open(HOPS, {})
    shown = view(opened, View(game=HOPS))
    moves = {move["name"]: move for move in shown["moves"]}
    assert not moves["1"]["legal"]
    assert moves["2+3+stop"]["legal"]
    single = [moves[name]["clicks"] for name in ("2", "3")]
    assert moves["2+3+stop"]["clicks"] == [click for clicks in single for click in clicks]
    after = view(opened, View(game=HOPS, moves=["2+3+stop"]))
    assert [step["move"] for step in after["line"]] == ["", "2+3+stop"]
    assert after["to_move"] == "B"


def test_a_game_that_starts_anywhere_begins_at_random_unless_told_where() -> None:
    opened = Catalogue([ROW]).open(ROW, {})
    starts = set(map(write_position, initial_positions(opened.rules)))
    firsts = {view(opened, View(game=ROW))["position"] for _ in range(30)}
    assert len(firsts) > 1
    assert firsts <= starts
    (start, *_) = sorted(starts)
    shown = view(opened, View(game=ROW, start=start))
    assert (shown["position"], shown["anywhere"]) == (start, True)


def test_a_game_with_one_start_begins_there() -> None:
    opened = Catalogue([]).open("tic-tac-toe", {})
    shown = view(opened, View(game="tic-tac-toe"))
    start = make_engine("reference", opened.rules).initial()
    assert (shown["position"], shown["anywhere"]) == (write_position(start), False)
