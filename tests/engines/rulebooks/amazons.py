"""Amazons: a queen moves and shoots, a move of three cells."""

from boardproof.rules import (
    Domain,
    Game,
    Grid,
    Map,
    Parameter,
    Players,
    Turn,
    Win,
    move,
    require,
)  # fmt: skip


class Amazons(Game):
    """Move the queen, then burn a cell that she sees; whoever cannot move loses."""

    size: int = Parameter(3, at_least=2, at_most=4)

    def setup(self):
        self.players = Players("White", "Black")
        white, black = self.players
        self.cells = Grid(self.size, self.size)
        last = self.size - 1
        queens = {(0, 1): white, (last, last - 1): black}
        self.kinds = Domain("White", "Black", "burnt")
        self.queen = {white: self.kinds["White"], black: self.kinds["Black"]}
        own = {cell: self.queen[player] for cell, player in queens.items()}
        self.on = Map(self.cells, self.kinds | None, start=lambda cell: own.get(cell))
        self.turn = Turn(self.players)
        self.between = {a: {b: _between(a, b) for b in self.cells} for a in self.cells}
        self.seen = {
            a: [b for b, way in ways.items() if way is not None] for a, ways in self.between.items()
        }

    def sees(self, a, b):
        way = self.between[a][b]
        return way is not None and all(self.on[cell] is None for cell in way)

    @move(source="cells", target="seen[source]", shot="seen[target]")
    def go(self, source, target, shot):
        require(self.on[source] == self.queen[self.turn], "your queen is not there")
        require(self.sees(source, target), "she cannot go there")
        self.on[source] = None
        require(self.sees(target, shot), "she cannot shoot there")
        self.on[target] = self.queen[self.turn]
        self.on[shot] = "burnt"
        self.turn = self.turn.next

    def stuck(self):
        return Win(self.turn.previous)


def _between(a, b):
    """List the cells after one and up to another in a straight line, None where there is none."""
    rows, columns = b[0] - a[0], b[1] - a[1]
    if (rows, columns) == (0, 0) or (rows and columns and abs(rows) != abs(columns)):
        return None
    length = max(abs(rows), abs(columns))
    step = (rows // length, columns // length)
    return [a.step(i * step[0], i * step[1]) for i in range(1, length + 1)]
