"""Tic-tac-toe (morpion) on decision diagrams, in the words of libDDD's tutorial.

python examples/morpion.py [LINE_SIZE=3] [--draw DIR]
"""

import argparse
from pathlib import Path
from time import perf_counter

from boardproof.algebra import (
    Fix,
    Homomorphism,
    Id,
    Put,
    Sel,
    Space,
    StateSet,
    composition,
    union,
)
from boardproof.drawing.diagram import as_svg, as_text
from boardproof.errors import TooLarge

STATE = "STATE"
EMPTY, PA, PB = -1, 0, 1
TO_PA, TO_PB = -1, -2
TURN = {PA: TO_PA, PB: TO_PB}
OTHER = {PA: TO_PB, PB: TO_PA}


class Morpion:
    """The game on a square grid, as a space of states and a transition relation."""

    def __init__(self, size: int = 3) -> None:
        self.size, self.cells = size, range(size * size)
        cells = dict.fromkeys(self.cells, (EMPTY, PA, PB))
        self.space = Space({STATE: (TO_PA, TO_PB, PA, PB), **cells})

    def initial(self) -> StateSet:
        """No one has played yet, and player A plays first."""
        return self.space.state({STATE: TO_PA, **dict.fromkeys(self.cells, EMPTY)})

    def lines(self) -> list[list[int]]:
        rows = [[i * self.size + j for j in range(self.size)] for i in range(self.size)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        falling = [rows[i][i] for i in range(self.size)]
        rising = [rows[i][-1 - i] for i in range(self.size)]
        return [*rows, *columns, falling, rising]

    def play_any_free_cell(self, player: int) -> Homomorphism:
        return union(play(cell, player) for cell in self.cells)

    def check_is_winner(self, player: int) -> Homomorphism:
        return union(composition(winner(c, player) for c in line) for line in self.lines())

    def trans(self) -> Homomorphism:
        """Note a winner, or, if there is none, play."""
        nextAA = self.play_any_free_cell(PA) + self.play_any_free_cell(PB)  # noqa: N806
        winnerA, winnerB = self.check_is_winner(PA), self.check_is_winner(PB)  # noqa: N806
        noWinner = ~(winnerA + winnerB)  # noqa: N806
        return (notew(PA) & winnerA) + (notew(PB) & winnerB) + (nextAA & noWinner)

    def reach(self) -> StateSet:
        """Everything that can become of the initial state."""
        return Fix(self.trans() + Id)(self.initial())


def play(the_cell: int, the_player: int) -> Homomorphism:
    """Play a free cell, if it is the player's turn; then it is the other's."""
    turn = Put(STATE, OTHER[the_player]) & Sel(STATE, TURN[the_player])
    return Put(the_cell, the_player) & Sel(the_cell, EMPTY) & turn


def winner(the_cell: int, the_player: int) -> Homomorphism:
    """Keep the states in which the player has the cell."""
    return Sel(the_cell, the_player)


def notew(the_winner: int) -> Homomorphism:
    """Note who has won."""
    return Put(STATE, the_winner)


def draw(name: str, states: StateSet, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.svg"
    try:
        path.write_text(as_svg(states, f"morpion: {name}", limit=1000), encoding="utf-8")
        print(f"drawn: {path}")
    except TooLarge as large:
        print(f"not drawn: {path}: {large}")


def main() -> None:
    parser = argparse.ArgumentParser(description="All configurations of tic-tac-toe.")
    parser.add_argument("size", nargs="?", type=int, default=3, metavar="LINE_SIZE")
    parser.add_argument("--draw", type=Path, metavar="DIR", help="write both diagrams as SVG")
    chosen = parser.parse_args()
    if chosen.size < 1:
        parser.error("a line has at least one cell")
    game = Morpion(chosen.size)
    print(as_text(game.initial(), limit=1000))
    begun = perf_counter()
    reached = game.reach()
    seconds = perf_counter() - begun
    print(f"{reached.count:,} states, {reached.nodes:,} nodes, {seconds:.2f} s")
    if chosen.draw:
        draw("initial", game.initial(), chosen.draw)
        draw("reachable", reached, chosen.draw)


if __name__ == "__main__":
    main()
