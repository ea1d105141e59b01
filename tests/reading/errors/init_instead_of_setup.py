# The game is built in __init__.
from boardproof.rules import *


class Wrong(Game):
    def __init__(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.turn = self.turn.next

    def result(self):
        return None
