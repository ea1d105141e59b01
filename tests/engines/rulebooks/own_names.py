"""Variables that are called as positions, and models for other programs, call things of theirs."""

from boardproof.rules import Draw, Flag, Game, Grid, Map, Players, Turn, move, require


class OwnNames(Game):
    """Take three cells."""

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(1, 3)
        self.values = Map(self.cells, self.players | None)
        self.new_values = Map(self.cells, self.players | None)
        self.game = Flag()
        self.legal_game = Flag()
        self.turn = Turn(self.players)

    @move(cell="cells")
    def game_over(self, cell):
        require(self.values[cell] is None, "the cell is taken")
        self.values[cell] = self.turn
        self.new_values[cell] = self.turn.next
        self.game = not self.game
        self.legal_game = self.turn == self.players.A
        self.turn = self.turn.next

    def result(self):
        return Draw() if all(self.values[cell] is not None for cell in self.cells) else None
