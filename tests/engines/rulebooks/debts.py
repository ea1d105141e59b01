"""Points below zero: what one player gets, another may owe."""

from boardproof.rules import Count, Game, Map, Parameter, Players, Range, Score, Turn, move


class Debts(Game):
    """Everybody moves one number up or down; each player's points are a multiple of it, and more.

    `more` is added to everybody's points: with -4 nobody's are above zero.
    """

    seats = Parameter(2, at_least=1, at_most=4)
    more = Parameter(0, at_least=-4, at_most=4)

    def setup(self):
        self.players = Players(*"ABCD"[: self.seats])
        self.steps = Range(-1, 1)
        self.share = dict(zip(self.players, (1, -1, 2, -2), strict=False))
        self.out = Count(-2, 2, start=0)
        self.moved = Map(self.players, Range(0, 1))
        self.left = Count(0, 2, start=2)
        self.turn = Turn(self.players)

    @move(step="steps")
    def shift(self, step):
        self.out += step
        self.left -= 1
        self.moved[self.turn] = 1
        self.turn = self.turn.next

    def result(self):
        if self.left > 0:
            return None
        return Score({p: self.share[p] * self.out + self.more for p in self.players})
