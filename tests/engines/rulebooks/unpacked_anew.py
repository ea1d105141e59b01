"""Two names unpacked from a list before a loop, and from what a rule returns within it."""

from boardproof.rules import Count, Draw, Flag, Game, Players, Range, Turn, move, require


class UnpackedAnew(Game):
    """Two players count up in pairs."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 2)
        self.pairs = ((0, 1), (1, 3), (2, 2))
        self.x = Count(0, 5)
        self.flag = Flag()
        self.left = Count(0, 4, start=4)
        self.turn = Turn(self.players)

    def both(self):
        self.flag = not self.flag
        return self.x, 2

    @move(n="numbers")
    def go(self, n):
        require(self.left > 0, "the game goes on")
        a, b = self.pairs[n]
        for k in (self.x, n):
            if k <= n < self.x:
                break
            self.x = (self.x + a + b) % 6
            a, b = self.both()
        self.x = (self.x + a) % 6
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None
