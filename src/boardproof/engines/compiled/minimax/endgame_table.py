"""Tables of endgames: what is left to win when little is left in play.

Where points are safe and a sum is kept, what is in play only ever gets less, and what is still to
be won of it depends on nothing that is safe. All positions with little in play are worked out
before a search begins, reachable or not, which then looks no further than to them.

Positions are numbered without a gap. Let p1 <= p2 <= ... be the sums of the first one, two, ... of
the numbers in play: then p1 < p2 + 1 < p3 + 2 < ..., and the number of such a choice is the sum of
C(p1, 1), C(p2 + 1, 2), C(p3 + 2, 3), ... Those with less in play come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import comb
from typing import Any

import numpy as np

from ....analysis.safe_points import SafePoints
from ....packing.fields import Field
from ....packing.layout import Layout
from ....rules.state import MapVariable
from ..codegen import fields

#: The maximal number of values of the rest of a position, such as whose turn it is.
MOST_OTHERS = 8
#: No more than this may be in play: a value is kept in a byte.
MOST_IN_PLAY = 120


@dataclass(frozen=True)
class EndgameTable:
    """Where a position has the numbers in play, and what else there is to it.

    `others` are the words of everything else, one for each value it can have, and `masks` its bits.
    No more than `most` is ever in play.

    >>> cells = Field(0, 0, 3), Field(0, 3, 3)
    >>> two_cells = EndgameTable(6, cells, masks=(64,), others=((0,), (64,)))
    >>> two_cells.positions(3), two_cells.reach(20), two_cells.reach(1000)
    (20, 3, 6)
    """

    most: int
    cells: tuple[Field, ...]
    masks: tuple[int, ...]
    others: tuple[tuple[int, ...], ...]

    def positions(self, reach: int) -> int:
        """Count the positions with no more than `reach` in play."""
        return comb(reach + len(self.cells), reach) * len(self.others)

    def reach(self, most: int) -> int:
        """Return how much may be in play for a table of at most this size."""
        reach = -1
        while reach < self.most and self.positions(reach + 1) <= most:
            reach += 1
        return reach

    def choices(self, reach: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """Return what each sum adds to a position's number."""
        rows = [[comb(p + i, i + 1) for p in range(reach + 2)] for i in range(len(self.cells))]
        return np.array(rows, np.int64)

    def constants(self) -> dict[str, Any]:
        """Return what the kernels are made for that number positions and work them out."""
        return {
            "CELLS": tuple(fields.cell(field) for field in self.cells),
            "OTHERS": len(self.others),
            "OTHER_MASKS": self.masks,
            "OTHER_VALUES": self.others[:-1],
        }


def endgames_of(layout: Layout, bank: SafePoints | None) -> EndgameTable | None:
    """Find what is in play in a game of safe points, None where there is too much besides."""
    if bank is None or not bank.conserved:
        return None
    scored = layout.packed[bank.places[0][0]]
    variable = scored.variable
    assert isinstance(variable, MapVariable)
    if scored.planes or variable.values.elements[0] != 0:
        return None
    in_play = min(int(variable.values.elements[-1]), MOST_IN_PLAY)
    safe = {variable.domain.index(key) for _, key in bank.places}
    cells = tuple(field for i, field in enumerate(scored.fields) if i not in safe)
    rest = [packed for packed in layout.packed.values() if packed is not scored]
    if any(len(packed.fields) != 1 or packed.boards for packed in rest):
        return None
    others, masks = [], [0] * layout.words
    for codes in product(*(range(packed.codes) for packed in rest)):
        words = [0] * layout.words
        for packed, code in zip(rest, codes, strict=True):
            packed.fields[0].write(words, code)
            masks[packed.fields[0].word] |= packed.fields[0].mask
        others.append(tuple(words))
        if len(others) > MOST_OTHERS:
            return None
    return EndgameTable(in_play, cells, tuple(masks), tuple(others))
