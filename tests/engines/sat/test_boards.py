"""Several boards at once: positions a move apart, with conditions between them."""

from __future__ import annotations

import pytest

from boardproof.engines.sat.engine import SatEngine
from boardproof.errors import BadQuestion
from boardproof.positions.play import replay
from boardproof.reading.loader import load
from boardproof.reading.queries import ask_boards

THREE = "board[0].turn == A and board[3].winner(A) and board[0].mark[(2,2)] == board[3].mark[(2,2)]"


def test_a_trace_with_conditions_between_its_boards() -> None:
    rules, name = ask_boards(load("tic-tac-toe"), THREE, 4)
    engine = SatEngine(rules)
    game = engine.boards(name, 4).first()
    assert game is not None
    first, last = game.positions[0], game.positions[3]
    assert replay(engine, game.moves, first) == game.positions
    assert engine.holds(last, "winner", player="A")
    assert first.turn == "A"
    assert first.mark[2, 2] == last.mark[2, 2]
    assert engine.boards(name, 4, anywhere=False).first() is None


def test_traces_from_the_start_are_all_games_of_that_length() -> None:
    rules, name = ask_boards(load("tic-tac-toe", size=2), "board[0].full or board[2].turn == A", 3)
    engine = SatEngine(rules)
    found = [tuple(game.positions) for game in engine.boards(name, 3, anywhere=False)]
    start = engine.initial()
    expected = [
        (start, middle, last)
        for _, middle in engine.successors(start)
        for _, last in engine.successors(middle)
    ]
    assert len(found) == len(set(found))
    assert set(found) == set(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board[0].winning", "winning needs player"),
        ("board[9].over", r"there is no board\[9\]: there are board\[0\] to board\[3\]"),
        ("board[0].ful", "unknown name 'ful': did you mean 'full'"),
        ("board[0].turn == turn", r"turn of which board\?: write board\[0\].turn"),
        ("board[0] == board[1]", "a board alone is no value"),
        ("board[0].nothing(P0)", "unknown name 'nothing'"),
    ],
)
def test_what_is_wrong_with_a_question_about_boards(text: str, message: str) -> None:
    with pytest.raises(BadQuestion, match=message):
        ask_boards(load("connect-four"), text, 4)
