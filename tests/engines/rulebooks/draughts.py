"""English draughts: a jump that can go on must; all its jumps are one move."""

from boardproof.rules import (
    Domain,
    Game,
    Map,
    One,
    Parameter,
    Players,
    Subset,
    Turn,
    Win,
    always,
    move,
    require,
)  # fmt: skip

STEPS = {"nw": (1, -1), "ne": (1, 1), "sw": (-1, -1), "se": (-1, 1)}


class Draughts(Game):
    """Take all men, or leave the other without a move."""

    size: int = Parameter(4, choices=(4, 6, 8))

    def setup(self):
        self.players = Players("Black", "White")
        rows = range(self.size)
        dark = [(row, column) for row in rows for column in rows if (row + column) % 2 == 0]
        self.squares = Domain(*(f"{'abcdefgh'[column]}{row + 1}" for row, column in dark))
        self.ways = Domain(*STEPS)
        at = dict(zip(dark, self.squares, strict=True))
        self.near = {square: self.reached(at, cell, 1) for cell, square in at.items()}
        self.behind = {square: self.reached(at, cell, 2) for cell, square in at.items()}
        black, white = self.players
        ends = {black: self.size - 1, white: 0}
        self.last = {
            player: frozenset(square for (row, _), square in at.items() if row == end)
            for player, end in ends.items()
        }
        north, south = self.ways.elements[:2], self.ways.elements[2:]
        self.forward = {black: frozenset(north), white: frozenset(south)}
        deep = 3 if self.size == 8 else 1
        men = {square: black for (row, _), square in at.items() if row < deep}
        men |= {square: white for (row, _), square in at.items() if row >= self.size - deep}
        self.man = Map(self.squares, self.players | None, start=men.get)
        self.kings = Subset(self.squares)
        self.jumped = Subset(self.squares)
        self.jumper = One(self.squares | None)
        self.turn = Turn(self.players)

    def reached(self, at, cell, far):
        """Map each way to the square so far off, None where there is none."""
        return {
            way: at.get((cell[0] + far * STEPS[way][0], cell[1] + far * STEPS[way][1]))
            for way in self.ways
        }

    def may_go(self, square, way):
        return square in self.kings or way in self.forward[self.turn]

    def may_step(self, square, way):
        target = self.near[square][way]
        if target is None or self.man[square] != self.turn or not self.may_go(square, way):
            return False
        return self.man[target] is None

    def may_jump(self, square, way):
        over, target = self.near[square][way], self.behind[square][way]
        if over is None or target is None:
            return False
        if self.man[square] != self.turn or not self.may_go(square, way):
            return False
        taken = self.man[over] == self.turn.next and over not in self.jumped
        return taken and self.man[target] is None

    def must_jump(self):
        return any(self.may_jump(square, way) for square in self.squares for way in self.ways)

    @move(square="squares", way="ways")
    def step(self, square, way):
        require(self.jumper is None, "the jump goes on")
        require(self.may_step(square, way), "no man can step there")
        require(not self.must_jump(), "there is something to take")
        target = self.near[square][way]
        require(target is not None)
        self.carry(square, target)
        if target in self.last[self.turn]:
            self.kings |= {target}
        self.turn = self.turn.next

    @move(square="squares", way="ways")
    def jump(self, square, way):
        require(self.jumper is None or self.jumper == square, "another man jumps")
        require(self.may_jump(square, way), "no man can jump there")
        over, target = self.near[square][way], self.behind[square][way]
        require(over is not None and target is not None)
        self.carry(square, target)
        self.jumped |= {over}
        crowned = target in self.last[self.turn] and target not in self.kings
        if not crowned and any(self.may_jump(target, onward) for onward in self.ways):
            self.jumper = target
        else:
            self.finish(target, crowned)

    def carry(self, square, target):
        self.man[target] = self.turn
        self.man[square] = None
        if square in self.kings:
            self.kings = (self.kings - {square}) | {target}

    def finish(self, target, crowned):
        for square in self.squares:
            if square in self.jumped:
                self.man[square] = None
        self.kings = self.kings - self.jumped
        if crowned:
            self.kings |= {target}
        self.jumped = frozenset()
        self.jumper = None
        self.turn = self.turn.next

    def unfinished(self):
        return self.jumper is not None

    @always
    def whole_turns_only(self):
        return self.jumper is None and len(self.jumped) == 0

    def result(self):
        if any(
            self.may_step(square, way) or self.may_jump(square, way)
            for square in self.squares
            for way in self.ways
        ):
            return None
        return Win(self.turn.next)
