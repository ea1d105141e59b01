"""Fox and hounds on the dark squares: the hounds pen the fox in, or it slips past."""

from boardproof.rules import *


class FoxAndHounds(Game):
    """Hounds only go forward; the fox wins behind them, the hounds by leaving it no move.

    Play is on the dark squares of an 8×8 board by default: four hounds start in the bottom row, the
    fox in the top row, and the hounds begin. By turns one hound goes one square diagonally forward,
    up the board, or the fox one square diagonally in any direction, always to a free square.
    Nothing is captured. The fox wins by reaching the bottom row, or if no hound can move. The
    hounds win if the fox cannot move.
    """

    size: int = Parameter(8, choices=(4, 6, 8))
    first: str = Reading(
        "hounds",
        "fox",
        says="who begins",
        hounds="the hounds move first",
        fox="the fox moves first",
    )

    def setup(self) -> None:
        hounds, fox = ("Hound", "Fox")
        self.players = Players(*((hounds, fox) if self.first == "hounds" else (fox, hounds)))
        board = Grid(self.size, self.size, bottom_up=True)
        dark = [cell for cell in board if (cell.row + cell.column) % 2 == 0]
        self.squares: Domain[tuple[int, int]] = Domain(*((row, column) for row, column in dark))
        self.steps: Domain[tuple[tuple[int, int], tuple[int, int]]] = Domain(
            *(
                (a, b)
                for a in self.squares
                for b in self.squares
                if abs(a[0] - b[0]) == 1 and abs(a[1] - b[1]) == 1
            )
        )
        self.hounds = Subset(self.squares, start=[s for s in self.squares if s[0] == 0])
        self.fox = One(self.squares, start=(self.size - 1, 3 if self.size == 8 else 1))
        self.turn = Turn(self.players)
        rows = range(self.size - 1, -1, -1)
        self.look = Rows(
            *([(r, c) if (r + c) % 2 == 0 else None for c in range(self.size)] for r in rows)
        )

    def expected(self) -> str:
        return "move a hound forward" if self.turn == self.players.Hound else "move the fox"

    @move(step="steps")
    def go(self, step: tuple[tuple[int, int], tuple[int, int]]) -> None:
        source, target = step
        require(target not in self.hounds and target != self.fox, "the square is taken")
        if self.turn == self.players.Fox:
            require(source == self.fox, "the fox is not there")
            self.fox = target
        else:
            require(source in self.hounds, "no hound is there")
            require(target[0] > source[0], "hounds go forward only")
            self.hounds = self.hounds - {source} | {target}
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Win(self.players.Fox) if self.fox[0] == 0 else None

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @always
    def as_many_hounds(self) -> bool:
        return len(self.hounds) == self.size // 2 and self.fox not in self.hounds
