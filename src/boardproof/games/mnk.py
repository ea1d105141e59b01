"""The m,n,k family: k in a line on m columns and n rows, and its wild and misère kin."""

from boardproof.rules import *


class MNK(Game):
    """Mark cells by turns; k in a line end the game.

    The board has 4 columns and 3 rows by default and is empty at the start. X and O take turns, X
    first, and each marks a free cell with their own mark. Whoever first has three of their marks
    (by default) side by side in a row, a column or a diagonal wins. If the board fills up without
    such a line, the game is a draw.
    """

    columns: int = Parameter(4, at_least=1, at_most=8)
    rows: int = Parameter(3, at_least=1, at_most=8)
    connect: int = Parameter(3, at_least=1, at_most=8)
    marks: str = Reading(
        "own",
        "wild",
        says="each player marks a cell",
        own="with a mark of their own",
        wild="with either mark",
    )
    line: str = Reading(
        "wins",
        "loses",
        says="a line ends the game",
        wins="whoever makes it wins",
        loses="whoever makes it loses (misère)",
    )

    def setup(self) -> None:
        self.players = Players("X", "O")
        self.cells = Grid(self.rows, self.columns)
        self.lines = self.cells.lines(self.connect)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "mark a cell"

    @move(cell="cells")
    def place(self, cell: Cell) -> None:
        self.put(cell, self.turn)

    @move(cell="cells")
    def place_other(self, cell: Cell) -> None:
        require(self.marks == "wild", "the mark is the other player's")
        self.put(cell, self.turn.next)

    def put(self, cell: Cell, mark: Player) -> None:
        require(self.mark[cell] is None, "the cell is taken")
        self.mark[cell] = mark
        self.turn = self.turn.next

    @predicate(mark="players")
    def lined(self, mark: Player) -> bool:
        return any(all(self.mark[cell] == mark for cell in line) for line in self.lines)

    @predicate
    def full(self) -> bool:
        return all(self.mark[cell] is not None for cell in self.cells)

    def result(self) -> Result | None:
        if any(self.lined(mark) for mark in self.players):
            return Win(self.turn.previous if self.line == "wins" else self.turn)
        return Draw() if self.full() else None

    def marked(self, mark: Player) -> int:
        return sum(self.mark[cell] == mark for cell in self.cells)

    @always
    def by_turns(self) -> bool:
        x, o = self.players
        lead = self.marked(x) - self.marked(o)
        return self.marks == "wild" or lead == (0 if self.turn == x else 1)

    @never
    def two_lines(self) -> bool:
        return all(self.lined(mark) for mark in self.players)

    @step(cell="cells")
    def marks_stay(self, before: "MNK", cell: Cell) -> bool:
        return before.mark[cell] is None or self.mark[cell] == before.mark[cell]

    every_game_ends = terminates()
