"""A set is given numbers that it cannot have: the rules go wrong, and nothing beside it changes."""

from boardproof.rules import Count, Game, Players, Range, Subset, Turn, move


class Overfull(Game):
    """Numbers up to 5 are put into a set that ends at 3."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 2)
        self.held = Subset(Range(0, 3))
        self.at = Count(0, 5)
        self.turn = Turn(self.players)

    @move(number="numbers")
    def put(self, number):
        self.at = (self.at + number) % 6
        if number == 0:
            self.held = {self.at - 1}
        else:
            self.held |= {self.at}
        self.turn = self.turn.next

    def result(self):
        return None
