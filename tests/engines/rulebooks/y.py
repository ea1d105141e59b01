"""Y: a chain that touches all three sides wins, written alike for each of them."""

from boardproof.rules import (
    Game,
    Map,
    Parameter,
    Players,
    Triangle,
    Turn,
    Win,
    move,
    require,
)


class Y(Game):
    """Whoever has one chain of stones that touches all three sides wins."""

    side: int = Parameter(3, at_least=1, at_most=8)

    def setup(self):
        self.players = Players("First", "Second")
        self.cells = Triangle(self.side)
        self.stone = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def place(self, cell):
        require(self.stone[cell] is None, "the cell is taken")
        self.stone[cell] = self.turn
        self.turn = self.turn.next

    def result(self):
        mine = {cell for cell in self.cells if self.stone[cell] == self.turn.previous}
        touching_all = (
            self.cells.reach(self.cells.left, within=mine)
            & self.cells.reach(self.cells.right, within=mine)
            & self.cells.reach(self.cells.bottom, within=mine)
        )
        return Win(self.turn.previous) if touching_all else None
