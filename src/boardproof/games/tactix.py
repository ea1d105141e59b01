"""TacTix: take neighbouring counters of one row or column; after P. Hein (c. 1950)."""

from collections.abc import Iterator

from boardproof.rules import *

Run = frozenset[Cell]


class Tactix(Game):
    """Take any number of counters side by side in a line; the last one decides.

    Counters fill a square board, 3×3 by default. The players take turns to take one or more
    counters from a single row or column; they must lie side by side with no gap between them.
    Nobody may pass. Whoever takes the last counter loses, so there are no draws.
    """

    size: int = Parameter(3, at_least=1, at_most=5)
    last: str = Reading(
        "loses",
        "wins",
        says="the player who takes the last counter",
        loses="loses, as Piet Hein would have it",
        wins="wins",
    )

    def setup(self) -> None:
        self.players = Players("First", "Second")
        self.cells = Grid(self.size, self.size)
        self.runs: Domain[Run] = Domain(*dict.fromkeys(self.all_runs()))
        self.counters = Subset(self.cells, start=self.cells)
        self.turn = Turn(self.players)

    def all_runs(self) -> Iterator[Run]:
        """Generate the sets of cells that lie side by side in a row or a column."""
        for line in (
            *map(self.cells.row, range(self.size)),
            *map(self.cells.column, range(self.size)),
        ):
            for start in range(self.size):
                for end in range(start, self.size):
                    yield frozenset(line[start : end + 1])

    def expected(self) -> str:
        return "take counters that lie side by side"

    @move(run="runs")
    def take(self, run: Run) -> None:
        require(run <= self.counters, "a counter is missing there")
        self.counters -= run
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn if self.last == "loses" else self.turn.previous)

    @predicate
    def mirrored(self) -> bool:
        """The counters stay the same when the board is turned halfway round."""
        far = self.size - 1
        return all(
            (cell in self.counters)
            == (self.cells[far - cell.row, far - cell.column] in self.counters)
            for cell in self.cells
        )

    every_game_ends = terminates()
