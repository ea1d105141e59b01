"""Code that keeps its loops: games in which pieces move, and every game written so."""

from typing import Any

import pytest

from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.compiled.codegen import lanes
from boardproof.engines.compiled.codegen.program import Program
from boardproof.questions.solve_weak import solve_weak

from ...rulebooks import load_rulebook
from ..agreement import disagreements
from ..variants import EVERY_VARIANT, Variant, rules_of
from .interpreted import written_otherwise

#: No rulebook of this size needs more lines.
MOST_LINES = 4_000

#: How many positions of each are played through by code that runs as Python.
PLAYED: list[Any] = [
    ("hexapawn", {}, 60),
    ("hexapawn", {"columns": 2, "rows": 4, "ranks": 2}, 30),
    ("clobber", {}, 15),
    ("othello", {}, 30),
    ("amazons", {}, 2),
    ("chess-endings", {"size": 3}, 30),
    pytest.param("amazons", {}, 60, marks=pytest.mark.slow),
    pytest.param("morris", {}, 20, marks=pytest.mark.slow),
]
#: Positions, from independent programs.
COUNTED: list[tuple[str, dict[str, Any], int]] = [
    ("hexapawn", {}, 135),
    ("clobber", {}, 13_343),
]
COUNTED_SLOWLY: list[tuple[str, dict[str, Any], int]] = [
    ("hexapawn", {"rows": 4, "columns": 4}, 20_286),
    ("hexapawn", {"rows": 5, "columns": 5}, 3_210_411),
    ("hexapawn", {"rows": 4, "columns": 4, "ranks": 2}, 3_212_224),
    ("clobber", {"rows": 4}, 600_161),
    ("othello", {}, 62_789),
    ("l_game", {}, 36_736),
    ("morris", {"men": 4}, 4_111_151),
]


@pytest.mark.parametrize("variant", EVERY_VARIANT)
def test_every_game_may_keep_its_loops(variant: Variant) -> None:
    assert written_otherwise(rules_of(variant), most=8, budget=0) == []


@pytest.mark.parametrize(("name", "parameters", "most"), PLAYED)
def test_moving_pieces_are_written_as_the_rules_say(
    name: str, parameters: dict[str, Any], most: int
) -> None:
    rules = load_rulebook(name, **parameters)
    assert written_otherwise(rules, most) == []
    assert written_otherwise(rules, most, budget=0) == []


def test_conditions_may_have_a_table_for_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_rulebook("chess-endings", size=4)
    whole = Program(rules, budget=0).source()
    monkeypatch.setattr(lanes, "MOST_TESTS", 0)
    assert Program(rules, budget=0).source() != whole
    assert written_otherwise(rules, 30, budget=0) == []


@pytest.mark.parametrize("name", ["hexapawn", "clobber", "othello", "amazons", "morris", "l_game"])
def test_code_grows_with_the_rulebook(name: str) -> None:
    assert Program(load_rulebook(name)).source().count("\n") < MOST_LINES // 5


def test_code_does_not_grow_with_the_board() -> None:
    small, large = (Program(load_rulebook("clobber", rows=rows)).source() for rows in (4, 5))
    assert large.count("\n") <= small.count("\n") + 10


@pytest.mark.parametrize(("name", "parameters", "positions"), COUNTED)
def test_counts_what_is_known(name: str, parameters: dict[str, Any], positions: int) -> None:
    assert sum(CompiledEngine(load_rulebook(name, **parameters)).enumerate().by_ply) == positions


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameters", "positions"), COUNTED_SLOWLY)
def test_counts_much_that_is_known(name: str, parameters: dict[str, Any], positions: int) -> None:
    assert sum(CompiledEngine(load_rulebook(name, **parameters)).enumerate().by_ply) == positions


def test_engines_agree_on_moving_pieces() -> None:
    assert disagreements(load_rulebook("hexapawn"), ("compiled",)) == []


def test_the_search_knows_which_move_is_which() -> None:
    assert solve_weak(load_rulebook("hexapawn")).value == {"White": -1, "Black": 1}
