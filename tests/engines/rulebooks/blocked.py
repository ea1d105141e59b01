"""Pieces that block each other: who cannot move wins, passes, or ends the game with points."""

from boardproof.rules import (
    Draw,
    Game,
    Grid,
    Map,
    Parameter,
    Pass,
    Players,
    Range,
    Score,
    Turn,
    Win,
    always,
    move,
    predicate,
    require,
    step,
)


class Blocked(Game):
    """Step or leap to the right; how far the first piece got says what being stuck means."""

    length: int = Parameter(5, at_least=4, at_most=7)
    seats: int = Parameter(2, at_least=1, at_most=3)

    def setup(self):
        self.players = Players(*"ABC"[: self.seats])
        self.cells = Grid(1, self.length)
        self.far = Range(1, 3)
        owners = self.players.elements
        start = {(0, i): owners[i % self.seats] for i in range(self.length - 2)}
        self.at = Map(self.cells, self.players | None, start=lambda cell: start.get(cell))
        self.turn = Turn(self.players)

    def own(self, cell):
        require(self.at[cell] == self.turn, "no piece of yours is there")

    @move(cell="cells")
    def step_on(self, cell):
        self.own(cell)
        target = cell.right
        require(target is not None and self.at[target] is None, "there is no room")
        self.put(cell, target)

    @move(cell="cells", far="far")
    def leap(self, cell, far):
        self.own(cell)
        target = cell.step(0, far)
        if far > 1:
            for i in range(1, far):
                over = cell.step(0, i)
                require(over is not None and self.at[over] is not None, "leap over pieces only")
        else:
            require(self.at[self.cells.at(0, 0)] is None, "this comes later")
        require(target is not None, "off the board")
        if target is not None:
            require(self.at[target] is None, "the cell is taken")
            self.put(cell, target)

    def put(self, source, target):
        self.at[source] = None
        self.at[target] = self.turn
        self.turn = self.turn.next

    def first(self):
        return sum(self.at[cell] is None for cell in self.cells if cell.column < 2)

    def result(self):
        if all(self.at[cell] is None for cell in self.cells if cell.column < 2):
            return Win(self.turn) if self.at[self.cells.at(0, 2)] is None else None
        return None

    def stuck(self):
        free = self.first()
        if free == 0:
            return Draw()
        if free == 1:
            last = self.at[self.cells.at(0, self.length - 1)]
            return Win(self.turn.previous) if last is None else Pass()
        return Score({who: self.worth(who) - 2 for who in self.players})

    def worth(self, who):
        return sum(cell.column * (1 if self.at[cell] == who else 0) for cell in self.cells)

    @predicate
    def ended(self):
        return self.result() is not None

    @predicate(who="players")
    def has_won(self, who):
        return self.result() == Win(who)

    @always
    def ended_or_not(self):
        return self.ended() or self.result() is None

    @step
    def went_on(self, before):
        return before.result() is None
