"""Constant lists and sets, or None, kept in a local name while the position changes."""

from boardproof.rules import Count, Draw, Game, One, Players, Range, Turn, Win, move, require


class Paths(Game):
    """A piece goes from spot to spot; where it was says where it may go."""

    def setup(self):
        self.players = Players("A", "B")
        self.spots = Range(0, 3)
        self.before = {0: [], 1: [0], 2: [0, 1], 3: [2]}
        self.only = {0: None, 1: [3, 2], 2: None, 3: [0, 1]}
        self.shut = {0: {3}, 1: None, 2: set(), 3: {0, 2}}
        self.ends = {0: (self.players["A"], 1), 1: None, 2: (self.players["B"], 2), 3: None}
        self.at = One(self.spots)
        self.left = Count(0, 5, start=5)
        self.turn = Turn(self.players)

    @move(to="spots")
    def go(self, to):
        path, only, shut = self.before[self.at], self.only[self.at], self.shut[self.at]
        if self.left < 3:
            path = self.before[to]
        if self.left == 1:
            only = None
        self.at = to
        require(not any(spot == to for spot in path) or len(path) == 1, "been there")
        require(only is None or to in only, "elsewhere only")
        require(shut is None or to not in shut, "shut")
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        if self.left > 0:
            return None
        path = self.before[self.at]
        return Win(self.turn) if sum(spot for spot in path) > 0 else Draw()
