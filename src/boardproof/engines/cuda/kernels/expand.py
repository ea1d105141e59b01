"""Breadth-first search: each thread expands positions of one ply."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...compiled.kernels.constants import ARRIVING
from ...compiled.kernels.intrinsics import grid, i64, u
from ...compiled.kernels.words import Array, Columns, Int, Words, each, load, same, store
from .constants import DONE, MOVES, NEW, POSITIONS, SHARED, STATE, STUCK

if TYPE_CHECKING:
    from ...compiled.kernels.common import (
        canonical,
        check_grade,
        count_arrival,
        find_hashed,
        images_of,
        place_hashed,
    )
    from ...compiled.kernels.game import (
        MOST_MOVES,
        TABLE,
        WORDS,
        ended_after,
        grade_key,
        stuck_code,
        successors,
    )
    from .intrinsics import append, cuda
    from .tallies import begin_tally, count, end_tally


@grid
def expand(
    frontier: Columns, start: Int, end: Int, first: Words, opening: Int, table: Columns, mask: Int,
    parted: Int, part: Int, arrivals: Array, children: Columns, state: Array, tally: Array,
    grade: Array, ply: Int, stage: Int, images: Columns, pieces: Array,
) -> None:  # fmt: skip
    """Expand positions of one ply: tally endings, find what they lead to.

    A `TABLE` is hashed and forgotten after a ply, or kept, where arrivals are counted; there is
    none where every way to a position counts, and none at all to find where only moves are counted.
    It may be for a part of the positions only: those whose hashes have certain bits where they are
    `parted`. What is counted of positions is counted with the first part.
    """
    out = [cuda.local.array(MOST_MOVES, np.uint64) for _ in each(WORDS)]
    shared = cuda.shared.array(SHARED, np.int64)
    sums = cuda.shared.array(STATE, np.int64)
    begin_tally(shared)
    begin_tally(sums)
    alike = images[0].shape[2] > 0
    moves, stuck, positions, done = i64(0), i64(0), i64(0), i64(0)
    for i in range(start + cuda.grid(1), end, cuda.gridsize(1)):
        w = load(frontier, i)
        if ply >= 0:
            check_grade(grade, i64(grade_key(*w)), ply)
        times = i64(0)
        if part == u(0):
            times = images_of(w, images, pieces) if alike else i64(1)
        kids = i64(0)
        code = opening if same(w, first) else i64(ended_after(*w))
        if code == 0:
            kids = i64(successors(*w, *out, u(0)))
            if kids == 0:
                code = i64(stuck_code(*w))
        positions += times
        if code != 0:
            count(shared, tally, code, times)
        else:
            stuck += times * i64(kids == 0)
            moves += times * kids
            if TABLE != "counted":
                for k in range(kids):
                    c: Words = load(out, k)
                    if TABLE == "hashed" or TABLE == "kept":
                        if alike:
                            c = canonical(c, images, pieces)
                        place = place_hashed(c, ~u(0))
                        if place & parted != part:
                            continue
                        slot, new = find_hashed(c, place & mask, mask, table, i64(1))
                    else:
                        new = True
                    if TABLE == "kept":
                        last = count_arrival(arrivals, slot, stage, i64(1))
                        new = new if stage == ARRIVING else last
                    if new:
                        at = append(state, NEW)
                        store(children, at, c)
        done += 1
    cuda.atomic.add(sums, MOVES, moves)
    cuda.atomic.add(sums, STUCK, stuck)
    cuda.atomic.add(sums, POSITIONS, positions)
    cuda.atomic.add(sums, DONE, done)
    end_tally(sums, state)
    if tally.size <= SHARED:
        end_tally(shared, tally)


@grid
def finish(frontier: Columns, start: Int, end: Int, first: Words, finished: Array) -> None:
    """Expand positions once more, and note which it goes right for."""
    out = [cuda.local.array(MOST_MOVES, np.uint64) for _ in each(WORDS)]
    for i in range(start + cuda.grid(1), end, cuda.gridsize(1)):
        w = load(frontier, i)
        code = i64(0) if same(w, first) else i64(ended_after(*w))
        if code == 0 and successors(*w, *out, u(0)) == u(0):
            stuck_code(*w)
        finished[i] = 1
