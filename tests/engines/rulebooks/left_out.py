"""A key that goes wrong, in a table that says the same whatever the key is."""

from boardproof.rules import Count, Draw, Game, Players, Range, Subset, Turn, move


class LeftOut(Game):
    """The greatest number of an empty set is asked for until the set has one."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 3)
        self.step = {0: 2, 1: 1, 2: 1, 3: 0}
        self.held = Subset(self.numbers)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    @move(number="numbers")
    def play(self, number):
        step = 1
        if number > 1 or self.held:
            step = self.step[max(3 for held in self.held) % 4]
        self.held |= {number - step}
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None
