"""Nim: take as many beans as you like from one heap; whoever takes the last one wins."""

from boardproof.rules import Game, Map, Parameter, Players, Range, Turn, Win, move, require


class Nim(Game):
    """Heaps of 3, 4, 5, … beans; whoever takes the last bean wins."""

    heaps = Parameter(3, at_least=1, at_most=6)

    def setup(self):
        self.players = Players("First", "Second")
        self.heap, self.number = Range(1, self.heaps), Range(1, self.heaps + 2)
        self.beans = Map(self.heap, Range(0, self.heaps + 2), start=lambda heap: heap + 2)
        self.turn = Turn(self.players)

    @move(heap="heap", number="number")
    def take(self, heap, number):
        require(self.beans[heap] >= number, "the heap has fewer beans")
        self.beans[heap] -= number
        self.turn = self.turn.next

    def result(self):
        if all(self.beans[heap] == 0 for heap in self.heap):
            return Win(self.turn.previous)
        return None
