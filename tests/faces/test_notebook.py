"""The example notebook runs, and what it shows are pictures and tables."""

import os
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from boardproof import find, load, make_engine
from boardproof.answers import Trace
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
    assert "<td style='text-align:left'>yes</td>" in shown
    assert ">Board5: after" in shown


def test_a_position_is_drawn_as_itself() -> None:
    start = make_engine("reference", load("kalah", holes=3)).initial()
    assert notebook.position_picture(start).count('class="pit"') == 6
