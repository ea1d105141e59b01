"""A list is asked for an item that it has not, beside conditions that are settled beforehand."""

from boardproof.rules import Count, Draw, Game, Players, Range, Turn, move, require


class Gaps(Game):
    """The last number goes wrong, and so does the second once the first was played."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 3)
        self.listed = (2, 0, 1)
        self.pairs = {0: (1, 2), 1: (0, 0), 2: (3, 1), 3: (2, 2)}
        self.few = {0: [1], 2: [0, 3]}
        self.last = Count(0, 3, start=2)
        self.turn = Turn(self.players)

    @move(number="numbers")
    def play(self, number):
        if self.listed[number] <= 3 and number > 3:
            require(False, "never")
        if self.last == 3:
            a, b = self.pairs[number]
        else:
            a, b = self.last, 2
        require(not any(one == number for one in self.few[self.last]) or a < b, "few")
        self.last = number
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.last == 1 else None
