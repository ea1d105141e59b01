"""A plain set as the values of an argument, where it is asked whether a move is legal."""

from boardproof.rules import Count, Game, Players, Turn, Win, move, require


class OddNumbers(Game):
    """Add an odd number; whoever cannot loses."""

    def setup(self):
        self.players = Players("A", "B")
        self.odd = frozenset({1, 3, 5})
        self.sum = Count(0, 9)
        self.turn = Turn(self.players)

    @move(number="odd")
    def add(self, number):
        require(self.sum + number <= 9)
        self.sum += number
        self.turn = self.turn.next

    def result(self):
        return None

    def stuck(self):
        return Win(self.turn.previous)
