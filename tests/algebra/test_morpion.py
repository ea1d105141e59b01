"""The tutorial's program counts what libDDD's own program counts, and draws it."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "morpion.py"


def morpion(*arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), *arguments], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("size", "states"),
    [
        (1, "3"),
        (3, "6,420"),
        (4, "10,376,047"),
        pytest.param(5, "163,166,799,542", marks=pytest.mark.slow),
    ],
)
def test_all_configurations_are_counted(size: int, states: str) -> None:
    assert morpion(str(size))[-1].startswith(f"{states} states, ")


def test_the_initial_state_is_printed_as_the_document_prints_it() -> None:
    lines = morpion()
    assert lines[0] == "STATE -|-1|>"
    assert lines[1:10] == [f"{'    ' * (cell + 1)}{cell} -|-1|>" for cell in range(9)]
    assert lines[10] == "    " * 10 + "TERMINAL [1]"


def test_both_diagrams_are_drawn(tmp_path: Path) -> None:
    morpion("2", "--draw", str(tmp_path / "pictures"))
    written = {p.name: p.read_text(encoding="utf-8") for p in (tmp_path / "pictures").iterdir()}
    assert set(written) == {"initial.svg", "reachable.svg", "initial.dot", "reachable.dot"}
    assert written["initial.dot"].startswith("digraph diagram {")
    assert written["initial.dot"].count("->") == 5
    assert 'label="STATE"' in written["reachable.dot"]
    assert written["initial.svg"].count("<circle") == 5
    assert written["reachable.svg"].count("<circle") == 20
