"""Hex: a rhombus of hexagons, and two players who join two sides each."""

from boardproof.rules import (
    Game,
    Hexagons,
    Map,
    Parameter,
    Players,
    Turn,
    Win,
    move,
    require,
)


class Hex(Game):
    """First joins the top to the bottom, Second the left to the right."""

    rows: int = Parameter(3, at_least=1, at_most=8)
    columns: int = Parameter(3, at_least=1, at_most=8)

    def setup(self):
        self.players = Players("First", "Second")
        self.cells = Hexagons(self.rows, self.columns)
        self.stone = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def place(self, cell):
        require(self.stone[cell] is None, "the cell is taken")
        self.stone[cell] = self.turn
        self.turn = self.turn.next

    def result(self):
        first = {cell for cell in self.cells if self.stone[cell] == "First"}
        if self.cells.connected(self.cells.top, self.cells.bottom, within=first):
            return Win("First")
        second = {cell for cell in self.cells if self.stone[cell] == "Second"}
        if self.cells.connected(self.cells.left, self.cells.right, within=second):
            return Win("Second")
        return None
