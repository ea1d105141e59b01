"""A list that is not there for some moves, kept while the position changes, then searched."""

from boardproof.rules import Count, Draw, Game, Map, Players, Range, Subset, Turn, move, require


class AbsentList(Game):
    """Two players name numbers, and count how often."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 3)
        self.only = {0: None, 1: [3, 2], 2: None, 3: [0, 1]}
        self.x = Count(0, 3)
        self.s = Subset(self.numbers)
        self.named = Map(self.numbers, Range(0, 1))
        self.turn = Turn(self.players)

    def touch(self, number):
        self.named[number] = 1 - self.named[number]

    @move(n="numbers")
    def go(self, n):
        require(n > self.x, "higher than the last")
        self.x = 3 - n
        only = self.only[n]
        self.touch(n)
        require(only is None or len(self.s) in only, "as many as are named")
        self.s ^= {n}
        self.turn = self.turn.next

    def result(self):
        return Draw() if len(self.s) == 4 else None

    def stuck(self):
        return Draw()
