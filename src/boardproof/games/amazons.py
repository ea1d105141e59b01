"""The game of the Amazons: a queen's move, then an arrow; after W. Zamkauskas (1988)."""

from boardproof.rules import *

Step = tuple[Cell, Cell]
WAYS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


class Amazons(Game):
    """Move an amazon like a queen and shoot an arrow from there; whoever cannot loses.

    Each player has one amazon on a square board, 3×3 by default: White's stands in the top row,
    Black's in the bottom row, and White begins. A move has two parts: the amazon goes any number of
    free cells in a straight or diagonal line, and then shoots an arrow from where it stands, which
    flies in the same way. Neither passes over or ends on a cell that is taken; the cell just left
    counts as free. The arrow stays where it falls and bars that cell for good. Whoever cannot both
    move and shoot loses, so there are no draws.
    """

    size: int = Parameter(3, at_least=2, at_most=5)

    def setup(self) -> None:
        self.players = Players("White", "Black")
        white, black = self.players
        self.cells = Grid(self.size, self.size)
        between = {(a, b): way for a in self.cells for b, way in self.queen_moves(a)}
        self.steps: Domain[Step] = Domain(*between)
        self.between = {step: between[step] for step in self.steps}
        self.men: Domain[str] = Domain("White", "Black", "arrow")
        self.amazon = {white: self.men["White"], black: self.men["Black"]}
        last = self.size - 1
        start = {(0, 1): self.men["White"], (last, last - 1): self.men["Black"]}
        self.on = Map(self.cells, self.men | None, start=lambda cell: start.get(cell))
        self.turn = Turn(self.players)

    def queen_moves(self, source: Cell) -> list[tuple[Cell, list[Cell]]]:
        """Return where a queen goes from a cell on an empty board, each with what lies between."""
        moves = []
        for rows, columns in WAYS:
            way: list[Cell] = []
            cell = source.step(rows, columns)
            while cell is not None:
                moves.append((cell, list(way)))
                way.append(cell)
                cell = cell.step(rows, columns)
        return moves

    def expected(self) -> str:
        return "move your amazon, and choose where its arrow flies"

    def clear(self, step: Step, lifted: Cell) -> bool:
        """Whether nothing bars a way, once the amazon that stands on a cell is gone from there."""
        free = self.on[step[1]] is None or step[1] == lifted
        return free and all(self.on[cell] is None or cell == lifted for cell in self.between[step])

    @move(step="steps", arrow="cells")
    def go(self, step: Step, arrow: Cell) -> None:
        source, target = step
        require(self.on[source] == self.amazon[self.turn], "no amazon of yours is there")
        require(self.clear(step, source) and target != source, "the way is barred")
        require((target, arrow) in self.steps, "no arrow flies there")
        require(self.clear(self.steps[target, arrow], source), "the arrow's way is barred")
        self.on[source] = None
        self.on[target] = self.amazon[self.turn]
        self.on[arrow] = "arrow"
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    def arrows(self) -> int:
        return sum(self.on[cell] == "arrow" for cell in self.cells)

    @step
    def one_arrow_a_move(self, before: "Amazons") -> bool:
        return self.arrows() == before.arrows() + 1

    every_game_ends = terminates()
