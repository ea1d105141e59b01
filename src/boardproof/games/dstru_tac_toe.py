"""DSTRU-TAC-TOE: Uno and Tres place, Dos removes, on a 4×4 grid."""

from boardproof.rules import *


class DstruTacToe(Game):
    """Tres and Uno each want a pattern; Dos takes pieces away and wants the grid full.

    The grid is 4×4 and empty at the start, and there are three players. They move in the order
    Tres, Uno, Dos: Tres and Uno each place a piece of their own on a free cell, then Dos takes away
    any one piece. The patterns are the top row, the bottom row and the diagonal from the top right
    to the bottom left: Uno or Tres wins by filling one of them. Dos wins if no cell is free. If the
    piece that fills the grid also completes a pattern, Uno still wins by it, but Tres does not, and
    Dos wins; there are no draws.
    """

    win: str = Reading(
        "contains",
        "equals",
        says="Uno ∈ W (Uno has achieved a winning pattern)",
        contains="the player's set includes a pattern",
        equals="the player's set is a pattern, and nothing besides",
    )
    order: str = Reading(
        "uno_dos_tres",
        "dos_uno_tres",
        says="If over ∧ Uno ∈ W, then Uno Wins; if over ∧ F = ∅, then Dos Wins; "
        "if over ∧ Tres ∈ W, then Tres Wins",
        uno_dos_tres="of two results that hold at once Uno's goes first, then Dos's",
        dos_uno_tres="of two results that hold at once Dos's goes first, then Uno's",
    )

    def setup(self) -> None:
        self.players = Players("Uno", "Dos", "Tres")
        A = self.A = Range(1, 4)
        self.P = Grid(4, 4, first=1)
        horizontal = frozenset((1, a) for a in A)
        vertical = frozenset((4, a) for a in A)  # the document's name; (4, y) is drawn as a row
        main_diagonal = frozenset((a, a) for a in A)
        anti_diagonal = frozenset((a, 5 - a) for a in A)
        self.C = {horizontal, main_diagonal, anti_diagonal, vertical}
        self.T = frozenset((a, a) for a in A)
        self.W: set[frozenset[tuple[int, int]]] = self.C - {self.T}
        self.Uno, self.Tres = Subset(self.P), Subset(self.P)
        self.Dos: frozenset[Cell] = frozenset()  # no rule ever gives Dos a position
        self.turn, self.go = Flag(True), Flag(False)

    @derived
    def F(self) -> frozenset[Cell]:
        return self.P - (self.Uno | self.Tres)

    def to_move(self) -> Player:
        if not self.turn:
            return self.players.Dos
        return self.players.Uno if self.go else self.players.Tres

    def expected(self) -> str:
        return "place a piece" if self.turn else "remove a piece"

    @move(pos="P")
    def next_player_move(self, pos: Cell) -> None:
        if self.turn and self.go:
            require(pos in self.F, "the position is not free")
            self.Uno |= {pos}
            self.turn = not self.turn
            self.go = not self.go
        elif not self.turn:
            require(pos in self.Uno | self.Tres, "there is no piece to remove")
            self.Uno -= {pos}
            self.Tres -= {pos}
            self.turn = not self.turn
        else:
            require(pos in self.F, "the position is not free")
            self.Tres |= {pos}
            self.go = not self.go

    def achieved(self, occupied: frozenset[Cell]) -> bool:
        if self.win == "equals":
            return occupied in self.W
        return any(pattern <= occupied for pattern in self.W)

    @predicate
    def uno_wins(self) -> bool:
        return self.achieved(self.Uno)

    @predicate
    def tres_wins(self) -> bool:
        return self.achieved(self.Tres)

    @predicate
    def no_free_position(self) -> bool:
        return set() == self.F

    @predicate
    def over(self) -> bool:
        return self.uno_wins() or self.tres_wins() or self.no_free_position()

    def result(self) -> Result | None:
        if self.order == "dos_uno_tres" and self.no_free_position():
            return Win(self.players.Dos)
        if self.uno_wins():
            return Win(self.players.Uno)
        if self.no_free_position():
            return Win(self.players.Dos)
        return Win(self.players.Tres) if self.tres_wins() else None

    @forbidden(pos="P")
    def occupied_twice(self, pos: Cell) -> bool:
        """A position belongs to Uno or to Tres, never to both."""
        return pos in self.Uno and pos in self.Tres

    @always
    def sets_are_disjoint(self) -> bool:
        return self.Uno & self.Tres == set()

    @never
    def removal_while_go(self) -> bool:
        return not self.turn and self.go

    @always
    def free_or_taken(self) -> bool:
        return len(self.F) + len(self.Uno) + len(self.Tres) == 16 and set() == self.Dos

    @always
    def three_patterns_win(self) -> bool:
        return all((pattern in self.W) == (pattern != self.T) for pattern in self.C)

    @always
    def t_is_reflexive(self) -> bool:
        return all((a, a) in self.T for a in self.A)

    @always
    def t_is_symmetric(self) -> bool:
        return all((b, a) in self.T for a in self.A for b in self.A if (a, b) in self.T)

    @always
    def t_is_antisymmetric(self) -> bool:
        return all(a == b for a in self.A for b in self.A if (a, b) in self.T and (b, a) in self.T)

    @always
    def t_is_transitive(self) -> bool:
        return all(
            (a, c) in self.T
            for a in self.A
            for b in self.A
            for c in self.A
            if (a, b) in self.T and (b, c) in self.T
        )

    @always
    def over_means_a_result(self) -> bool:
        return self.over() == (self.result() is not None)

    @step
    def one_position_changes(self, before: "DstruTacToe") -> bool:
        return len(self.Uno ^ before.Uno) + len(self.Tres ^ before.Tres) == 1

    @step
    def tres_then_uno_then_dos(self, before: "DstruTacToe") -> bool:
        after = before.to_move()
        if after == self.players.Tres:
            return self.to_move() == self.players.Uno
        return self.to_move() == (
            self.players.Dos if after == self.players.Uno else self.players.Tres
        )

    @step
    def each_does_their_part(self, before: "DstruTacToe") -> bool:
        """Uno and Tres add to their own set only; Dos only removes."""
        if before.to_move() == self.players.Dos:
            return before.Uno >= self.Uno and before.Tres >= self.Tres
        if before.to_move() == self.players.Uno:
            return self.Uno >= before.Uno and self.Tres == before.Tres
        return self.Tres >= before.Tres and self.Uno == before.Uno

    every_game_ends = terminates()
    dos_can_make_uno_win = conjecture(force("Dos", "Uno wins"))
    dos_can_make_tres_win = conjecture(force("Dos", "Tres wins"))
    tres_can_make_dos_win = conjecture(force("Tres", "Dos wins"))
