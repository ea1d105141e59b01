"""The spectrum of a solution: how many positions have each value and distance, with an example."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
#: For each code of a value and a distance: how many positions have it, and the words of one.
Spectrum = dict[int, tuple[int, tuple[int, ...]]]


def spectrum_of(columns: Sequence[Array], codes: Array, weights: Array | None = None) -> Spectrum:
    """Count positions, in order, by their codes; the first of each code is its example.

    Each position stands for as many as its weight, if there are weights.

    >>> words, codes = np.array([3, 5, 9], np.uint64), np.array([7, 2, 7])
    >>> spectrum_of([words], codes, np.array([8, 4, 1]))
    {2: (4, (5,)), 7: (9, (3,))}
    """
    met, first, which = np.unique(codes, return_index=True, return_inverse=True)
    counts = np.bincount(which.ravel(), weights, len(met)).astype(np.int64)
    rows = [tuple(int(column[row]) for column in columns) for row in first]
    return {int(c): (int(n), row) for c, n, row in zip(met, counts, rows, strict=True)}


def joined(spectra: Iterable[Spectrum]) -> Spectrum:
    """Return the spectrum of all positions of some."""
    whole: Spectrum = {}
    for spectrum in spectra:
        for code, (number, example) in spectrum.items():
            known, first = whole.get(code, (0, example))
            whole[code] = known + number, min(first, example, key=_last_word_first)
    return dict(sorted(whole.items()))


def _last_word_first(words: tuple[int, ...]) -> tuple[int, ...]:
    return words[::-1]
