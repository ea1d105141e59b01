"""Notakto: tic-tac-toe in which both mark X, on several boards; after T. Plambeck and others."""

from boardproof.rules import *

Place = tuple[int, int, int]  # a board, a row and a column


class Notakto(Game):
    """Mark a cell of a living board; a line kills its board, and whoever kills the last loses.

    Play is on one board of 3×3 cells by default, or on several boards at once. The players take
    turns, and both mark with the same sign: a move marks a free cell of a board that is still
    alive. A full row, column or diagonal kills its board, and no more marks are made there. Whoever
    kills the last board loses, so there are no draws.
    """

    boards: int = Parameter(1, at_least=1, at_most=3)
    size: int = Parameter(3, at_least=1, at_most=4)

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.board = Range(1, self.boards)
        size = range(1, self.size + 1)
        self.places: Domain[Place] = Domain(
            *((board, row, column) for board in self.board for row in size for column in size)
        )
        self.lines = {board: self.lines_of(board) for board in self.board}
        self.marked = Subset(self.places)
        self.turn = Turn(self.players)
        self.look = Rows(
            *(
                [cell for b in self.board for cell in [*((b, row, c) for c in size), None]][:-1]
                for row in size
            )
        )

    def lines_of(self, board: int) -> list[list[Place]]:
        """Return the rows, columns and diagonals of a board."""
        size = range(1, self.size + 1)
        lines = [[(board, i, j) for j in size] for i in size]
        lines += [[(board, i, j) for i in size] for j in size]
        lines += [[(board, i, i) for i in size], [(board, i, self.size + 1 - i) for i in size]]
        return [[self.places[place] for place in line] for line in lines]

    def expected(self) -> str:
        return "mark a cell of a living board"

    @predicate(board="board")
    def dead(self, board: int) -> bool:
        return any(all(place in self.marked for place in line) for line in self.lines[board])

    @move(place="places")
    def mark(self, place: Place) -> None:
        require(place not in self.marked, "the cell is marked")
        require(not self.dead(place[0]), "the board is dead")
        self.marked |= {place}
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Win(self.turn) if all(self.dead(board) for board in self.board) else None

    @step
    def one_mark_is_made(self, before: "Notakto") -> bool:
        return before.marked < self.marked and len(self.marked - before.marked) == 1

    every_game_ends = terminates()
