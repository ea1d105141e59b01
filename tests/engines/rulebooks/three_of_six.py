"""A long move whose argument takes only some elements of its domain."""

from boardproof.rules import Count, Game, Map, Players, Range, Ring, Turn, Win, move


class ThreeOfSix(Game):
    """Sow from one of three places; A wants beans in the first."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(6)
        self.board = Map(self.ring, Range(0, 12), start=1)
        self.left = Count(0, 4, start=4)
        self.turn = Turn(self.players)

    @move(place="ring - {ring[0], ring[1], ring[2]}")
    def sow(self, place):
        hand = self.board[place]
        self.board[place] = 0
        for _ in range(hand):
            place = place.next
            self.board[place] += 1
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        if self.left > 0:
            return None
        return Win("A") if self.board[self.ring[0]] > 1 else Win("B")
