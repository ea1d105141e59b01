"""Three men's morris and its kin: place three men, then slide them until three stand in a row."""

from boardproof.rules import *


class ThreeMensMorris(Game):
    """Three in a row win; whoever cannot move loses.

    The board has nine points in three rows of three, joined along rows, columns and the two
    diagonals; each player has three men by default, and White begins. The men are placed by turns
    on free points. Once yours are all placed, a move slides one of them along a line to the next
    point if it is free. Whoever gets three of their men into a row, column or diagonal wins, even
    while placing. Whoever cannot move loses, and a game that never ends is a draw.
    """

    men: int = Parameter(3, choices=(3, 4))
    moving: str = Reading(
        "along_lines",
        "anywhere",
        "like_a_king",
        says="then a man is moved each turn",
        along_lines="to the next point along a line (Tapatan; Achi with four men)",
        anywhere="to any free point (nine holes)",
        like_a_king="to any neighbouring point, lines or not",
    )
    centre: str = Reading(
        "open",
        "barred",
        says="the first man may be placed",
        open="on any point",
        barred="anywhere but in the centre",
    )

    def setup(self) -> None:
        self.players = Players("White", "Black")
        self.points = Grid(3, 3)
        self.lines = self.points.lines(3)
        self.near = {a: frozenset(b for b in self.points if self.joined(a, b)) for a in self.points}
        self.man = Map(self.points, self.players | None)
        self.hand = Map(self.players, Range(0, self.men), start=lambda player: self.men)
        self.turn = Turn(self.players)

    def joined(self, a: Cell, b: Cell) -> bool:
        rows, columns = abs(a.row - b.row), abs(a.column - b.column)
        if self.moving == "along_lines":
            return max(rows, columns) == 1 and any(a in line and b in line for line in self.lines)
        return a != b and (self.moving == "anywhere" or max(rows, columns) == 1)

    def expected(self) -> str:
        return "place a man" if self.hand[self.turn] > 0 else "move a man"

    @move(point="points")
    def place(self, point: Cell) -> None:
        require(self.hand[self.turn] > 0, "all your men are placed")
        require(self.man[point] is None, "the point is taken")
        if self.centre == "barred":
            require(
                point != (1, 1) or any(self.man[p] is not None for p in self.points),
                "the first man may not stand in the centre",
            )
        self.man[point] = self.turn
        self.hand[self.turn] -= 1
        self.turn = self.turn.next

    @move(source="points", target="near[source]")
    def slide(self, source: Cell, target: Cell) -> None:
        require(self.hand[self.turn] == 0, "place all your men first")
        require(self.man[source] == self.turn, "no man of yours is there")
        require(self.man[target] is None, "the point is taken")
        self.man[source], self.man[target] = None, self.turn
        self.turn = self.turn.next

    @predicate(player="players")
    def in_row(self, player: Player) -> bool:
        return any(all(self.man[point] == player for point in line) for line in self.lines)

    def result(self) -> Result | None:
        return Win(self.turn.previous) if self.in_row(self.turn.previous) else None

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @always(player="players")
    def no_man_is_lost(self, player: Player) -> bool:
        placed = sum(self.man[point] == player for point in self.points)
        return placed + self.hand[player] == self.men

    @never
    def two_rows(self) -> bool:
        return all(self.in_row(player) for player in self.players)
