# A rule is called with arguments of different kinds.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.look(cell)
        self.look(self.turn)
        self.turn = self.turn.next

    def look(self, what):
        return what

    def result(self):
        return None
