"""The example notebooks run, and what they show are pictures and tables.

Cells are run by IPython's own shell in this process: a kernel for each notebook would take longer
than all they do.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from boardproof import (
    check,
    explain,
    explore,
    find,
    force,
    lint,
    load,
    make_engine,
    perft,
    same_game,
    solve,
)
from boardproof.answers import Answer, Finding, Trace
from boardproof.faces import notebook, notebook_shell
from boardproof.limits import Limits
from boardproof.players.judge import judge

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.ipynb"))


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    """Start a shell in the folder of the examples, watched as a notebook is."""
    monkeypatch.chdir(EXAMPLES[0].parent)
    monkeypatch.setattr(Limits, "watcher", None)
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    notebook_shell.watch_cells()
    notebook_shell.show_type(list, notebook.list_table)
    yield shell
    shell.reset(new_session=False)
    InteractiveShell.clear_instance()


def shown(shell: InteractiveShell, text: str) -> set[str]:
    """Run a cell; return in which forms its last value shows itself."""
    with capture_output():
        ran = shell.run_cell(text, store_history=True)
    ran.raise_error()
    if ran.result is None:
        return set()
    forms, _ = shell.display_formatter.format(ran.result)
    return set(forms)


def test_there_are_three_short_notebooks() -> None:
    assert [path.stem for path in EXAMPLES] == ["perfect_play", "pictures", "questions"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_notebook_shows_boards_traces_and_tables(
    path: Path, shell: InteractiveShell
) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells), "keep the example without output"
    forms = [shown(shell, "".join(c["source"])) for c in cells if c["cell_type"] == "code"]
    assert all(forms), "every cell shows something"
    pictures = [one for one in forms if one & {"image/svg+xml", "text/html"}]
    assert len(pictures) >= len(forms) - 1


def test_long_work_shows_a_bar_until_its_cell_is_done(
    shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notebook_shell, "PATIENCE", 0)
    monkeypatch.setattr(notebook_shell, "PAUSE", 0)
    with capture_output() as captured:
        shell.run_cell("import boardproof; boardproof.explore(boardproof.load('hexapawn'));")
    bars = [output.data["text/html"] for output in captured.outputs]
    assert bars[0].startswith("<progress></progress> ply 0: 1 positions, ")
    assert bars[-2].startswith('<progress max="')
    assert bars[-1] == ""


def test_short_work_shows_no_bar(shell: InteractiveShell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook_shell, "PATIENCE", 1e9)
    with capture_output() as captured:
        shell.run_cell("import boardproof; boardproof.explore(boardproof.load('hexapawn'));")
    assert captured.outputs == []


def test_a_trace_of_a_game_that_is_not_registered_is_shown_as_text() -> None:
    trace = Trace(game="nobody-knows", parameters={}, engine="x", positions=[], moves=[])
    assert notebook.trace_picture(trace) is None


def test_an_answer_with_a_trace_shows_the_trace() -> None:
    found = find(load("tic-tac-toe"), "winner(A)")
    shown = notebook.answer_table(found)
    assert ">yes</td>" in shown
    assert ">Board5: after" in shown


def test_several_answers_are_shown_one_below_the_other(shell: InteractiveShell) -> None:
    asked = "import boardproof; boardproof.check(boardproof.load('tic-tac-toe', size=2))"
    assert "text/html" in shown(shell, asked)
    assert "text/html" not in shown(shell, "[1, 2]")


def test_a_position_is_drawn_as_itself() -> None:
    start = make_engine("reference", load("kalah", holes=3)).initial()
    assert notebook.position_picture(start).count('class="pit"') == 6


def answers() -> dict[str, Answer]:
    """Ask a small game everything that can be asked."""
    rules, slow = load("tic-tac-toe", size=2), load("tic-tac-toe", size=2, noting="step")
    start = make_engine("reference", rules).initial()
    return {
        "explore": explore(rules),
        "perft": perft(rules, 3),
        "solve": solve(rules),
        "check": check(rules, "two_winners")[0],
        "find": find(rules, "winner(A)"),
        "anywhere": find(rules, "winner(A) and winner(B)", anywhere=True),
        "force": force(rules, ["A"], "A wins"),
        "same_game": same_game(rules, slow),
        "explain": explain(rules, start, "(0,0)"),
        "lint": lint(rules),
        "judge": judge(rules, "random"),
    }


def test_every_answer_shows_itself_as_a_table_with_its_pictures() -> None:
    drawn = {}
    for name, answer in answers().items():
        shown: str = answer._repr_html_()  # type: ignore[attr-defined]
        assert shown.startswith("<table>"), name
        assert "Struct" not in shown, name
        drawn[name] = shown.count("<svg")
    assert drawn == {
        "explore": 1, "perft": 0, "solve": 1, "check": 0, "find": 1, "anywhere": 1, "force": 1,
        "same_game": 2, "explain": 1, "lint": 0, "judge": 0,
    }  # fmt: skip


def test_a_finding_shows_the_game_that_shows_it() -> None:
    trace = find(load("tic-tac-toe", size=2), "A wins").trace
    finding = Finding(severity="note", code="ends", message="it <ends>", line=7, trace=trace)
    shown = finding._repr_html_()  # type: ignore[attr-defined]
    assert shown.startswith("<p>note [ends] line 7: it &lt;ends&gt;</p><svg")
    assert ">Board3: after" in shown
