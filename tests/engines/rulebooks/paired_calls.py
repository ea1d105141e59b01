"""A rule whose local begins at a place which is a pair, called where its statements are put in."""

from boardproof.rules import Count, Draw, Game, Map, Players, Range, Ring, Turn, move


class PairedCalls(Game):
    """Empty the third place, and fill some after it."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(*[(i, j) for i in range(3) for j in range(2)])
        self.few = Range(0, 2)
        self.board = Map(self.ring, Range(0, 3), start=1)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(place="ring", number="few")
    def step(self, place, number):
        self.spread(place, number)
        self.left -= 1
        self.turn = self.turn.next

    def spread(self, at, number):
        at = self.ring[1, 0]
        self.board[at] = 0
        for _ in range(number):
            at = at.next
            self.board[at] = 2

    def result(self):
        return Draw() if self.left == 0 else None
