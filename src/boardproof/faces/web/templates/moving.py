"""A game of moving: walk forward, take askew; whoever crosses the board wins."""

from boardproof.rules import *


class Crossing(Game):
    """Bring a pawn to the far row, or leave the other player without a move."""

    columns = Parameter(3, at_least=2, at_most=6)
    rows = Parameter(4, at_least=3, at_most=6)

    def setup(self):
        self.players = Players("White", "Black")
        white, black = self.players
        self.cells = Grid(self.rows, self.columns, bottom_up=True)
        self.ahead = {white: 1, black: -1}
        self.goal = {white: self.rows - 1, black: 0}
        self.steps = Domain(*self.all_steps())  # from a cell to another
        first = {0: white, self.rows - 1: black}
        self.pawn = Map(self.cells, self.players | None, start=lambda cell: first.get(cell.row))
        self.turn = Turn(self.players)

    def all_steps(self):
        """List the steps that some pawn can make: to the next row, straight or askew."""
        for a in self.cells:
            for b in self.cells:
                if abs(a.row - b.row) == 1 and abs(a.column - b.column) <= 1:
                    yield a, b

    def expected(self):
        return "move a pawn"

    @move(step="steps")
    def walk(self, step):
        source, target = step
        require(self.pawn[source] == self.turn, "no pawn of yours is there")
        require(target.row == source.row + self.ahead[self.turn], "pawns walk forward")
        if source.column == target.column:
            require(self.pawn[target] is None, "the way is barred")
        else:
            require(self.pawn[target] == self.turn.next, "there is nothing to take")
        self.pawn[source] = None
        self.pawn[target] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def across(self, player):
        return any(
            self.pawn[cell] == player for cell in self.cells if cell.row == self.goal[player]
        )

    def result(self):
        return Win(self.turn.previous) if self.across(self.turn.previous) else None

    def stuck(self):
        return Win(self.turn.previous)

    # What you expect of the game: `Check` proves it, or shows a game that breaks it.

    @always(player="players")
    def no_pawn_is_made(self, player):
        return sum(self.pawn[cell] == player for cell in self.cells) <= self.columns

    every_game_ends = terminates()
