"""The sliding tiles puzzle: eight tiles and a gap on 3×3; after N. Chapman (1880)."""

from boardproof.rules import *

#: As far from solved as can be, by rows and columns: 31 moves on 3×3 (two positions are).
HARDEST = {
    (3, 3): (8, 6, 7, 2, 5, 4, 3, 0, 1),
    (2, 3): (4, 5, 0, 1, 2, 3),
    (3, 2): (2, 1, 4, 3, 0, 5),
    (2, 2): (0, 3, 2, 1),
}


class SlidingTiles(Game):
    """Slide tiles into the gap until they stand in order.

    Eight numbered tiles and a gap fill a board of 3×3 by default; the start is as far from the
    solution as can be. A move slides a tile that lies above, below or beside the gap into it. The
    puzzle is solved when the tiles stand in order, row by row from the top left, with the gap last.
    There is always a move, and no limit to how many you make.
    """

    rows: int = Parameter(3, at_least=2, at_most=3)
    columns: int = Parameter(3, at_least=2, at_most=3)

    def setup(self) -> None:
        self.players = Players("Solver")
        self.cells = Grid(self.rows, self.columns)
        self.tiles = Range(0, self.rows * self.columns - 1)
        start = HARDEST[self.rows, self.columns]
        self.tile = Map(self.cells, self.tiles, start=lambda cell: start[self.cells.index(cell)])
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "choose a tile beside the gap"

    @move(cell="cells")
    def slide(self, cell: Cell) -> None:
        require(any(self.tile[other] == 0 for other in cell.neighbours), "the gap is not beside it")
        for other in cell.neighbours:
            if self.tile[other] == 0:
                self.tile[other] = self.tile[cell]
        self.tile[cell] = 0

    @predicate
    def solved(self) -> bool:
        last = len(self.tiles)
        return all(self.tile[cell] == (self.cells.index(cell) + 1) % last for cell in self.cells)

    def result(self) -> Result | None:
        return Win(self.players.Solver) if self.solved() else None

    @always
    def each_tile_once(self) -> bool:
        return all(sum(self.tile[cell] == tile for cell in self.cells) == 1 for tile in self.tiles)

    can_be_solved = reachable("solved")
