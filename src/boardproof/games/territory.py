"""The 3×3 territory game of Red and Blue, in the words and names of its specification."""

from boardproof.rules import *


class Territory(Game):
    """Red and Blue place one piece each, then spread, capture and cascade over a 3×3 board.

    Red and Blue, Red first, each place a piece on a free cell; after that, a move chooses one of
    your own pieces. If its cell is not yet seen, the cell becomes seen, and that is all. If it is,
    the piece goes from it, the cell is no longer seen, and you spread to the cell ahead (up for
    Red, down for Blue), then left, then right: a free cell gets a piece of yours, an enemy is taken
    off, and a cell where a piece of either colour was becomes seen or, if it already is, is spread
    from at once in the same way. The game ends when at most three cells are free, when a player has
    no piece left, or after 20 moves, placements included. Whoever has more pieces wins; with
    equally many it is a draw.
    """

    turns: int = Reading(
        20, 16, says="val (N) - turn counter, game ends when it reaches 20 ** (N = {1, ..., 16})"
    )
    capture: str = Reading(
        "frees",
        "takes",
        says="captures an opponent's piece (removes it from their set and sets found=true)",
        frees="removed from the opponent's set, nothing added",
        takes="the cell becomes the capturer's",
    )
    expand: str = Reading(
        "passes",
        "stays",
        says="If good ended up true, it flips good back to false, switches go, and increments val",
        passes="an Expand is a completed move",
        stays="good remains false after an Expand: the same player again",
    )
    placement: str = Reading(
        "free",
        "any",
        says="During placement phase it adds the piece to the right set",
        free="only free cells can be chosen",
        any="any cell can be chosen, the opponent's too",
    )
    placement_seen: bool = Reading(
        False,
        True,
        says='S tracks the position last "seen" (visited during Replace)',
        false="a placed piece is not yet in S",
        true="a placed piece is already in S",
    )
    seen: str = Reading(
        "all",
        "last",
        says='S tracks the position last "seen" (visited during Replace)',
        all="S keeps every position seen until it is removed",
        last="S holds one position: the one seen last",
    )
    free_end: str = Reading(
        "at_most",
        "exactly",
        says="if there are only 3 free spots that remain",
        at_most="three free cells or fewer",
        exactly="exactly three free cells",
    )
    wipe_out: str = Reading(
        "any",
        "exactly_one",
        says="a 'wipe-out' where ONE player loses all of their pieces during the movement phase",
        any="either side has no piece",
        exactly_one="one side has no piece and the other has some",
    )

    def setup(self) -> None:
        self.players = Players("Red", "Blue", colours=("red", "blue"))
        self.C = Range(1, 3)
        self.N = Range(1, self.turns)  # the document has {1, ..., 16}, and 20 turns
        self.M = Grid(3, 3, first=1)
        self.good, self.found = Flag(False), Flag(False)
        self.go, self.start = Flag(True), Flag(True)
        self.val = Count(0, self.turns)
        self.R, self.B = Subset(self.M), Subset(self.M)
        self.S, self.T = Subset(self.M), Subset(self.M)

    @derived
    def F(self) -> frozenset[Cell]:
        return self.M - (self.R | self.B)

    @derived
    def over(self) -> bool:
        few = len(self.F) <= 3 if self.free_end == "at_most" else len(self.F) == 3
        no_red, no_blue = len(self.R) == 0, len(self.B) == 0
        wiped = no_red or no_blue if self.wipe_out == "any" else no_red != no_blue
        return few or self.val == self.turns or (not self.start and wiped)

    def to_move(self) -> Player:
        return self.players.Red if self.go else self.players.Blue

    def expected(self) -> str:
        if self.start:
            return "placement: place a piece on a free cell"
        return "movement: choose a piece of your own"

    def see(self, pos: Cell) -> None:
        if self.seen == "last":
            self.S = frozenset({pos})
        else:
            self.S |= {pos}

    def Remove(self, pos: Cell) -> None:
        if self.go:
            self.R -= {pos}
        else:
            self.B -= {pos}
        self.S -= {pos}
        self.T -= {pos}

    def Replace(self, pos: Cell) -> None:
        self.found = False
        if self.go:
            if pos in self.B:
                self.B -= {pos}
                self.found = True
                if self.capture == "takes":
                    self.R |= {pos}
            elif pos in self.R:
                self.found = True
            else:
                self.R |= {pos}
        else:
            if pos in self.R:
                self.R -= {pos}
                self.found = True
                if self.capture == "takes":
                    self.B |= {pos}
            elif pos in self.B:
                self.found = True
            else:
                self.B |= {pos}
        if self.found:
            if pos not in self.S:
                self.see(pos)
            elif pos not in self.T:
                self.Expand(pos)

    def Expand(self, pos: Cell) -> None:
        up, down, left, right = pos.up, pos.down, pos.left, pos.right
        self.Remove(pos)
        ahead = up if self.go else down
        if ahead is not None:
            self.Replace(ahead)
        if left is not None:
            self.Replace(left)
        if right is not None:
            self.Replace(right)

    def Update(self, pos: Cell) -> None:
        self.good = False
        if pos not in self.S:
            self.see(pos)
            self.good = True
        if not self.good and pos not in self.T:
            self.T |= {pos}
            self.Expand(pos)
            self.good = self.expand == "passes"

    @move(pos="M")
    def NextPlayerMove(self, pos: Cell) -> None:
        if self.start:
            require(self.placement == "any" or pos in self.F, "the cell is not free")
            if self.go:
                self.R |= {pos}
            else:
                self.B |= {pos}
            if self.placement_seen:
                self.see(pos)
            self.good = True
        else:
            require(pos in (self.R if self.go else self.B), "choose a piece of your own")
            self.Update(pos)
        if len(self.R) == 1 and len(self.B) == 1:
            self.start = False
        if self.good:
            self.good = False
            self.go = not self.go
            self.val += 1
        self.found = False

    def GameOver(self) -> Result:
        if len(self.R) == len(self.B):
            return Draw()
        return Win(self.players.Red if len(self.R) > len(self.B) else self.players.Blue)

    def result(self) -> Result | None:
        return self.GameOver() if self.over else None

    @forbidden(pos="M")
    def held_by_both(self, pos: Cell) -> bool:
        """Red and Blue hold the same cell; possible only with placement=any."""
        return self.placement == "free" and pos in self.R and pos in self.B

    @always
    def scratch_is_clean(self) -> bool:
        return not self.good and not self.found

    @always
    def val_counts_in_N(self) -> bool:
        return self.val == 0 or self.val in self.N

    @always
    def one_position_was_seen_last(self) -> bool:
        return self.seen == "all" or len(self.S) <= 1

    @never
    def expanded_between_moves(self) -> bool:
        return set() != self.T

    @step
    def val_counts_moves(self, before: "Territory") -> bool:
        """A completed move adds one to val and switches go; any other changes neither."""
        passed = self.val == before.val + 1 and self.go != before.go
        if self.expand == "passes":
            return passed
        return passed or (self.val == before.val and self.go == before.go)

    @step
    def placement_comes_first(self, before: "Territory") -> bool:
        return before.start or not self.start

    @step
    def placement_adds_one_piece(self, before: "Territory") -> bool:
        added = len(self.R - before.R) + len(self.B - before.B)
        removed = len(before.R - self.R) + len(before.B - self.B)
        return not before.start or (added <= 1 and removed == 0)

    @always
    def free_are_the_others(self) -> bool:
        return self.placement == "any" or len(self.F) + len(self.R) + len(self.B) == 9

    @always
    def over_as_stated(self) -> bool:
        """Over means a result, and one of the three reasons."""
        few = len(self.F) <= 3
        wiped = len(self.R) == 0 or len(self.B) == 0
        reason = few or self.val == self.turns or (not self.start and wiped)
        return (self.result() is not None) == self.over and (reason or not self.over)

    every_game_ends = terminates()
    red_can_win = conjecture(force("Red", "Red wins"))
    blue_can_win = conjecture(force("Blue", "Blue wins"))
