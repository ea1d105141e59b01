# Whether a turn goes on is asked, and changes the position.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 3, start=3)
        self.again = Flag()
        self.turn = Turn(self.players)

    @move
    def take(self):
        require(self.left > 0, "there is nothing left")
        self.left -= 1
        self.again = not self.again
        if not self.again:
            self.turn = self.turn.next

    def unfinished(self):
        self.again = False
        return True

    def result(self):
        return Win(self.turn.previous) if self.left == 0 else None
