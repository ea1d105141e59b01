"""Locals that hold a place which is a pair beside a number, known here and not known there."""

from boardproof.rules import Count, Draw, Game, Map, Players, Range, Ring, Turn, move


class PairsKept(Game):
    """Fill places that are kept together with how much."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(*[(i, j) for i in range(3) for j in range(2)])
        self.few = Range(0, 2)
        self.board = Map(self.ring, Range(0, 3), start=1)
        self.left = Count(0, 3, start=3)
        self.turn = Turn(self.players)

    def spread(self, at, n):
        if self.board[at] == 1:
            return self.ring[1, 0], 2
        self.board[at] = 2
        return at, n

    @move(place="ring", n="few")
    def step(self, place, n):
        at, k = self.spread(place, n)
        end, m = self.ring[2, 1], 2
        if self.board[at] == 2:
            end, m = at.next, n
        for _ in range(m):
            at = at.next
            self.board[at] = k
        self.board[end] = m
        pair = (self.ring[2, 1], 2)
        for _ in range(m):
            pair = (pair[0].next, n)
        self.board[pair[0]] = pair[1]
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None
