"""Tables whose keys are the words and pairs that elements are."""

from boardproof.rules import Count, Domain, Game, Grid, Players, Turn, Win, move, require


class NamedKeys(Game):
    """Add what a way and a cell with a step are worth; whoever cannot loses."""

    def setup(self):
        self.players = Players("A", "B")
        self.ways = Domain("left", "right")
        self.worth = {"left": 1, "right": 2}
        self.cells = Grid(2, 2)
        self.steps = Domain((0, 1), (1, 0))
        self.more = {
            (cell, step): cell.row + step[0] for cell in self.cells for step in ((0, 1), (1, 0))
        }
        self.sum = Count(0, 8)
        self.turn = Turn(self.players)

    @move(way="ways", cell="cells", step="steps")
    def add(self, way, cell, step):
        require(self.sum + self.worth[way] + self.more[cell, step] <= 8)
        self.sum += self.worth[way] + self.more[cell, step]
        self.turn = self.turn.next

    def result(self):
        return None

    def stuck(self):
        return Win(self.turn.previous)
