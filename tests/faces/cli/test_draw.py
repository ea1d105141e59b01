"""`boardproof draw` writes pictures, or says in one line why not."""

import json
from pathlib import Path

import pytest

from boardproof.faces.cli import main


def test_the_diagram_of_a_ply_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "two.svg"
    main(["draw", "tic-tac-toe", "--diagram", "--ply", "2", "--out", str(out)])
    assert capsys.readouterr().out == f"{out}: tic-tac-toe, ply 2, 72 positions\n"
    text = out.read_text(encoding="utf-8")
    assert "<title>tic-tac-toe, ply 2</title>" in text
    # A node for the turn; then one for each choice of the two stones that are still to come.
    assert text.count("<circle") == 1 + 1 + 3 + 4 * 6 + 3


def test_the_start_is_one_path(tmp_path: Path) -> None:
    out = tmp_path / "start.dot"
    main(["draw", "connect-four", "columns=4", "rows=4", "--diagram", "--out", str(out)])
    assert out.read_text(encoding="utf-8").count(" -> ") == 1 + 16


def test_a_position_a_graph_and_a_trace_are_drawn(tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    main(["draw", "tic-tac-toe", "--position", "mark=A../.../... turn=B", "--out", str(out)])
    assert out.read_text(encoding="utf-8").count('class="disc"') == 1
    main(["draw", "tic-tac-toe", "--graph", "--depth", "1", "--out", str(out)])
    assert out.read_text(encoding="utf-8").count("data-position") == 10
    trace = {
        "game": "tic-tac-toe",
        "parameters": {},
        "engine": "reference",
        "positions": ["mark=.../.../... turn=A", "mark=A../.../... turn=B"],
        "moves": ["(0,0)"],
    }
    file = tmp_path / "answer.json"
    for value in (trace, {"holds": False, "trace": trace}):
        file.write_text(json.dumps(value), encoding="utf-8")
        main(["draw", "tic-tac-toe", "--trace", str(file), "--out", str(out)])
        assert "Board1: after (0,0)" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("draw tic-tac-toe --graph --diagram --out a.svg", "choose one of --trace, --graph and"),
        ("draw tic-tac-toe --position x --out a.svg", "'x' is not a field"),
        ("draw tic-tac-toe --trace no.json --out a.svg", "no.json holds no trace: No such file"),
        ("draw tic-tac-toe --diagram --out a.png", "'a.png' is not a supported picture"),
        ("draw tic-tac-toe --diagram --ply 6 --out a.svg", "the diagram has 117 nodes, and 60"),
        ("draw tic-tac-toe --diagram --ply 12 --out a.svg", "no position is first reached"),
        (
            "draw tic-tac-toe --diagram --out no/such/a.svg",
            "no/such/a.svg cannot be written: there is no folder no/such",
        ),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(
    line: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main(line.split())
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert message in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())
