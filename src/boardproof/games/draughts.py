"""English draughts: a jump that can go on must, and all its jumps are one move."""

from typing import Any

from boardproof.rules import *

WAYS = {"nw": (1, -1), "ne": (1, 1), "sw": (-1, -1), "se": (-1, 1)}
Square = str


class Draughts(Game):
    """Jump over enemies to take them; whoever cannot move loses.

    Play is on the dark squares of an 8×8 board by default, with twelve men each on the three
    nearest rows; Black begins, from the bottom. Men step one square diagonally forward, kings also
    back; in the same directions they jump over an enemy beside them to the free square behind.
    Whoever can jump must, with any piece that can, and the same piece goes on as long as there is
    something to jump; what it jumped over leaves the board when it has finished, and none is jumped
    twice. A man that reaches the far row becomes a king, which ends the move. Whoever cannot move
    loses, and a game that never ends is a draw.
    """

    size: int = Parameter(8, choices=(4, 6, 8))

    def setup(self) -> None:
        self.players = Players("Black", "White")
        black, white = self.players
        rows = range(self.size)
        dark = [(row, column) for row in rows for column in rows if (row + column) % 2 == 0]
        names = {(row, column): f"{'abcdefgh'[column]}{row + 1}" for row, column in dark}
        self.squares: Domain[Square] = Domain(*names.values())
        self.ways: Domain[str] = Domain(*WAYS)
        at = {cell: self.squares[name] for cell, name in names.items()}
        self.near = {square: self.seen(at, cell, 1) for cell, square in at.items()}
        self.behind = {square: self.seen(at, cell, 2) for cell, square in at.items()}
        self.forward = {
            black: frozenset({self.ways["nw"], self.ways["ne"]}),
            white: frozenset({self.ways["sw"], self.ways["se"]}),
        }
        self.last = {
            black: frozenset(s for c, s in at.items() if c[0] == self.size - 1),
            white: frozenset(s for c, s in at.items() if c[0] == 0),
        }
        #: A man that was jumped stays on the board until the turn is over.
        self.men: Domain[str] = Domain("Black", "White", "Jumped")
        self.own = {player: self.men[str(player)] for player in self.players}
        deep = 3 if self.size == 8 else 1
        start = {s: "Black" for c, s in at.items() if c[0] < deep}
        start |= {s: "White" for c, s in at.items() if c[0] >= self.size - deep}
        self.man = Map(self.squares, self.men | None, start=start)
        self.kings = Subset(self.squares)
        self.jumper = One(self.squares | None)
        self.turn = Turn(self.players)
        self.look = Rows(*([at.get((r, c)) for c in rows] for r in reversed(rows)))

    def seen(
        self, at: dict[tuple[int, int], Square], cell: tuple[int, int], far: int
    ) -> dict[str, Any]:
        """Map each way to the square so far off, None where there is none."""
        steps = {way: WAYS[way] for way in self.ways}
        return {w: at.get((cell[0] + far * r, cell[1] + far * c)) for w, (r, c) in steps.items()}

    def expected(self) -> str:
        return "go on jumping" if self.jumper is not None else "step, or jump if you can"

    def may_go(self, square: Square, way: str) -> bool:
        mine = self.man[square] == self.own[self.turn]
        return mine and (square in self.kings or way in self.forward[self.turn])

    def may_jump(self, square: Square, way: str) -> bool:
        over, target = self.near[square][way], self.behind[square][way]
        if over is None or target is None or not self.may_go(square, way):
            return False
        return self.man[over] == self.own[self.turn.next] and self.man[target] is None

    def must_jump(self) -> bool:
        return any(self.may_jump(square, way) for square in self.squares for way in self.ways)

    @move(square="squares", way="ways")
    def step(self, square: Square, way: str) -> None:
        target = self.near[square][way]
        require(self.jumper is None, "the jump goes on")
        require(self.may_go(square, way), "no man of yours goes that way")
        require(not self.must_jump(), "there is something to take")
        require(target is not None, "the board ends there")
        require(self.man[target] is None, "the square is taken")
        self.carry(square, target)
        if target in self.last[self.turn]:
            self.kings |= {target}
        self.turn = self.turn.next

    @move(square="squares", way="ways")
    def jump(self, square: Square, way: str) -> None:
        over, target = self.near[square][way], self.behind[square][way]
        require(self.jumper is None or self.jumper == square, "another man jumps")
        require(self.may_jump(square, way), "nothing can be taken there")
        require(over is not None and target is not None)
        self.carry(square, target)
        self.man[over] = "Jumped"
        crowned = target in self.last[self.turn] and target not in self.kings
        if not crowned and any(self.may_jump(target, onward) for onward in self.ways):
            self.jumper = target
        else:
            self.finish(target, crowned)

    def carry(self, square: Square, target: Square) -> None:
        self.man[square], self.man[target] = None, self.own[self.turn]
        if square in self.kings:
            self.kings = self.kings - {square} | {target}

    def finish(self, target: Square, crowned: bool) -> None:
        """Take the men off that were jumped, crown the man that got across, end the turn."""
        for square in self.squares:
            if self.man[square] == "Jumped":
                self.man[square] = None
                self.kings -= {square}
        if crowned:
            self.kings |= {target}
        self.jumper = None
        self.turn = self.turn.next

    def unfinished(self) -> bool:
        return self.jumper is not None

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    def evaluation(self, player: Player) -> int:
        return self.worth(player) - self.worth(player.next)

    def worth(self, player: Player) -> int:
        men = {square for square in self.squares if self.man[square] == self.own[player]}
        return 2 * len(men) + len(men & self.kings)

    @always
    def kings_are_men(self) -> bool:
        return all(self.man[square] is not None for square in self.kings)
