# A line is not indented.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
    self.players = Players("A", "B")
