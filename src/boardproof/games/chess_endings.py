"""Chess endings: king and rook, queen or pawn against the bare king, from every position."""

from typing import Any

from boardproof.rules import *

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
ASKEW = ((1, 1), (1, -1), (-1, 1), (-1, -1))
ALL_WAYS = STRAIGHT + ASKEW
#: Which ways a piece takes. What a pawn may become besides, a bishop or a knight, never mates.
TAKES = {"pawn": ASKEW[:2], "queen": ALL_WAYS, "rook": STRAIGHT, "bishop": (), "knight": ()}


class ChessEndings(Game):
    """White mates; Black takes the piece, or is stalemated.

    White has a king and a rook (or a queen or a pawn, if so chosen), Black a bare king, on a 4×4
    board by default; play starts from any legal position of these pieces, with either player to
    move. They move as in chess, except that a pawn goes two cells at first only on boards larger
    than 4×4; on the last row it becomes a queen, rook, bishop or knight. The kings never stand side
    by side, and Black's may not step into check. White wins by checkmate. The game is drawn if
    Black takes the piece, if the player to move is stalemated, if a pawn becomes a bishop or a
    knight, or if play never ends.
    """

    size: int = Parameter(4, at_least=3, at_most=8)
    piece: str = Parameter("rook", choices=("rook", "queen", "pawn"))

    start = any_position("man is not None and kind == piece and wellformed")

    def setup(self) -> None:
        self.players = Players("White", "Black")
        self.cells = cells = Grid(self.size, self.size, bottom_up=True)
        self.kinds: Domain[str] = Domain(*(TAKES if self.piece == "pawn" else (self.piece,)))
        self.pawns = frozenset(kind for kind in self.kinds if kind == "pawn")
        self.minor = frozenset(kind for kind in self.kinds if not TAKES[kind])
        self.near = {a: self.along(a, ALL_WAYS, 1) for a in cells}
        self.takes = {kind: {a: self.taken_from(kind, a) for a in cells} for kind in self.kinds}
        self.goes = {kind: {a: self.gone_from(kind, a) for a in cells} for kind in self.kinds}
        rays = {a: self.along(a, ALL_WAYS, self.size) for a in cells}
        self.between = {(a, b): self.cells_between(a, b) for a in cells for b in rays[a]}
        self.first, self.last = frozenset(cells.row(0)), frozenset(cells.row(self.size - 1))
        self.white = One(cells, start=cells[0, 0])
        self.man = One(cells | None, start=cells[1, 1])
        self.kind = One(self.kinds, start=self.piece)
        self.black = One(cells, start=cells[2, 2] if self.piece == "rook" else cells[0, 2])
        self.turn = Turn(self.players, start="Black" if self.piece == "queen" else "White")

    def along(self, source: Cell, ways: tuple[tuple[int, int], ...], far: int) -> frozenset[Cell]:
        """Return the cells that lie along some ways, up to so far off."""
        steps = [(n * rows, n * columns) for rows, columns in ways for n in range(1, far + 1)]
        return frozenset(cell for step in steps if (cell := source.step(*step)) is not None)

    def taken_from(self, kind: str, source: Cell) -> frozenset[Cell]:
        return self.along(source, TAKES[kind], 1 if kind == "pawn" else self.size)

    def gone_from(self, kind: str, source: Cell) -> frozenset[Cell]:
        """Return where a piece goes; a pawn two steps from its first row, where there is room."""
        far = 2 if source.row == 1 and self.size > 4 else 1
        return self.along(source, ((1, 0),), far) if kind == "pawn" else self.takes[kind][source]

    def cells_between(self, a: Cell, b: Cell) -> frozenset[Cell]:
        rows, columns = b.row - a.row, b.column - a.column
        far = max(abs(rows), abs(columns))
        return self.along(a, ((rows // far, columns // far),), far - 1)

    def expected(self) -> str:
        return "move the king or the piece" if self.turn == "White" else "move the king"

    def attacked(self, cell: Cell) -> bool:
        """Whether the piece attacks a cell; Black's own king does not hide it."""
        man = self.man
        if man is None or cell not in self.takes[self.kind][man]:
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
        require(self.kind not in self.pawns or target not in self.last, "the pawn is promoted")
        self.carry(target)

    @move(kind="kinds")
    def promote(self, kind: str) -> None:
        target: Any = self.man.up if self.man is not None else None
        require(self.kind in self.pawns, "there is no pawn")
        require(target is not None and target in self.last, "the pawn is not across")
        require(kind not in self.pawns, "a pawn does not stay one")
        self.carry(target)
        self.kind = kind

    def carry(self, target: Cell) -> None:
        """Move the piece."""
        man = self.man
        require(self.turn == "White", "it is Black's turn")
        require(man is not None, "the piece is lost")
        require(target in self.goes[self.kind][man], "the piece does not move so")
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
            self.man, self.kind = None, self.piece
        self.black = target
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Draw() if self.man is None or self.kind in self.minor else None

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

    @forbidden
    def pawn_astray(self) -> bool:
        """No pawn stands on the first row or the last."""
        man, pawn = self.man, self.kind in self.pawns
        return pawn and man is not None and man in self.first | self.last

    @preserved
    def legal_chess(self) -> bool:
        return self.wellformed()
