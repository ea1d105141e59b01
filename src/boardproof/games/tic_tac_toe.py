"""Tic-tac-toe on an N×N board; after the libDDD tutorial (morpion) on its state space."""

from boardproof.rules import *


class TicTacToe(Game):
    """N in a line on an N×N board.

    The board is 3×3 by default and empty at the start. A and B take turns, A first, and each marks
    a free cell. Whoever first fills a whole row, column or diagonal with their marks wins. If the
    board fills up without such a line, the game is a draw.
    """

    size: int = Parameter(3, at_least=1, at_most=8)
    noting: str = Reading(
        "fused",
        "step",
        says="notew: used to note a winning configuration in variable STATE",
        fused="a line wins at once",
        step="a won board exists unmarked, then its winner is noted in a step of its own",
    )

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.cells = Grid(self.size, self.size)
        self.lines = self.cells.lines(self.size)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)
        if self.noting == "step":
            self.noted = One(self.players | None)

    def expected(self) -> str:
        return "mark a cell"

    @move(cell="cells")
    def play(self, cell: Cell) -> None:
        require(self.mark[cell] is None, "the cell is taken")
        if self.noting == "step":
            require(not self.winner(self.turn.next), "the winner must be noted first")
        self.mark[cell] = self.turn
        self.turn = self.turn.next

    @move
    def note(self) -> None:
        require(self.noting == "step", "a line wins at once")
        require(self.winner(self.turn.next), "nobody has a line")
        self.noted = self.turn.next

    @predicate(player="players")
    def winner(self, player: Player) -> bool:
        return any(all(self.mark[cell] == player for cell in line) for line in self.lines)

    @predicate
    def full(self) -> bool:
        return all(self.mark[cell] is not None for cell in self.cells)

    def result(self) -> Result | None:
        for player in self.players:
            if self.has_won(player):
                return Win(player)
        if self.full() and not any(self.winner(player) for player in self.players):
            return Draw()
        return None

    def has_won(self, player: Player) -> bool:
        return self.noted == player if self.noting == "step" else self.winner(player)

    @forbidden
    def unbalanced(self) -> bool:
        """A has as many marks as B, or one more when B is to move."""
        a, b = self.players
        lead = self.marks(a) - self.marks(b)
        return lead != (0 if self.turn == a else 1)

    def marks(self, player: Player) -> int:
        return sum(self.mark[cell] == player for cell in self.cells)

    @never
    def two_winners(self) -> bool:
        return all(self.winner(player) for player in self.players)

    @reachable
    def draw(self) -> bool:
        return self.result() == Draw()

    @always
    def winner_moved_last(self) -> bool:
        return not self.winner(self.turn)

    @step(cell="cells")
    def marks_stay(self, before: "TicTacToe", cell: Cell) -> bool:
        return before.mark[cell] is None or self.mark[cell] == before.mark[cell]

    @step
    def one_mark_is_made(self, before: "TicTacToe") -> bool:
        """The player to move marks one cell; noting a winner changes nothing else."""
        if self.noting == "step" and self.noted is not None:
            return all(self.mark[cell] == before.mark[cell] for cell in self.cells)
        marked = {cell for cell in self.cells if self.mark[cell] != before.mark[cell]}
        return len(marked) == 1 and all(self.mark[cell] == before.turn for cell in marked)

    @step
    def turn_passes(self, before: "TicTacToe") -> bool:
        if self.noting == "step" and self.noted is not None:
            return self.turn == before.turn
        return self.turn == before.turn.next

    every_game_ends = terminates()
    first_is_safe = force("A", always("not B wins"))
