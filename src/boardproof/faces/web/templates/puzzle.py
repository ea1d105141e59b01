"""A puzzle: jump over pegs and take them out until one is left."""

from boardproof.rules import *


class LastPeg(Game):
    """Jump over a peg into the hole behind it and take it out; leave one."""

    side = Parameter(5, at_least=4, at_most=5)

    def setup(self):
        self.players = Players("Solver")
        self.holes = Triangle(self.side)
        self.jumps = Domain(*self.all_jumps())
        empty = self.holes[2, 0]
        self.pegs = Subset(self.holes, start=[hole for hole in self.holes if hole != empty])
        self.turn = Turn(self.players)

    def all_jumps(self):
        """List three holes in a line each: from, over and to."""
        for a, b, c in self.holes.lines(3):
            yield a, b, c
            yield c, b, a

    def expected(self):
        return "choose a peg, the one it jumps over, and the hole"

    @move(jump="jumps")
    def leap(self, jump):
        source, over, target = jump
        require(source in self.pegs and over in self.pegs, "two pegs are needed side by side")
        require(target not in self.pegs, "the hole is taken")
        self.pegs = self.pegs - {source, over} | {target}

    def result(self):
        return Win("Solver") if len(self.pegs) == 1 else None

    def stuck(self):
        return Draw()

    # What you expect of the puzzle: `Check` proves it, or shows a game that breaks it.

    @step
    def one_peg_goes(self, before):
        return len(self.pegs) == len(before.pegs) - 1

    every_game_ends = terminates()
    can_be_solved = reachable("Solver wins")
