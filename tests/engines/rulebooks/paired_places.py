"""A local that begins at a place which is a pair, and goes on in a loop that may be left."""

from boardproof.rules import Draw, Game, Map, Players, Range, Ring, Turn, move, require


class PairedPlaces(Game):
    """Sow from the third place, whatever place one names."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(*[(side, i) for side in self.players for i in range(6)])
        self.some = Range(1, 9)
        self.board = Map(self.ring, Range(0, 9))
        self.turn = Turn(self.players)

    @move(start="ring", number="some")
    def sow(self, start, number):
        require(self.board[start] >= number - 1)
        place = self.ring["A", 2]
        for _ in range(self.board[place] + 1):
            place = place.next
            self.board[place] += number
            if self.board[place] > 6:
                break
        self.turn = self.turn.next

    def result(self):
        return Draw() if any(self.board[place] > 6 for place in self.ring) else None
