"""All states of a set at once, in columns: each place as the numbers of its values."""

from __future__ import annotations

from typing import Any

import numpy as np

from .manager import Diagram
from .state_set import StateSet

Array = np.ndarray[Any, Any]

#: Lists of at most so many states are kept: other branches lead to the same diagram.
KEPT = 1 << 12


def value_columns(states: StateSet) -> list[Array]:
    """Return an array for each variable: in each state, the number of its value.

    >>> from boardproof.engines.symbolic.bdd.space import DiagramSpace
    >>> space = DiagramSpace({"x": [5, 6, 7], "y": "ab"})
    >>> [column.tolist() for column in value_columns(space.where("y", "b") | space.where("x", 7))]
    [[0, 1, 2, 2], [1, 1, 0, 1]]
    """
    slots, first, columns = states.space.slots, 0, []
    rows = _BitListing(slots.bits).rows(states.diagram)
    for slot in slots.slots:
        code = np.zeros(len(rows[0]), np.intp)
        for bit in range(first, first + slot.bits):
            code = 2 * code + (rows[bit // 64] >> np.uint64(bit % 64) & np.uint64(1)).astype(
                np.intp
            )
        columns.append(code)
        first += slot.bits
    return columns


class _BitListing:
    """The satisfying assignments of diagrams over the bits of the present position."""

    def __init__(self, bits: int) -> None:
        self._bits, self._words = bits, bits // 64 + 1
        self._kept: dict[tuple[int, Diagram], list[Array]] = {}

    def rows(self, left: Diagram, bit: int = 0) -> list[Array]:
        """Return the assignments from a bit on, 64 bits to a word, those with a 0 there first."""
        if bit == self._bits or not left.satisfiable():
            return [np.zeros(int(left.satisfiable()), np.uint64) for _ in range(self._words)]
        kept = self._kept.get((bit, left))
        if kept is not None:
            return kept
        yes, no = left.cofactors() if left.node_var() == 2 * bit else (left, left)
        rows = [list(self.rows(no, bit + 1)), list(self.rows(yes, bit + 1))]
        rows[1][bit // 64] = rows[1][bit // 64] | np.uint64(1 << bit % 64)
        joined = [np.concatenate(pair) for pair in zip(*rows, strict=True)]
        if len(joined[0]) <= KEPT:
            self._kept[bit, left] = joined
        return joined
