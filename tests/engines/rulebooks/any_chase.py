"""A hunter and a runner on a board of two words: few of 2**98 positions are starts."""

from boardproof.rules import (
    Game,
    Grid,
    Parameter,
    Players,
    Subset,
    Turn,
    Win,
    any_position,
    move,
    require,
)  # fmt: skip


class AnyChase(Game):
    """Each leaves a trail; the hunter wins on the runner's, whoever is stuck loses."""

    size: int = Parameter(7, at_least=3, at_most=8)
    start = any_position(
        "len(hunted) == 1 and len(run) == 1 and not hunted & run and corner in run"
    )

    def setup(self):
        self.players = Players("Hunter", "Runner")
        self.cells = Grid(self.size, self.size)
        self.corner = self.cells[0, 0]
        self.near = {cell: frozenset(cell.neighbours) for cell in self.cells}
        self.hunted = Subset(self.cells, start=[self.cells[1, 1]])
        self.run = Subset(self.cells, start=[self.corner])
        self.turn = Turn(self.players)

    @move(cell="cells")
    def hunt(self, cell):
        require(self.turn == self.players.Hunter, "the runner moves")
        require(len(self.hunted) < 3, "the hunter is tired")
        require(cell not in self.hunted, "that is hunted already")
        require(len(self.near[cell] & self.hunted) == 1, "it is not beside the trail")
        self.hunted |= {cell}
        self.turn = self.turn.next

    @move(cell="cells")
    def flee(self, cell):
        require(self.turn == self.players.Runner, "the hunter moves")
        require(cell not in self.run | self.hunted, "the cell is taken")
        require(len(self.near[cell] & self.run) == 1, "it is not beside the trail")
        self.run |= {cell}
        self.turn = self.turn.next

    def result(self):
        if self.hunted & self.run:
            return Win(self.players.Hunter)
        return Win(self.players.Runner) if len(self.hunted) == 3 else None
