"""Domineering: a move is a domino, an element that is a set of cells; and sets that have names."""

from boardproof.rules import (
    Domain,
    Game,
    Grid,
    One,
    Parameter,
    Players,
    Subset,
    Turn,
    Win,
    always,
    move,
    predicate,
    require,
)


class Domineering(Game):
    """Vertical covers two cells of a column, Horizontal two of a row; whoever cannot loses."""

    rows: int = Parameter(2, at_least=1, at_most=6)
    columns: int = Parameter(3, at_least=1, at_most=6)

    def setup(self):
        self.players = Players("Vertical", "Horizontal")
        self.cells = Grid(self.rows, self.columns)
        down = [frozenset({a, a.down}) for a in self.cells if a.down is not None]
        across = [frozenset({a, a.right}) for a in self.cells if a.right is not None]
        self.dominoes = Domain(*down, *across)
        self.owner = {
            domino: self.players.elements[int(at >= len(down))]
            for at, domino in enumerate(self.dominoes)
        }
        self.sides = Domain(top=frozenset(self.cells.row(0)), all=frozenset(self.cells))
        self.last = One(self.dominoes | None)
        self.free = Subset(self.cells, start=self.cells)
        self.turn = Turn(self.players)

    def fits(self, domino):
        return self.owner[domino] == self.turn and domino <= self.free

    @move(domino="dominoes")
    def lay(self, domino):
        require(self.fits(domino), "the domino does not fit there")
        self.free -= domino
        self.last = domino
        self.turn = self.turn.next

    def misses(self, cells):
        return not cells & self.free

    @predicate(side="sides")
    def full(self, side):
        return self.misses(side)

    @predicate(domino="dominoes")
    def touched(self, domino):
        covered = 0
        for cell in domino:
            if cell not in self.free:
                covered += 1
        return covered > 0

    @always
    def last_is_covered(self):
        if self.last is None:
            return not self.full(self.sides["top"])
        return self.misses(self.last) and len(self.last) == 2

    def result(self):
        if any(self.fits(domino) for domino in self.dominoes):
            return None
        return Win(self.turn.previous)
