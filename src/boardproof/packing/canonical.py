"""Positions that symmetries make alike: one of them, the least, stands for all in a table."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..analysis.symmetry import symmetries
from ..engines.compiled.codegen.orbits import image_tables, keeps_results, pieces
from ..ir.rules import Rules
from .layout import Layout


class CanonicalForm:
    """The images of packed positions, under the symmetries that keep the start and who wins.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> rules = read(Diagonals())
    >>> alike = CanonicalForm(rules, Layout(rules.game))
    >>> alike.symmetries, alike.least((0b1000,))
    (8, (1,))
    """

    def __init__(self, rules: Rules, layout: Layout) -> None:
        group = symmetries(rules).fixing_start[1:]
        kept = [one for one in group if keeps_results(one, rules.game.players)]
        self.symmetries = 1 + len(kept)
        self._tables = image_tables(layout, kept)
        self._pieces = [(p.word, p.offset, (1 << p.width) - 1) for p in pieces(layout)]

    @cached_property
    def _each(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.arange(len(self._pieces))

    def least(self, words: tuple[int, ...]) -> tuple[int, ...]:
        """Give the least of a position and its images, the last word first."""
        bits = [words[word] >> offset & mask for word, offset, mask in self._pieces]
        images = [
            np.bitwise_xor.reduce(table[:, self._each, bits], axis=1).tolist()
            for table in self._tables
        ]
        return min([words, *zip(*images, strict=True)], key=lambda one: one[::-1])
