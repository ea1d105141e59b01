"""Reads the data files of known numbers: one row a line, each with its source.

kalah holes=3 beans=3 after 1 2 ; 1:3 2:8 slow 9:2565 # where the numbers come from

The game, its parameters, the moves already played; then names with their numbers. Those behind
the word `slow` make a row of their own, which runs with `-m slow` only.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest

from boardproof import load
from boardproof.reading.loader import find_game, parse_parameters

TESTS = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """Known numbers of one game, with the source that gives them."""

    game: str
    words: tuple[str, ...]
    after: tuple[str, ...]
    numbers: dict[str, int]
    source: str

    @property
    def parameters(self):
        return parse_parameters(find_game(self.game), self.words)

    @property
    def rules(self):
        return load(self.game, **self.parameters)

    def __str__(self):
        return " ".join([self.game, *self.words, *self.after])


def cases(*paths, only=""):
    """Give the rows of some files as parameters of a test, those whose source starts so."""
    return [
        pytest.param(row, id=f"{row} to {list(row.numbers)[-1]}", marks=marks)
        for path in paths
        for line in path.read_text().splitlines()
        if line.partition("#")[0].strip()
        for row, marks in _rows_of(line)
        if row.source.startswith(only)
    ]


def _rows_of(line):
    content, _, source = line.partition("#")
    heading, _, numbers = content.partition(";")
    names, _, after = heading.partition(" after ")
    game, *words = names.split()
    quick, _, slow = numbers.partition(" slow ")
    for text, marks in ((quick, ()), (slow, pytest.mark.slow)):
        pairs = (word.rpartition(":") for word in text.split())
        found = {name: int(number) for name, _, number in pairs}
        if found:
            yield Row(game, tuple(words), tuple(after.split()), found, source.strip()), marks


def endings(numbers):
    """Part the numbers of results, `A_wins` or `draw`, from all others."""
    over = {n: k for n, k in numbers.items() if n.endswith("_wins") or n == "draw"}
    rest = {n: k for n, k in numbers.items() if n not in over}
    return {name.replace("_", " "): number for name, number in over.items()}, rest
