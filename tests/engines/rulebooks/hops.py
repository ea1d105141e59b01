"""Hops along a row: a turn goes on to pegs beside each other until it is stopped."""

from boardproof.rules import (
    Draw,
    Flag,
    Game,
    One,
    Parameter,
    Players,
    Range,
    Subset,
    Turn,
    Win,
    always,
    move,
    require,
    step,
)  # fmt: skip


class Hops(Game):
    """Take a peg and go on to the next beside it, or stop; an empty end is a dead end."""

    length: int = Parameter(4, at_least=2, at_most=7)
    must: bool = Parameter(False)

    def setup(self):
        self.players = Players("A", "B")
        self.places = Range(1, self.length)
        self.pegs = Subset(self.places, start=self.places)
        self.at = One(self.places | None)
        self.again = Flag()
        self.turn = Turn(self.players)

    @move(place="places")
    def take(self, place):
        require(place in self.pegs, "there is no peg")
        at = self.at
        if at is not None:
            require(abs(place - at) == 1, "it is not beside")
        self.pegs -= {place}
        self.at = place
        self.again = True

    @move
    def stop(self):
        require(self.at is not None, "no turn has begun")
        if self.must:
            require(len(self.pegs) % 2 == 0, "an even number must be left")
        self.at = None
        self.again = False
        self.turn = self.turn.next

    def unfinished(self):
        return self.again

    @always
    def at_rest(self):
        return self.at is None and not self.again

    @step
    def fewer(self, before):
        return self.pegs < before.pegs and self.turn != before.turn

    def result(self):
        if len(self.pegs) == 1:
            return Draw()
        return None if self.pegs else Win(self.turn.previous)
