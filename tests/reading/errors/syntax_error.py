# A colon is missing.
from boardproof.rules import *


class Wrong(Game):
    def setup(self)
        self.players = Players("A", "B")
