# A constant is an object that rules know nothing of.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.board = object()
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(cell in self.board)
        self.turn = self.turn.next

    def result(self):
        return None
