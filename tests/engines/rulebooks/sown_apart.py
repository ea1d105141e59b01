"""Sowing with two arguments, in loops: each lap begins where the move does, not where it ended."""

from boardproof.rules import (
    Count,
    Draw,
    Game,
    Map,
    Parameter,
    Players,
    Range,
    Ring,
    Turn,
    move,
    require,
)


class SownApart(Game):
    """Take all beans of a hole and sow them, some holes apart."""

    holes: int = Parameter(16, at_least=4, at_most=20)

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(self.holes)
        self.gaps = Range(1, 7)
        self.board = Map(self.ring, Range(0, 7), start=2)
        self.left = Count(0, 2, start=2)
        self.turn = Turn(self.players)
        self.after = {gap: {hole: hole + gap for hole in self.ring} for gap in self.gaps}

    @move(hole="ring - {ring[0]}", gap="gaps")
    def sow(self, hole, gap):
        at = hole
        hand = self.board[at]
        require(hand > 0, "it is empty")
        self.board[at] = 0
        for _ in range(hand):
            at = self.after[gap][at]
            self.board[at] += 1
        if self.board[at] == 1:
            self.board[at] = 0
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None
