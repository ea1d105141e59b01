"""`boardproof solve`, `tablebase` and `results` as they are typed."""

import json

import pytest

from boardproof.faces.cli import main

RULEBOOK = """
from boardproof.rules import *

class Pebbles(Game):
    pebbles: int = Parameter(9, at_least=1, at_most=20)

    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, self.pebbles, start=self.pebbles)
        self.handful = Range(1, 3)
        self.turn = Turn(self.players)

    @move(number="handful")
    def take(self, number):
        require(number <= self.left, "too many")
        self.left -= number
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn.previous) if self.left == 0 else None
"""


@pytest.fixture
def typed(capsys):
    """Run a command; give its status and what it wrote, errors in one line with status 2."""

    def run(*words):
        status = 0
        try:
            main(list(words))
        except SystemExit as leave:
            status = int(leave.code or 0)
        out, err = capsys.readouterr()
        if status == 2:
            assert out == ""
            assert err.startswith("boardproof: ")
            assert err.count("\n") == 1
        return status, out or err

    return run


def test_solve_says_who_wins_and_how(typed):
    status, text = typed("solve", "kalah", "holes=2", "beans=2")
    assert status == 0
    assert "North wins by 2, in 5 moves" in text
    assert "best: 2" in text
    assert "line: 2 2 1 2 2\n" in text
    text = typed("solve", "pong-hau-ki")[1]
    assert "draw, by repetition" in text
    assert "line: a d c a d c, then repeats from move 1" in text


def test_solve_takes_a_position(typed):
    status, text = typed("solve", "tic-tac-toe", "--position", "mark=A.B/.A./B.. turn=A", "--json")
    answer = json.loads(text)
    assert (status, answer["result"], answer["best"]) == (0, "A wins", ["(2,2)"])


def test_solve_refuses_what_is_no_position(typed):
    assert typed("solve", "tic-tac-toe", "--position", "mark=A")[0] == 2
    assert typed("solve", "tic-tac-toe", "--engine", "abacus")[0] == 2
    assert typed("solve", "tic-tac-toe", "--memory", "little")[0] == 2


def test_a_solution_is_kept_and_looked_into(typed, tmp_path):
    table = str(tmp_path / "table")
    told = json.loads(typed("solve", "pong-hau-ki", "--store", table, "--json")[1])
    again = json.loads(typed("solve", "pong-hau-ki", "--store", table, "--json")[1])
    probed = json.loads(typed("tablebase", "probe", table, "--json")[1])
    for one in (again, probed):
        assert {**one, "seconds": 0, "engine": ""} == {**told, "seconds": 0, "engine": ""}
    status, text = typed("tablebase", "verify", table)
    assert (status, text) == (0, "all 56 positions agree with the rules\n")
    text = typed("tablebase", "info", table)[1]
    assert "pong-hau-ki" in text
    assert "1 file, " in text
    info = json.loads(typed("tablebase", "info", table, "--json")[1])
    assert info["counts"] == {"Blue wins": 6, "Red wins": 6, "draw": 44}


def test_a_table_of_ones_own_game_needs_its_rulebook(typed, tmp_path):
    book, table = tmp_path / "pebbles.py", str(tmp_path / "table")
    book.write_text(RULEBOOK)
    typed("solve", str(book), "pebbles=5", "--store", table)
    status, text = typed("tablebase", "info", table)
    assert status == 2
    assert "no game is called 'pebbles'" in text
    status, text = typed("tablebase", "probe", table, "--game", str(book))
    assert status == 0
    assert "A wins, in 3 moves" in text
    assert typed("tablebase", "probe", table, "--game", "kalah")[0] == 2


def test_what_is_no_tablebase_is_refused(typed, tmp_path):
    assert "is not a tablebase" in typed("tablebase", "info", str(tmp_path))[1]
    (tmp_path / "letter.txt").write_text("Dear")
    status, text = typed("solve", "pong-hau-ki", "--store", str(tmp_path))
    assert status == 2
    assert "has other files in it" in text
    status, text = typed("solve", "pong-hau-ki", "--store", str(tmp_path / "letter.txt" / "table"))
    assert status == 2


def test_a_missing_position_is_refused(typed, tmp_path):
    table = str(tmp_path / "table")
    typed("solve", "tic-tac-toe", "size=2", "--store", table)
    status, text = typed("tablebase", "probe", table, "--position", "mark=../.. turn=B")
    assert status == 2
    assert "not among the solved positions" in text
