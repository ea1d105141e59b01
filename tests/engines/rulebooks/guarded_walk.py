"""A move that goes wrong where it is illegal: it must not even be tried there."""

from boardproof.rules import Count, Draw, Game, Map, Players, Range, Ring, Turn, move, require


class GuardedWalk(Game):
    """Each walks once; a second walk would put more on a place than it holds."""

    def setup(self):
        self.players = Players("A", "B")
        self.few = Range(1, 2)
        self.ring = Ring(3)
        self.x = Count(0, 2)
        self.on = Map(self.ring, Range(0, 1))
        self.turn = Turn(self.players)

    @move(n="few")
    def go(self, n):
        require(self.x < n, "has walked")
        self.walk(self.x)
        self.x += 1
        self.turn = self.turn.next

    def walk(self, k):
        for spot in self.ring:
            if k == 1:
                k = 0
                continue
            self.on[spot] += 1
            return

    def stuck(self):
        return Draw()
