"""Loops that sow are look-ups in a table, and do what the laps would have done one by one."""

from itertools import pairwise

import pytest

from boardproof import load
from boardproof.engines.compiled.codegen.program import Program
from boardproof.reading import read
from boardproof.rules import Game, Map, Parameter, Players, Range, Ring, Turn, move

from .interpreted import written_otherwise


class Sown(Game):
    """Some beans go round a ring from any place: there is no end but too many at a place."""

    places = Parameter(5, at_least=2, at_most=14)
    least = Parameter(0, at_least=-3, at_most=3)
    greatest = Parameter(4, at_least=0, at_most=100)
    step = Parameter(1, at_least=1, at_most=3)

    def setup(self):
        self.players = Players("A", "B")
        self.ring, self.some = Ring(self.places), Range(1, 6)
        values = Range(self.least, self.greatest)
        self.board = Map(self.ring, values, start=lambda place: max(self.least, 0))
        self.turn = Turn(self.players)

    @move(place="ring", number="some")
    def sow(self, place, number):
        for _ in range(number):
            place = place.next
            self.board[place] += self.step
        self.turn = self.players.A if place == self.ring[0] else self.turn.next

    def result(self):
        return None


class Twice(Sown):
    """Each lap adds before and after a step, and there may be no lap at all."""

    @move(place="ring", number="some")
    def sow(self, place, number):
        for _ in range(number - 3):
            self.board[place] += 1
            place = place.next
            self.board[place.next] += 2
        self.turn = self.turn.next if place == self.ring[0] else self.players.B


class LeadsOff(Sown):
    """There is no way on from the last place."""

    def setup(self):
        super().setup()
        places = list(self.ring)
        self.after = dict(pairwise(places))

    @move(place="ring", number="some")
    def sow(self, place, number):
        for _ in range(number):
            place = self.after[place]
            self.board[place] += 1
        self.turn = self.players.A if place == self.ring[1] else self.turn.next


class Decided(Sown):
    """The position decides which way it goes."""

    @move(place="ring", number="some")
    def sow(self, place, number):
        for _ in range(number):
            place = place.next if self.turn == "A" or self.board[place] > 1 else place.previous
            self.board[place] += 1
        self.turn = self.turn.next


class Turning(Sown):
    """The number of the lap decides which way it goes, and where it adds."""

    @move(place="ring", number="some")
    def sow(self, place, number):
        for lap in range(number):
            place = place.next if lap == 0 else place.previous
            self.board[place.next if lap > 1 else place] += 1
        self.turn = self.turn.next


class Elsewhere(Sown):
    """What is not known where code is written decides where it adds."""

    @move(place="ring", number="some")
    def sow(self, place, number):
        at = place
        for _ in range(number):
            at = at.next
            self.board[at if at != place else place.previous] += 1
        self.turn = self.turn.next


SIZES = [
    {},
    {"greatest": 7},
    {"greatest": 8},
    {"greatest": 3, "step": 2},
    {"least": 1, "greatest": 9},
    {"least": -2, "greatest": 5},
    {"places": 14, "greatest": 40, "step": 3},
    {"places": 3, "greatest": 17},
]


def has_loop(rules):
    return "for v_" in Program(rules).source()


@pytest.mark.parametrize("kind", [Sown, Twice, LeadsOff])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_table_does_what_the_laps_do_even_where_one_goes_wrong(kind, size):
    assert written_otherwise(read(kind(**size)), most=150) == []


def test_beans_are_sown_by_a_table_where_it_is_small():
    assert not has_loop(read(Sown(greatest=20)))
    assert not has_loop(read(LeadsOff(greatest=20)))
    assert not has_loop(load("kalah"))
    assert has_loop(load("kalah", holes=7, beans=6))


class Counted(Sown):
    """How often a place is passed depends on more than where the way begins."""

    @move(place="ring", number="some")
    def sow(self, place, number):
        for _ in range(number):
            self.board[place] += self.board[place.next]
            place = place.next
        self.turn = self.turn.next


def test_a_loop_that_reads_the_board_stays_a_loop():
    rules = read(Counted())
    assert has_loop(rules)
    assert written_otherwise(rules, most=50) == []


@pytest.mark.parametrize("kind", [Decided, Turning, Elsewhere])
@pytest.mark.parametrize("size", [{"greatest": 8}, {"least": -2, "greatest": 5}], ids=str)
def test_laps_that_look_at_more_than_where_they_are_do_what_they_say(kind, size):
    rules = read(kind(**size))
    assert has_loop(rules) or kind is Elsewhere
    assert written_otherwise(rules, most=150) == []
