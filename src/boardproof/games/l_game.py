"""The L game: lay your L anew, then you may move a neutral piece; after E. de Bono (1968)."""

from collections.abc import Iterator

from boardproof.rules import *

Shape = frozenset[Cell]


class LGame(Game):
    """Put your L on other cells, then move a neutral piece or not; whoever cannot loses."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        a, b = self.players
        self.cells = Grid(4, 4)
        self.spots = self.cells | None
        self.shapes: Domain[Shape] = Domain(*sorted(set(_shapes(self.cells)), key=sorted))
        start = {a: {(0, 1), (0, 2), (1, 2), (2, 2)}, b: {(1, 1), (2, 1), (3, 1), (3, 2)}}
        self.piece = Map(self.players, self.shapes, start=lambda player: frozenset(start[player]))
        self.neutral = Subset(self.cells, start=[self.cells[0, 0], self.cells[3, 3]])
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "lay your L, and say which neutral piece goes where, or None"

    @move(shape="shapes", lifted="spots", put="spots")
    def lay(self, shape: Shape, lifted: Cell | None, put: Cell | None) -> None:
        other = self.piece[self.turn.next]
        require(shape != self.piece[self.turn], "the L must go elsewhere")
        require(not shape & (other | self.neutral), "the L does not fit there")
        require((lifted is None) == (put is None), "lift a neutral piece and put it down")
        if lifted is not None and put is not None:
            require(lifted in self.neutral, "no neutral piece is there")
            require(put not in shape | other | self.neutral, "the cell is not free")
            self.neutral = self.neutral - {lifted} | {put}
        self.piece[self.turn] = shape
        self.turn = self.turn.next

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
