"""Tic-tac-toe and Connect Four by hand on CUDD (through `dd`): images move by move.

Run: python benchmarks/peers/cudd.py tic-tac-toe 4 | connect-four 5 5

Two bits a cell (A has it, B has it) and one for the turn; a move forgets the bits it changes and
sets them anew. A layer's winners are taken out line by line.
"""

import sys
from collections.abc import Iterator

from dd.cudd import BDD

Cell = tuple[int, int]
SHIFTS = ((0, 1), (1, 0), (1, 1), (1, -1))


def lines(cells: list[Cell], size: int) -> list[list[Cell]]:
    found = []
    for row, column in cells:
        for down, right in SHIFTS:
            line = [(row + i * down, column + i * right) for i in range(size)]
            if all(cell in cells for cell in line):
                found.append(line)
    return found


class Board:
    """Positions of a game in which players take turns to fill cells and want a line."""

    def __init__(self, cells: list[Cell], size: int, falls: bool) -> None:
        self.bdd = BDD()
        self.bdd.configure(reordering=False)  # sifting costs more here than it saves
        self.cells, self.falls = cells, falls
        names = ["turn", *(name for cell in cells for name in self.names(cell))]
        self.bits = len(names)
        self.bdd.declare(*names)
        self.lines = lines(cells, size)

    def names(self, cell: Cell) -> tuple[str, str]:
        return f"a{cell[0]}_{cell[1]}", f"b{cell[0]}_{cell[1]}"

    def empty(self, cell: Cell) -> object:
        a, b = self.names(cell)
        return ~self.bdd.var(a) & ~self.bdd.var(b)

    def moves(self, player: int) -> Iterator[tuple[object, list[str], object]]:
        turn = self.bdd.var("turn")
        for cell in self.cells:
            below = (cell[0] - 1, cell[1])
            guard = self.empty(cell) & (turn if player else ~turn)
            if self.falls and below in self.cells:
                guard &= ~self.empty(below)
            a, b = (self.bdd.var(name) for name in self.names(cell))
            then = (b & ~a & ~turn) if player else (a & ~b & turn)
            yield guard, [*self.names(cell), "turn"], then

    def count(self) -> int:
        layer = ~self.bdd.var("turn")
        for cell in reversed(self.cells):
            layer &= self.empty(cell)
        total, player = 0, 0
        while layer != self.bdd.false:
            total += int(layer.count(self.bits))
            layer = self.image(self.going(layer, 1 - player), player)
            player = 1 - player
        return total

    def going(self, layer: object, last: int) -> object:
        for line in self.lines:
            won = self.bdd.true
            for cell in reversed(line):
                won &= self.bdd.var(self.names(cell)[last])
            layer &= ~won
        return layer

    def image(self, layer: object, player: int) -> object:
        found = self.bdd.false
        for guard, changed, then in self.moves(player):
            found |= self.bdd.exist(changed, layer & guard) & then
        return found


def board(game: str, *sizes: int) -> Board:
    if game == "tic-tac-toe":
        (size,) = sizes
        return Board([(r, c) for r in range(size) for c in range(size)], size, falls=False)
    columns, rows = sizes
    return Board([(r, c) for c in range(columns) for r in range(rows)], 4, falls=True)


def main() -> None:
    game, *sizes = sys.argv[1:]
    print(board(game, *map(int, sizes)).count())


if __name__ == "__main__":
    main()
