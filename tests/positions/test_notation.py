"""Position strings, moves and positions beyond what the five games need."""

import copy
import pickle

import pytest

from boardproof import load, make_engine
from boardproof.errors import BadInput, BadPosition
from boardproof.positions.moves import MoveNames, all_moves
from boardproof.positions.notation import read_position, write_position
from boardproof.positions.position import Position, position_of, starting_position
from boardproof.rules import Domain, Draw, Game, Map, One, Players, Subset, Turn, move


class Odd(Game):
    """Every kind of domain in every kind of variable."""

    def setup(self):
        self.players = Players("Ann", "Bob")
        self.places = Domain(("a", 1), ("a", 2), ("b", 1))
        self.colours = Domain("red", "rose", "blue")
        self.held = Map(self.places, self.colours | None)
        self.goes = Map(self.colours, self.places)
        self.at = One(self.places | None)
        self.seen = Subset(self.places)
        self.turn = Turn(self.players)

    @move(place="places", colour="colours")
    def put(self, place, colour):
        self.held[place] = colour

    @move(place="places")
    def go(self, place):
        self.at = place

    @move
    def wait(self):
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.at == ("b", 1) else None


def test_tuples_and_words_are_written_so_that_they_come_back() -> None:
    position = starting_position(Odd()).replace(
        held={("a", 1): "rose"}, at=("a", 2), seen={("a", 1), ("b", 1)}, goes={"blue": ("b", 1)}
    )
    text = write_position(position)
    assert text == ("held=rose,.,. goes=a:1,a:1,b:1 at=a:2 seen=a:1,b:1 turn=Ann")
    assert read_position(position.game, text) == position


def test_moves_of_several_rules_are_told_apart() -> None:
    moves = all_moves(Odd())
    names = MoveNames(moves)
    assert names.read("wait").rule == "wait"
    assert names.read("go((a,1))").rule == "go"
    assert names.read("put (a,1) red").arguments == (("a", 1), "red")
    assert [names.read(m.name) for m in moves] == list(moves)


@pytest.mark.parametrize("word", ["", "a b", "a,b", "a/b", "-", ".", "a=b", "[a]", "a:b"])
def test_words_that_could_not_be_read_back_name_no_element(word: str) -> None:
    with pytest.raises(ValueError, match="cannot name an element"):
        Domain("x", word)


def test_elements_that_are_written_alike_are_refused() -> None:
    with pytest.raises(ValueError, match="names an element twice"):
        Domain(1, 2, "1")


def test_a_position_can_be_copied_and_kept() -> None:
    position = starting_position(load("tic-tac-toe", size=4).game).replace(turn="B")
    assert copy.deepcopy(position) is copy.copy(position) is position
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize("engine", ["reference", "ir", "compiled"])
def test_an_engine_refuses_the_position_of_another_reading(engine: str) -> None:
    other = make_engine("reference", load("dstru-tac-toe", win="equals")).initial()
    runner = make_engine(engine, load("dstru-tac-toe"))
    with pytest.raises(BadPosition, match="win=equals, and the game here is dstru-tac-toe"):
        runner.legal_moves(other)


def test_a_position_says_which_value_does_not_fit() -> None:
    game = load("tic-tac-toe").game
    with pytest.raises(BadPosition, match=r"mark\[\(0, 0\)\] cannot be C|mark.*cannot be C"):
        starting_position(game).replace(mark={(0, 0): "C"})
    with pytest.raises(BadPosition, match="mark has no"):
        starting_position(game).replace(mark={(7, 7): "A"})
    with pytest.raises(BadPosition, match="turn is missing"):
        position_of(game, {"mark": starting_position(game).mark})
    with pytest.raises(BadPosition, match="did you mean turn"):
        position_of(game, {"tunr": "A"})


def test_a_question_says_which_arguments_it_takes() -> None:
    engine = make_engine("reference", load("tic-tac-toe"))
    with pytest.raises(BadInput, match="winner takes player"):
        engine.holds(engine.initial(), "winner")
    with pytest.raises(BadInput, match="player cannot be 'C'"):
        engine.holds(engine.initial(), "winner", player="C")
    with pytest.raises(BadInput, match="has no question"):
        engine.holds(engine.initial(), "wins")


def test_positions_of_different_games_differ() -> None:
    a, b = (starting_position(load("kalah", ends=ends).game) for ends in ("mover", "either_side"))
    assert isinstance(a, Position)
    assert a != b
