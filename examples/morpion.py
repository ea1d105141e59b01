"""Tic-tac-toe (morpion) on decision diagrams, in the words of libDDD's tutorial.

python examples/morpion.py [LINE_SIZE=3] [--draw DIR]
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from boardproof.algebra import (
    Arc,
    Fix,
    Homomorphism,
    Id,
    Inductive,
    Nothing,
    Space,
    StateSet,
    composition,
    union,
)
from boardproof.drawing.diagram import as_dot, as_svg, as_text
from boardproof.errors import TooLarge

#: The most nodes of a diagram that is written.
LIMITS = {"dot": 20_000, "svg": 1000}

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


@dataclass(frozen=True)
class play(Inductive):  # noqa: N801
    """Play a free cell, if it is the player's turn; then it is the other's."""

    the_cell: int
    the_player: int

    def phi(self, vr: Any, vl: int) -> Homomorphism | None:
        if vr == STATE:
            return Arc(vr, OTHER[self.the_player], self) if vl == TURN[self.the_player] else Nothing
        if vr == self.the_cell:
            return Arc(vr, self.the_player, Id) if vl == EMPTY else Nothing
        return None


@dataclass(frozen=True)
class winner(Inductive):  # noqa: N801
    """Keep the states in which the player has the cell."""

    the_cell: int
    the_player: int
    is_selector = True

    def phi(self, vr: Any, vl: int) -> Homomorphism | None:
        if vr == self.the_cell:
            return Arc(vr, vl, Id) if vl == self.the_player else Nothing
        return None


@dataclass(frozen=True)
class notew(Inductive):  # noqa: N801
    """Note who has won."""

    the_winner: int

    def phi(self, vr: Any, vl: int) -> Homomorphism | None:
        return Arc(vr, self.the_winner, Id) if vr == STATE else None


def draw(name: str, states: StateSet, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, write in ("dot", as_dot), ("svg", as_svg):
        path = folder / f"{name}.{suffix}"
        try:
            path.write_text(write(states, limit=LIMITS[suffix]), encoding="utf-8")
            print(f"drawn: {path}")
        except TooLarge as large:
            print(f"not drawn: {path}: {large}")


def main() -> None:
    parser = argparse.ArgumentParser(description="All configurations of tic-tac-toe.")
    parser.add_argument("size", nargs="?", type=int, default=3, metavar="LINE_SIZE")
    parser.add_argument(
        "--draw", type=Path, metavar="DIR", help="write both diagrams as .dot and SVG"
    )
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
