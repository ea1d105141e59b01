"""Values of all positions as tables: the same rows by every engine, whole files or none."""

import csv
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from boardproof import load, make_engine
from boardproof.engines.solution import StrongSolution
from boardproof.errors import BadInput
from boardproof.limits import Limits
from boardproof.questions import value_table
from boardproof.questions.value_table import check_table_file, value_rows, write_values

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {"size": 2}),
    ("connect-four", {"columns": 3, "rows": 2, "connect": 2, "players": 3}),
    ("pong-hau-ki", {"open_side": "second"}),
]


def solved(name: str = "tic-tac-toe", **parameters: Any) -> StrongSolution:
    return make_engine("reference", load(name, **(parameters or {"size": 2}))).solve()


def by_position(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: str(row["position"]))


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=[name for name, _ in GAMES])
def test_every_position_is_a_row_with_what_can_be_forced(
    name: str, parameters: dict[str, Any]
) -> None:
    solution = solved(name, **parameters)
    rows = list(value_rows(solution))
    values = [tuple(v for name, v in row.items() if name.startswith("value.")) for row in rows]
    assert len({row["position"] for row in rows}) == solution.positions
    assert Counter(values) == solution.counts


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["compiled", "disk"])
@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=[name for name, _ in GAMES])
def test_engines_list_the_same_rows(
    engine: str, name: str, parameters: dict[str, Any], tmp_path: Path
) -> None:
    rules, limits = load(name, **parameters), Limits(disk=str(tmp_path / "layers"))
    other = make_engine(engine, rules).solve(limits if engine == "disk" else None)
    assert by_position(value_rows(other)) == by_position(value_rows(solved(name, **parameters)))


def test_a_text_file_has_all_rows(tmp_path: Path) -> None:
    path = tmp_path / "values.csv"
    assert write_values(solved(), path) == 29
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 29
    assert rows[0] == {
        "ply": "0", "position": "mark=../.. turn=A", "to_move": "A", "value.A": "1",
        "value.B": "-1", "distance": "3",
    }  # fmt: skip


@pytest.mark.parametrize("ending", [".parquet", ".arrow"])
def test_a_file_of_arrow_has_all_rows(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrow = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install pyarrow")
    parquet, feather = (
        pytest.importorskip("pyarrow.parquet"),
        pytest.importorskip("pyarrow.feather"),
    )
    monkeypatch.setattr(value_table, "PART", 10)  # several parts, all of the same types
    path, solution = tmp_path / f"values{ending}", solved("pong-hau-ki", open_side="second")
    assert write_values(solution, path) == 56
    table = parquet.read_table(path) if ending == ".parquet" else feather.read_table(path)
    assert table.to_pylist() == list(value_rows(solution))
    assert table.schema.field("distance").type == arrow.int32()


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, solution = tmp_path / "values.csv", solved()
    path.write_text("before", encoding="utf-8")
    monkeypatch.setattr(value_table, "PART", 10)
    rows = value_rows(solution)

    def broken(_: StrongSolution) -> Any:
        yield from (next(rows) for _ in range(15))
        raise KeyboardInterrupt

    monkeypatch.setattr(value_table, "value_rows", broken)
    with pytest.raises(KeyboardInterrupt):
        write_values(solution, path)
    assert path.read_text(encoding="utf-8") == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["values.csv"]


def test_a_file_that_is_no_table_is_refused() -> None:
    with pytest.raises(BadInput, match=r"a table is written as \.parquet, \.arrow, \.csv"):
        check_table_file("values.txt")


def test_a_missing_library_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise BadInput(f"{name} is not installed: pip install {name}")

    monkeypatch.setattr(value_table, "library", missing)
    with pytest.raises(BadInput, match=r"^pyarrow is not installed: .*, or write a \.csv file$"):
        check_table_file("values.parquet")
