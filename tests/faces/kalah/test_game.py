"""Kalah's game and players: the document's cases by name, and what is shown to whom."""

import builtins

import pytest

from boardproof import load
from boardproof.errors import BadInput, IllegalMove
from boardproof.faces.kalah import (
    NORTH,
    SOUTH,
    BadPlayer,
    Board,
    ComputerPlayer,
    Game,
    HumanPlayer,
    Player,
    SmartPlayer,
)
from boardproof.positions.notation import read_position


@pytest.fixture
def typed(monkeypatch):
    """Type lines at the keyboard, one for each question."""

    def type_lines(*lines):
        left = iter(lines)

        def answer(prompt):
            print(prompt, end="")
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(builtins, "input", answer)

    return type_lines


@pytest.fixture
def game():
    return Game(Board(6, 4), HumanPlayer("Alice"), ComputerPlayer("Bob"))


class Always(Player):
    """Chooses the holes it was given, one after another."""

    def __init__(self, name, *holes):
        super().__init__(name)
        self.holes = list(holes)

    def choose_move(self, board, side):
        return self.holes.pop(0)


# -- the document's own cases: for Game ---------------------------------------------------------


def test_case_1_display(game, capsys):
    game.display()
    assert capsys.readouterr().out.splitlines() == [
        "North: Bob",
        "North   0   1   2   3   4   5   6",
        "        0   4   4   4   4   4   4",
        "            4   4   4   4   4   4   0",
        "South       1   2   3   4   5   6   0",
        "South: Alice",
    ]


def test_case_2_beans(game):
    assert game.beans(SOUTH, 3) == 4
    assert game.beans(NORTH, 0) == 0


def test_case_3_move(game, typed):
    typed("2")
    assert game.move(SOUTH) is True
    assert [game.beans(SOUTH, hole) for hole in range(1, 7)] == [4, 0, 5, 5, 5, 5]


def test_case_4_status(game):
    assert game.status() == (False, False, None)


def test_case_5_play(capsys):
    game = Game(Board(3, 2), BadPlayer("Alice", seed=1), BadPlayer("Bob", seed=2))
    game.play()
    over, has_winner, winner = game.status()
    assert over
    last = capsys.readouterr().out.splitlines()[-1]
    names = {SOUTH: "Alice wins", NORTH: "Bob wins", None: "The game is a draw"}
    assert (last, has_winner) == (names[winner], winner is not None)
    assert game.beans(SOUTH, 0) + game.beans(NORTH, 0) == 12


# -- the document's own cases: for Player -------------------------------------------------------


def test_human_player(typed):
    typed("3")
    alice = HumanPlayer("Alice")
    assert alice.choose_move(Board(6, 4), SOUTH) == 3
    assert alice.is_interactive


@pytest.mark.parametrize("side", [SOUTH, NORTH])
def test_bad_player(side):
    bob = BadPlayer("Bob")
    assert 1 <= bob.choose_move(Board(6, 4), side) <= 6
    assert not bob.is_interactive


@pytest.mark.parametrize("side", [SOUTH, NORTH])
def test_smart_player(side):
    charlie = SmartPlayer("Charlie", depth=3)
    assert 1 <= charlie.choose_move(Board(6, 4), side) <= 6
    assert not charlie.is_interactive


# -- players ------------------------------------------------------------------------------------


def test_a_person_is_asked_until_the_answer_is_a_hole_with_beans(typed, capsys):
    board = Board(6, 4)
    board.set_beans(SOUTH, 2, 0)
    typed("x", "7", "0", "2", "5")
    assert HumanPlayer("Alice").choose_move(board, SOUTH) == 5
    shown = capsys.readouterr().out
    assert shown.count("Alice, choose a hole: ") == 5
    assert shown.count("holes are 1 to 6") == 3
    assert shown.count("hole 2 is empty") == 1


def test_the_end_of_input_is_an_error(typed):
    typed()
    with pytest.raises(BadInput, match="the input ended before a hole was chosen"):
        HumanPlayer("Alice").choose_move(Board(6, 4), SOUTH)


@pytest.mark.parametrize("player", [HumanPlayer("A"), BadPlayer("B"), SmartPlayer("C", depth=1)])
def test_nobody_chooses_where_there_is_no_choice(player):
    board = Board(2, 1)
    for hole in (1, 2):
        board.set_beans(NORTH, hole, 0)
    with pytest.raises(BadInput, match="North has no beans to sow"):
        player.choose_move(board, NORTH)


def test_the_smart_player_takes_the_extra_turn_that_wins():
    board = Board.of(
        read_position(load("kalah", holes=2, beans=2).game, "board=0,1,3,4,0,0 turn=South")
    )
    assert SmartPlayer("Charlie", depth=2).choose_move(board, SOUTH) == 2


def test_the_smart_player_beats_the_bad_one_from_either_side():
    smart, won = SmartPlayer("S", depth=4, seed=1), []
    for seed in range(4):
        bad = BadPlayer("B", seed)
        for side, players in (SOUTH, (smart, bad)), (NORTH, (bad, smart)):
            game = Game(Board(4, 3), *players)
            game.play()
            won.append(game.status().winner == side)
    assert sum(won) >= 6


# -- what is shown ------------------------------------------------------------------------------


def test_a_person_sees_the_board_before_choosing_and_a_programs_hole_after(game, typed, capsys):
    typed("2")
    game.move(SOUTH)
    shown = capsys.readouterr().out
    assert shown.index("North: Bob") < shown.index("Alice, choose a hole: ")
    assert "chooses" not in shown
    game.move(NORTH)
    assert capsys.readouterr().out.startswith("Bob chooses hole ")


def test_a_last_bean_in_the_pot_gives_another_turn(game, typed, capsys):
    typed("3")
    assert game.move(SOUTH)
    assert "Alice gets another turn" in capsys.readouterr().out
    assert game.to_move == SOUTH


def test_the_final_board_is_shown_after_the_sweep(capsys):
    game = Game(Board(2, 1), Always("Alice", 2, 1), Always("Bob"))
    game.play()
    *_, north, _, upper, lower, _, south, result = capsys.readouterr().out.splitlines()
    assert (north, south, result) == ("North: Bob", "South: Alice", "Alice wins")
    assert (upper.split(), lower.split()) == (["1", "0", "0"], ["0", "0", "3"])
    assert game.status() == (True, True, SOUTH)
    assert game.move(SOUTH) is False


def test_a_side_without_beans_ends_the_game():
    board = Board(2, 1)
    for hole in (1, 2):
        board.set_beans(SOUTH, hole, 0)
    game = Game(board, Always("Alice"), Always("Bob"))
    assert game.move(SOUTH) is False
    assert game.beans(NORTH, 0) == 2
    assert game.status().winner == NORTH


def test_the_games_board_is_its_own():
    board = Board(6, 4)
    Game(board, Always("Alice", 1), Always("Bob")).move(SOUTH)
    assert board == Board(6, 4)


@pytest.mark.parametrize("hole", [0, 7, -1])
def test_a_player_who_chooses_no_hole_is_refused(hole):
    with pytest.raises(BadInput, match=f"South has no hole {hole} to sow: holes are 1 to 6"):
        Game(Board(6, 4), Always("Alice", hole), Always("Bob")).move(SOUTH)


def test_a_player_who_chooses_an_empty_hole_is_refused():
    board = Board(6, 4)
    board.set_beans(SOUTH, 1, 0)
    with pytest.raises(IllegalMove, match="the hole is empty"):
        Game(board, Always("Alice", 1), Always("Bob")).move(SOUTH)
