"""One move back: the positions from which a move leads to given ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...compiled.kernels.intrinsics import grid, i64, u
from ...compiled.kernels.words import Columns, Int, Words, each, load, same

if TYPE_CHECKING:
    from ...compiled.kernels.game import MOST_MOVES, WORDS, ended_after, successors
    from .intrinsics import cuda


@grid
def find_sources(
    frontier: Columns, size: Int, first: Words, opening: Int, wanted: Columns, word: Int,
    least: Columns,
) -> None:  # fmt: skip
    """Find the least word of the positions that lead to each wanted one, as `least_marked` does."""
    out = [cuda.local.array(MOST_MOVES, np.uint64) for _ in each(WORDS)]
    for i in range(cuda.grid(1), size, cuda.gridsize(1)):
        w = load(frontier, i)
        code = opening if same(w, first) else i64(ended_after(*w))
        kids = i64(0)
        if code == 0:
            kids = i64(successors(*w, *out, u(0)))
        for k in range(kids):
            for n in range(wanted[0].size):
                if same(load(wanted, n), load(out, k)):
                    if WORDS == 2:
                        if word == 1:
                            cuda.atomic.min(least[1], n, w[1])
                        elif w[1] == least[1][n]:
                            cuda.atomic.min(least[0], n, w[0])
                    else:
                        cuda.atomic.min(least[0], n, w[0])
