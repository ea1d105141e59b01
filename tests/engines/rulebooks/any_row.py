"""Three in a row, from every board that the players could have filled in turn."""

from boardproof.rules import (
    Draw,
    Game,
    Grid,
    Map,
    Parameter,
    Players,
    Turn,
    Win,
    always,
    any_position,
    forbidden,
    move,
    require,
)  # fmt: skip


class AnyRow(Game):
    """A full row or column wins; a board may be over, or full, before the first move."""

    size: int = Parameter(2, at_least=2, at_most=4)
    start = any_position("wellformed and len({c for c in cells if mark[c] is not None}) >= 2")

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(self.size, self.size)
        self.rows = self.cells.lines(self.size)
        first, second, *_ = self.cells
        self.mark = Map(self.cells, self.players | None, start={first: "A", second: "B"}.get)
        self.turn = Turn(self.players)

    def number(self, player):
        return sum(1 for cell in self.cells if self.mark[cell] == player)

    @forbidden
    def unfair(self):
        """A player has had more turns than the other."""
        ahead = self.number(self.players.A) - self.number(self.players.B)
        return ahead != (0 if self.turn == self.players.A else 1)

    @always
    def fair(self):
        return self.wellformed()

    @move(cell="cells")
    def play(self, cell):
        require(self.mark[cell] is None, "the cell is taken")
        self.mark[cell] = self.turn
        self.turn = self.turn.next

    def result(self):
        for player in self.players:
            if any(all(self.mark[cell] == player for cell in row) for row in self.rows):
                return Win(player)
        if all(self.mark[cell] is not None for cell in self.cells):
            return Draw()
        return None
