# A whole map is handed to a rule.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.full(self.mark))
        self.turn = self.turn.next

    def full(self, mark):
        return True

    def result(self):
        return None
