"""The L game: a piece of four cells is laid anew, and one of two neutral pieces may be moved."""

from boardproof.rules import Domain, Game, Grid, Map, Players, Subset, Turn, Win, move, require


class LGame(Game):
    """Whoever cannot lay the own L anew loses."""

    def setup(self):
        self.players = Players("A", "B")
        a, b = self.players
        self.cells = Grid(4, 4)
        self.spots = self.cells | None
        shapes = sorted(_shapes(self.cells), key=sorted)
        self.shapes = Domain(*[{self.cells[cell] for cell in shape} for shape in shapes])
        first = frozenset({(0, 1), (0, 2), (1, 2), (2, 2)})
        second = frozenset({(1, 1), (2, 1), (3, 1), (3, 2)})
        start = {a: first, b: second}
        self.piece = Map(self.players, self.shapes, start=lambda player: start[player])
        self.neutral = Subset(self.cells, start={self.cells[0, 0], self.cells[3, 3]})
        self.turn = Turn(self.players)

    def fits(self, shape):
        other = self.piece[self.turn.next]
        return shape != self.piece[self.turn] and not shape & (other | self.neutral)

    @move(shape="shapes", lifted="spots", put="spots")
    def lay(self, shape, lifted, put):
        require(self.fits(shape), "the L does not fit there")
        require((lifted is None) == (put is None), "lift and put together")
        if lifted is not None and put is not None:
            require(lifted in self.neutral, "no neutral piece is there")
            other = self.piece[self.turn.next]
            require(put not in (shape | other | self.neutral), "no free cell")
            self.neutral = (self.neutral - {lifted}) | {put}
        self.piece[self.turn] = shape
        self.turn = self.turn.next

    def stuck(self):
        return Win(self.turn.previous)


def _shapes(grid):
    """Return the sets of cells that an L can cover."""
    found = set()
    for row in range(4):
        for column in range(4):
            for long in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                for foot in ((long[1], long[0]), (-long[1], -long[0])):
                    leg = [(row + i * long[0], column + i * long[1]) for i in range(3)]
                    cells = {*leg, (leg[2][0] + foot[0], leg[2][1] + foot[1])}
                    if all(cell in grid for cell in cells):
                        found.add(frozenset(cells))
    return found
