"""Kōnane, Hawaiian checkers: jump in a straight line, and whoever cannot loses."""

from collections.abc import Iterator

from boardproof.rules import *

Jump = tuple[Cell, Cell]


class Konane(Game):
    """Two stones are taken away; then jump over enemies, straight on as far as you like.

    Black and white stones fill the board like a chequerboard, 4 rows and 4 columns by default.
    First Black takes away any black stone, and then White a white stone beside the gap. From then
    on a move jumps with one of your stones, along a row or a column, over an enemy beside it to the
    free cell behind, and takes that enemy; it may go on jumping in the same direction, but need
    not. Whoever cannot jump loses, so there are no draws.
    """

    rows: int = Parameter(4, at_least=3, at_most=6)
    columns: int = Parameter(4, at_least=2, at_most=6)
    opening: str = Reading(
        "anywhere",
        "middle_or_corner",
        says="Black removes one of the black stones",
        anywhere="any of them",
        middle_or_corner="one in the middle or in a corner",
    )

    def setup(self) -> None:
        self.players = Players("Black", "White")
        black, white = self.players
        self.cells = Grid(self.rows, self.columns)
        ways = dict(self.ways())
        self.jumps: Domain[Jump] = Domain(*ways)
        self.passed = {jump: ways[jump][::2] for jump in self.jumps}
        self.landed = {jump: ways[jump][1::2] for jump in self.jumps}
        self.first = frozenset(cell for cell in self.cells if self.may_open(cell))
        self.stone = Map(
            self.cells,
            self.players | None,
            start=lambda cell: white if (cell.row + cell.column) % 2 else black,
        )
        self.turn = Turn(self.players)

    def ways(self) -> Iterator[tuple[Jump, list[Cell]]]:
        """Generate all jumps, each with the cells it comes by, its end included."""
        for source in self.cells:
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                way = [source.step(i * step[0], i * step[1]) for i in range(1, 6)]
                inside = [cell for cell in way if cell is not None]
                for length in range(2, len(inside) + 1, 2):
                    yield (source, inside[length - 1]), inside[:length]

    def may_open(self, cell: Cell) -> bool:
        rows, columns = self.rows - 1, self.columns - 1
        corner = cell.row in (0, rows) and cell.column in (0, columns)
        middle = abs(2 * cell.row - rows) <= 1 and abs(2 * cell.column - columns) <= 1
        return self.opening == "anywhere" or corner or middle

    def expected(self) -> str:
        return "take away a stone of yours" if self.gone() < 2 else "jump"

    def gone(self) -> int:
        return sum(self.stone[cell] is None for cell in self.cells)

    @move(cell="cells")
    def remove(self, cell: Cell) -> None:
        require(self.gone() < 2, "stones are taken away at the start only")
        require(self.stone[cell] == self.turn, "no stone of yours is there")
        if self.gone() == 0:
            require(cell in self.first, "take one in the middle or in a corner")
        else:
            require(any(self.stone[n] is None for n in cell.neighbours), "take one beside the gap")
        self.stone[cell] = None
        self.turn = self.turn.next

    @move(jump="jumps")
    def leap(self, jump: Jump) -> None:
        source, target = jump
        require(self.gone() >= 2, "take away a stone first")
        require(self.stone[source] == self.turn, "no stone of yours is there")
        require(
            all(self.stone[cell] == self.turn.next for cell in self.passed[jump]),
            "there is no enemy to jump over",
        )
        require(
            all(self.stone[cell] is None for cell in self.landed[jump]), "there is no room to land"
        )
        for cell in self.passed[jump]:
            self.stone[cell] = None
        self.stone[source] = None
        self.stone[target] = self.turn
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @always(cell="cells")
    def stones_keep_their_colour(self, cell: Cell) -> bool:
        """A jump goes two cells at a time, so that a stone never changes the colour below it."""
        black, white = self.players
        return self.stone[cell] != (black if (cell.row + cell.column) % 2 == 1 else white)

    every_game_ends = terminates()
