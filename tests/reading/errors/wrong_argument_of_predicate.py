# A predicate is asked of an element of another domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.taken = Subset(self.cells)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.free(self.turn))
        self.taken |= {cell}

    @predicate(cell="cells")
    def free(self, cell):
        return cell not in self.taken

    def result(self):
        return None
