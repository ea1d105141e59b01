# The text of the starting positions asks for an item that a list has not, in some position.
from boardproof.rules import *


class Wrong(Game):
    start = any_position("steps[left] > 0")

    def setup(self):
        self.players = Players("A", "B")
        self.steps = [0, 1, 1]
        self.left = Count(0, 3, start=2)
        self.turn = Turn(self.players)

    @move
    def take(self):
        require(self.left > 0, "there is nothing left")
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn.previous) if self.left == 0 else None
