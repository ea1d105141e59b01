"""Sim: colour the lines between six points, and shun a triangle; after G. J. Simmons (1969)."""

from boardproof.rules import *


class Sim(Game):
    """Colour a line between two of the points; whoever makes a triangle of one colour loses.

    Six points by default are joined each to each by lines that have no colour yet: fifteen lines in
    all. Red and Blue take turns, Red first, and each colours one line in their own colour. Whoever
    first has three lines of their own colour that make a triangle, with its corners at three of the
    points, loses. On six points somebody always does; on fewer, the game is a draw if all lines are
    coloured without one.
    """

    points: int = Parameter(6, at_least=3, at_most=6)

    def setup(self) -> None:
        self.players = Players("Red", "Blue", colours=("red", "blue"))
        names = "abcdef"[: self.points]
        self.lines: Domain[str] = Domain(*(a + b for a in names for b in names if a < b))
        self.triangles = [
            [self.lines[a + b], self.lines[a + c], self.lines[b + c]]
            for a in names
            for b in names
            for c in names
            if a < b < c
        ]
        self.colour = Map(self.lines, self.players | None)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "colour a line"

    @move(line="lines")
    def draw_line(self, line: str) -> None:
        require(self.colour[line] is None, "the line is coloured")
        self.colour[line] = self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def triangle(self, player: Player) -> bool:
        return any(all(self.colour[line] == player for line in three) for three in self.triangles)

    @predicate
    def full(self) -> bool:
        return all(self.colour[line] is not None for line in self.lines)

    def result(self) -> Result | None:
        for player in self.players:
            if self.triangle(player):
                return Win(player.next)
        return Draw() if self.full() else None

    def coloured(self, player: Player) -> int:
        return sum(self.colour[line] == player for line in self.lines)

    @always
    def by_turns(self) -> bool:
        red, blue = self.players
        return self.coloured(red) - self.coloured(blue) == (0 if self.turn == red else 1)

    @never
    def drawn_on_six_points(self) -> bool:
        """Six points never end without a triangle: the Ramsey number R(3, 3) is six."""
        return self.points == 6 and self.result() == Draw()

    @never
    def two_triangles(self) -> bool:
        return all(self.triangle(player) for player in self.players)

    every_game_ends = terminates()
