"""NoGo: stones that must keep a liberty, on a grid that may wrap."""

from boardproof.rules import (
    Game,
    Grid,
    Parameter,
    Players,
    Subset,
    Turn,
    Win,
    derived,
    move,
    require,
)


class NoGo(Game):
    """Place a stone so that every chain keeps a liberty; whoever cannot loses."""

    rows: int = Parameter(3, at_least=1, at_most=5)
    columns: int = Parameter(3, at_least=1, at_most=5)
    wrap: str = Parameter("", choices=("", "columns", "rows", "both"))

    def setup(self):
        self.players = Players("Black", "White")
        self.cells = Grid(self.rows, self.columns, wrap=self.wrap)
        self.black = Subset(self.cells)
        self.white = Subset(self.cells)
        self.turn = Turn(self.players)

    @derived
    def free(self):
        return self.cells - self.black - self.white

    def breathes(self, stones, free):
        beside = {cell for cell in self.cells if any(other in free for other in cell.neighbours)}
        return self.cells.reach(beside, within=stones) == stones

    def may(self, cell):
        mine, theirs = self.black, self.white
        if self.turn == "White":
            mine, theirs = self.white, self.black
        free = self.free - {cell}
        return (
            cell in self.free and self.breathes(mine | {cell}, free) and self.breathes(theirs, free)
        )

    @move(cell="cells")
    def place(self, cell):
        require(self.may(cell), "a chain would have no liberty")
        if self.turn == "Black":
            self.black |= {cell}
        else:
            self.white |= {cell}
        self.turn = self.turn.next

    def result(self):
        return None if any(self.may(cell) for cell in self.cells) else Win(self.turn.previous)
