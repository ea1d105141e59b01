"""Pictures of positions: every place and piece is there, inside, and told apart without colour."""

import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from boardproof import load, make_engine
from boardproof.drawing.clicks import clicks
from boardproof.drawing.neighbours import neighbourhood, neighbourhood_svg
from boardproof.drawing.pieces import changed_spots, pieces_at, words_at
from boardproof.drawing.places import boards_of
from boardproof.drawing.plot import by_ply_svg
from boardproof.drawing.reasons import defects_of, reason_of
from boardproof.drawing.svg import Highlights, position_svg
from boardproof.drawing.trace import trace_svg
from boardproof.engines.contract import Engine
from boardproof.positions.notation import read_position
from boardproof.positions.position import Position, starting_position
from boardproof.reading import read
from boardproof.rules import (
    Count,
    Draw,
    Game,
    Grid,
    Map,
    Players,
    Range,
    Ring,
    Rows,
    Subset,
    Turn,
    move,
    require,
)

SVG = "{http://www.w3.org/2000/svg}"
NIM = str(Path(__file__).parents[2] / "examples" / "nim.py")
GAMES = [
    ("tic-tac-toe", {}),
    ("connect-four", {}),
    ("connect-four", {"players": 3, "columns": 4, "rows": 4}),
    ("kalah", {}),
    ("dstru-tac-toe", {}),
    ("territory", {}),
    ("pong-hau-ki", {}),
    (NIM, {"heaps": 4}),
]


def engine_of(name: str, parameters: dict[str, int]) -> Engine:
    return make_engine("reference", load(name, **parameters))


def played(engine: Engine, seed: int, plies: int = 200) -> list[Position]:
    """Play by chance; give all positions."""
    chance, positions = Random(seed), [engine.initial()]
    while len(positions) <= plies and (following := engine.successors(positions[-1])):
        positions.append(chance.choice(following)[1])
    return positions


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_every_place_is_drawn_once_inside_and_apart_from_the_others(
    name: str, parameters: dict[str, int]
) -> None:
    engine = engine_of(name, parameters)
    for board in boards_of(engine.rules.game):
        assert [spot.place for spot in board.spots] != []
        assert {spot.place for spot in board.spots} == set(board.domain)
        for spot in board.spots:
            assert 0 <= spot.x - spot.width / 2 < spot.x + spot.width / 2 <= board.width
            assert 0 <= spot.y - spot.height / 2 < spot.y + spot.height / 2 <= board.height
        for a, b in combinations(board.spots, 2):
            apart = abs(a.x - b.x) >= (a.width + b.width) / 2 - 0.01
            assert apart or abs(a.y - b.y) >= (a.height + b.height) / 2 - 0.01


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_a_picture_is_well_formed_and_holds_every_piece(
    name: str, parameters: dict[str, int]
) -> None:
    engine = engine_of(name, parameters)
    for position in played(engine, 4, 12):
        root = ET.fromstring(position_svg(position, title="a < b"))
        spots = {g.attrib["data-spot"]: g for g in root.iter(f"{SVG}g") if "data-spot" in g.attrib}
        for board in boards_of(position.game):
            for spot in board.spots:
                texts = [t.text for t in spots[spot.key].iter(f"{SVG}text")]
                pieces = pieces_at(position, board, spot.place)
                assert texts == [piece.text for piece in pieces]


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_pieces_of_different_players_have_different_letters(
    name: str, parameters: dict[str, int]
) -> None:
    """Colour is never the only difference."""
    engine = engine_of(name, parameters)
    seen = {
        (piece.text, piece.words)
        for position in played(engine, 2)
        for board in boards_of(position.game)
        for spot in board.spots
        for piece in pieces_at(position, board, spot.place)
    }
    assert len({text for text, _ in seen}) == len(seen)


def test_row_0_of_connect_four_is_at_the_bottom_and_pieces_are_labelled() -> None:
    start = starting_position(load("connect-four", players=3).game)
    position = start.replace(board={(0, 0): "P0", (0, 1): "P1", (0, 2): "P2"})
    (board,) = boards_of(start.game)
    heights = {spot.place.row: spot.y for spot in board.spots}
    assert sorted(heights, key=lambda row: -heights[row]) == [0, 1, 2, 3, 4, 5]
    svg = position_svg(position)
    assert svg.count('class="well"') == 42
    for label, colour in (("P0", "red"), ("P1", "yellow"), ("P2", "blue")):
        group = svg.split(f'<g class="{colour}">')[1].split("</g>")[0]
        assert f">{label}</text>" in group


def test_pots_are_as_high_as_the_board_and_pits_are_not() -> None:
    (board,) = boards_of(load("kalah").game)
    shapes = {spot.place: spot for spot in board.spots}
    pots = [spot.place for spot in board.spots if spot.shape == "pot"]
    assert sorted(pots) == [("North", 0), ("South", 0)]
    assert shapes["South", 0].height == 2 * shapes["South", 1].height
    assert shapes["North", 0].x < shapes["North", 1].x < shapes["South", 0].x


def test_pieces_in_rows_of_a_look_lie_on_points_not_in_pits() -> None:
    start = starting_position(load("pong-hau-ki").game)
    (board,) = boards_of(start.game)
    assert {spot.shape for spot in board.spots} == {"point"}
    assert {piece.text for s in board.spots for piece in pieces_at(start, board, s.place)} == {
        "R",
        "B",
    }


def test_lines_join_the_points_that_are_neighbours() -> None:
    game = load("pong-hau-ki").game
    (board,) = boards_of(game)
    joined = {frozenset({one.place, other.place}) for one, other in board.lines}
    assert joined == {frozenset({a, b}) for a, found in game.beside.items() for b in found}
    svg = position_svg(starting_position(game))
    assert svg.count('class="joint"') == len(joined)
    assert svg.rindex('class="joint"') < svg.index('class="spot"'), "lines lie below the pieces"


def test_a_line_that_leads_off_the_rows_is_refused() -> None:
    for line in ("ax", "a", "abc"):
        with pytest.raises(ValueError, match="does not join two places of the rows"):
            Rows(["a", "b", "c"], lines=[line])


class Beads(Game):
    """Pieces on a ring without a look."""

    def setup(self) -> None:
        self.players = Players("Ann", "Ben")
        self.ring = Ring(5)
        self.at = Map(self.ring, self.players | None)
        self.turn = Turn(self.players)


def test_points_of_a_ring_are_joined_to_the_next_and_pits_are_not() -> None:
    (board,) = boards_of(Beads())
    assert [(one.place, other.place) for one, other in board.lines] == [
        (0, 1), (1, 2), (2, 3), (3, 4), (4, 0),
    ]  # fmt: skip
    assert all(not board.lines for board in boards_of(Wheel()))


class Wheel(Game):
    """Beans on a ring without a look, flags on a line, two pieces on one cell."""

    def setup(self) -> None:
        self.players = Players("Ann", "Ben")
        self.wheel = Ring(5)
        self.beans = Map(self.wheel, Range(0, 40), start=40)
        self.cells = Grid(1, 2)
        self.A, self.B, self.X = Subset(self.cells), Subset(self.cells), Subset(self.cells)
        self.turn = Turn(self.players)

    @move(place="wheel")
    def take(self, place: int) -> None:
        require(self.beans[place] > 0, "no beans are left")
        self.beans[place] -= 1
        self.turn = self.turn.next

    def result(self) -> Draw | None:
        return Draw() if all(self.beans[place] == 0 for place in self.wheel) else None


def test_a_ring_without_a_look_is_drawn_round_and_sets_may_share_a_cell() -> None:
    start = starting_position(read(Wheel()).game)
    position = start.replace(A={(0, 0)}, B={(0, 0)}, X={(0, 1)})
    wheel, cells = boards_of(start.game)
    middle = wheel.width / 2
    away = {round((s.x - middle) ** 2 + (s.y - middle) ** 2, 3) for s in wheel.spots}
    assert len(away) == 1
    assert words_at(position, cells, (0, 0)) == "A and B"
    assert words_at(position, cells, (0, 1)) == "in X"
    ET.fromstring(position_svg(position))
    assert 'class="bean"' not in position_svg(position)


def test_what_changed_is_ringed_and_targets_are_marked() -> None:
    engine = engine_of("connect-four", {})
    before, after = played(engine, 1, 1)
    ringed = changed_spots(before, after)
    assert len(ringed) == 1
    assert position_svg(after, Highlights(ringed=ringed)).count('class="ring"') == 1
    assert position_svg(before, Highlights(targets=ringed)).count('class="target"') == 1


def fours(position: Position) -> set[str]:
    """Find the cells of all lines of four on a board of Connect Four."""
    board = {(cell.row, cell.column): held for cell, held in position.board.items()}
    lines = (
        [(row + step * down, column + step * right) for step in range(4)]
        for row, column in board
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    )
    whole = [line for line in lines if len({board.get(cell) for cell in line} - {None}) == 1]
    full = [line for line in whole if all(board.get(cell) is not None for cell in line)]
    return {f"cells.{row},{column}" for line in full for row, column in line}


def test_a_winning_line_explains_the_result_and_a_full_board_does_not() -> None:
    engine = engine_of("connect-four", {})
    for seed in range(12):
        position = played(engine, seed)[-1]
        assert reason_of(engine, position) == fours(position)
    territory = engine_of("territory", {})
    assert not reason_of(territory, played(territory, 1)[-1])


def test_a_floating_piece_is_pointed_at() -> None:
    engine = engine_of("connect-four", {})
    position = engine.initial().replace(board={(3, 2): "P0"})
    (((text, cells)),) = defects_of(engine, position)
    assert (text.partition(" ")[2].partition(":")[0], cells) == ("(3,2)", ["cells.3,2"])
    drawn = position_svg(position, Highlights(wrong=frozenset(cells)))
    assert (drawn.count('class="defect"'), drawn.count('class="reason"')) == (1, 0)


@pytest.mark.parametrize(
    ("mark", "lines"),
    [
        ("AAA/ABB/ABB", {"0,0", "0,1", "0,2", "1,0", "2,0"}),
        ("AAA/ABB/AAA", {"0,0", "0,1", "0,2", "1,0", "2,0", "2,1", "2,2"}),
        ("AAA/BB./...", {"0,0", "0,1", "0,2"}),
    ],
)
def test_all_lines_that_win_are_marked(mark: str, lines: set[str]) -> None:
    engine = engine_of("tic-tac-toe", {})
    ended = read_position(engine.rules.game, f"mark={mark} turn=B")
    assert reason_of(engine, ended) == {f"cells.{cell}" for cell in lines}


def test_a_pit_is_named_apart_from_what_it_holds() -> None:
    start = engine_of("kalah", {}).initial()
    (board,) = boards_of(start.game)
    told = {s.key: (s.label, words_at(start, board, s.place)) for s in board.spots}
    assert told["ring.South,2"] == ("South 2", "holds 4")
    assert told["ring.North,0"] == ("North 0", "holds 0")


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_every_legal_move_can_be_clicked(name: str, parameters: dict[str, int]) -> None:
    engine = engine_of(name, parameters)
    for position in played(engine, 3, 6):
        mover = engine.player_to_move(position)
        for choice in engine.legal_moves(position):
            assert clicks(engine.rules.game, choice, mover)


def test_a_pit_is_clicked_on_the_movers_own_side() -> None:
    engine = engine_of("kalah", {})
    assert clicks(engine.rules.game, engine.moves[2], "North") == [{"ring.North,3"}]
    assert clicks(engine.rules.game, engine.moves[2], "South") == [{"ring.South,3"}]


def test_a_trace_has_a_label_for_each_board_in_a_column_or_in_a_row() -> None:
    engine = engine_of("connect-four", {"columns": 4, "rows": 4})
    positions = played(engine, 1, 3)
    column, row = trace_svg(positions), trace_svg(positions, across=0)
    for number in range(4):
        assert f">Board{number}</text>" in column
    sizes = [ET.fromstring(svg).attrib for svg in (column, row)]
    assert float(sizes[0]["height"]) > 3 * float(sizes[1]["height"])
    assert float(sizes[1]["width"]) > 3 * float(sizes[0]["width"])
    assert column.count('class="ring"') == 3


def test_a_neighbourhood_shows_each_position_once_and_says_what_it_leaves_out() -> None:
    engine = engine_of("tic-tac-toe", {})
    found = neighbourhood(engine, engine.initial(), 2, 100)
    assert [len(layer) for layer in found.layers] == [1, 9, 72]
    assert len(found.edges) == 9 + 72
    few = neighbourhood_svg(engine, engine.initial(), 2, 20)
    assert few.count("data-position") == 20
    assert "20 positions are shown; 62 more moves lead to others" in few
    ET.fromstring(few)


def test_moves_back_to_a_shown_position_are_edges_too() -> None:
    engine = engine_of("territory", {"expand": "stays"})
    position = read_position(
        engine.rules.game,
        "good=false found=false go=true start=false val=4 R=.../.x./... B=x../.../... "
        "S=.../.x./... T=.../.../... [expand=stays]",
    )
    assert sum(map(len, neighbourhood(engine, position, 3).layers)) > 1


def test_the_plot_has_a_bar_for_each_ply_and_the_longest_for_the_most() -> None:
    root = ET.fromstring(by_ply_svg([1, 9, 72, 0]))
    bars = [float(r.attrib["width"]) for r in root.iter(f"{SVG}rect") if r.get("class") == "bar"]
    assert bars[0] == bars[3] < bars[1] < bars[2]


class Race(Game):
    """Add one or two; whoever says five wins. There is no board."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.steps = Range(1, 2)
        self.said = Count(0, 6)
        self.turn = Turn(self.players)

    @move(more="steps")
    def add(self, more: int) -> None:
        self.said += more
        self.turn = self.turn.next

    def result(self) -> Draw | None:
        return Draw() if self.said >= 5 else None


def test_a_game_without_a_board_is_drawn_by_its_variables() -> None:
    engine = make_engine("reference", read(Race()))
    texts = [text.text for text in ET.fromstring(position_svg(engine.initial())).iter(f"{SVG}text")]
    assert texts == ["said", "0", "A to move"]
    svg = neighbourhood_svg(engine, engine.initial(), 1)
    assert svg.count("data-position") == 3
    assert svg.count("B to move") == 2
    ET.fromstring(svg)
