"""A game of placing: put a stone on an empty cell; three in a line win."""

from boardproof.rules import *


class ThreeInALine(Game):
    """Three in a line win."""

    size = Parameter(3, at_least=3, at_most=5)

    def setup(self):
        self.players = Players("Black", "White")
        self.cells = Grid(self.size, self.size)
        self.lines = self.cells.lines(3)
        self.stone = Map(self.cells, self.players | None)  # who has a stone where
        self.turn = Turn(self.players)

    def expected(self):
        return "place a stone"

    @move(cell="cells")
    def place(self, cell):
        require(self.stone[cell] is None, "the cell is taken")
        self.stone[cell] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def won(self, player):
        return any(all(self.stone[cell] == player for cell in line) for line in self.lines)

    def result(self):
        for player in self.players:
            if self.won(player):
                return Win(player)
        if all(self.stone[cell] is not None for cell in self.cells):
            return Draw()
        return None

    # What you expect of the game: `Check` proves it, or shows a game that breaks it.

    @never
    def both_have_won(self):
        return all(self.won(player) for player in self.players)

    @reachable
    def a_draw(self):
        return self.result() == Draw()

    every_game_ends = terminates()
