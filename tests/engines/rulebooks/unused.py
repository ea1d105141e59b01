"""Items of a tuple that nobody uses go wrong all the same; a fold may run over its own name."""

from boardproof.rules import Count, Draw, Game, Players, Range, Subset, Turn, move


class Unused(Game):
    """Add numbers to a set, till none is left."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 3)
        self.s = Subset(self.numbers)
        self.x = Count(0, 3)
        self.turn = Turn(self.players)

    @move(n="numbers")
    def add(self, n):
        if any(n == 2 for n in {n, (n + self.x) % 4}):
            self.x = (n, max(k for k in self.s if k < n))[0]
        self.s |= {n}
        self.turn = self.turn.next

    def result(self):
        return Draw() if len(self.s) == 4 else None
