"""The L game: lay your L anew, then you may move a neutral piece; after E. de Bono (1968)."""

from collections.abc import Iterator

from boardproof.rules import *

Shape = frozenset[Cell]


class LGame(Game):
    """Put your L on other cells, then move a neutral piece or not; whoever cannot loses.

    The board is 4×4; each player has a piece of four cells in the shape of an L, and two neutral
    pieces of one cell start in opposite corners. A begins. In a turn you lift your L and lay it,
    turned or flipped as you like, on four cells that are then free, at least one of them new to it.
    After that you may move one neutral piece to any free cell, or leave both. Whoever cannot lay
    their L loses; a game that never ends is a draw.
    """

    def setup(self) -> None:
        self.players = Players("A", "B")
        a, b = self.players
        self.cells = Grid(4, 4)
        self.shapes: Domain[Shape] = Domain(*sorted(set(_shapes(self.cells)), key=sorted))
        start = {a: {(0, 1), (0, 2), (1, 2), (2, 2)}, b: {(1, 1), (2, 1), (3, 1), (3, 2)}}
        self.piece = Map(self.players, self.shapes, start=lambda player: frozenset(start[player]))
        self.neutral = Subset(self.cells, start=[self.cells[0, 0], self.cells[3, 3]])
        self.laid = Flag()
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "move a neutral piece, or stay" if self.laid else "lay your L"

    @move(shape="shapes")
    def lay(self, shape: Shape) -> None:
        require(not self.laid, "your L lies already")
        require(shape != self.piece[self.turn], "the L must go elsewhere")
        require(not shape & (self.piece[self.turn.next] | self.neutral), "the L does not fit there")
        self.piece[self.turn] = shape
        self.laid = True

    @move(lifted="cells", put="cells - {lifted}")
    def shift(self, lifted: Cell, put: Cell) -> None:
        covered = self.piece[self.turn] | self.piece[self.turn.next]
        require(self.laid, "lay your L first")
        require(lifted in self.neutral, "no neutral piece is there")
        require(put not in covered | self.neutral, "the cell is not free")
        self.neutral = self.neutral - {lifted} | {put}
        self.finish()

    @move
    def stay(self) -> None:
        require(self.laid, "lay your L first")
        self.finish()

    def finish(self) -> None:
        self.laid = False
        self.turn = self.turn.next

    def unfinished(self) -> bool:
        return self.laid

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @always
    def pieces_lie_apart(self) -> bool:
        a, b = self.players
        apart = not self.piece[a] & self.piece[b]
        return apart and not self.neutral & (self.piece[a] | self.piece[b])

    @always
    def two_neutral_pieces(self) -> bool:
        return len(self.neutral) == 2


def _shapes(grid: Grid) -> Iterator[Shape]:
    """Generate the sets of cells that an L can cover: a leg of three and a foot at its end."""
    for cell in grid:
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for side in ((way[1], way[0]), (-way[1], -way[0])):
                leg = [cell.step(i * way[0], i * way[1]) for i in range(3)]
                foot = leg[2] and leg[2].step(*side)
                if foot is not None:
                    yield frozenset({*(place for place in leg if place is not None), foot})
