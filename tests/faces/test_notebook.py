"""The example notebook runs, and what it shows are pictures and tables."""

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

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
from boardproof.faces import notebook

EXAMPLE = Path(__file__).parents[2] / "examples" / "pictures.ipynb"


def shown(cell: Any) -> set[str]:
    return {kind for output in cell.outputs for kind in output.get("data", {})}


def test_the_example_notebook_shows_boards_traces_and_tables(monkeypatch: Any) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    book = nbformat.read(EXAMPLE, as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells), "keep the example without output"
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    kinds = [shown(cell) for cell in book.cells if cell.cell_type == "code"]
    assert ["image/svg+xml" in one or "text/html" in one for one in kinds] == [True] * len(kinds)


def test_a_trace_of_a_game_that_is_not_registered_is_shown_as_text() -> None:
    trace = Trace(game="nobody-knows", parameters={}, engine="x", positions=[], moves=[])
    assert notebook.trace_picture(trace) is None


def test_an_answer_with_a_trace_shows_the_trace() -> None:
    found = find(load("tic-tac-toe"), "winner(A)")
    shown = notebook.answer_table(found)
    assert ">yes</td>" in shown
    assert ">Board5: after" in shown


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
        "same_game": 2, "explain": 1, "lint": 0,
    }  # fmt: skip


def test_a_finding_shows_the_game_that_shows_it() -> None:
    trace = find(load("tic-tac-toe", size=2), "A wins").trace
    finding = Finding(severity="note", code="ends", message="it <ends>", line=7, trace=trace)
    shown = finding._repr_html_()  # type: ignore[attr-defined]
    assert shown.startswith("<p>note [ends] line 7: it &lt;ends&gt;</p><svg")
    assert ">Board3: after" in shown
