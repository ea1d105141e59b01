# The start of a map names an element that its domain has not.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Domain("a", "b")
        self.mark = Map(self.cells, self.players | None, start={"a": "A", "c": "B"})
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.mark[cell] is None)
        self.mark[cell] = self.turn
        self.turn = self.turn.next

    def result(self):
        return None
