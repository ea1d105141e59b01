"""Values that change places: parts of tuples, names beside them, and variables of the position."""

from boardproof.rules import Count, Game, Map, Players, Range, Ring, Turn, Win, move


class Swaps(Game):
    """Two numbers go round; who is to move says how far."""

    def setup(self):
        self.players = Players("A", "B")
        self.few = Range(1, 2)
        self.ring = Ring(3)
        self.x = Count(0, 3)
        self.y = Count(0, 3, start=1)
        self.heap = Map(self.ring, Range(0, 3))
        self.left = Count(0, 4, start=4)
        self.turn = Turn(self.players)

    @move(n="few")
    def go(self, n):
        pair, pair_0, pair_1 = (self.x, self.y), n, 3 - n
        if n == 2:
            pair = (pair[1], pair[0])
        for _ in range(self.y):
            pair = (pair[1], pair[0])
        nested = (pair, pair_1)
        for _ in range(self.x):
            nested = ((nested[0][1], nested[1]), nested[0][0])
        self.heap[self.ring[0]], self.heap[self.ring[1]] = (
            self.heap[self.ring[1]],
            (self.heap[self.ring[0]] + self.turned(nested, pair_0)) % 4,
        )
        self.x, self.y = self.y, self.x
        self.x, self.y = (nested[0][0] + pair_0) % 4, pair[1]
        self.left -= 1
        self.turn = self.turn.next

    def turned(self, nested, n):
        for n_lap in self.few:
            for n in self.few:
                if self.x == n:
                    break
                nested = ((nested[1], nested[0][0]), nested[0][1])
            if n_lap == n:
                return nested[1]
        return nested[0][0]

    def result(self):
        if self.left == 0:
            return Win("A") if self.x > self.y else Win("B")
        return None
