"""The terminal's commands: what they print, and how they fail."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from boardproof.faces.cli import COMMANDS, main
from boardproof.limits import Limits

NIM = str(Path(__file__).parents[3] / "examples" / "nim.py")


@dataclass
class Ran:
    status: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command line as a user would, with lines typed at it."""
    import io

    def run_line(line: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = 0
        try:
            main(line.split())
        except SystemExit as leave:
            status = int(leave.code or 0)
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run_line


def test_help_lists_every_command(run: Run) -> None:
    help_text = run("--help").out
    assert all(command in help_text for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    ran = run(f"{command} --help")
    assert ran.status == 0
    assert ran.out.startswith("Usage: boardproof " + command)


def test_games_lists_games_with_their_parameters(run: Run) -> None:
    text = run("games").out
    assert "kalah" in text
    assert "holes=6  (1 to 12)" in text
    listed = json.loads(run("games --json").out)
    assert {"tic-tac-toe", "territory"} <= {game["name"] for game in listed}


def test_show_quotes_the_sentence_of_each_reading(run: Run) -> None:
    text = run("show dstru-tac-toe").out
    assert "Uno ∈ W (Uno has achieved a winning pattern)" in text
    assert "* contains: the player's set includes a pattern" in text
    assert "34 bits" in text


def test_show_marks_the_reading_that_was_chosen(run: Run) -> None:
    assert "* equals" in run("show dstru-tac-toe win=equals").out


def test_show_prints_the_ir_with_types_and_lines(run: Run) -> None:
    text = run("show kalah --ir").out
    assert "helper sow(side: players, hole: 1..6) -> ring" in text
    assert "range checked when it runs" in text


def test_show_as_json(run: Run) -> None:
    shown = json.loads(run("show territory --json").out)
    assert shown["bits"] == 45
    assert shown["readings"]["capture"]["value"] == "frees"


def test_perft_as_json(run: Run) -> None:
    answer = json.loads(run("perft kalah holes=6 beans=4 --depth 5 --json").out)
    assert answer["counts"] == [1, 6, 35, 185, 942, 4690]


def test_perft_divides_by_first_move(run: Run) -> None:
    answer = json.loads(run("perft kalah --depth 3 --divide --json").out)
    assert sum(answer["divide"].values()) == answer["counts"][-1] == 185


def test_perft_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    main(["perft", "tic-tac-toe", "--depth=1", "--json", "--position", "mark=AB./.../... turn=A"])
    assert json.loads(capsys.readouterr().out)["counts"] == [1, 7]


def test_count_as_json_has_the_promised_keys(run: Run) -> None:
    answer = json.loads(run("count tic-tac-toe --json").out)
    assert answer["positions"] == 5478
    assert answer["over"] == {"A wins": 626, "B wins": 316, "draw": 16}
    assert set(answer) >= {
        "game", "parameters", "engine", "positions", "moves", "by_ply", "over",
        "longest", "shortest", "seconds", "peak_memory_mb", "branching",
    }  # fmt: skip


def test_count_shows_how_far_it_branches(run: Run) -> None:
    assert "\n  branching             3.58\n" in run("count tic-tac-toe").out


def test_count_by_ply(run: Run) -> None:
    assert "ply   5          1,260" in run("count tic-tac-toe --by-ply").out


def test_count_takes_an_engine(run: Run) -> None:
    ran = run("count tic-tac-toe size=2 --engine ir --json")
    assert json.loads(ran.out)["engine"] == "ir"


def test_playthrough_writes_a_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    assert run(f"playthrough tic-tac-toe --seed 5 --out {out}").status == 0
    assert out.read_text(encoding="utf-8") == run("playthrough tic-tac-toe --seed 5").out


# -- a user's own rulebook ----------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "show {}", "show {} --ir", "count {} --json", "count {}:Nim heaps=2", "perft {} --depth 3",
    "playthrough {}", "play {} --First random --Second random --seed 1",
])  # fmt: skip
def test_every_command_takes_a_path(run: Run, line: str) -> None:
    ran = run(line.format(NIM))
    assert ran.status == 0, ran.err
    assert ran.out


# -- bad input: one clear line, status 2, no traceback ------------------------------------------

MISTAKES = {
    "count tic-tac": "no game is called 'tic-tac': did you mean tic-tac-toe?",
    "count zzzzzz": "no game is called 'zzzzzz': there are",
    "count kalah hole=3": "kalah has no parameter 'hole': did you mean holes?",
    "count kalah holes=0": "holes=0: holes must be 1 to 12",
    "count kalah holes=six": "holes=six: holes must be 1 to 12",
    "count kalah holes": "'holes' is not a parameter: write name=value, as in holes=6",
    "count kalah holes=3 holes=3": "holes is given twice",
    "count dstru-tac-toe win=maybe": "win=maybe: win must be contains or equals",
    "count tic-tac-toe --engine quantum": "no engine is called 'quantum'",
    "perft tic-tac-toe --depth deep": "'--depth': 'deep' is not a whole number, 0 or more",
    "perft tic-tac-toe --depth -1": "'--depth': '-1' is not a whole number, 0 or more",
    "play tic-tac-toe --seed text": "'--seed': 'text' is not a whole number, 0 or more",
    "count tic-tac-toe --memory lots": "'--memory': 'lots' is not a size: write 500M or 4G",
    "count tic-tac-toe --memory 0M": "'--memory': '0M' is not a size: write 500M or 4G",
    "count tic-tac-toe --threads 0": "'--threads': '0' is not a whole number, 1 or more",
    "count tic-tac-toe --threads x": "'--threads': 'x' is not a whole number, 1 or more",
    "count no/such.py": "there is no file no/such.py",
    "count examples/nim.py:": "examples/nim.py: names no class",
    "coun tic-tac-toe": "there is no command 'coun': did you mean count?",
    "zzz tic-tac-toe": "there is no command 'zzz': `boardproof --help` lists them",
    "count": "Missing argument 'GAME'",
    "play tic-tac-toe --C random": "there is no option or seat --C: seats are A, B",
    "play tic-tac-toe --A": "--A names no player",
    "play tic-tac-toe --A robot": "no player is called 'robot'",
    "playthrough tic-tac-toe --out /no/such/folder/x.txt": "cannot be written",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_gets_one_clear_line(run: Run, line: str) -> None:
    ran = run(line)
    assert ran.status == 2
    assert MISTAKES[line] in ran.err
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


def test_a_memory_limit_is_said_and_leaves_the_answer_unknown(run: Run) -> None:
    ran = run("count tic-tac-toe --memory 500K")
    assert ran.status == 3
    assert "stopped at ply 0 with 1 position: continuing needs" in ran.err
    assert "and the limit is 500K; raise it" in ran.err
    assert ran.err.count("\n") == 1


POSITIONS = {
    "mark=A../... turn=A": "mark: 2 rows, where the board has 3",
    "mark=A../..../... turn=A": "mark: row 2 (....) has 4 places, not 3",
    "mark=A../.C./... turn=A": "mark: 'C' is not one of ., A, B",
    "mark=A../.../... turn=Z": "turn: 'Z' is not one of A, B",
    "mark=A../.../...": "turn: missing",
    "mark=A../.../... turn=A turn=B": "turn: given twice",
    "marc=A../.../... turn=A": "marc: tic-tac-toe has no such variable: did you mean mark?",
    "hello": "'hello' is not a field",
    "mark=A../.../... turn=A [noting=step]": "this position was written for noting=step",
    "mark=A../.../... turn=A [x=y]": "has no reading x",
}


@pytest.mark.parametrize("text", POSITIONS)
def test_a_malformed_position_names_the_field(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as leave:
        main(["perft", "tic-tac-toe", "--position", text])
    assert leave.value.code == 2
    err = capsys.readouterr().err
    assert POSITIONS[text] in err
    assert err.count("\n") == 1


RULEBOOKS = {
    "raises.py": ("1 / 0\n", "this raises ZeroDivisionError: division by zero"),
    "holds_no_game.py": ("x = 1\n", "holds no game: write `class MyGame(Game):` in it"),
    "is_not_python.py": ("class :\n", "this is not Python"),
    "two.py": (
        "from boardproof.rules import Game\nclass A(Game): ...\nclass B(Game): ...\n",
        "holds A, B: name one",
    ),
}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_rulebook_file_that_is_wrong(run: Run, tmp_path: Path, name: str) -> None:
    text, message = RULEBOOKS[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    ran = run(f"count {tmp_path / name}")
    assert ran.status == 2
    assert message in ran.err
    assert "Traceback" not in ran.err


# -- play ---------------------------------------------------------------------------------------


def test_play_to_the_end(run: Run) -> None:
    ran = run("play tic-tac-toe", typed="0 0\n1 1\n0 1\n2 2\n0 2\n")
    assert ran.status == 0
    assert (
        "\nA wins\n  mark[cell] == A for every cell in (0,0) (0,1) (0,2) (winner, line " in ran.out
    )
    assert "A to move (mark a cell)" in ran.out


def test_play_tells_illegal_from_unreadable(run: Run) -> None:
    ran = run("play tic-tac-toe", typed="1 1\n1 1\nxyz\nquit\n")
    assert "(1,1) is not legal: the cell is taken" in ran.out
    assert "'xyz' is not a move: moves are written (0,0), (0,1), ..., (2,2)" in ran.out
    assert ran.status == 0


def test_play_takes_moves_back(run: Run) -> None:
    ran = run("play tic-tac-toe", typed="undo\n0 0\n1 1\nundo\nposition\nquit\n")
    assert "there is nothing to undo" in ran.out
    assert "mark=A../.../... turn=B" in ran.out


def test_play_lists_moves_and_helps(run: Run) -> None:
    ran = run("play connect-four columns=3 rows=1", typed="1\nmoves\nhelp\nquit\n")
    assert "\n0 2\n" in ran.out
    assert "return to your last choice" in ran.out


def test_play_goes_on_from_where_it_was_left(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    left = run("play tic-tac-toe", typed="1 1\nquit\n").out.rstrip().split("left at ")[1]
    with pytest.raises(SystemExit):
        main(["play", "tic-tac-toe", "--position", left])
    assert "1  ○  A  ○" in capsys.readouterr().out


def test_the_end_of_input_is_said(run: Run) -> None:
    ran = run("play tic-tac-toe", typed="1 1\n")
    assert ran.status == 2
    assert "the input ended before the game did, at mark=.../.A./... turn=B" in ran.err


def test_kalah_says_who_gets_another_turn(run: Run) -> None:
    ran = run("play kalah --North random --seed 1", typed="3\nquit\n")
    assert "South gets another turn" in ran.out


def test_a_computer_says_what_it_plays(run: Run) -> None:
    ran = run("play kalah --North bad --seed 1", typed="1\nquit\n")
    assert "North (random) plays " in ran.out


def test_kalah_shows_the_final_board_after_the_sweep(run: Run) -> None:
    ran = run("play kalah holes=2 beans=1 --North bad --seed 1", typed="2\n1\n")
    assert "\nSouth wins (South 3, North 1)\n  in_play(side) > 0 for no side in" in ran.out


def test_territory_shows_sizes_each_turn_and_why_it_ended(run: Run) -> None:
    ran = run("play territory --Red bad --Blue bad --seed 3")
    assert "|R| 0, |B| 0, |S| 0, |T| 0, |F| 9\nRed (random) plays" in ran.out
    *_, sizes, result, start, wiped, more, taken = ran.out.splitlines()
    assert sizes.startswith("|R| 4, |B| 0,")
    assert result == "Red wins"
    assert start.startswith("  not start (over, line ")
    assert wiped.startswith("  len(B) == 0 (over, line ")
    assert more.startswith("  len(R) > len(B): 4 > 0 (GameOver, line ")
    assert taken.startswith("  return Win(")


def test_a_trace_tells_what_its_end_rests_on(run: Run, tmp_path: Path) -> None:
    ran = run(f"find tic-tac-toe winner(A) --out {tmp_path}/t.svg")
    assert "\nA wins\n  mark[cell] == A for every cell in " in ran.out
    assert "for every cell in" in (tmp_path / "t.svg").read_text(encoding="utf-8")


def test_dstru_shows_whose_turn_it_is_and_what_is_expected(run: Run) -> None:
    ran = run("play dstru-tac-toe", typed="1 1\n1 2\n1 1\nquit\n")
    assert "Tres to move (place a piece)" in ran.out
    assert "Uno to move (place a piece)" in ran.out
    assert "Dos to move (remove a piece)" in ran.out
    assert "1  T  U  ·  ·" in ran.out


def test_three_players_at_one_table(run: Run) -> None:
    ran = run("play connect-four players=3 --P0 random --P1 random --P2 random --seed 4")
    assert ran.status == 0
    assert "P2 (random) plays" in ran.out


def test_random_players_are_the_same_under_one_seed(run: Run) -> None:
    line = "play territory --Red random --Blue random --seed 7"
    assert run(line).out == run(line).out


def test_a_stuck_position_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    empty = ".../.../..."
    position = (
        f"good=false found=false go=true start=false val=5 R={empty} B={empty} S={empty} T={empty} "
        "[wipe_out=exactly_one]"
    )
    main(["play", "territory", "wipe_out=exactly_one", "--position", position])
    assert "stuck: Red has no legal move, and the game is not over" in capsys.readouterr().out


_MAIN = "from boardproof.faces.cli import main; main()"


def _real(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _MAIN, *words]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def test_control_c_leaves_quietly_with_130() -> None:
    with _real("play", "tic-tac-toe") as process:
        assert process.stdout is not None
        shown, letter = "", "?"
        while letter and not shown.endswith("(mark a cell): "):
            letter = process.stdout.read(1)
            shown += letter
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error() -> None:
    with _real("playthrough", "dstru-tac-toe") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode in (1, 141)


def _shell(line: str) -> Ran:
    command = line.replace("boardproof", f'{sys.executable} -c "{_MAIN}"')
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_no_standard_input_is_the_end_of_input() -> None:
    ran = _shell("boardproof play tic-tac-toe <&-")
    assert ran.status == 2
    assert "the input ended before the game did" in ran.err


def test_a_full_disk_is_said() -> None:
    ran = _shell("boardproof show kalah > /dev/full")
    assert ran.status == 2
    assert "the output cannot be written" in ran.err


def test_colours_are_left_out_where_they_are_not_wanted() -> None:
    for words in ("NO_COLOR=1 boardproof games", "TERM=dumb boardproof games"):
        assert "\x1b" not in _shell(f"script -qec '{words}' /dev/null").out


def test_an_empty_position_is_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leave:
        main(["perft", "tic-tac-toe", "--position", ""])
    assert leave.value.code == 2
    assert "mark: missing" in capsys.readouterr().err


def test_play_explains_a_move_step_by_step(run: Run) -> None:
    shown = run("play kalah holes=2 beans=1 --explain", "1\nquit\n").out
    assert shown.index("board[(South,1)]: 1 → 0") < shown.index("board[(South,2)]: 1 → 2")
    assert "turn: South → North" in shown
    assert "→" not in run("play kalah holes=2 beans=1", "1\nquit\n").out


def test_lint_exits_with_1_where_something_is_wrong(run: Run) -> None:
    fine = run("lint tic-tac-toe size=2 --no-readings")
    assert fine.status == 0
    assert "'B wins' never occurs" in fine.out
    wrong = run("lint territory wipe_out=exactly_one --no-readings --json")
    assert wrong.status == 1
    first = json.loads(wrong.out)[0]
    assert list(first) == ["severity", "code", "message", "line", "trace"]
    assert (first["severity"], first["code"]) == ("error", "stuck")
    assert len(first["trace"]["positions"]) == len(first["trace"]["moves"]) + 1


def test_export_writes_a_module_and_its_configuration(run: Run, tmp_path: Path) -> None:
    ran = run(f"export tla tic-tac-toe size=2 --out {tmp_path}/Small")
    assert ran.status == 0
    assert "Small.tla" in ran.out
    assert (tmp_path / "Small.tla").read_text().startswith("---- MODULE Small ----")
    assert "INVARIANT two_winners_never" in (tmp_path / "Small.cfg").read_text()


@pytest.mark.parametrize(
    ("words", "files"),
    [
        ("promela tic-tac-toe size=2", ["Small.pml"]),
        ("prism tic-tac-toe size=2", ["Small.prism"]),
        ("pddl tic-tac-toe size=2 A wins", ["Small.pddl", "Small.problem.pddl"]),
    ],
)
def test_export_writes_the_files_of_a_language(
    run: Run, tmp_path: Path, words: str, files: list[str]
) -> None:
    ran = run(f"export {words} --out {tmp_path}/Small")
    assert ran.status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    assert all(path.stat().st_size > 100 for path in tmp_path.iterdir())


def test_a_plan_needs_a_goal(run: Run) -> None:
    ran = run("export pddl tic-tac-toe")
    assert ran.status == 2
    assert "a plan needs a goal" in ran.err


def test_export_refuses_a_name_that_no_module_has(run: Run, tmp_path: Path) -> None:
    ran = run(f"export tla tic-tac-toe --out {tmp_path}/2-small.tla")
    assert ran.status == 2
    assert ran.err == "boardproof: '2-small' cannot name a module: use letters, digits and _\n"


@pytest.mark.parametrize(
    "words",
    [["find", "connect-four", "forced(P1, P1 wins) and full"], ["count", "connect-four"]],
)
def test_control_c_prints_what_is_known(words: list[str]) -> None:
    with _real(*words) as process:
        assert process.stderr is not None
        assert "4,531,985,219,092 positions" in process.stderr.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(4)  # the work itself has no end
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in out + err
    assert "Traceback" not in err


def test_control_c_says_that_a_folder_is_gone_on_from(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(limits: Limits, ply: int, positions: int) -> None:
        limits.show(ply, positions)
        raise KeyboardInterrupt

    monkeypatch.setattr(Limits, "report", interrupted)
    ran = run(f"count tic-tac-toe --engine disk --disk {tmp_path / 'layers'}")
    assert ran.status == 130
    assert re.search(r"interrupted at ply \d, \d+ positions; the same command resumes$", ran.err)


def test_control_c_is_not_lost_in_a_compilers_callback() -> None:
    """Python only reports what is raised where C code calls back, and would go on."""
    lost = "import ctypes, signal, time; import boardproof.faces.cli as cli; "
    lost += "back = ctypes.PYFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT)); "
    lost += "cli.cli.main = lambda **_: (back(), time.sleep(600)); cli.main()"
    ran = subprocess.run([sys.executable, "-c", lost], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (130, "interrupted\n")


def test_a_second_control_c_ends_work_that_python_does_not_interrupt() -> None:
    """Neither does a compiler let Python act on a signal before it has finished."""
    busy = "import hashlib, signal; import boardproof.faces.cli as cli; cli._watch(); "
    busy += "signal.signal(signal.SIGINT, lambda *_: None); print('begins', flush=True); "
    busy += "hashlib.pbkdf2_hmac('sha256', b'', b'', 2_000_000_000)"
    with subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
