"""Boards of all shapes: who is beside whom, what lies on a line, what can be reached."""

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest

from boardproof.analysis.symmetry.automorphisms import automorphisms
from boardproof.rules import Edges, Graph, Grid, Hexagons, Triangle
from boardproof.rules.grids import BoardDomain

BOARDS: list[BoardDomain[Any]] = [
    Grid(3, 4),
    Grid(3, 4, bottom_up=True),
    Grid(2, 3, wrap="columns"),
    Grid(1, 2, wrap="both"),
    Grid(3, 3, first=1, wrap="both"),
    Hexagons(3, 4),
    Triangle(4),
    Graph("abcdef", ["ab", "bc", "ca", "de"]),
    Edges(Grid(2, 3)),
    Edges(Grid(3, 3, wrap="both")),
]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_neighbours_are_mutual_and_nobody_is_beside_himself(board: BoardDomain[Any]) -> None:
    for place in board:
        assert place not in place.neighbours
        assert len(set(place.neighbours)) == len(place.neighbours)
        assert all(place in beside.neighbours for beside in place.neighbours)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_what_is_reached_is_what_chains_of_neighbours_join(board: BoardDomain[Any]) -> None:
    chance = Random(3)
    for _ in range(20):
        within = {place for place in board if chance.random() < 0.6}
        start = {place for place in board if chance.random() < 0.3}
        reached = board.reach(start, within)
        assert start & within <= reached <= within
        joined = {p for place in reached for p in place.neighbours} & within
        assert joined <= reached
        for place in reached:  # nothing comes from nowhere
            assert board.connected(place, start, within)
            assert board.reach(place, within) <= reached
        assert board.connected(start, board, within) == bool(reached)


@pytest.mark.parametrize(
    ("board", "length", "number"),
    [
        (Grid(3, 3), 3, 8),
        (Grid(3, 3, wrap="both"), 3, 12),  # the lines of the affine plane of order 3
        (Grid(2, 4, wrap="columns"), 4, 2),
        (Grid(1, 3, wrap="columns"), 4, 0),
        (Hexagons(3, 3), 3, 7),
        (Triangle(4), 3, 9),
        (Graph("abcde", lines=["abc", "cde"]), 3, 2),
        (Graph({p: p for p in product(range(3), range(3))}, []), 1, 9),
    ],
)
def test_lines_are_counted_once(board: Any, length: int, number: int) -> None:
    lines = board.lines(length)
    assert len(lines) == len(set(map(frozenset, lines))) == number
    if type(board) is not Grid:  # whose diagonals join cells that are no neighbours
        assert all(b in a.neighbours for line in lines for a, b in pairwise(line))


def test_points_in_the_plane_are_in_line_where_edges_go_straight_on() -> None:
    points = {p: p for p in product(range(3), range(3))}
    squares = [
        (a, b) for a, b in combinations(points, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
    ]
    board = Graph(points, [*squares, ((0, 0), (1, 1)), ((1, 1), (2, 2)), ((1, 1), (2, 0))])
    lines = {frozenset(line) for line in board.lines(3)}
    assert len(lines) == 7
    assert frozenset({(0, 0), (1, 1), (2, 2)}) in lines


@pytest.mark.parametrize(
    ("dots", "edges", "boxes", "bounding"),
    [
        (Grid(3, 3), 12, 4, {1: 8, 2: 4}),
        (Grid(3, 4, wrap="columns"), 20, 8, {1: 8, 2: 12}),
        (Grid(3, 3, wrap="both"), 18, 9, {2: 18}),
    ],
)
def test_edges_bound_boxes(dots: Grid, edges: int, boxes: int, bounding: dict[int, int]) -> None:
    board = Edges(dots)
    around = Counter(edge for box in board.boxes for edge in board.around(box))
    assert (len(board), len(board.boxes)) == (edges, boxes)
    assert Counter(around.values()) == bounding
    assert sorted(map(str, board)) == sorted({str(edge) for row in board.drawn for edge in row})


def test_sides_meet_in_the_corners() -> None:
    board = Triangle(4)
    left, right, bottom = board.sides
    assert (left & right, left & bottom, right & bottom) == ({(0, 0)}, {(3, 0)}, {(3, 3)})
    upwards = Grid(3, 3, bottom_up=True)
    assert upwards.top == set(upwards.row(2))


def test_all_automorphisms_are_found_or_generated() -> None:
    cube = list(product((0, 1), repeat=3))
    edges = [(a, b) for a, b in combinations(cube, 2) if sum(map(int.__ne__, a, b)) == 1]
    assert len(automorphisms(Graph(cube, edges))) == 48
    whole = Graph(range(5), combinations(range(5), 2))
    moved = {tuple(image[p] for p in whole) for image in automorphisms(whole)}
    group = {tuple(range(5))}
    while more := {tuple(b[i] for i in a) for a in group for b in moved} - group:
        group |= more
    assert len(group) == 120
