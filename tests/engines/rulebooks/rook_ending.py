"""King and rook against king: pieces that are places, attacks along free lines."""

from boardproof.rules import (
    Draw,
    Game,
    Grid,
    One,
    Parameter,
    Players,
    Turn,
    Win,
    move,
    require,
)  # fmt: skip


class RookEnding(Game):
    """White mates, or Black takes the rook or is stalemated."""

    size: int = Parameter(4, at_least=3, at_most=8)

    def setup(self):
        self.players = Players("White", "Black")
        self.cells = Grid(self.size, self.size)
        cells = self.cells
        self.near = {a: frozenset(b for b in cells if _apart(a, b) == 1) for a in cells}
        self.between = {a: {b: _between(a, b) for b in cells} for a in cells}
        self.white = One(cells, start=cells[0, 0])
        self.rook = One(cells | None, start=cells[1, 1])
        self.black = One(cells, start=cells[2, 2])
        self.turn = Turn(self.players)

    def rook_sees(self, rook, cell, king):
        way = self.between[rook][cell]
        return way is not None and king not in way

    def attacked(self, cell):
        if self.rook is None:
            return False
        return self.rook != cell and self.rook_sees(self.rook, cell, self.white)

    @move(target="cells")
    def white_king(self, target):
        require(self.turn == self.players.White, "it is not White's turn")
        require(target in self.near[self.white], "a king steps to a cell beside it")
        require(target not in self.near[self.black], "the kings would touch")
        require(target != self.rook, "the rook is there")
        self.white = target
        self.turn = self.turn.next

    @move(target="cells")
    def rook_move(self, target):
        require(self.turn == self.players.White, "it is not White's turn")
        rook = self.rook
        require(rook is not None, "the rook is lost")
        require(target != self.white and target != self.black, "the cell is taken")
        way = self.between[rook][target]
        require(way is not None, "that is not in line")
        require(self.white not in way and self.black not in way, "a king is in the way")
        self.rook = target
        self.turn = self.turn.next

    @move(target="cells")
    def black_king(self, target):
        require(self.turn == self.players.Black, "it is not Black's turn")
        require(self.safe(target), "the king cannot go there")
        self.black = target
        if self.rook == target:
            self.rook = None
        self.turn = self.turn.next

    def safe(self, target):
        if target not in self.near[self.black] or target in self.near[self.white]:
            return False
        return target != self.white and not self.attacked(target)

    def result(self):
        if self.rook is None:
            return Draw()
        if self.turn == self.players.White or any(self.safe(cell) for cell in self.cells):
            return None
        return Win(self.players.White) if self.attacked(self.black) else Draw()


def _apart(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _between(a, b):
    """List the cells strictly between two in one row or column, None where they are not."""
    rows, columns = b[0] - a[0], b[1] - a[1]
    if (rows != 0) == (columns != 0):
        return None
    length = max(abs(rows), abs(columns))
    return [a.step(i * rows // length, i * columns // length) for i in range(1, length)]
