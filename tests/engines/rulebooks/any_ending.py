"""King and rook, or queen, against king, from every legal position."""

from boardproof.rules import (
    Draw,
    Game,
    Grid,
    One,
    Parameter,
    Players,
    Turn,
    Win,
    any_position,
    forbidden,
    move,
    require,
)  # fmt: skip


class AnyEnding(Game):
    """White mates, or Black takes the piece or is stalemated."""

    size: int = Parameter(4, at_least=3, at_most=8)
    piece: str = Parameter("rook", choices=("rook", "queen"))

    start = any_position("piece_at is not None and wellformed")

    def setup(self):
        self.players = Players("White", "Black")
        self.cells = Grid(self.size, self.size)
        cells = self.cells
        self.near = {a: frozenset(b for b in cells if _apart(a, b) == 1) for a in cells}
        lines = "+x" if self.piece == "queen" else "+"
        self.between = {a: {b: _between(a, b, lines) for b in cells} for a in cells}
        self.white = One(cells, start=cells[0, 0])
        self.piece_at = One(cells | None, start=cells[1, 1])
        self.black = One(cells, start=cells[2, 2] if self.piece == "rook" else cells[0, 2])
        self.turn = Turn(self.players, start="White" if self.piece == "rook" else "Black")

    def sees(self, source, cell, king):
        way = self.between[source][cell]
        return way is not None and king not in way

    def attacked(self, cell):
        if self.piece_at is None:
            return False
        return self.piece_at != cell and self.sees(self.piece_at, cell, self.white)

    @forbidden
    def kings_touch(self):
        return self.white == self.black or self.black in self.near[self.white]

    @forbidden
    def cell_shared(self):
        return self.piece_at == self.white or self.piece_at == self.black

    @forbidden
    def check_overlooked(self):
        return self.turn == self.players.White and self.attacked(self.black)

    @move(target="cells")
    def white_king(self, target):
        require(self.turn == self.players.White, "it is not White's turn")
        require(target in self.near[self.white], "a king steps to a cell beside it")
        require(target not in self.near[self.black], "the kings would touch")
        require(target != self.piece_at, "the cell is taken")
        self.white = target
        self.turn = self.turn.next

    @move(target="cells")
    def piece_move(self, target):
        require(self.turn == self.players.White, "it is not White's turn")
        source = self.piece_at
        require(source is not None, "the piece is lost")
        require(target != self.white and target != self.black, "the cell is taken")
        way = self.between[source][target]
        require(way is not None, "that is not in line")
        require(self.white not in way and self.black not in way, "a king is in the way")
        self.piece_at = target
        self.turn = self.turn.next

    @move(target="cells")
    def black_king(self, target):
        require(self.turn == self.players.Black, "it is not Black's turn")
        require(self.safe(target), "the king cannot go there")
        self.black = target
        if self.piece_at == target:
            self.piece_at = None
        self.turn = self.turn.next

    def safe(self, target):
        if target not in self.near[self.black] or target in self.near[self.white]:
            return False
        return target != self.white and not self.attacked(target)

    def result(self):
        if self.piece_at is None:
            return Draw()
        if self.turn == self.players.White or any(self.safe(cell) for cell in self.cells):
            return None
        return Win(self.players.White) if self.attacked(self.black) else Draw()


def _apart(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _between(a, b, lines):
    """List the cells strictly between two in one line, None where they are not."""
    rows, columns = b[0] - a[0], b[1] - a[1]
    straight = (rows != 0) != (columns != 0)
    diagonal = "x" in lines and abs(rows) == abs(columns) != 0
    if not (straight or diagonal):
        return None
    length = max(abs(rows), abs(columns))
    return [a.step(i * rows // length, i * columns // length) for i in range(1, length)]
