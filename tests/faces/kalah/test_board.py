"""Kalah's board by itself: the seven cases of its document, and what it must refuse."""

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadInput, BadParameter
from boardproof.faces.kalah import NORTH, SOUTH, Board
from boardproof.positions.notation import read_position


@pytest.fixture
def board():
    return Board(6, 4)


def row(board, side):
    return [board.beans(side, hole) for hole in range(1, board.holes + 1)]


# -- the document's own cases -------------------------------------------------------------------


def test_case_1_holes(board):
    assert board.holes == 6


def test_case_2_beans(board):
    board.set_beans(NORTH, 3, 10)
    assert board.beans(NORTH, 3) == 10


def test_case_3_beans_in_play(board):
    board.set_beans(SOUTH, 1, 3)
    board.set_beans(NORTH, 4, 5)
    assert board.beans_in_play(SOUTH) == 23
    assert board.beans_in_play(NORTH) == 25


def test_case_4_total_beans(board):
    board.set_beans(SOUTH, 2, 2)
    board.set_beans(NORTH, 5, 3)
    assert board.total_beans() == 45


def test_case_5_sow(board):
    assert board.sow(SOUTH, 3) == (SOUTH, 0)
    assert row(board, SOUTH) == [4, 4, 0, 5, 5, 5]
    assert row(board, NORTH) == [4] * 6
    assert (board.beans(SOUTH, 0), board.beans(NORTH, 0)) == (1, 0)


def test_case_6_move_to_pot(board):
    board.set_beans(NORTH, 2, 6)
    board.move_to_pot(NORTH, 2, NORTH)
    assert board.beans(NORTH, 2) == 0
    assert board.beans(NORTH, 0) == 6


def test_case_7_set_beans(board):
    board.set_beans(SOUTH, 4, 7)
    assert board.beans(SOUTH, 4) == 7


# -- sowing -------------------------------------------------------------------------------------


def test_south_sows_through_its_pot_to_north_from_the_last_hole_down(board):
    assert board.sow(SOUTH, 5) == (NORTH, 5)
    assert row(board, SOUTH) == [4, 4, 4, 4, 0, 5]
    assert row(board, NORTH) == [4, 4, 4, 4, 5, 5]


def test_north_sows_down_to_its_pot_and_on_to_souths_first_hole(board):
    assert board.sow(NORTH, 2) == (SOUTH, 2)
    assert row(board, NORTH) == [5, 0, 4, 4, 4, 4]
    assert row(board, SOUTH) == [5, 5, 4, 4, 4, 4]
    assert board.beans(NORTH, 0) == 1


@pytest.mark.parametrize(("side", "other"), [(SOUTH, NORTH), (NORTH, SOUTH)])
def test_a_whole_lap_ends_in_the_emptied_hole_and_skips_the_other_pot(board, side, other):
    board.set_beans(side, 3, 13)
    assert board.sow(side, 3) == (side, 3)
    assert row(board, side) == [5, 5, 1, 5, 5, 5]
    assert row(board, other) == [5] * 6
    assert (board.beans(side, 0), board.beans(other, 0)) == (1, 0)


def test_a_longer_lap_goes_on_past_the_start_hole(board):
    board.set_beans(SOUTH, 6, 15)
    assert board.sow(SOUTH, 6) == (NORTH, 6)
    assert board.beans(SOUTH, 0) == 2
    assert row(board, NORTH) == [5, 5, 5, 5, 5, 6]


def test_sowing_captures_nothing(board):
    board.set_beans(SOUTH, 5, 0)
    assert board.sow(SOUTH, 1) == (SOUTH, 5)
    assert board.beans(SOUTH, 5) == 1
    assert board.beans(NORTH, 5) == 4
    assert board.beans(SOUTH, 0) == 0


def test_sowing_neither_makes_nor_loses_beans(board):
    for side, hole in [(SOUTH, 3), (NORTH, 1), (SOUTH, 6), (NORTH, 6), (SOUTH, 1)]:
        board.sow(side, hole)
        assert board.total_beans() == 48


# -- pots ---------------------------------------------------------------------------------------


def test_beans_can_go_to_the_other_sides_pot(board):
    board.move_to_pot(NORTH, 2, SOUTH)
    assert (board.beans(SOUTH, 0), board.beans(NORTH, 0), board.beans(NORTH, 2)) == (4, 0, 0)


def test_moving_an_empty_hole_changes_nothing():
    board, other = Board(2, 1), Board(2, 1)
    for one in (board, other):
        one.set_beans(SOUTH, 1, 0)
    board.move_to_pot(SOUTH, 1, SOUTH)
    assert board == other


def test_beans_in_a_pot_are_not_in_play(board):
    board.set_beans(SOUTH, 0, 9)
    assert board.beans_in_play(SOUTH) == 24
    assert board.total_beans() == 57


# -- refusals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("hole", [-1, 7])
@pytest.mark.parametrize(
    "ask",
    [
        lambda board, hole: board.beans(SOUTH, hole),
        lambda board, hole: board.sow(SOUTH, hole),
        lambda board, hole: board.move_to_pot(SOUTH, hole, SOUTH),
        lambda board, hole: board.set_beans(SOUTH, hole, 1),
    ],
    ids=["beans", "sow", "move_to_pot", "set_beans"],
)
def test_a_hole_that_is_not_there_is_refused(board, ask, hole):
    with pytest.raises(BadInput, match=f"South has no hole {hole}: holes are 1 to 6, the pot is 0"):
        ask(board, hole)
    assert board == Board(6, 4)


@pytest.mark.parametrize(
    "ask",
    [lambda board: board.sow(NORTH, 0), lambda board: board.move_to_pot(NORTH, 0, SOUTH)],
    ids=["sow", "move_to_pot"],
)
def test_beans_in_a_pot_stay_there(board, ask):
    board.set_beans(NORTH, 0, 5)
    with pytest.raises(BadInput, match="hole 0 is North's pot"):
        ask(board)
    assert board.beans(NORTH, 0) == 5


def test_an_empty_hole_cannot_be_sown(board):
    board.set_beans(SOUTH, 2, 0)
    with pytest.raises(BadInput, match="South's hole 2 is empty"):
        board.sow(SOUTH, 2)


def test_a_side_that_is_not_there_is_refused(board):
    with pytest.raises(BadInput, match="no side is called 'East': there are South and North"):
        board.beans("East", 1)


@pytest.mark.parametrize("beans", [-1, 49])
def test_a_number_of_beans_that_no_hole_holds_is_refused(board, beans):
    with pytest.raises(BadInput, match=f"hole 1 cannot hold {beans} beans: it holds 0 to 48"):
        board.set_beans(SOUTH, 1, beans)
    assert board == Board(6, 4)


def test_a_pot_that_would_overflow_is_refused(board):
    board.set_beans(SOUTH, 0, 48)
    with pytest.raises(BadInput, match="South's pot cannot hold 52 beans"):
        board.move_to_pot(SOUTH, 1, SOUTH)
    with pytest.raises(BadInput, match="hole 6 cannot be sown: no place holds more than 48"):
        board.sow(SOUTH, 6)
    assert row(board, SOUTH) == [4] * 6


def test_a_board_without_holes_is_refused():
    with pytest.raises(BadParameter, match="holes must be 1 to 12"):
        Board(0, 4)


# -- positions ----------------------------------------------------------------------------------


def test_a_new_board_is_the_start_of_the_game(board):
    assert board.position == make_engine("reference", load("kalah")).initial()


def test_a_position_is_never_changed_by_its_board(board):
    before = board.position
    board.sow(SOUTH, 3)
    assert before.board[SOUTH, 3] == 4
    assert board.position.board[SOUTH, 3] == 0


def test_a_board_can_start_from_any_position():
    game = load("kalah", holes=2, beans=2, empty_capture=True).game
    board = Board.of(read_position(game, "board=0,3,1,2,0,2 turn=North [empty_capture=true]"))
    assert (row(board, SOUTH), row(board, NORTH)) == ([0, 3], [0, 2])
    assert board.sow(SOUTH, 2) == (NORTH, 1)
    assert board.position.turn == "North"


def test_a_position_of_another_game_is_refused():
    start = make_engine("reference", load("tic-tac-toe")).initial()
    with pytest.raises(BadInput, match="a position of tic-tac-toe, not of kalah"):
        Board.of(start)


def test_the_game_is_played_by_the_same_sowing(board):
    engine = make_engine("reference", load("kalah"))
    played = engine.successor(board.position, engine.moves[2])
    board.sow(SOUTH, 3)
    assert board.position == played
