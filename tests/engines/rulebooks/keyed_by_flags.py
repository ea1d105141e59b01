"""Tables whose keys are flags, and numbers that may not be there."""

from boardproof.rules import Count, Flag, Game, One, Players, Range, Turn, Win, move, require


class KeyedByFlags(Game):
    """Add what a flag, a number or both say; whoever cannot loses."""

    def setup(self):
        self.players = Players("A", "B")
        self.digits = Range(3, 5)
        self.step = {False: 1, True: 2}
        self.far = {None: 1, 3: 2, 4: 1, 5: 3}
        self.ways = {False: [3, 5], True: [4]}
        self.both = {(False, 3): 1, (True, 3): 2, (False, 4): 3, (True, 4): 1, (False, 5): 1}
        self.follow = {None: [3], 3: [4, 5], 4: None, 5: [3, 4]}
        self.sum = Count(0, 12)
        self.odd = Flag()
        self.last = One(self.digits | None)
        self.turn = Turn(self.players)

    @move
    def go(self):
        require(self.sum < 11)
        self.sum += self.step[self.sum > 4]
        self.odd = not self.odd
        self.turn = self.turn.next

    @move(digit="digits")
    def run(self, digit):
        require(self.sum < 10 and digit in self.ways[self.odd] and self.last != digit)
        self.sum += self.far[self.last]
        self.last = digit
        self.turn = self.turn.next

    @move(digit="digits")
    def jump(self, digit):
        may = self.follow[self.last]
        require(self.sum < 10 and may is not None and digit in may)
        require(not self.odd or digit != 5)
        self.sum += self.both[self.odd, digit]
        self.last = None
        self.turn = self.turn.next

    def result(self):
        return None

    def stuck(self):
        return Win(self.turn.previous)
