"""`boardproof match`, and `play --replay`: what they print, what they save, and how they fail."""

import json

import pytest

from boardproof.faces.cli import main


@pytest.fixture
def run(capsys):
    def run_line(line):
        status = 0
        try:
            main(line.split())
        except SystemExit as leave:
            status = int(leave.code or 0)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_line


def test_a_match_is_told_as_a_table(run):
    status, out, _ = run("match tic-tac-toe --players random bad --games 4 --seed 1")
    assert status == 0
    assert "tic-tac-toe  4 games" in out
    assert "as A:" in out


def test_a_match_is_told_as_json(run):
    status, out, _ = run("match tic-tac-toe size=2 --games 3 --seed 1 --json --players random bad")
    answer = json.loads(out)
    assert status == 0
    assert [one["player"] for one in answer["standings"]] == ["random", "bad"]
    assert answer["parameters"]["size"] == 2


def test_saved_games_are_shown_again(run, tmp_path):
    file = tmp_path / "games.txt"
    run(f"match tic-tac-toe --games 3 --seed 1 --out {file} --players random random")
    status, out, _ = run(f"play tic-tac-toe --replay {file} --number 3")
    assert status == 0
    assert out.startswith("A: random, B: random")
    assert "\ndraw\n  mark[cell] is not None for every cell in cells (full, line " in out


def test_a_game_that_goes_round_says_so(run, tmp_path):
    file = tmp_path / "games.txt"
    players = "--players perfect perfect"
    _, out, _ = run(f"match pong-hau-ki --games 1 --seed 1 --out {file} {players}")
    assert "1 game drawn by threefold repetition" in out
    for line in (f"pong-hau-ki --replay {file}", "pong-hau-ki --Red perfect --Blue perfect"):
        status, out, _ = run(f"play {line}")
        assert status == 0
        assert out.rstrip().endswith("drawn: the position came three times")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("match tic-tac-toe", "no players are named"),
        ("match tic-tac-toe --players random", "two players or more"),
        ("match tic-tac-toe --players random randon", "did you mean random"),
        ("match tic-tac-toe --players random human", "a human cannot play a match"),
        ("match tic-tac-toe --players random random --fast", "no option --fast"),
        ("match tic-tac-toe --players smart:deep=3 random", "smart has no option 'deep'"),
        ("play tic-tac-toe --replay nowhere.txt", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, line, message):
    status, _, err = run(line)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


def test_a_game_that_is_not_there_is_said(run, tmp_path):
    file = tmp_path / "games.txt"
    run(f"match tic-tac-toe --games 2 --seed 1 --out {file} --players random random")
    assert run(f"play tic-tac-toe --replay {file} --number 3")[2].endswith("the file has 2\n")
