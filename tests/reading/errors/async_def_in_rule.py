# A rule defines a coroutine.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)

    @move
    def play(self):
        async def after(player):
            return player.next
        self.turn = self.turn.next

    def result(self):
        return None
