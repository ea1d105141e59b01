"""Hex: join your two sides of a rhombus of hexagons; after P. Hein (1942) and J. Nash (1948)."""

from boardproof.rules import *


class Hex(Game):
    """First joins the top to the bottom, Second the left to the right.

    The board is a rhombus of hexagons, 3×3 by default, and empty at the start. The players take
    turns to place a stone on a free cell, and stones never move. First wins with a chain of
    neighbouring stones from the top to the bottom, Second with one from the left to the right; a
    corner belongs to both its sides. A full board always joins two sides, so there are no draws.
    """

    rows: int = Parameter(3, at_least=1, at_most=11)
    columns: int = Parameter(3, at_least=1, at_most=11)
    joining: str = Reading(
        "wins",
        "loses",
        says="the player who joins their two sides",
        wins="wins",
        loses="loses (Rex, reverse Hex)",
    )
    swap: bool = Reading(
        False,
        True,
        says="the first stone is a great advantage",
        false="and stays it",
        true="so Second may take it over as the first reply, on the mirrored cell",
    )

    def setup(self) -> None:
        self.players = Players("First", "Second", colours=("red", "blue"))
        self.cells = Hexagons(self.rows, self.columns)
        square = self.rows == self.columns
        self.mirror = {
            cell: self.cells[cell.column, cell.row] if square else cell for cell in self.cells
        }
        self.stone = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)
        first, second = self.players
        self.look = Sides(top=first, bottom=first, left=second, right=second)

    def expected(self) -> str:
        return "place a stone"

    @move(cell="cells")
    def place(self, cell: Cell) -> None:
        require(self.stone[cell] is None, "the cell is taken")
        self.stone[cell] = self.turn
        self.turn = self.turn.next

    @move
    def swap_sides(self) -> None:
        require(self.swap, "there is no swapping in this reading")
        require(
            self.stones() == 1 and self.turn == self.players.Second,
            "only the first stone can be taken over, in reply to it",
        )
        for cell in self.cells:
            if self.stone[cell] == self.players.First:
                self.stone[cell] = None
                self.stone[self.mirror[cell]] = self.players.Second
                break
        self.turn = self.turn.next

    def stones(self) -> int:
        return sum(self.stone[cell] is not None for cell in self.cells)

    @predicate(player="players")
    def joined(self, player: Player) -> bool:
        mine = {cell for cell in self.cells if self.stone[cell] == player}
        if player == self.players.First:
            return self.cells.connected(self.cells.top, self.cells.bottom, within=mine)
        return self.cells.connected(self.cells.left, self.cells.right, within=mine)

    def result(self) -> Result | None:
        for player in self.players:
            if self.joined(player):
                return Win(player if self.joining == "wins" else player.next)
        return None

    @never
    def both_joined(self) -> bool:
        return all(self.joined(player) for player in self.players)

    @never
    def drawn(self) -> bool:
        """A full board always joins two sides."""
        return self.stones() == len(self.cells) and self.result() is None

    every_game_ends = terminates()
