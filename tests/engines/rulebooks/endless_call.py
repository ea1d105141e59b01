"""A rule that changes nothing, returns nothing, and calls itself without end in some positions."""

from boardproof.rules import Count, Draw, Game, Players, Range, Turn, move, require


class EndlessCall(Game):
    """Count to six, and look down from four."""

    def setup(self):
        self.players = Players("A", "B")
        self.few = Range(1, 2)
        self.count = Count(0, 6)
        self.turn = Turn(self.players)

    @move(by="few")
    def add(self, by):
        require(self.count + by <= 6)
        self.count += by
        self.turn = self.turn.next
        self.look_down(by)

    def look_down(self, by):
        if self.count == 4:
            self.look_down(by)

    def result(self):
        return Draw() if self.count == 6 else None
