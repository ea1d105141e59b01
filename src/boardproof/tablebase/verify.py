"""Verifying a tablebase: the game is solved again by its rules, and every value compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ..engines.planner import build_with
from ..errors import WrongTablebase
from ..limits import Limits

if TYPE_CHECKING:
    from .probe import Tablebase


def verify(table: Tablebase, progress: Callable[[int, int], None] | None = None) -> int:
    """Compare a table with what its rules say, or raise `WrongTablebase`."""
    table.check()
    limits = Limits(progress)
    _, source = build_with(table.manifest.engine, table.rules, limits)
    if source.layers != len(table.layers):
        raise WrongTablebase(f"{table.folder} does not have the layers that the rules make")
    codes, compared = None, 0
    counts: Counter[tuple[int, ...]] = Counter()
    for number in reversed(range(source.layers)):
        codes = source.settle(number, codes)
        kept = table.layers[number].codes_of(source.words(number))
        if kept is None or not np.array_equal(kept, codes):
            raise WrongTablebase(f"{table.layers[number].path} differs from what the rules say")
        counts.update(source.counts(number, codes))
        compared += len(codes)
        limits.report(number, compared)
    if dict(counts) != table.counts or source.positions != table.positions:
        raise WrongTablebase(f"{table.folder} counts other values than the rules make")
    return source.positions
