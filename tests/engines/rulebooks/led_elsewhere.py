"""A move that gives one of its arguments another value, before others are known."""

from boardproof.rules import Draw, Game, Map, One, Players, Range, Ring, Turn, move, require


class LedElsewhere(Game):
    """Write numbers anywhere, but where one is told to."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(16)
        self.some = Range(1, 6)
        self.board = Map(self.ring, Range(0, 6))
        self.told = One(self.ring | None, start=0)
        self.turn = Turn(self.players)

    @move(place="ring", number="some")
    def write(self, place, number):
        if self.told is not None:
            place = self.told
        require(self.board[place] == 0)
        self.board[place] = number
        self.told = None
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.turn == "B" else None

    def stuck(self):
        return Draw()
