"""Points that are safe bound what a game is worth, unless it gets stuck: that is a draw."""

import pytest

from boardproof import load
from boardproof.engines.compiled.codegen.program import Program
from boardproof.engines.compiled.minimax.codegen import AlphaBetaWriter
from boardproof.games.kalah import Kalah
from boardproof.reading import read
from boardproof.rules import Score, move, require


class Unswept(Kalah):
    """Whoever has no beans left to sow is stuck."""

    @move(hole="row")
    def play(self, hole):
        require(self.board[self.turn, hole] > 0)
        self.sow(self.turn, hole)
        self.turn = self.turn.next

    def result(self):
        if any(self.in_play(side) > 0 for side in self.players):
            return None
        return Score(
            {
                "South": self.board[self.players.South, 0],
                "North": self.board[self.players.North, 0],
            }
        )


class Settled(Unswept):
    """Then what is left is nobody's."""

    def stuck(self):
        return Score(
            {
                "South": self.board[self.players.South, 0],
                "North": self.board[self.players.North, 0],
            }
        )


@pytest.mark.parametrize(
    ("rules", "banked"),
    [
        (load("kalah", holes=2, beans=2), True),
        (read(Settled(holes=2, beans=2)), True),
        (read(Unswept(holes=2, beans=2)), False),
    ],
    ids=["kalah", "settled", "stuck"],
)
def test_points_are_counted_before_the_end_where_games_do_not_get_stuck(rules, banked):
    assert (AlphaBetaWriter(Program(rules)).bank is not None) == banked
