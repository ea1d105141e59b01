# A sum calls a rule that changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.numbers = Range(0, 3)
        self.pattern = (1, 2)
        self.table = {"A": 3, "B": 4}
        self.words = {"alpha", "beta"}
        self.left = Count(0, 3)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(n="numbers")
    def play(self, n):
        self.left += self.bump()

    def bump(self):
        self.left = (self.left + 1) % 4
        return self.left

    def fail(self):
        require(False, "no")
        return True

    def result(self):
        return None
