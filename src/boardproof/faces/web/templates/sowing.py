"""A game of sowing: take the seeds of a hole and drop them one by one; the fuller store wins."""

from boardproof.rules import *


class Sowing(Game):
    """Sow round the board; whoever has more seeds in the store at the end wins."""

    holes = Parameter(3, at_least=1, at_most=6)
    seeds = Parameter(2, at_least=1, at_most=4)

    def setup(self):
        self.players = Players("South", "North")
        south, north = self.players
        self.row = Range(1, self.holes)
        own = [(south, hole) for hole in self.row]
        facing = [(north, hole) for hole in reversed(list(self.row))]
        self.ring = Ring(*own, (south, 0), *facing, (north, 0))  # hole 0 is the store
        self.total = 2 * self.holes * self.seeds
        self.board = Map(
            self.ring, Range(0, self.total), start=lambda place: self.seeds if place[1] else 0
        )
        self.turn = Turn(self.players)
        self.look = Rows(
            [(north, 0), *[(north, hole) for hole in self.row], None],
            [None, *own, (south, 0)],
        )

    def expected(self):
        return "choose a hole to sow"

    @move(hole="row")
    def sow(self, hole):
        place = self.ring[self.turn, hole]
        require(self.board[place] > 0, "the hole is empty")
        in_hand = self.board[place]
        self.board[place] = 0
        for _ in range(in_hand):
            place = place.next
            self.board[place] += 1
        if place != (self.turn, 0):  # the last seed in your store: go again
            self.turn = self.turn.next

    def in_play(self, side):
        return sum(self.board[side, hole] for hole in self.row)

    def harvest(self, side):
        return self.board[side, 0] + self.in_play(side)

    def result(self):
        if all(self.in_play(side) > 0 for side in self.players):
            return None
        return Score({side: self.harvest(side) for side in self.players})

    # What you expect of the game: `Check` proves it, or shows a game that breaks it.

    @always
    def no_seed_is_lost(self):
        return sum(self.board[place] for place in self.ring) == self.total

    @reachable
    def a_tie(self):
        south, north = self.players
        return self.result() is not None and self.harvest(south) == self.harvest(north)

    every_game_ends = terminates()
