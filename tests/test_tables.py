"""Every answer is a table: columns as arrays, taken by pandas, Polars and Arrow as they are."""

from decimal import Decimal
from importlib.util import find_spec

import msgspec
import numpy as np
import pytest

import boardproof
from boardproof.answers import columns_of
from boardproof.errors import BadInput
from boardproof.players.judge import judge
from boardproof.players.match import match
from boardproof.positions.position import starting_position
from boardproof.questions.analyse import analyse
from boardproof.tabular import exact_columns

RULES = boardproof.load("tic-tac-toe", size=2)
NIM = boardproof.load("nim", largest=2)
LIBRARIES = [("pandas", "to_pandas"), ("polars", "to_polars"), ("pyarrow", "to_arrow")]


def answers():
    trace = boardproof.find(NIM, "First wins").trace
    yield boardproof.explore(RULES), ["ply", "positions"], 4
    yield boardproof.perft(RULES, 2, divide=True), ["depth", "sequences"], 3
    yield boardproof.solve(RULES), ["game", "engine", "position", "value.A", "value.B", "best"], 1
    yield trace, ["ply", "position", "move"], len(trace.positions)
    yield boardproof.find(NIM, "First wins"), ["found", "count", "trace.moves"], 1
    yield boardproof.force(NIM, ["First"], "First wins"), ["forced", "who"], 1
    yield boardproof.lint(RULES, compare=False), ["severity", "code", "message"], None
    start = starting_position(NIM.game)
    yield boardproof.explain(NIM, start, "1-1"), ["line", "rule", "change"], None
    yield boardproof.same_game(NIM, boardproof.load("nim", largest=1)), ["same", "message"], 1
    yield analyse(NIM, time=1.0), ["move", "best", "kind", "value.First"], 4
    yield match(NIM, ["random", "random"], games=2)[0], ["player", "wins", "seats.First"], 2
    yield judge(NIM, "random", sample=0), ["group", "accuracy", "regret"], None


def test_the_columns_of_every_kind_of_answer_are_of_one_length():
    kinds = set()
    for answer, names, length in answers():
        columns = answer.columns()
        assert set(names) <= set(columns), type(answer)
        sizes = {len(column) for column in columns.values()}
        assert len(sizes) == 1
        assert length is None or sizes == {length}
        assert all(isinstance(column, np.ndarray) for column in columns.values())
        kinds.add(type(answer))
    assert len(kinds) == 12


def test_columns_have_the_kinds_of_their_values():
    columns = boardproof.explore(RULES).columns()
    assert columns["positions"].tolist() == boardproof.explore(RULES).by_ply
    assert columns["positions"].dtype == np.int64
    verdicts = boardproof.check(NIM)
    table = columns_of(verdicts)
    assert table["name"].tolist() == [one.name for one in verdicts]
    assert table["complete"].dtype == np.bool_
    assert (
        np.isnan(boardproof.solve(boardproof.load("pong-hau-ki")).columns()["back_to"]).sum() == 0
    )


@pytest.mark.parametrize("large", [2**63, 10**20])
def test_large_numbers_stay_exact(large):
    count = msgspec.structs.replace(boardproof.explore(RULES), by_ply=[1, large + 1])
    assert count.columns()["positions"].tolist() == [1, large + 1]
    assert exact_columns(count.columns())["positions"] == [Decimal(1), Decimal(large + 1)]
    for library, method in LIBRARIES:
        if find_spec(library):
            assert int(str(getattr(count, method)()["positions"][1])) == large + 1


@pytest.mark.parametrize(("library", "method"), LIBRARIES)
def test_a_library_takes_the_columns(library, method):
    pytest.importorskip(library, reason=f"{library} is not installed")
    answer = boardproof.explore(RULES)
    table = getattr(answer, method)()
    assert len(table) == len(answer.by_ply)
    mixed = getattr(boardproof.solve(RULES), method)()
    assert len(mixed) == 1


def test_a_library_that_is_missing_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(BadInput, match="pandas is not installed: pip install pandas"):
        boardproof.perft(RULES, 1).to_pandas()
