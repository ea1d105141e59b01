"""The tower of Hanoi: discs on three pegs, none on a smaller one; after É. Lucas (1883)."""

from boardproof.rules import *


class Hanoi(Game):
    """Carry the tower from the first peg to the last, a disc at a time.

    Five discs of different sizes, by default, lie on the first of three pegs, the largest at the
    bottom. A move carries the top disc of one peg to another, which must be empty or have a larger
    disc on top. The puzzle is solved when all discs lie on the last peg. There is always a move,
    and no limit to how many you make.
    """

    discs: int = Parameter(5, at_least=1, at_most=12)
    pegs: int = Parameter(3, at_least=3, at_most=5)

    def setup(self) -> None:
        self.players = Players("Solver")
        self.tower = Range(1, self.discs)
        self.places = Range(1, self.pegs)
        self.peg = Map(self.tower, self.places)
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "choose a disc and a peg for it"

    @move(disc="tower", peg="places")
    def carry(self, disc: int, peg: int) -> None:
        require(peg != self.peg[disc], "the disc is there")
        for smaller in self.tower:
            if smaller < disc:
                require(self.peg[smaller] != self.peg[disc], "a smaller disc lies on it")
                require(self.peg[smaller] != peg, "a smaller disc lies there")
        self.peg[disc] = peg

    @predicate
    def solved(self) -> bool:
        return all(self.peg[disc] == self.pegs for disc in self.tower)

    def result(self) -> Result | None:
        return Win(self.players.Solver) if self.solved() else None

    @step
    def one_disc_is_carried(self, before: "Hanoi") -> bool:
        return sum(self.peg[disc] != before.peg[disc] for disc in self.tower) == 1

    can_be_solved = reachable("solved")
