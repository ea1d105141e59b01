"""What is connected on boards of all shapes: engines agree, and find what others have found."""

from typing import Any

import pytest

from boardproof import solve
from boardproof.analysis.symmetry.group import symmetries
from boardproof.engines.contract import make_engine

from ..rulebooks import load_rulebook
from .sat.test_agreement import check_agreement

#: Positions, from independent programs.
COUNTED: list[tuple[str, dict[str, Any], int]] = [
    ("hex", {}, 5_514),
    ("y", {"side": 1}, 2),
    ("y", {"side": 2}, 13),
    ("y", {"side": 3}, 257),
    ("nogo", {}, 3_884),
    ("dots-and-boxes", {"rows": 1, "columns": 1}, 16),
    ("dots-and-boxes", {"rows": 1}, 142),
    ("dots-and-boxes", {}, 5_349),
]
COUNTED_SLOWLY: list[tuple[str, dict[str, Any], int]] = [
    ("hex", {"rows": 4, "columns": 4}, 9_386_235),
    ("y", {"side": 4}, 16_505),
    ("y", {"side": 5}, 3_337_584),
    ("nogo", {"columns": 4}, 87_361),
    ("dots-and-boxes", {"columns": 3}, 194_754),
]
#: The plies in which the first player wins.
WON: list[tuple[str, dict[str, Any], int]] = [
    ("hex", {}, 5),
    ("y", {"side": 1}, 1),
    ("y", {"side": 2}, 3),
    ("y", {}, 5),
]


@pytest.mark.parametrize(("name", "parameters", "positions"), COUNTED)
def test_counts_what_is_known(name: str, parameters: dict[str, Any], positions: int) -> None:
    for engine in ("reference", "symbolic"):
        counted = make_engine(engine, load_rulebook(name, **parameters)).enumerate()
        assert sum(counted.by_ply) == positions


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameters", "positions"), COUNTED_SLOWLY)
def test_counts_what_is_known_of_larger_boards(
    name: str, parameters: dict[str, Any], positions: int
) -> None:
    counted = make_engine("compiled", load_rulebook(name, **parameters)).enumerate()
    assert sum(counted.by_ply) == positions


@pytest.mark.parametrize(("name", "parameters", "plies"), WON)
def test_the_first_player_joins_the_sides(
    name: str, parameters: dict[str, Any], plies: int
) -> None:
    solution = solve(load_rulebook(name, **parameters))
    assert (solution.value["First"], solution.distance) == (1, plies)


@pytest.mark.parametrize(
    ("name", "parameters", "depth"),
    [("hex", {"rows": 2, "columns": 2}, 4), ("y", {"side": 2}, 3), ("wanderers", {}, 2)],
)
def test_a_solver_finds_the_same_positions(
    name: str, parameters: dict[str, Any], depth: int
) -> None:
    check_agreement(load_rulebook(name, **parameters), depth)


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
    assert len(symmetries(load_rulebook(name, **parameters)).fixing_start) == number
