"""A requirement that may only be looked at where an earlier one is met: a table has None there."""

from boardproof.rules import Count, Game, Players, Range, Subset, Turn, Win, move, require


class GuardedLook(Game):
    """Two players walk up a stair, over steps that bear them."""

    def setup(self):
        self.players = Players("A", "B")
        self.by = Range(1, 2)
        self.rise = {0: 1, 1: 2, 2: None, 3: 1, 4: 1, 5: 2, 6: None, 7: 0}
        self.holds = {0: 1, 1: 2, 3: 2, 4: 2, 5: 1, 7: 0}
        self.level = Count(0, 7)
        self.broken = Subset(self.by)
        self.turn = Turn(self.players)

    @move(n="by")
    def climb(self, n):
        require(self.rise[self.level] is not None, "the stair is whole there")
        self.broken ^= {n}
        require(self.rise[self.level] >= n, "the step is high enough")
        require(self.holds[self.level] >= n, "the step holds")
        self.level = min(self.level + n, 7)
        self.turn = self.turn.next

    @move
    def mend(self):
        require(self.level in (2, 6), "there is something to mend")
        self.level += 1
        self.broken = set()
        self.turn = self.turn.next

    def result(self):
        return Win(self.turn.previous) if self.level == 7 else None
