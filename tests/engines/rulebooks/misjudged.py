"""Results that go wrong: no game can be counted or solved beyond that."""

from boardproof.rules import Count, Draw, Game, Players, Range, Score, Turn, move, require


class Misjudged(Game):
    """Who is in the lead is asked where nobody can be, and what it is worth after that."""

    def setup(self):
        self.players = Players("A", "B")
        self.few = Range(1, 2)
        self.x = Count(0, 5)
        self.turn = Turn(self.players)

    @move(n="few")
    def go(self, n):
        require(self.x + n <= 5, "no more")
        self.x += n
        self.turn = self.turn.next

    def lead(self):
        return max(k for k in self.few if k > self.x - 2)

    def result(self):
        if self.x == 4:
            return Score(
                {who: self.lead() if self.turn == who else self.x - 3 for who in self.players}
            )
        return Draw() if self.x == 5 else None
