# Two moves have one name.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        self.turn = self.turn.next

    @move(player='players')
    def play(self, player):
        self.turn = player

    def result(self):
        return None
