"""A turn that can go round in a circle: it is refused when it is met."""

from boardproof.rules import Count, Game, One, Players, Range, Turn, Win, move, require


class EndlessTurn(Game):
    """Walk on a ring of three places; the turn ends on the last."""

    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(0, 2)
        self.steps = Range(1, 2)
        self.at = One(self.places, start=2)
        self.rounds = Count(0, 2)
        self.turn = Turn(self.players)

    @move(number="steps")
    def walk(self, number):
        require(self.rounds < 2, "the walk is over")
        self.at = (self.at + number) % 3
        if self.at == 2:
            self.rounds += 1
            self.turn = self.turn.next

    def unfinished(self):
        return self.at != 2

    def result(self):
        return Win(self.turn) if self.rounds == 2 else None
