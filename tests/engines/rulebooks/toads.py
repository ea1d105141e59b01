"""Toads and frogs: steps and jumps are pairs and triples of points, and tables go by pairs."""

from itertools import pairwise

from boardproof.rules import Domain, Game, Map, Parameter, Players, Subset, Turn, Win, move, require


class Toads(Game):
    """Step on, or jump over one of the other's; whoever cannot loses. A short cut is made once."""

    length: int = Parameter(5, at_least=5, at_most=9)

    def setup(self):
        self.players = Players("Toad", "Frog")
        toad, frog = self.players
        self.points = Domain(*(f"p{i}" for i in range(self.length)))
        p = self.points.elements
        forward = [*pairwise(p), (p[0], p[-1])]
        back = [(b, a) for a, b in pairwise(p)]
        self.ways = Domain(*forward, *back)
        self.owner = dict.fromkeys(forward, toad) | dict.fromkeys(back, frog)
        jumps = [(*pair, b) for pair in self.owner for a, b in self.owner if a == pair[1]]
        self.jumps = Domain(*[(a, b, c) for a, b, c in jumps if a != c])
        own = {p[0]: toad, p[1]: toad, p[-1]: frog, p[-2]: frog}
        self.at = Map(self.points, self.players | None, start=lambda point: own.get(point))
        self.gone = Subset(self.ways)
        self.end = p[-1]
        self.turn = Turn(self.players)

    def may_go(self, a, b):
        mine = self.owner[a, b] == self.turn and (a, b) not in self.gone
        return mine and self.at[a] == self.turn and self.at[b] is None

    @move(way="ways")
    def go(self, way):
        a, b = way
        require(self.may_go(a, b), "the way is not free")
        if way == (self.points["p0"], self.end):
            self.gone |= {way}
        self.at[a], self.at[b] = None, self.turn
        self.turn = self.turn.next

    def may_leap(self, a, b, c):
        return (
            self.at[a] == self.turn
            and self.at[b] == self.turn.next
            and self.at[c] is None
            and self.owner[a, b] == self.turn
        )

    @move(jump="jumps")
    def leap(self, jump):
        a, b, c = jump
        require(self.may_leap(a, b, c), "there is nobody to jump over")
        require(jump != (a, b, self.points["p0"]) or (c, a) not in self.gone)
        self.at[a], self.at[c] = None, self.turn
        self.turn = self.turn.next

    def result(self):
        if any(self.may_go(a, b) for a, b in self.ways):
            return None
        if any(self.may_leap(a, b, c) for a, b, c in self.jumps):
            return None
        return Win(self.turn.next)
