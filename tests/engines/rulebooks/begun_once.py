"""Loops whose bodies change what they run over depends on: that counts as it was at the start."""

from boardproof.rules import Count, Draw, Game, Players, Ring, Subset, Turn, move


class BegunOnce(Game):
    """Walk paths from a place that changes on the way, and go through numbers that do."""

    def setup(self):
        self.players = Players("A", "B")
        self.turn = Turn(self.players)
        self.row = Ring(5)
        self.marks = Subset(self.row, start={0, 1, 3})
        self.a = Count(0, 3, start=1)
        self.b = Count(0, 3, start=2)
        self.seen = Count(0, 7)
        self.left = Count(0, 3, start=3)
        self.paths = {place: [q for q in self.row if q != place] for place in self.row}

    def end_turn(self):
        self.left -= 1
        self.turn = self.turn.next

    @move
    def count(self):
        self.seen = 0
        for n in (self.a, self.b):
            self.b = (self.b + 1) % 4
            self.seen = min(self.seen + n, 7)
        self.end_turn()

    @move(at="row")
    def run(self, at):
        for place in self.paths[at]:
            if place in self.marks:
                continue
            at = place
            self.marks |= {place}
            self.seen = (self.seen + 1) % 8
        self.end_turn()

    @move(at="row")
    def leap(self, at):
        for place in self.paths[at]:
            if place in self.marks:
                at = place.next
                self.marks -= {place}
                self.a = (self.a + 1) % 4
        self.end_turn()

    @move(at="row")
    def step(self, at):
        for n, place in ((self.a, at), (self.b, at.next)):
            self.b = (self.b + n) % 4
            at = place
            self.marks ^= {place}
        self.end_turn()

    def result(self):
        return Draw() if self.left == 0 else None
