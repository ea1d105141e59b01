"""Morris in steps: a man is placed or slides, and if that closes a mill, then one is taken."""

from boardproof.rules import (
    Domain,
    Flag,
    Game,
    Map,
    Parameter,
    Players,
    Range,
    Turn,
    Win,
    move,
    require,
)  # fmt: skip

#: The sides of a square whose corners and middles are numbered round.
SIDES = ((0, 1, 2), (2, 3, 4), (4, 5, 6), (6, 7, 0))


class MorrisSteps(Game):
    """Take men by mills; whoever has fewer than three, or cannot move, loses."""

    men: int = Parameter(3, at_least=3, at_most=6)

    def setup(self):
        self.players = Players("White", "Black")
        # Two squares, one inside the other, joined at the middles of their sides.
        self.points = Domain(*(f"{ring}{i}" for ring in "oi" for i in range(8)))
        names = self.points.elements
        mills = [[names[8 * ring + i] for i in side] for ring in (0, 1) for side in SIDES]
        self.through = {
            point: [[p for p in mill if p != point] for mill in mills if point in mill]
            for point in self.points
        }
        edges = {(8 * ring + i, 8 * ring + (i + 1) % 8) for ring in (0, 1) for i in range(8)}
        edges |= {(i, 8 + i) for i in (1, 3, 5, 7)}
        self.near = {
            a: frozenset(b for j, b in enumerate(names) if (i, j) in edges or (j, i) in edges)
            for i, a in enumerate(names)
        }
        self.man = Map(self.points, self.players | None)
        self.hand = Map(self.players, Range(0, self.men), start=lambda player: self.men)
        self.mill = Flag()
        self.turn = Turn(self.players)

    def closed(self, player, point):
        return any(all(self.man[p] == player for p in pair) for pair in self.through[point])

    def finish(self, point):
        other = self.turn.next
        if self.closed(self.turn, point) and any(self.man[p] == other for p in self.points):
            self.mill = True
        else:
            self.turn = self.turn.next

    @move(point="points")
    def take(self, point):
        other = self.turn.next
        require(self.mill, "there is no new mill")
        require(self.man[point] == other, "no man of the other's is there")
        require(
            not self.closed(other, point)
            or all(self.closed(other, p) for p in self.points if self.man[p] == other),
            "it stands in a mill",
        )
        self.man[point] = None
        self.mill = False
        self.turn = self.turn.next

    def unfinished(self):
        return self.mill

    @move(point="points")
    def place(self, point):
        require(not self.mill, "a man is to be taken")
        require(self.hand[self.turn] > 0, "all men are placed")
        require(self.man[point] is None, "the point is taken")
        self.man[point] = self.turn
        self.hand[self.turn] -= 1
        self.finish(point)

    @move(source="points", target="points")
    def slide(self, source, target):
        require(not self.mill, "a man is to be taken")
        require(self.hand[self.turn] == 0, "men are still to be placed")
        require(self.man[source] == self.turn, "no man of yours is there")
        require(target in self.near[source], "no line leads there")
        require(self.man[target] is None, "the point is taken")
        self.man[source] = None
        self.man[target] = self.turn
        self.finish(target)

    def can_slide(self, player):
        return any(
            self.man[source] == player and any(self.man[p] is None for p in self.near[source])
            for source in self.points
        )

    def result(self):
        if any(self.hand[player] > 0 for player in self.players):
            return None
        men = sum(self.man[point] == self.turn for point in self.points)
        return Win(self.turn.next) if men < 3 or not self.can_slide(self.turn) else None
