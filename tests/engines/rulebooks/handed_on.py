"""A move that changes the position by a call whose value it keeps, before arguments are known."""

from boardproof.rules import Count, Draw, Game, Map, Players, Range, Ring, Turn, move


class HandedOn(Game):
    """Take what lies at home, and sow it from some place on."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(5)
        self.home = self.ring[2]
        self.board = Map(self.ring, Range(0, 10), start=2)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(place="ring")
    def sow(self, place):
        at, hand = self.lift(self.home)
        for _ in range(hand):
            at = at.next
            self.board[at] += 1
        self.board[place] = (self.board[place] + 1) % 11
        self.left -= 1
        self.turn = self.turn.next

    def lift(self, at):
        hand = self.board[at]
        self.board[at] = 0
        return at, hand

    def result(self):
        return Draw() if self.left == 0 else None
