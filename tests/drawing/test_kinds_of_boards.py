"""Boards look like what they are: colours by name, tokens, counters, chequers, full pots."""

import xml.etree.ElementTree as ET

import pytest

from boardproof import load
from boardproof.drawing.clicks import clicks
from boardproof.drawing.landings import land
from boardproof.drawing.pieces import pieces_at, tone
from boardproof.drawing.places import boards_of
from boardproof.drawing.svg import position_svg
from boardproof.engines.planner import runner
from boardproof.positions.position import Position, starting_position
from boardproof.rules import Game, Grid, Map, Players, Rows, Sides, Triangle, Turn

SVG = "{http://www.w3.org/2000/svg}"


def start_of(name: str) -> Position:
    return starting_position(load(name).game)


def kinds(position: Position, tag: str) -> list[str]:
    """Return the classes of all elements of a picture with this tag."""
    return [
        e.attrib.get("class", "") for e in ET.fromstring(position_svg(position)).iter(SVG + tag)
    ]


class Four(Game):
    """Two players called by colours, two by other words."""

    def setup(self) -> None:
        self.players = Players("White", "Red", "Ann", "Black")
        self.cells = Grid(2, 2)
        self.at = Map(self.cells, self.players | None)
        self.home = Map(self.players, self.cells | None, start=lambda player: None)
        self.turn = Turn(self.players)


def test_players_have_the_colours_of_their_names_and_the_others_a_free_one() -> None:
    assert [tone(player) for player in Four().players] == ["white", "red", "yellow", "black"]
    assert [tone(player) for player in load("hex").game.players] == ["red", "blue"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("connect-four", "wells"),
        ("hexapawn", "chequered"),
        ("draughts", "chequered"),
        ("fox-and-hounds", "chequered"),
        ("tic-tac-toe", "grid"),
        ("notakto", "points"),
        ("sim", "edges"),
        ("peg-solitaire", "hexagons"),
    ],
)
def test_wells_are_where_pieces_drop_and_squares_alternate_where_they_stand(
    name: str, kind: str
) -> None:
    assert boards_of(start_of(name).game)[0].kind == kind


def test_squares_of_draughts_are_named_by_their_row_and_column() -> None:
    board, *_ = boards_of(start_of("draughts").game)
    assert [name.text for name in board.coordinates] == [*"87654321", *"abcdefgh"]
    spot = next(spot for spot in board.spots if spot.place == "c3")
    assert {n.text for n in board.coordinates if spot.x == n.x or spot.y == n.y} == {"c", "3"}
    assert kinds(start_of("draughts"), "rect").count("square dark") == 32


def test_what_players_have_at_places_lies_there() -> None:
    position = start_of("l-game")
    (cells,) = boards_of(position.game)
    words = {s.place: [p.words for p in pieces_at(position, cells, s.place)] for s in cells.spots}
    assert words[0, 1] == ["A"]
    assert words[3, 2] == ["B"]
    assert words[0, 0] == ["in neutral"]
    start = starting_position(Four())
    four = start.replace(home={**start.home, "Red": (1, 0)})
    (cells,) = boards_of(four.game)
    assert [piece.words for piece in pieces_at(four, cells, (1, 0))] == ["Red"]


def test_a_word_that_names_a_player_is_a_piece_of_that_player() -> None:
    position = start_of("amazons")
    (board,) = boards_of(position.game)
    pieces = [p for spot in board.spots for p in pieces_at(position, board, spot.place)]
    assert {(piece.kind, piece.colour) for piece in pieces} == {
        ("disc", "white"),
        ("disc", "black"),
    }


def test_the_only_set_on_a_board_is_drawn_as_tokens_and_others_as_marks() -> None:
    position = start_of("chomp")
    assert kinds(position, "rect").count("disc") == 12
    territory = start_of("territory").replace(T={(1, 1)})
    (board,) = boards_of(territory.game)
    assert [piece.kind for piece in pieces_at(territory, board, (1, 1))] == ["mark"]
    chess = start_of("chess-endings")
    (board,) = boards_of(chess.game)
    assert [piece.kind for piece in pieces_at(chess, board, chess.man)] == ["token"]


def test_what_players_hold_and_other_variables_stand_beside_the_board() -> None:
    position = start_of("six-mens-morris")
    points, hand = boards_of(position.game)
    assert (points.kind, hand.kind) == ("points", "counters")
    texts = [e.text for e in ET.fromstring(position_svg(position)).iter(SVG + "text")]
    assert {"White", "Black", "hand", "taking"} <= set(texts)
    assert kinds(position, "circle").count("lamp") == 1
    assert kinds(position.replace(taking=True), "circle").count("lamp lit") == 1
    assert boards_of(start_of("oware").game)[-1].kind == "counters"


def test_pots_hold_every_bean_and_rise_with_them() -> None:
    start = start_of("kalah")
    empty = dict.fromkeys(start.board, 0)
    heights = []
    for number in (1, 20, 48):
        position = start.replace(board={**empty, ("South", 0): number})
        root = ET.fromstring(position_svg(position))
        beans = [e for e in root.iter(SVG + "circle") if e.attrib["class"] == "bean"]
        assert len(beans) == number
        heights.append(min(float(bean.attrib["cy"]) for bean in beans))
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[-1] > 0


def test_a_heap_is_as_full_as_it_is() -> None:
    def levels(position: Position) -> list[float]:
        boxes = ET.fromstring(position_svg(position)).iter(SVG + "rect")
        return [float(box.attrib["height"]) for box in boxes if box.attrib["class"] == "level"]

    assert levels(start_of("nim")) == sorted(levels(start_of("nim")))
    assert len(set(levels(start_of("nim")))) == 3
    assert levels(start_of("sliding-tiles")) == []


def test_a_closed_box_is_shaded_and_lines_join_all_points_of_sim() -> None:
    boxes = start_of("dots-and-boxes")
    assert "closed" not in kinds(boxes, "rect")
    around = boxes.game.edges.around(next(iter(boxes.game.edges.boxes)))
    assert kinds(boxes.replace(drawn=set(around)), "rect").count("closed") == 1
    sim = start_of("sim")
    (board,) = boards_of(sim.game)
    assert (len(board.dots), kinds(sim, "line").count("undrawn")) == (6, 15)


def test_names_of_points_are_clear_of_the_lines() -> None:
    (board,) = boards_of(start_of("pong-hau-ki").game)
    spots = {spot.label: spot for spot in board.spots}
    names = {name.text: name for name in board.coordinates}
    assert names["a"].y < spots["a"].y
    assert names["d"].y > spots["d"].y


class Bridges(Game):
    """Two of the sides of a triangle are players' own."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.cells = Triangle(3)
        self.at = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)
        first, second = self.players
        self.look = Sides(left=first, bottom=second)


def test_sides_that_are_players_own_have_their_colours() -> None:
    (rhombus,) = boards_of(load("hex", rows=3, columns=4).game)
    owners = [str(owner) for owner, *_ in rhombus.borders]
    assert (owners.count("First"), owners.count("Second")) == (2 * 2 * 4, 2 * (2 * 3 - 1))
    assert len({frozenset(ends) for _, *ends in rhombus.borders}) == len(owners)
    (triangle,) = boards_of(Bridges())
    owners = [str(owner) for owner, *_ in triangle.borders]
    assert (owners.count("A"), owners.count("B")) == (2 * 3, 2 * 3)
    assert kinds(start_of("hex"), "line").count("border") == 2 * 2 * 3 + 2 * (2 * 3 - 1)
    with pytest.raises(ValueError, match="no side front"):
        Sides(front="A")


def test_houses_have_the_numbers_that_players_call_them_by_and_are_clicked() -> None:
    engine = runner(load("oware"))
    board, _ = boards_of(engine.rules.game)
    told = [(c.kind, c.text) for c in board.coordinates]
    assert [text for kind, text in told if kind == "coordinate"] == [*"654321", *"123456"]
    assert [text for kind, text in told if kind == "side"] == ["North", "South"]
    third = engine.moves[2]
    assert clicks(engine.rules.game, third, "South") == [{"ring.2"}]
    assert clicks(engine.rules.game, third, "North") == [{"ring.8"}]
    with pytest.raises(ValueError, match="not in the rows"):
        Rows(["a"], names={"b": ("A", 1)})


def test_things_that_are_carried_stand_in_towers_and_move_from_one_to_another() -> None:
    engine = runner(load("hanoi", discs=3))
    start = engine.initial()
    (board,) = boards_of(engine.rules.game)
    assert (board.kind, [spot.label for spot in board.spots]) == ("towers", ["1", "2", "3"])
    assert [p.words for p in pieces_at(start, board, 1)] == ["holds 1, 2, 3"]
    assert pieces_at(start, board, 2) == []
    assert kinds(start, "rect").count("disc") == 3
    move, after = engine.successors(start)[1]
    assert move.name == "1-3"
    assert clicks(engine.rules.game, move, None, start) == [{"places.1"}, {"places.3"}]
    again = engine.successors(after)[0][0]
    assert again.name == "1-1"
    assert clicks(engine.rules.game, again, None, after) == [{"places.3"}, {"places.1"}]


@pytest.mark.parametrize(
    ("name", "move", "clicked"),
    [
        ("draughts", "step(c3-ne)", [["squares.c3"], ["squares.d4"]]),
        ("draughts", "step(a3-ne)", [["squares.a3"], ["squares.b4"]]),
        ("dodgem", "(0,1)-up", [["cells.0,1"], ["cells.1,1"]]),
        ("nim", "1-2", [["row.1"]]),
    ],
)
def test_moves_of_one_piece_are_told_apart_by_where_it_lands(
    name: str, move: str, clicked: list[list[str]]
) -> None:
    engine = runner(load(name))
    start = engine.initial()
    successors = engine.successors(start)
    made = {
        one.name: (one.rule, [sorted(c) for c in clicks(engine.rules.game, one, None, start)])
        for one, _ in successors
    }
    landed = land(start, made, {one.name: after for one, after in successors})
    assert landed[move] == clicked
