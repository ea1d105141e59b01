"""Peg solitaire: jump pegs until one is left; the triangle of fifteen and the English board."""

from collections.abc import Iterator

from boardproof.rules import *

Jump = tuple[Cell, Cell, Cell]


class PegSolitaire(Game):
    """Jump over a peg into the hole behind it and take it out; leave one.

    By default the board is a triangle of fifteen holes, with a peg in each but the top one. A move
    jumps with a peg along a line over a peg beside it into the empty hole behind, and the peg
    jumped over is taken out. The puzzle is solved when one peg is left. If more are left and none
    can jump, it is not solved, which counts as a draw.
    """

    board: str = Parameter("triangle", choices=("triangle", "english"))
    side: int = Parameter(5, at_least=3, at_most=6)

    def setup(self) -> None:
        self.players = Players("Solver")
        self.holes = Triangle(self.side) if self.board == "triangle" else Grid(7, 7)
        empty = self.holes[0, 0] if self.board == "triangle" else self.holes[3, 3]
        self.jumps: Domain[Jump] = Domain(*self.all_jumps())
        self.pegs = Subset(
            self.holes, start=[hole for hole in self.holes if self.used(hole) and hole != empty]
        )
        self.turn = Turn(self.players)

    def used(self, hole: Cell) -> bool:
        """Whether a hole belongs to the board: the English one has no corners."""
        return self.board == "triangle" or 2 <= hole.row <= 4 or 2 <= hole.column <= 4

    def all_jumps(self) -> Iterator[Jump]:
        """Generate three holes in a line each: from, over and to."""
        for line in self.holes.lines(3):
            if all(self.used(hole) for hole in line):
                yield line[0], line[1], line[2]
                yield line[2], line[1], line[0]

    def expected(self) -> str:
        return "choose a peg, the one it jumps over, and the hole"

    @move(jump="jumps")
    def leap(self, jump: Jump) -> None:
        source, over, target = jump
        require(source in self.pegs and over in self.pegs, "two pegs are needed side by side")
        require(target not in self.pegs, "the hole is taken")
        self.pegs = self.pegs - {source, over} | {target}

    def result(self) -> Result | None:
        return Win("Solver") if len(self.pegs) == 1 else None

    def stuck(self) -> Result:
        return Draw()

    @step
    def one_peg_goes(self, before: "PegSolitaire") -> bool:
        return len(self.pegs) == len(before.pegs) - 1

    every_game_ends = terminates()
    can_be_solved = reachable("Solver wins")
