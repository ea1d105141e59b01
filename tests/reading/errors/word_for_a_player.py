# A helper is given a player's name, which is a plain word there, and not the player.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        require(self.moves("A"))
        self.turn = self.turn.next

    def moves(self, player):
        return self.turn == player

    def result(self):
        return None
