"""Othello: discs enclosed between two of the other colour are turned; after L. Waterman (1883)."""

from boardproof.rules import *


class Othello(Game):
    """Enclose the other player's discs to turn them; most discs win.

    The board is 4×4 by default, with two discs of each colour crosswise in the middle; Black
    begins. A move places a disc of your colour on a free cell so that one or more enemy discs lie
    in an unbroken straight or diagonal line between it and another disc of yours; all discs so
    enclosed, in every direction, turn to your colour. Whoever cannot do so passes. When neither
    player can, the game ends, and whoever has more discs wins; with equally many it is a draw.
    """

    size: int = Parameter(4, choices=(4, 6, 8))

    def setup(self) -> None:
        self.players = Players("Black", "White")
        black, white = self.players
        self.cells = Grid(self.size, self.size)
        h = self.size // 2
        start = {(h - 1, h): black, (h, h - 1): black, (h - 1, h - 1): white, (h, h): white}
        self.disc = Map(self.cells, self.players | None, start=lambda cell: start.get(cell))
        self.turn = Turn(self.players)
        steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
        self.ways = range(8)
        self.beyond = {cell: [cell.step(*step) for step in steps] for cell in self.cells}

    def expected(self) -> str:
        return "place a disc that encloses others"

    def encloses(self, player: Player, cell: Cell, way: int) -> bool:
        place = self.beyond[cell][way]
        if place is None or self.disc[place] != player.next:
            return False
        while place is not None and self.disc[place] == player.next:
            place = self.beyond[place][way]
        return place is not None and self.disc[place] == player

    @predicate(player="players", cell="cells")
    def placeable(self, player: Player, cell: Cell) -> bool:
        return self.disc[cell] is None and any(
            self.encloses(player, cell, way) for way in self.ways
        )

    @predicate(player="players")
    def can_place(self, player: Player) -> bool:
        return any(self.placeable(player, cell) for cell in self.cells)

    @move(cell="cells")
    def place(self, cell: Cell) -> None:
        require(self.placeable(self.turn, cell), "nothing is enclosed")
        for way in self.ways:
            if self.encloses(self.turn, cell, way):
                place = self.beyond[cell][way]
                while place is not None and self.disc[place] == self.turn.next:
                    self.disc[place] = self.turn
                    place = self.beyond[place][way]
        self.disc[cell] = self.turn
        self.turn = self.turn.next

    def stuck(self) -> Result | Pass:
        """Whoever cannot place passes; where neither can, discs are counted."""
        if self.can_place(self.turn.next):
            return Pass()
        return Score({player: self.discs(player) for player in self.players})

    def discs(self, player: Player) -> int:
        return sum(self.disc[cell] == player for cell in self.cells)

    def evaluation(self, player: Player) -> int:
        return self.discs(player) - self.discs(player.next)

    @step(cell="cells")
    def discs_stay(self, before: "Othello", cell: Cell) -> bool:
        return before.disc[cell] is None or self.disc[cell] is not None

    every_game_ends = terminates()
