"""A list that a place and a way, a pair, lead to, looked up and indexed in one expression."""

from boardproof.rules import Domain, Game, Grid, One, Players, Turn, Win, move, require


class SlidingPairs(Game):
    """Go a step or two; whoever cannot go on loses."""

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(3, 3)
        self.ways = Domain((0, 1), (1, 0), (0, -1))
        self.ahead = {
            (cell, way): [
                far for k in (1, 2) if (far := cell.step(way[0] * k, way[1] * k)) is not None
            ]
            for cell in self.cells
            for way in self.ways
        }
        self.at = One(self.cells)
        self.turn = Turn(self.players)

    @move(way="ways", other="ways")
    def go(self, way, other):
        require(way != other and len(self.ahead[self.at, way]) > 0, "there is no way")
        self.at = self.ahead[self.at, way][0]
        if len(self.ahead[self.at, other]) > 1:
            self.at = self.ahead[self.at, other][1]
        self.turn = self.turn.next

    def result(self):
        return None

    def stuck(self):
        return Win(self.turn.previous)
