"""What is known to be None is compared after a test that rules it out."""

from boardproof.rules import Count, Draw, Game, Players, Range, Turn, move, require


class RuledOut(Game):
    """Go by steps of which some are not there."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 3)
        self.step = {0: 2, 1: None, 2: 1, 3: 0}
        self.x = Count(0, 5)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(n="numbers")
    def go(self, n):
        self.x = 1
        require(n > 1 or self.step[self.x] is not None, "there is no step")
        self.x = n
        require(self.step[self.x] is not None, "there is no step either")
        require(self.step[self.x] < 2, "the step is small")
        self.x = self.step[self.x] + 1
        self.left -= 1
        self.turn = self.turn.next

    @move
    def stay(self):
        self.x = 1
        require(self.step[self.x] is not None, "there is no step")
        require(self.x > self.step[self.x], "never asked")
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None
