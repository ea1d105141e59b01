"""A key that depends on what the value assigned there changes."""

from boardproof.rules import Count, Draw, Game, Map, Players, Range, Turn, move


class ChangedKeys(Game):
    """The value is computed first, and then the place it is put at."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 2)
        self.at = Count(0, 2)
        self.held = Map(self.numbers, Range(0, 2))
        self.last = Map(self.players, Range(0, 2))
        self.left = Count(0, 4, start=4)
        self.turn = Turn(self.players)

    def step(self, number):
        self.at = (self.at + number) % 3
        return self.at

    def pass_on(self):
        self.turn = self.turn.next
        return self.at

    @move(number="numbers")
    def play(self, number):
        self.held[self.at] = self.step(number)
        self.last[self.turn] = self.pass_on()
        self.left -= 1

    def result(self):
        return Draw() if self.left == 0 else None
