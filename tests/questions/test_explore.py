"""Explore: the known sizes of state spaces, and what the answer tells."""

import json
from functools import cache

import pytest

from boardproof import explore, load
from boardproof.reading.reader import read
from boardproof.rules import Game, One, Players, Result, Ring, Turn, Win, move, require

from ..truths import cases

#: Each reading by itself, fewer beans and a smaller board are counted always.
LARGE = [
    "territory expand=stays placement=any free_end=exactly wipe_out=exactly_one",
    "kalah holes=4 beans=2",
    "amazons",
]


def not_huge(row):
    """Whether some seconds of machine code count it; larger games have tests of their own."""
    return (row.positions or 0) < 50_000_000


@pytest.mark.parametrize(
    ("known", "row"), cases("count", "quick", "long", where=not_huge, slow=LARGE)
)
def test_as_many_positions_as_known(known, row):
    engine = "compiled" if (row.positions or 0) > 100_000 else "reference"
    count = explored(known.game, tuple(known.parameters.items()), engine)
    assert {name: getattr(count, name) for name in row.numbers} == row.numbers
    assert not row.over or count.over == row.over


@cache
def explored(game, parameters, engine):
    """Explore each game once, however many truths tell of it."""
    return explore(load(game, **dict(parameters)), engine)


def test_json_has_the_documented_keys_in_order():
    count = explore(load("tic-tac-toe", size=2))
    assert list(json.loads(count.to_json())) == [
        "game",
        "parameters",
        "engine",
        "positions",
        "moves",
        "by_ply",
        "over",
        "stuck",
        "longest",
        "shortest",
        "seconds",
        "peak_memory_mb",
        "branching",
        "classes",
        "symmetries",
        "nodes",
    ]


def test_by_ply_counts_each_position_where_it_is_first_reached():
    count = explore(load("kalah", holes=2, beans=2))
    assert count.by_ply[:2] == [1, 2]
    assert sum(count.by_ply) == count.positions


def test_the_answer_names_the_game_with_all_its_parameters():
    count = explore(load("tic-tac-toe", size=2))
    assert (count.game, count.engine) == ("tic-tac-toe", "reference")
    assert count.parameters == {"size": 2, "noting": "fused"}


def test_the_answer_reads_as_a_sentence():
    assert str(explore(load("tic-tac-toe", size=2))) == (
        "29 positions, 40 moves, branching 2.35; over: 12 A wins; 0 stuck; games last 3 moves"
    )


def test_branching_is_the_mean_of_the_positions_that_are_not_over():
    count = explore(load("tic-tac-toe"))
    assert count.branching == 16_167 / (5_478 - 626 - 316 - 16)


class Over(Game):
    """A game that is over before it begins."""

    def setup(self) -> None:
        self.players = Players("A")
        self.turn = Turn(self.players)

    @move
    def wait(self) -> None:
        pass

    def result(self) -> Result | None:
        return Win(self.turn)


def test_where_every_position_is_over_nothing_branches():
    count = explore(read(Over()))
    assert (count.positions, count.moves, count.branching) == (1, 0, 0.0)


def test_progress_is_told_ply_and_positions():
    told = []
    explore(load("tic-tac-toe", size=2), progress=lambda *found: told.append(found))
    assert told == [(0, 1), (1, 5), (2, 17), (3, 29)]


class Circle(Game):
    """One player walks round a ring and never arrives."""

    def setup(self) -> None:
        self.players = Players("A")
        self.place = One(Ring("N", "E", "S", "W"))
        self.turn = Turn(self.players)

    @move
    def step(self) -> None:
        self.place = self.place.next

    def result(self) -> Result | None:
        return None


class DeadEnd(Circle):
    """The same walk, with a gate that is shut in the west."""

    @move
    def step(self) -> None:
        require(self.place != "W")
        self.place = self.place.next


def test_a_game_that_goes_round_has_no_longest_game():
    count = explore(read(Circle()))
    assert (count.positions, count.moves) == (4, 4)
    assert (count.longest, count.shortest, count.stuck) == (None, None, 0)


def test_a_position_without_moves_that_is_not_over_is_stuck():
    count = explore(read(DeadEnd()))
    assert (count.positions, count.moves, count.stuck) == (4, 3, 1)
    assert (count.longest, count.shortest, count.over) == (3, None, {})
