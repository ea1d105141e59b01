"""Boards that are no rectangle, drawn as what they are: as text, as pictures, in one line."""

import xml.etree.ElementTree as ET
from math import dist
from random import Random
from typing import Any

import pytest

from boardproof import load, make_engine
from boardproof.drawing.clicks import clicks
from boardproof.drawing.places import boards_of
from boardproof.drawing.spots import CELL
from boardproof.drawing.svg import Highlights, position_svg
from boardproof.drawing.text import draw
from boardproof.engines.contract import Engine
from boardproof.positions.board_text import read_board
from boardproof.positions.notation import read_position, write_position
from boardproof.positions.position import Position, starting_position
from boardproof.rules import Edges, Game, Graph, Grid, Map, Players, Subset, Turn, move

from ..rulebooks import load_rulebook

SVG = "{http://www.w3.org/2000/svg}"
SHAPES: list[tuple[str, dict[str, Any]]] = [
    ("hex", {"columns": 4}),
    ("y", {"side": 4}),
    ("dots-and-boxes", {}),
    ("wanderers", {}),
]


def engine_of(name: str, parameters: dict[str, Any]) -> Engine:
    return make_engine("reference", load_rulebook(name, **parameters))


def played(engine: Engine, plies: int) -> Position:
    chance, position = Random(7), engine.initial()
    for _ in range(plies):
        position = chance.choice(engine.successors(position))[1]
    return position


@pytest.mark.parametrize(("name", "parameters"), SHAPES)
def test_every_place_is_drawn_once_inside_and_can_be_clicked(
    name: str, parameters: dict[str, Any]
) -> None:
    engine = engine_of(name, parameters)
    for board in boards_of(engine.rules.game):
        assert {spot.place for spot in board.spots} == set(board.domain)
        assert len({(spot.x, spot.y) for spot in board.spots}) == len(board.spots)
        for spot in board.spots:
            assert 0 <= spot.x - spot.width / 2 < spot.x + spot.width / 2 <= board.width
            assert 0 <= spot.y - spot.height / 2 < spot.y + spot.height / 2 <= board.height
    for choice in engine.legal_moves(engine.initial()):
        assert clicks(engine.rules.game, choice, engine.player_to_move(engine.initial()))


@pytest.mark.parametrize(("name", "parameters"), SHAPES)
def test_a_position_is_read_back_from_its_line(name: str, parameters: dict[str, Any]) -> None:
    position = played(engine_of(name, parameters), 2)
    assert read_position(position.game, write_position(position)) == position


@pytest.mark.parametrize(("name", "parameters"), SHAPES[:2])
def test_neighbours_are_hexagons_that_touch(name: str, parameters: dict[str, Any]) -> None:
    engine = engine_of(name, parameters)
    (board,) = boards_of(engine.rules.game)
    for spot in board.spots:
        for other in board.spots:
            apart = dist((spot.x, spot.y), (other.x, other.y))
            assert (other.place in spot.place.neighbours) == (1 < apart < CELL + 1)
    root = ET.fromstring(position_svg(engine.initial()))
    assert len(list(root.iter(f"{SVG}polygon"))) == len(board.spots)


def test_a_drawn_edge_is_a_line_between_its_dots() -> None:
    position = played(engine_of("dots-and-boxes", {}), 5)
    (board,) = boards_of(position.game)
    shown = Highlights(ringed=frozenset({board.spots[0].key}), targets=frozenset({"edges"}))
    root = ET.fromstring(position_svg(position, shown))
    classes = [line.attrib["class"] for line in root.iter(f"{SVG}line")]
    assert (classes.count("undrawn"), classes.count("drawn"), classes.count("ring line")) == (
        12,
        5,
        1,
    )
    assert len([dot for dot in root.iter(f"{SVG}circle") if dot.attrib["class"] == "dot"]) == 9


def test_hexagons_slant_and_a_triangle_stands_on_its_side() -> None:
    game = engine_of("hex", {}).rules.game
    position = read_board(game, "First . .\n. Second .\n. . .")
    assert str(draw(position)) == (
        "        0       1       2\n"
        "0   First       ○       ○\n"
        "1           ○  Second       ○\n"
        "2               ○       ○       ○"
    )
    assert read_board(game, str(draw(position))) == position
    position = starting_position(engine_of("y", {"side": 2}).rules.game)
    assert str(draw(position)) == ("0           ○\n1       ○       ○\n        0       1")
    assert read_board(position.game, str(draw(position))) == position


def test_edges_are_drawn_between_dots() -> None:
    game = engine_of("dots-and-boxes", {"rows": 1}).rules.game
    position = read_position(game, "drawn=x./.x./.x lead=0 turn=First")
    assert str(draw(position)) == (
        "    0       1       2\n0   •  ──   •       •\n            │\n1   •       •  ──   •"
    )


class Crossing(Game):
    """Points where the rulebook puts them, with straight and slanting lines."""

    def setup(self) -> None:
        places = {"a": (0, 0), "b": (2, 0), "c": (0, 2), "d": (2, 2), "m": (1, 1)}
        self.players = Players("A", "B")
        self.points = Graph(places, ["ab", "ac", "cd", "am", "bm", "md"])
        self.mark = Map(self.points, self.players | None, start=lambda p: "A" if p == "m" else None)
        self.turn = Turn(self.players)

    @move(point="points")
    def play(self, point: str) -> None:
        self.turn = self.turn.next

    def result(self) -> None:
        return None


def test_points_lie_where_they_are_put_with_the_lines_between_them() -> None:
    position = starting_position(Crossing())
    assert str(draw(position)).splitlines() == [
        "  a○  ──  ──  ──  b○",
        "   │   ╲       ╱",
        "   │      mA",
        "   │           ╲",
        "  c○  ──  ──  ──  d○",
    ]
    (board,) = boards_of(position.game)
    assert {(a.place, b.place) for a, b in board.lines} == set(position.game.points.edges)
    assert board.spots[0].x == board.spots[2].x < board.spots[4].x


class Round(Game):
    """A grid that wraps is drawn as a grid."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.cells = Grid(2, 3, wrap="both")
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)


def test_a_torus_is_drawn_flat_with_arrows_where_it_goes_round() -> None:
    (board,) = boards_of(Round())
    assert (board.kind, len(board.spots)) == ("grid", 6)
    texts = [name.text for name in board.coordinates]
    assert (texts.count("→"), texts.count("↓")) == (2, 3)
    assert all(name.x < board.width and name.y < board.height for name in board.coordinates)


class Fields(Game):
    """Boxes between edges, in which something lies."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.edges = Edges(Grid(2, 3))
        self.boxes = self.edges.boxes
        self.owner = Map(self.boxes, self.players | None, start=lambda box: "AB"[box.column])
        self.drawn = Subset(self.edges, start=[self.edges[(0, 0), (0, 1)]])
        self.turn = Turn(self.players)


def test_what_lies_in_a_box_is_drawn_between_its_edges() -> None:
    position = starting_position(Fields())
    boxes, edges = boards_of(position.game)
    assert (boxes.kind, edges.kind, boxes.width) == ("boxes", "edges", edges.width)
    middles = {spot.place: (spot.x, spot.y) for spot in edges.spots}
    for spot in boxes.spots:
        around = [middles[edge] for edge in position.game.edges.around(spot.place)]
        assert spot.x == pytest.approx(sum(x for x, _ in around) / 4)
        assert spot.y == pytest.approx(sum(y for _, y in around) / 4)
    assert str(draw(position)).splitlines() == [
        "    0       1       2",
        "0   •  ──   •       •",
        "        A       B",
        "1   •       •       •",
    ]
    root = ET.fromstring(position_svg(position))
    assert [text.text for text in root.iter(f"{SVG}text") if text.attrib["class"] == "disc-label"]
    assert float(root.attrib["height"]) < edges.height + 100


def test_a_piece_that_is_one_place_stands_on_its_board() -> None:
    game = load("chess-endings", size=3).game
    position = starting_position(game)
    assert str(draw(position)).split("\n")[:3] == ["2  ·  ·  b", "1  ·  m  ·", "0  w  ·  ·"]
    assert read_board(game, str(draw(position))) == position
    letters = [text.text for text in ET.fromstring(position_svg(position)).iter(f"{SVG}text")]
    assert {"b", "m", "w"} <= set(letters)
