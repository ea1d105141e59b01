"""`boardproof solve --weak`: what it prints, and how it fails."""

import json

import pytest

from boardproof.faces.cli import main


@pytest.fixture
def run(capsys):
    def run_words(*words):
        status = 0
        try:
            main(["solve", "--weak", *words])
        except SystemExit as leave:
            status = int(leave.code or 0)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_words


def test_a_value_is_told_in_words(run):
    status, out, _ = run("tic-tac-toe")
    assert status == 0
    assert "draw" in out
    assert "value     A +0, B +0" in out
    line = next(words for words in out.splitlines() if words.startswith("  line "))
    assert len(line.split()) == 10


def test_a_position_is_solved_and_told_as_json(run):
    status, out, _ = run("tic-tac-toe", "--json", "--position", "mark=AA./BB./... turn=A")
    answer = json.loads(out)
    assert status == 0
    assert answer["value"] == {"A": 1, "B": -1}
    assert (answer["result"], answer["best"]) == ("A wins", ["(0,2)"])
    assert {"distance", "positions", "engine", "seconds"} <= set(answer)


def test_what_stays_unknown_leaves_with_status_3(run):
    status, out, _ = run("tic-tac-toe", "--time", "0.000001")
    assert status == 3
    assert "unknown" in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["dstru-tac-toe"], "3 players"),
        (["pong-hau-ki"], "solve it without --weak"),
        (["tic-tac-toe", "--time", "soon"], "is not a number of seconds above 0"),
        (["tic-tac-toe", "--store", "x"], "keeps no table"),
        (["tic-tac-toe", "--position", "mark=AAA/BB./... turn=B"], "the game is over"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, words, message):
    status, _, err = run(*words)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1
