"""Sets of numbers that begin at different numbers, and numbers that they cannot have."""

from boardproof.rules import Count, Draw, Game, Players, Range, Subset, Turn, Win, move, require


class NumberSets(Game):
    """Numbers are put into a set and taken out of it, as tables of other sets allow."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 4)
        self.high = {0: {3, 4}, 1: {4}, 2: set(), 3: {3}, 4: {2, 3}}
        self.shut = {0: {3}, 1: None, 2: set(), 3: {1, 2}, 4: None}
        self.low = {0: {-2, 1}, 1: {0}, 2: {-1, 0, 1}, 3: {2}, 4: {1}}
        self.held = Subset(Range(1, 4), start=set())
        self.last = Count(0, 4)
        self.left = Count(0, 5, start=5)
        self.turn = Turn(self.players)

    @move(number="numbers")
    def put(self, number):
        shut, near = self.shut[self.last], self.low[number]
        require(shut is None or number not in shut, "shut")
        require(self.last not in self.held or number in {2, 3, self.last}, "held")
        both = self.held & self.high[self.last] if self.left > 2 else self.high[number] | near
        require(not both <= self.held or set() <= both, "held already")
        require(number - 3 not in near, "near")
        self.held ^= both - {0, -1, -2} if number == 0 else {number}
        self.last = number
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        if self.left > 0:
            return None
        return Win(self.turn) if self.held == self.high[self.last] else Draw()
