# No players are declared.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.go = Flag()

    @move
    def play(self):
        self.go = not self.go

    def result(self):
        return None
