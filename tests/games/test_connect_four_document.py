"""The tests that the Connect Four document names, under the names it gives them."""

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadPosition, IllegalMove
from boardproof.positions.moves import MoveNames
from boardproof.positions.notation import read_position

TWO = make_engine("reference", load("connect-four"))
THREE = make_engine("reference", load("connect-four", players=3))
SEATS = [(engine, player) for engine in (TWO, THREE) for player in engine.rules.game.players]

each_player = pytest.mark.parametrize(
    ("engine", "player"),
    SEATS,
    ids=[f"player{p[-1]} of {len(engine.rules.game.players)}" for engine, p in SEATS],
)


def drawn(*rows, turn="P0", engine=TWO):
    """Make a position from a drawn board, top row first; rows of empty cells may be left out."""
    board = ["." * 7] * (6 - len(rows)) + list(rows)
    return read_position(engine.rules.game, f"board={'/'.join(board)} turn={turn}")


def placed(*cells, engine=TWO):
    """Make a position in which P0 has the cells, reachable or not."""
    return engine.initial().replace(board=dict.fromkeys(cells, "P0"))


def dropped(columns, engine=TWO):
    """Play the columns one after another from the empty board."""
    names, position = MoveNames(engine.moves), engine.initial()
    for column in columns:
        position = engine.successor(position, names.read(column))
    return position


def wellformed(position, engine=TWO):
    return engine.holds(position, "wellformed")


# -- turns --------------------------------------------------------------------------------------


def test_three_player_turns():
    turns = [THREE.player_to_move(dropped("0123"[:n], THREE)) for n in range(5)]
    assert turns == ["P0", "P1", "P2", "P0", "P1"]


@pytest.mark.parametrize("engine", [TWO, THREE], ids=["2", "3"])
def test_starting_player(engine):
    start = engine.initial()
    assert engine.holds(start, "starting")
    assert engine.player_to_move(start) == "P0"
    assert engine.holds(start, "player_turn", player="P0")


def test_turns():
    turns = [TWO.player_to_move(dropped("3333"[:n])) for n in range(5)]
    assert turns == ["P0", "P1", "P0", "P1", "P0"]


def test_no_consecutive_moves():
    position = dropped("01")
    assert position.board[0, 0] == "P0"
    assert position.board[0, 1] == "P1"
    twice = drawn("00.....", turn="P1")
    assert not TWO.holds(twice, "balanced")
    assert not any(TWO.holds(twice, "player_turn", player=p) for p in ("P0", "P1"))


# -- boards -------------------------------------------------------------------------------------


def test_empty_board_valid():
    assert TWO.defects(TWO.initial()) == []
    assert wellformed(TWO.initial())


def test_bottom_piece_valid():
    assert wellformed(drawn("...0...", turn="P1"))


def test_stacking_valid():
    assert wellformed(drawn("...1...", "...0..."))


def test_out_of_bounds_row_invalid():
    with pytest.raises(BadPosition, match=r"board has no \(6, 0\)"):
        placed((6, 0))


def test_out_of_bounds_col_invalid():
    with pytest.raises(BadPosition, match=r"board has no \(0, 7\)"):
        placed((0, 7))


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1)])
def test_negative_indices_invalid(cell):
    with pytest.raises(BadPosition, match=rf"board has no \({cell[0]}, {cell[1]}\)"):
        placed(cell)


def test_full_column_valid():
    position = dropped("000000")
    assert wellformed(position)
    assert [position.board[row, 0] for row in range(6)] == ["P0", "P1"] * 3


def test_multiple_columns_valid():
    assert wellformed(drawn("0......", "1.....0", "0..1..1"))


def test_floating_piece_invalid():
    position = placed((0, 0), (2, 3))
    assert not wellformed(position)
    assert [str(defect) for defect in TWO.defects(position)] == [
        "floating (2,3): A piece needs a piece below it, except in the bottom row."
    ]


def test_every_floating_piece_is_named():
    defects = TWO.defects(placed((1, 0), (5, 6)))
    assert [(d.name, d.arguments["cell"]) for d in defects] == [
        ("floating", (1, 0)),
        ("floating", (5, 6)),
    ]


# -- moves --------------------------------------------------------------------------------------


def test_full_column_move():
    position = dropped("000000")
    assert [str(move) for move in TWO.legal_moves(position)] == list("123456")
    with pytest.raises(IllegalMove, match="0 is not legal: the column is full"):
        dropped("0000000")


def test_a_piece_lands_on_the_lowest_empty_row():
    before, after = dropped("33"), dropped("333")
    changed = {cell for cell in after.board if after.board[cell] != before.board[cell]}
    assert changed == {(2, 3)}


# -- wins ---------------------------------------------------------------------------------------


def winners(engine, rows, player):
    """Say who has a line when the player holds the cells marked x."""
    rows = [row.replace("x", player[-1]) for row in rows]
    position = drawn(*rows, engine=engine)
    return [p for p in engine.rules.game.players if engine.holds(position, "winning", player=p)]


@each_player
def test_horizontal_win(engine, player):
    assert winners(engine, ["..xxxx."], player) == [player]


@each_player
def test_vertical_win(engine, player):
    assert winners(engine, ["......x"] * 4, player) == [player]


@each_player
def test_diagonal_win_rising(engine, player):
    assert winners(engine, ["...x...", "..x....", ".x.....", "x......"], player) == [player]


@each_player
def test_diagonal_win_falling(engine, player):
    assert winners(engine, ["...x...", "....x..", ".....x.", "......x"], player) == [player]


@pytest.mark.parametrize(
    ("engine", "columns", "winner"),
    [
        (TWO, "0101010", "P0"),
        (TWO, "01010161", "P1"),
        (THREE, "0120120120", "P0"),
        (THREE, "01201201261", "P1"),
        (THREE, "012012012652", "P2"),
    ],
)
def test_the_game_ends_with_the_winning_piece(engine, columns, winner):
    before, after = dropped(columns[:-1], engine), dropped(columns, engine)
    assert engine.result(before) is None
    assert str(engine.result(after)) == f"{winner} wins"
    assert engine.legal_moves(after) == []


@pytest.mark.parametrize(
    "rows",
    [
        [".000.00"],  # four of five, with a gap
        ["0......", "0......", "0......"],  # three
        ["00.....", ".....00"],  # no line goes round the edge
        ["0......", ".0.....", "..0...."],  # three on a diagonal
        ["..0010."],  # another player's piece between
    ],
)
def test_no_winner(rows):
    position = drawn(*rows)
    assert not any(TWO.holds(position, "winning", player=p) for p in ("P0", "P1"))


def test_draw_possible():
    position = dropped("233333322222144444411111500550055005666666")
    assert wellformed(position)
    assert str(TWO.result(position)) == "draw"
    assert TWO.holds(position, "draw")
    assert TWO.holds(position, "balanced")


def test_a_full_board_with_a_winner_is_no_draw():
    position = drawn(*["0000000"] * 6)
    assert TWO.holds(position, "full")
    assert not TWO.holds(position, "draw")


def test_a_board_with_an_empty_cell_is_no_draw():
    assert not TWO.holds(dropped("23333332222214444441111150055005500566666"), "draw")


# -- counting pieces ----------------------------------------------------------------------------


def test_only_the_empty_board_is_starting():
    assert TWO.holds(TWO.initial(), "starting")
    assert not TWO.holds(dropped("3"), "starting")


@pytest.mark.parametrize(
    ("engine", "row", "player"),
    [
        (TWO, ".......", "P0"),
        (TWO, "0......", "P1"),
        (TWO, "01.....", "P0"),
        (TWO, "1......", None),
        (TWO, "00.....", None),
        (THREE, "0......", "P1"),
        (THREE, "01.....", "P2"),
        (THREE, "012....", "P0"),
        (THREE, "02.....", None),
        (THREE, "0012...", "P1"),
    ],
)
def test_the_pieces_tell_whose_turn_it_is(engine, row, player):
    position = drawn(row, engine=engine)
    players = engine.rules.game.players
    found = [p for p in players if engine.holds(position, "player_turn", player=p)]
    assert found == ([player] if player else [])
    assert engine.holds(position, "balanced") == (player is not None)


# -- guaranteed wins ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "player", "expected"),
    [
        ([".000..."], "P0", True),  # both ends are open
        ([".000..."], "P1", False),  # for the other player they are nothing
        (["1000..."], "P0", False),  # one way only
        (["1.....1", "1000.00"], "P0", False),  # one column that completes two lines is one way
        (["0......", "0......", "0.000.."], "P0", True),  # three columns
        ([".0000.."], "P0", False),  # already won
        (["1......", "1......", "1......", "1.000.."], "P0", False),  # the other player has won
    ],
)
def test_guaranteed_win_needs_two_ways_and_no_winner(rows, player, expected):
    assert TWO.holds(drawn(*rows), "guaranteed_win", player=player) is expected


def test_a_guaranteed_win_that_waits_for_support_is_not_counted():
    """The drop must land in the line: an end that hangs in the air is no way to connect yet."""
    position = drawn(".000...", ".111..1", turn="P0")
    assert [c for c in range(7) if TWO.holds(position, "completes", column=c, player="P0")] == []


@pytest.mark.slow
def test_guaranteed_win_is_not_always_a_win():
    """On 4×4, with the opponent to move, 470 of 2,216 guaranteed wins can be escaped."""
    engine = make_engine("reference", load("connect-four", columns=4, rows=4))
    positions, following = explored(engine)
    values, claims, forced = [0] * len(positions), 0, 0
    for number in reversed(range(len(positions))):  # every move leads to a larger number
        position, targets = positions[number], [values[i] for i in following[number]]
        if not targets:
            values[number] = engine.payoff(position)["P0"]
            continue
        values[number] = max(targets) if position.turn == "P0" else min(targets)
        other = position.turn.next
        if engine.holds(position, "guaranteed_win", player=other):
            claims += 1
            forced += values[number] == (1 if other == "P0" else -1)
    assert (len(positions), claims, forced) == (161029, 2216, 1746)


def explored(engine):
    """Number the reachable positions as they are found; give each with its successors' numbers."""
    numbers = {engine.initial(): 0}
    positions, following = [engine.initial()], []
    for position in positions:
        targets = [target for _, target in engine.successors(position)]
        for target in targets:
            if target not in numbers:
                numbers[target] = len(positions)
                positions.append(target)
        following.append([numbers[target] for target in targets])
    return positions, following
