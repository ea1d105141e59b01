# Sets are named, and made of plain words instead of the elements of another domain.
from boardproof.rules import *


class Wrong(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.letters = Domain("a", "b", "c")
        self.pairs = Domain(first={"a", "b"}, last={"b", "c"})
        self.free = Subset(self.letters, start=self.letters)
        self.turn = Turn(self.players)

    @move(pair="pairs")
    def take(self, pair):
        require(pair <= self.free)
        self.free -= pair
        self.turn = self.turn.next

    def result(self):
        return None
