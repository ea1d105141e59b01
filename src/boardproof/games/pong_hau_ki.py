"""Pong Hau K'i, a Chinese children's game on five points; after the article in Wikipedia.

"The board consists of 5 vertices and 7 edges. Each player has two pieces. Players take turns to
move. At each turn, the player moves one of their two pieces into the adjacent vacant vertex. If a
player can't move, they lose." (en.wikipedia.org/wiki/Pong_Hau_K'i)
"""

from boardproof.rules import *

#: A square with its diagonals, whose lower side is missing.
#:
#:     a---b
#:     |\ /|
#:     | c |
#:     |/ \|
#:     d   e
EDGES = ("ab", "ad", "be", "ac", "bc", "cd", "ce")


class PongHauKi(Game):
    """Slide a piece to the one free point; whoever cannot move loses. A game need never end.

    The five points are the corners and the centre of a square, joined by its sides, except the
    lower one, and by the lines from the corners to the centre. Red's two pieces start on the upper
    corners, Blue's two on the lower ones, and Red begins. A move slides one of your pieces along a
    line to the free point; nothing is captured. Whoever cannot move loses, and a game that never
    ends is a draw.
    """

    open_side: str = Reading(
        "second",
        "first",
        says="the open side of the rectangle is between the two tokens of one player",
        second="the second player starts where the side is missing",
        first="the first player starts where the side is missing",
    )

    def setup(self) -> None:
        self.players = Players("Red", "Blue", colours=("red", "blue"))
        red, blue = self.players
        self.points: Domain[str] = Domain("a", "b", "c", "d", "e")
        self.beside = {
            point: [self.points[other] for other in self.points if point + other in _BOTH_WAYS]
            for point in self.points
        }
        above, below = (red, blue) if self.open_side == "second" else (blue, red)
        start = {"a": above, "b": above, "c": None, "d": below, "e": below}
        self.at = Map(self.points, self.players | None, start=lambda point: start[point])
        self.turn = Turn(self.players)
        rows = (["a", None, "b"], [None, "c", None], ["d", None, "e"])
        self.look = Rows(*rows, lines=EDGES)

    def expected(self) -> str:
        return "choose a piece beside the free point"

    @move(point="points")
    def slide(self, point: str) -> None:
        require(self.at[point] == self.turn, "no piece of yours is there")
        free_beside = any(self.at[other] is None for other in self.beside[point])
        require(free_beside, "the free point is not beside it")
        for other in self.points:
            if self.at[other] is None:
                self.at[other] = self.turn
        self.at[point] = None
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @forbidden(player="players")
    def not_two_pieces(self, player: Player) -> bool:
        """Each player has two pieces."""
        return sum(self.at[point] == player for point in self.points) != 2

    red_blocked = reachable("Blue wins")


_BOTH_WAYS = {*EDGES, *(edge[::-1] for edge in EDGES)}
