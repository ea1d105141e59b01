"""Maps that are written where, and to what, depends on them."""

from boardproof.rules import Count, Draw, Game, Map, Parameter, Players, Ring, Turn, move


class TurnedOver(Game):
    """Turn pieces over, hand them on, and follow and change where things point."""

    size: int = Parameter(3, at_least=3, at_most=16)

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(self.size)
        self.board = Map(self.ring, self.players | None, start={0: "A", 1: "B"})
        self.to = Map(self.ring, self.ring, start=lambda place: place.next)
        self.left = Count(0, 2, start=2)
        self.turn = Turn(self.players)

    def other(self, at):
        return self.players["B"] if self.board[at] == "A" else self.players["A"]

    def end_turn(self):
        self.left -= 1
        self.turn = self.turn.next

    @move(at="ring")
    def flip(self, at):
        self.board[at] = "B" if self.board[at] == "A" else "A"
        self.board[at.next] = self.other(at.next)
        self.end_turn()

    @move(at="ring")
    def put(self, at):
        self.board[at.next if self.board[at] is None else at] = self.turn
        self.board[at] = self.board[self.to[at]]
        self.end_turn()

    @move(at="ring")
    def link(self, at):
        self.to[self.to[at]] = at
        self.to[at] = self.to[self.to[at]]
        self.end_turn()

    def result(self):
        return Draw() if self.left == 0 else None
