# Two rules call each other on every way through.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        self.ping()

    def ping(self):
        self.pong()

    def pong(self):
        self.ping()

    def result(self):
        return None
