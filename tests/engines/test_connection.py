"""What is connected on boards of all shapes: engines agree, and find what others have found."""

from pathlib import Path
from typing import Any

import pytest

from boardproof import load, solve
from boardproof.analysis.symmetry.group import symmetries
from boardproof.engines.contract import make_engine
from boardproof.ir.rules import Rules

from .sat.test_agreement import check_agreement

HERE = Path(__file__).parent / "rulebooks"

#: Positions, from independent programs.
COUNTED: list[tuple[str, dict[str, Any], int]] = [
    ("hex", {}, 5_514),
    ("y", {"side": 1}, 2),
    ("y", {"side": 2}, 13),
    ("y", {"side": 3}, 257),
    ("nogo", {}, 3_884),
    ("dots_and_boxes", {"columns": 1}, 16),
    ("dots_and_boxes", {}, 142),
    ("dots_and_boxes", {"rows": 2}, 5_349),
]
COUNTED_SLOWLY: list[tuple[str, dict[str, Any], int]] = [
    ("hex", {"rows": 4, "columns": 4}, 9_386_235),
    ("y", {"side": 4}, 16_505),
    ("y", {"side": 5}, 3_337_584),
    ("nogo", {"columns": 4}, 87_361),
    ("dots_and_boxes", {"rows": 2, "columns": 3}, 194_754),
]
#: The plies in which the first player wins.
WON: list[tuple[str, dict[str, Any], int]] = [
    ("hex", {}, 5),
    ("y", {"side": 1}, 1),
    ("y", {"side": 2}, 3),
    ("y", {}, 5),
]


def read(name: str, parameters: dict[str, Any]) -> Rules:
    return load(str(HERE / f"{name}.py"), **parameters)


@pytest.mark.parametrize(("name", "parameters", "positions"), COUNTED)
def test_counts_what_is_known(name: str, parameters: dict[str, Any], positions: int) -> None:
    for engine in ("reference", "symbolic"):
        counted = make_engine(engine, read(name, parameters)).enumerate()
        assert sum(counted.by_ply) == positions


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameters", "positions"), COUNTED_SLOWLY)
def test_counts_what_is_known_of_larger_boards(
    name: str, parameters: dict[str, Any], positions: int
) -> None:
    counted = make_engine("compiled", read(name, parameters)).enumerate()
    assert sum(counted.by_ply) == positions


@pytest.mark.parametrize(("name", "parameters", "plies"), WON)
def test_the_first_player_joins_the_sides(
    name: str, parameters: dict[str, Any], plies: int
) -> None:
    solution = solve(read(name, parameters))
    assert (solution.value["First"], solution.distance) == (1, plies)


@pytest.mark.parametrize(
    ("name", "parameters", "depth"),
    [("hex", {"rows": 2, "columns": 2}, 4), ("y", {"side": 2}, 3), ("wanderers", {}, 2)],
)
def test_a_solver_finds_the_same_positions(
    name: str, parameters: dict[str, Any], depth: int
) -> None:
    check_agreement(read(name, parameters), depth)


@pytest.mark.parametrize(
    ("name", "parameters", "number"),
    [
        ("hex", {}, 2),
        ("y", {}, 6),
        ("nogo", {"rows": 2, "wrap": "columns"}, 12),
        ("nogo", {"wrap": "both"}, 72),
    ],
)
def test_symmetries_of_the_board_are_found(
    name: str, parameters: dict[str, Any], number: int
) -> None:
    """A rhombus may be turned by half, a triangle has 6, a torus is shifted and turned."""
    assert len(symmetries(read(name, parameters)).fixing_start) == number
