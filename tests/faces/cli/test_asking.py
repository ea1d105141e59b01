"""check, find, force, same-game at the terminal: what they print, their JSON, how they fail."""

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from boardproof.engines import planner
from boardproof.faces.cli import main, question
from boardproof.faces.cli.question import announce_size
from boardproof.reading.loader import load

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line as a shell would, with lines typed at it."""

    def run_line(line: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = 0
        try:
            main(shlex.split(line))
        except SystemExit as leave:
            status = int(leave.code or 0)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run_line


SMALL = "connect-four columns=3 rows=3 connect=3"
ODD = Path(__file__).parents[2] / "engines" / "rulebooks" / "odd_numbers.py"


def test_check_lists_every_property_and_exits_0_when_all_hold(run: Run) -> None:
    status, out, _ = run(f"check {SMALL}")
    assert status == 0
    for name in ("turn_order", "gravity", "pieces_stay", "every_game_ends", "never_stuck"):
        assert f"{name} " in out
    assert "fails" not in out
    assert "conjectures, checked only when named: guaranteed_win_is_forced" in out


def test_check_writes_a_list_as_json(run: Run) -> None:
    status, out, _ = run("check territory wipe_out=exactly_one never_stuck --json")
    (verdict,) = json.loads(out)
    assert status == 1
    first = ["name", "verdict", "positions", "engine", "complete", "trace"]
    assert list(verdict)[:6] == first
    assert (verdict["verdict"], verdict["complete"]) == ("fails", True)
    assert len(verdict["trace"]["positions"]) == len(verdict["trace"]["moves"]) + 1


def test_a_failure_is_shown_board_by_board_with_what_changed(run: Run, tmp_path: Path) -> None:
    props = tmp_path / "props.py"
    props.write_text(
        "from boardproof.rules import *\n"
        "@always\ndef bottom_left_free(self):\n    return self.board[0, 0] is None\n"
    )
    status, out, _ = run(f"check {SMALL} bottom_left_free --with {props}")
    assert status == 1
    assert "bottom_left_free fails after 1 move" in out
    assert "Board1 after 0" in out
    assert "0  [P0]     ○     ○" in out
    assert "turn P0 → P1" in out


def test_a_trace_is_saved_and_played_again(run: Run, tmp_path: Path) -> None:
    saved = tmp_path / "trace.json"
    assert run(f"find {SMALL} 'P1 wins' --out {saved}")[0] == 0
    status, out, _ = run(f"play --replay {saved}", "undo\nquit\n")
    assert (status, "P1 wins" in out) == (0, True)
    trace = json.loads(saved.read_text())
    trace["moves"][0] = "9"
    saved.write_text(json.dumps(trace))
    status, _, err = run(f"play --replay {saved}")
    assert (status, "move 1 of the trace: '9' is not a move" in err) == (2, True)
    saved.write_text("{}")
    status, _, err = run(f"play --replay {saved}")
    assert status == 2
    assert "holds no trace" in err


@pytest.mark.parametrize("ending", ["svg", "html", "txt"])
def test_a_trace_is_saved_as_a_picture_or_text(run: Run, tmp_path: Path, ending: str) -> None:
    saved = tmp_path / f"trace.{ending}"
    assert run(f"find {SMALL} 'P0 wins' --out {saved}")[0] == 0
    assert "Board5" in saved.read_text()


def test_find_shows_an_instance_and_counts(run: Run) -> None:
    status, out, _ = run(f"find {SMALL} winning player=P0 --json")
    answer = json.loads(out)
    assert status == 0
    assert list(answer)[:4] == ["found", "count", "trace", "position"]
    assert run(f"find {SMALL} 'winning(P0)' --count")[1].strip() == str(answer["count"])
    status, out, _ = run(f"find {SMALL} 'winning(P0) and winning(P1)'")
    assert status == 1
    assert "without winning(P0) there are" in out


def test_a_floating_piece_is_told_with_its_cell(run: Run) -> None:
    text = "board=.../0../... turn=P0"
    status, out, _ = run(f"find {SMALL} wellformed --position '{text}'")
    assert status == 1
    assert "wellformed: no" in out
    assert "floating (1,0): A piece needs a piece below it" in out
    status, out, _ = run(f"find {SMALL} floating cell=1,0 --position '{text}' --json")
    assert (status, json.loads(out)["found"]) == (0, True)


def test_force_answers_as_json_and_by_exit_status(run: Run) -> None:
    status, out, _ = run("force tic-tac-toe size=2 --who A --goal 'A wins' --json")
    answer = json.loads(out)
    assert list(answer)[:5] == ["forced", "who", "goal", "positions", "engine"]
    assert (status, answer["forced"], answer["who"]) == (0, True, ["A"])
    assert run("force tic-tac-toe size=2 --who B --goal 'B wins'")[0] == 1
    assert run("force tic-tac-toe size=2 --who A,B --goal 'A wins'")[0] == 0


def test_force_lists_what_each_set_of_players_can_force(run: Run) -> None:
    status, out, _ = run("force tic-tac-toe size=2")
    assert status == 0
    assert out.splitlines()[:3] == ["A        A wins", "B        A wins", "A and B  A wins"]


def test_one_can_play_against_a_strategy(run: Run) -> None:
    line = "force tic-tac-toe size=2 --who A --goal 'A wins' --play"
    status, out, _ = run(line, "(1,1)\n")
    assert status == 0
    assert "A (strategy) plays" in out
    assert "\nA wins\n  mark[cell] == A for every cell in " in out
    status, _, err = run("force tic-tac-toe size=2 --who B --goal 'B wins' --play")
    assert (status, "no strategy" in err) == (2, True)


def test_same_game_compares_readings(run: Run) -> None:
    assert run("same-game kalah holes=2 beans=1 and kalah holes=2 beans=1")[0] == 0
    status, out, _ = run("same-game kalah holes=2 beans=1 and holes=2 beans=1 empty_capture=true")
    assert (status, out.startswith("not the same game: after")) == (1, True)
    status, out, _ = run("same-game kalah holes=2 beans=1 and holes=2 beans=2 --json")
    assert (status, json.loads(out)["same"]) == (1, False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("check tic-tac-toe wining", "has no property 'wining'"),
        ("check tic-tac-toe sze=3", "no parameter 'sze'"),
        ("check tic-tac-toe --with nowhere.py", "there is no file nowhere.py"),
        ("check tic-tac-toe --out trace.png", "a trace is written as"),
        ("find tic-tac-toe", "the query is empty"),
        ("find tic-tac-toe 'winer(A)'", "did you mean 'winner'?"),
        ("find tic-tac-toe full player=A", "full takes no argument player"),
        (
            "find tic-tac-toe 'full and draw' player=A",
            "neither a parameter of the game nor an argument",
        ),
        ("find tic-tac-toe full --next 0", "is not a whole number, 1 or more"),
        ("find tic-tac-toe full --next 2 --engine compiled", "cannot keep sets of positions"),
        ("force tic-tac-toe --who A", "name the players and their goal"),
        ("force tic-tac-toe --who Z --goal full", "nobody is called 'Z'"),
        ("force tic-tac-toe --who A --goal full --always --until full", "one of the two"),
        ("same-game tic-tac-toe", "name two games"),
        ("play", "name a game"),
        ("play --replay nowhere.json", "nowhere.json cannot be read"),
    ],
)
def test_bad_input_is_told_in_a_line_with_exit_status_2(run: Run, line: str, message: str) -> None:
    status, _, err = run(line)
    assert status == 2
    assert message in err
    assert "Traceback" not in err


def test_a_file_that_cannot_be_written_is_refused_before_the_work(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "folder.json"
    folder.mkdir()
    for path in (tmp_path / "nowhere" / "trace.json", folder):
        for line in (f"check {SMALL}", f"find {SMALL} full"):
            status, out, err = run(f"{line} --out {path}")
            assert (status, out) == (2, "")
            assert f"{path} cannot be written" in err
    status, out, err = run(f"export tla {SMALL} --out {tmp_path / 'nowhere' / 'Four.tla'}")
    assert (status, out) == (2, "")
    assert f"{tmp_path / 'nowhere' / 'Four.tla'} cannot be written" in err


@pytest.mark.parametrize("line", [f"check {SMALL} never_full", f"find {SMALL} full"])
def test_a_write_that_fails_costs_neither_the_answer_nor_the_old_file(
    tmp_path: Path, line: str
) -> None:
    """Files may have no bytes, as if the disk were full."""
    props = tmp_path / "props.py"
    props.write_text(
        "from boardproof.rules import *\n@never\ndef never_full(self):\n    return self.full()\n"
    )
    old = tmp_path / "old.json"
    old.write_text("old")
    code = "import sys; from boardproof.faces.cli import main; main(sys.argv[1:])"
    words = [*shlex.split(line), "--with", str(props), "--out", str(old)]
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", sys.executable, "-B", "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Board9" in done.stdout
    assert f"{old} cannot be written: " in done.stderr
    assert old.read_text() == "old"
    assert {one.name for one in tmp_path.iterdir()} == {props.name, old.name}


@pytest.mark.parametrize(
    "option", ["--depth 2", "--memory 1G", "--out t.json", "--engine compiled", "--from ''"]
)
def test_anywhere_refuses_what_it_has_no_use_for(run: Run, option: str) -> None:
    status, out, err = run(f"find {SMALL} full --anywhere {option}")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert option.split()[0] in err


def test_anywhere_is_answered_by_the_symbolic_engine(run: Run) -> None:
    plain = run(f"find {SMALL} full --anywhere --count")
    assert plain[0] == 0
    assert run(f"find {SMALL} full --anywhere --count --engine symbolic") == plain


def test_a_count_says_how_far_was_looked(run: Run) -> None:
    asked = "find tic-tac-toe 'marks(A) == 2' --count"
    assert run(asked)[1] == "1,008\n"
    assert run(f"{asked} --depth 9")[1] == "1,008\n"
    status, out, _ = run(f"{asked} --depth 3")
    assert (status, out) == (0, "252 within 3 moves\n")
    status, out, _ = run(f"{asked} --depth 2")
    assert status == 1
    assert out.startswith("0: none within 2 moves, over 82 positions")
    out = run("find tic-tac-toe 'not forced(A, over)' --count --depth 3")[1]
    assert "depth 3 cannot tell" in out


def test_a_game_against_a_strategy_is_not_written_as_json(run: Run) -> None:
    status, out, err = run(f"force {SMALL} --who P0 --goal over --play --json")
    assert (status, out) == (2, "")
    assert "omit --json" in err


def test_find_takes_several_boards(run: Run) -> None:
    text = "board[0].turn == P0 and board[3].turn == P1 and board[3].winning(P0)"
    status, out, _ = run(f"find {SMALL} '{text}' --boards 4 --anywhere --json")
    answer = json.loads(out)
    assert status == 0
    assert len(answer["trace"]["positions"]) == 4
    assert all(move != "?" for move in answer["trace"]["moves"])
    status, out, _ = run(f"find {SMALL} 'board[1].winning(P0)' --boards 2")
    assert (status, out.splitlines()[-1]) == (1, "no 2 positions, a move apart, are like that")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("'winning(P0)' --boards 2", "winning of which board?"),
        ("'board[2].over' --boards 2", "there is no board[2]"),
        ("'board[0].over' --boards 1 --random 1", "neither --random nor --up-to-symmetry"),
        ("'board[0].over' --boards 1 --depth 3", "omit --depth"),
        ("'board[0].over' --boards 1 --engine symbolic", "omit --engine symbolic"),
    ],
)
def test_several_boards_are_asked_in_their_own_words(run: Run, words: str, told: str) -> None:
    status, _, problem = run(f"find {SMALL} {words}")
    assert status == 2
    assert told in problem


def test_a_proof_is_written_beside_its_clauses(run: Run, tmp_path: Path) -> None:
    proof = tmp_path / "kept.drat"
    status, _, err = run(f"check tic-tac-toe two_winners --proof {proof}")
    assert status == 0
    assert f"{proof}: a proof in " in err
    assert proof.read_text(encoding="ascii").endswith("0\n")
    assert (tmp_path / "kept.cnf").read_text(encoding="ascii").startswith("p cnf ")


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("check tic-tac-toe draw", 0, "is not written: that draw holds does not rest on clauses"),
        ("find tic-tac-toe winner(A)", 0, "is not written: clauses can only prove that there"),
        ("check tic-tac-toe", 2, "--proof writes one proof: name one property"),
        ("find tic-tac-toe board[0].full --boards 2", 2, "omit --boards"),
    ],
)
def test_no_proof_without_clauses(
    run: Run, tmp_path: Path, line: str, status: int, message: str
) -> None:
    ran, _, err = run(f"{line} --proof {tmp_path}/x.drat")
    assert ran == status
    assert message in err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["check tic-tac-toe", "find tic-tac-toe full"])
def test_a_start_out_of_bounds_is_reported_as_ill_formed(run: Run, command: str) -> None:
    status, out, _ = run(f"{command} --from 'mark=.../.../.../..A turn=A'")
    assert status == 1
    assert "ill-formed: A at (3,2) is outside the board of 3 rows and 3 columns" in out


@pytest.mark.parametrize(
    ("name", "sizes", "said"),
    [
        ("count", {}, "has 4,531,985,219,092 positions, more than can be visited: counts"),
        ("count", {"columns": 8, "rows": 8}, "seems to have more positions than can be visited"),
        ("solve", {"columns": 4, "rows": 4}, ""),
        ("perft", {}, ""),
    ],
)
def test_work_without_end_is_announced(
    capsys: pytest.CaptureFixture[str], name: str, sizes: dict[str, int], said: str
) -> None:
    announce_size(load("connect-four", **sizes), name, "auto")
    err = capsys.readouterr().err
    assert said in err
    assert bool(said) == bool(err)


def test_the_size_of_a_small_game_is_not_estimated(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question, "announce_size", lambda *_: print("looked", file=sys.stderr))
    assert "looked" not in run(f"count {ODD}")[2]
    assert "looked" in run(f"count {ODD} --engine compiled")[2]


def test_a_size_is_announced_once_trials_are_given_up(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planner.Attempt, "soon", lambda *_, **__: None)
    monkeypatch.setattr(question, "TOO_MANY", 10)
    status, _, err = run(f"count {ODD}")
    assert (status, err.count("more positions than can be visited")) == (0, 1)


def test_solve_saves_the_values_of_all_positions(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "values.csv"
    status, printed, err = run(f"solve tic-tac-toe size=2 --out {out}")
    assert status == 0
    assert "A wins, in 3 moves" in printed
    assert err.endswith("values.csv: the values of 29 positions\n")
    assert len(out.read_text(encoding="utf-8").splitlines()) == 30


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("--out values.txt", "a table is written as"),
        ("--out values.csv --weak", "a weak solve keeps no values"),
        ("--out values.csv --store table", "--store keeps the values as a tablebase"),
        ("--out nowhere/values.csv", "there is no folder nowhere"),
    ],
)
def test_solve_refuses_a_table_that_it_cannot_write(run: Run, options: str, problem: str) -> None:
    status, printed, err = run(f"solve tic-tac-toe size=2 {options}")
    assert (status, printed) == (2, "")
    assert problem in err
