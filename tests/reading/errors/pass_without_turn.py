# A pass where no variable says whose turn it is.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.left = Count(0, 4, start=4)

    @move()
    def take(self):
        require(self.left > 1)
        self.left -= 1

    def to_move(self):
        return self.players.A if self.left % 2 == 0 else self.players.B

    def result(self):
        return None

    def stuck(self):
        return Pass()
