"""Points that are safe: proved where they are, never claimed where they are not."""

import pytest

from boardproof import load
from boardproof.analysis.safe_points import safe_points
from boardproof.reading import read
from boardproof.rules import Game, Map, Players, Range, Ring, Score, Turn, move, require


class Pots(Game):
    """Take pebbles from a heap into one's pot."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Ring(("A", 0), ("B", 0), ("A", 1), ("B", 1))
        self.number = Range(1, 2)
        self.board = Map(self.places, Range(0, 8), start=lambda place: 4 * place[1])
        self.turn = Turn(self.players)

    @move(number="number")
    def take(self, number):
        require(number <= self.board[self.turn, 1])
        self.board[self.turn, 1] -= number
        self.bank(number)
        self.turn = self.turn.next

    def bank(self, number):
        self.board[self.turn, 0] += number

    def over(self):
        return all(self.board[player, 1] == 0 for player in self.players)

    def result(self):
        if not self.over():
            return None
        return Score({player: self.board[player, 0] for player in self.players})


class Leaking(Pots):
    """Of two pebbles one is lost."""

    def bank(self, number):
        self.board[self.turn, 0] += 1


class Robbing(Pots):
    """The other's pot may be emptied."""

    def bank(self, number):
        self.board[self.turn, 0] += number
        self.board[self.turn.next, 0] = 0


class Peeking(Pots):
    """Whoever has pebbles in the pot may take no more than one."""

    def bank(self, number):
        require(number == 1 or self.board[self.turn, 0] == 0)
        self.board[self.turn, 0] += number


class Early(Pots):
    """A full pot ends the game."""

    def over(self):
        return any(self.board[player, 0] >= 3 for player in self.players)


class Doubling(Pots):
    """What is in the pot counts again."""

    def bank(self, number):
        self.board[self.turn, 0] += self.board[self.turn, 0]


@pytest.mark.parametrize(("rulebook", "conserved"), [(Pots, True), (Leaking, False)])
def test_points_that_are_only_added_to_are_safe(rulebook, conserved):
    bank = safe_points(read(rulebook()))
    assert bank is not None
    assert bank.places == (("board", ("A", 0)), ("board", ("B", 0)))
    assert bank.conserved == conserved


@pytest.mark.parametrize("rulebook", [Robbing, Peeking, Early, Doubling])
def test_points_that_are_looked_at_or_lost_are_not(rulebook):
    assert safe_points(read(rulebook())) is None


@pytest.mark.parametrize(
    "parameters", [{}, {"empty_capture": True}, {"ends": "mover"}, {"holes": 2}]
)
def test_kalahs_pots_are_safe_and_no_bean_is_lost(parameters):
    bank = safe_points(load("kalah", **parameters))
    assert bank is not None
    assert bank.conserved


def test_games_without_points_have_no_bank():
    assert safe_points(load("connect-four")) is None
