"""Dodgem: drive your cars off the board; after C. Vout (1972), in Winning Ways."""

from boardproof.rules import *


class Dodgem(Game):
    """Blue drives right, Red drives up; all cars off wins, and so does being shut in.

    On a board of 3×3 by default, Red's two cars start in the bottom row and Blue's two in the left
    column, with the corner between them empty; Red begins. A car drives one cell to a free cell,
    forward or sideways but never back: Red's go up, left or right, Blue's right, up or down. Red's
    cars leave the board over its top edge, Blue's over its right edge. Whoever has driven all their
    cars off wins, and so does a player who cannot move when it is their turn. A game that never
    ends is a draw.
    """

    size: int = Parameter(3, at_least=2, at_most=5)

    def setup(self) -> None:
        self.players = Players("Red", "Blue", colours=("red", "blue"))
        red, blue = self.players
        self.cells = Grid(self.size, self.size, bottom_up=True)
        self.ways: Domain[str] = Domain("up", "down", "left", "right")
        self.backward = {red: self.ways["down"], blue: self.ways["left"]}
        self.beyond = {
            cell: dict(zip(self.ways, (cell.up, cell.down, cell.left, cell.right), strict=True))
            for cell in self.cells
        }
        self.forward = {red: self.ways["up"], blue: self.ways["right"]}
        self.car = Map(self.cells, self.players | None, start=self.owner_at_start)
        self.turn = Turn(self.players)

    def owner_at_start(self, cell: Cell) -> Player | None:
        if (cell.row == 0) == (cell.column == 0):
            return None
        return self.players.Red if cell.row == 0 else self.players.Blue

    def expected(self) -> str:
        return "drive a car"

    @move(cell="cells", way="ways")
    def drive(self, cell: Cell, way: str) -> None:
        require(self.car[cell] == self.turn, "no car of yours is there")
        require(way != self.backward[self.turn], "cars never drive back")
        target = self.beyond[cell][way]
        if target is None:
            require(way == self.forward[self.turn], "that is not your side of the board")
        else:
            require(self.car[target] is None, "a car is in the way")
            self.car[target] = self.turn
        self.car[cell] = None
        self.turn = self.turn.next

    def cars(self, player: Player) -> int:
        return sum(self.car[cell] == player for cell in self.cells)

    def result(self) -> Result | None:
        for player in self.players:
            if self.cars(player) == 0:
                return Win(player)
        return None

    def stuck(self) -> Result:
        """Whoever shuts the other in loses."""
        return Win(self.turn)

    def evaluation(self, player: Player) -> int:
        return self.cars(player.next) - self.cars(player)

    @step(player="players")
    def cars_never_return(self, before: "Dodgem", player: Player) -> bool:
        return self.cars(player) <= before.cars(player)
