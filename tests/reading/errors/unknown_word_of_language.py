# A word is imported that the language has not.
from boardproof.rules import Game, Players, Trun


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.turn = Trun(self.players)
