"""Chess endings: king and rook, or king and queen, against the bare king, from every position."""

from collections.abc import Iterator

from boardproof.rules import *

#: How a rook moves, and what a queen adds to it.
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
ASKEW = ((1, 1), (1, -1), (-1, 1), (-1, -1))


class ChessEndings(Game):
    """White mates; Black takes the piece, or is stalemated."""

    size: int = Parameter(4, at_least=3, at_most=8)
    piece: str = Parameter("rook", choices=("rook", "queen"))

    start = any_position("man is not None and wellformed")

    def setup(self) -> None:
        self.players = Players("White", "Black")
        self.cells = cells = Grid(self.size, self.size, bottom_up=True)
        ways = STRAIGHT + (ASKEW if self.piece == "queen" else ())
        self.near = {a: frozenset(self.along(a, STRAIGHT + ASKEW, 1)) for a in cells}
        self.sight = {a: frozenset(self.along(a, ways, self.size)) for a in cells}
        self.between = {(a, b): self.cells_between(a, b) for a in cells for b in self.sight[a]}
        self.white = One(cells, start=cells[0, 0])
        self.man = One(cells | None, start=cells[1, 1])
        self.black = One(cells, start=cells[2, 2] if self.piece == "rook" else cells[0, 2])
        self.turn = Turn(self.players, start="White" if self.piece == "rook" else "Black")

    def along(self, source: Cell, ways: tuple[tuple[int, int], ...], far: int) -> Iterator[Cell]:
        """Generate the cells that lie along some ways, up to so far off."""
        for rows, columns in ways:
            for steps in range(1, far + 1):
                cell = source.step(steps * rows, steps * columns)
                if cell is not None:
                    yield cell

    def cells_between(self, a: Cell, b: Cell) -> frozenset[Cell]:
        rows, columns = b.row - a.row, b.column - a.column
        far = max(abs(rows), abs(columns))
        way = (rows // far, columns // far)
        return frozenset(self.along(a, (way,), far - 1))

    def expected(self) -> str:
        return "move the king or the piece" if self.turn == "White" else "move the king"

    def attacked(self, cell: Cell) -> bool:
        """Whether the piece attacks a cell; Black's own king does not hide it."""
        man = self.man
        if man is None or cell not in self.sight[man]:
            return False
        return self.white not in self.between[man, cell]

    @move(target="cells")
    def white_king(self, target: Cell) -> None:
        require(self.turn == "White", "it is Black's turn")
        require(target in self.near[self.white], "a king steps to a cell beside it")
        require(target not in self.near[self.black], "the kings would touch")
        require(target != self.man, "the cell is taken")
        self.white = target
        self.turn = self.turn.next

    @move(target="cells")
    def white_piece(self, target: Cell) -> None:
        man = self.man
        require(self.turn == "White", "it is Black's turn")
        require(man is not None, "the piece is lost")
        require(target in self.sight[man], "the piece does not move so")
        require(target != self.white and target != self.black, "the cell is taken")
        way = self.between[man, target]
        require(self.white not in way and self.black not in way, "a king is in the way")
        self.man = target
        self.turn = self.turn.next

    @move(target="cells")
    def black_king(self, target: Cell) -> None:
        require(self.turn == "Black", "it is White's turn")
        require(target in self.near[self.black], "a king steps to a cell beside it")
        require(target not in self.near[self.white], "the kings would touch")
        require(not self.attacked(target), "the king would be in check")
        if self.man == target:
            self.man = None
        self.black = target
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Draw() if self.man is None else None

    def stuck(self) -> Result:
        mated = self.turn == "Black" and self.attacked(self.black)
        return Win("White") if mated else Draw()

    @forbidden
    def kings_touch(self) -> bool:
        """Kings never stand side by side."""
        return self.black == self.white or self.black in self.near[self.white]

    @forbidden
    def cell_shared(self) -> bool:
        """No two pieces stand on one cell."""
        return self.man == self.white or self.man == self.black

    @forbidden
    def check_overlooked(self) -> bool:
        """Black is not in check when White is to move."""
        return self.turn == "White" and self.attacked(self.black)

    @preserved
    def legal_chess(self) -> bool:
        return self.wellformed()
