"""Six men's morris: two squares joined at their middles, and mills that take men."""

from boardproof.rules import *

#: Corners and middles of a square, numbered round from the upper left: x to the right, y down.
ROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


class SixMensMorris(Game):
    """Three along a side take a man; whoever has fewer than three, or cannot move, loses.

    The board has sixteen points: the corners and middles of two squares, one inside the other,
    whose middles are joined. Each player has three men by default, placed by turns on free points,
    White first; once all of yours are placed, you slide one along a line to the next point if it is
    free. Three men along a side of a square are a mill: whoever makes one takes an enemy man at
    once, but none from a mill unless all stand in mills. When all men have been placed, a player to
    move who has fewer than three loses. So does one who cannot move; a game that never ends is a
    draw.
    """

    men: int = Parameter(3, at_least=3, at_most=6)
    flying: bool = Reading(
        False,
        True,
        says="a player with three men left moves a man",
        false="along a line to the next point, as before",
        true="to any free point",
    )

    def setup(self) -> None:
        self.players = Players("White", "Black")
        outer, inner = ([ring + str(i) for i in range(8)] for ring in "oi")
        places = {p: (2.0 * x, 2.0 * y) for p, (x, y) in zip(outer, ROUND, strict=True)}
        places |= {p: (float(x), float(y)) for p, (x, y) in zip(inner, ROUND, strict=True)}
        sides = [
            [ring[(i + j) % 8] for j in range(3)] for ring in (outer, inner) for i in range(0, 8, 2)
        ]
        edges = [(a, b) for side in sides for a, b in ((side[0], side[1]), (side[1], side[2]))]
        self.points = Graph(places, [*edges, *((outer[i], inner[i]) for i in (1, 3, 5, 7))])
        self.near = {point: frozenset(point.neighbours) for point in self.points}
        elsewhere = {p: [q for q in self.points if q != p] for p in self.points}
        self.ways = {p: elsewhere[p] if self.flying else p.neighbours for p in self.points}
        mills = [[self.points[p] for p in side] for side in sides]
        self.others = {
            point: [[p for p in mill if p != point] for mill in mills if point in mill]
            for point in self.points
        }
        self.man = Map(self.points, self.players | None)
        self.hand = Map(self.players, Range(0, self.men), start=lambda player: self.men)
        self.taking = Flag()
        self.turn = Turn(self.players)

    def expected(self) -> str:
        if self.taking:
            return "take an enemy man"
        return "place a man" if self.hand[self.turn] > 0 else "slide a man"

    def in_mill(self, player: Player, point: str) -> bool:
        return any(all(self.man[p] == player for p in pair) for pair in self.others[point])

    def unfinished(self) -> bool:
        return self.taking

    @move(point="points")
    def place(self, point: str) -> None:
        require(not self.taking, "a man is to be taken")
        require(self.hand[self.turn] > 0, "all your men are placed")
        require(self.man[point] is None, "the point is taken")
        self.man[point] = self.turn
        self.hand[self.turn] -= 1
        self.finish(point)

    @move(source="points", target="ways[source]")
    def slide(self, source: str, target: str) -> None:
        require(not self.taking, "a man is to be taken")
        require(self.hand[self.turn] == 0, "place all your men first")
        require(self.man[source] == self.turn, "no man of yours is there")
        require(self.man[target] is None, "the point is taken")
        if self.flying:
            near = target in self.near[source]
            require(near or self.on_board(self.turn) == 3, "only the last three men fly")
        self.man[source], self.man[target] = None, self.turn
        self.finish(target)

    def finish(self, point: str) -> None:
        """End the turn, unless a mill was made and there is a man to take."""
        if self.in_mill(self.turn, point) and self.on_board(self.turn.next) > 0:
            self.taking = True
        else:
            self.turn = self.turn.next

    @move(point="points")
    def take(self, point: str) -> None:
        other = self.turn.next
        require(self.taking, "there is no new mill")
        require(self.man[point] == other, "no enemy man is there")
        require(
            not self.in_mill(other, point)
            or all(self.in_mill(other, p) for p in self.points if self.man[p] == other),
            "it stands in a mill, and others do not",
        )
        self.man[point] = None
        self.taking = False
        self.turn = self.turn.next

    def on_board(self, player: Player) -> int:
        return sum(self.man[point] == player for point in self.points)

    def result(self) -> Result | None:
        placed = all(self.hand[player] == 0 for player in self.players)
        return Win(self.turn.previous) if placed and self.on_board(self.turn) < 3 else None

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    def evaluation(self, player: Player) -> int:
        return self.on_board(player) - self.on_board(player.next)

    @always(player="players")
    def no_man_too_many(self, player: Player) -> bool:
        return self.on_board(player) + self.hand[player] <= self.men
