"""No move is ever legal."""

from boardproof.rules import Game, Players, Range, Turn, move, require


class NothingLegal(Game):
    """Stuck from the start."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 1)
        self.turn = Turn(self.players)

    @move(number="numbers")
    def never(self, number):
        require(number > 1, "too small")
        self.turn = self.turn.next

    def result(self):
        return None
