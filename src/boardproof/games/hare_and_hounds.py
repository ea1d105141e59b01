"""Hare and hounds, the French military game: three hounds pen a hare in, or it gets past them."""

from boardproof.rules import *


class HareAndHounds(Game):
    """Hounds never go back; the hare wins behind them all, the hounds by leaving it no move.

    The board has eleven points: three rows of three, and a point at each end. The hounds start on
    the left end point and at the left of the outer rows, the hare on the right end point; the
    hounds begin. By turns one hound, or the hare, goes along a line to the next point if it is
    free; hounds never go to the left. The hare wins when it is further left than every hound, or if
    no hound can move; the hounds win if the hare cannot move. A game that never ends is a draw.
    """

    escape: str = Reading(
        "past",
        "level",
        says="the hare escapes when it gets by the hounds",
        past="when it is behind every hound",
        level="when no hound is in front of it",
    )

    def setup(self) -> None:
        self.players = Players("Hound", "Hare")
        #:     1 2 3
        #:   0 4 5 6 10
        #:     7 8 9
        places = {i: ((i - 1) % 3 + 1, (i - 1) // 3) for i in range(1, 10)}
        places |= {0: (0, 1), 10: (4, 1)}
        edges = [(1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (8, 9), (1, 4), (4, 7), (2, 5), (5, 8)]
        edges += [(3, 6), (6, 9), (1, 5), (3, 5), (7, 5), (9, 5), (0, 1), (0, 4), (0, 7)]
        edges += [(3, 10), (6, 10), (9, 10)]
        self.points = Graph({i: places[i] for i in range(11)}, edges)
        self.column = {point: places[point][0] for point in self.points}
        self.hounds = Subset(self.points, start=[self.points[i] for i in (0, 1, 7)])
        self.hare = One(self.points, start=10)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "move a hound" if self.turn == "Hound" else "move the hare"

    @move(source="points", target="source.neighbours")
    def go(self, source: int, target: int) -> None:
        require(target not in self.hounds and target != self.hare, "the point is taken")
        if self.turn == "Hare":
            require(source == self.hare, "the hare is not there")
            self.hare = target
        else:
            require(source in self.hounds, "no hound is there")
            require(self.column[target] >= self.column[source], "hounds never go back")
            self.hounds = self.hounds - {source} | {target}
        self.turn = self.turn.next

    @predicate
    def escaped(self) -> bool:
        if self.escape == "past":
            return all(self.column[hound] > self.column[self.hare] for hound in self.hounds)
        return all(self.column[hound] >= self.column[self.hare] for hound in self.hounds)

    def result(self) -> Result | None:
        return Win("Hare") if self.escaped() else None

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @always
    def three_hounds(self) -> bool:
        return len(self.hounds) == 3 and self.hare not in self.hounds
