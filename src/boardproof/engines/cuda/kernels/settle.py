"""Retrograde analysis: each thread settles positions by what their moves lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...compiled.kernels.constants import SETTLING
from ...compiled.kernels.intrinsics import grid, i64, u
from ...compiled.kernels.words import Array, Columns, Int, Words, each, load, same
from .constants import CHANGED, DONE, NEW, STATE

if TYPE_CHECKING:
    from ...compiled.kernels.common import (
        as_liked,
        canonical,
        goals_forced,
        hurry_above,
        one_move_before,
        place_hashed,
    )
    from ...compiled.kernels.game import (
        FORM,
        KIND,
        MOST_MOVES,
        WORDS,
        ended_after,
        mover,
        stuck_code,
        successors,
    )
    from ...compiled.kernels.shelf import seek, seek_packed
    from .intrinsics import append, cuda
    from .tallies import begin_tally, end_tally


@grid
def settle(
    frontier: Columns, start: Int, end: Int, first: Words, opening: Int, table: Columns, mask: Int,
    spare: Int, values: Array, codes: Array, rows: Array, left: Array, stage: Int, state: Array,
    more: Any, images: Columns, pieces: Array,
) -> None:  # fmt: skip
    """Settle positions, as the processor's kernel of this name does, which says what to.

    Of those that are left, because a child is not settled yet, the rows are put into `left`. Rows
    are settled in no order: each reads what others have come to, which only ever comes nearer to
    what it will be.
    """
    out = [cuda.local.array(MOST_MOVES, np.uint64) for _ in each(WORDS)]
    slots = cuda.local.array(MOST_MOVES, np.uint64)
    sums = cuda.shared.array(STATE, np.int64)
    begin_tally(sums)
    alike = images[0].shape[2] > 0
    changed, done = i64(0), i64(0)
    if KIND == "solve":
        payoffs, worths, counted, bits, unset = more
    elif KIND == "attract":
        by_result, marks, goals_of, keeps_of, free, whose = more
        unset = u(1) << u(8 * codes.itemsize - 1)
    else:
        wanted, never = more
    settled = codes if FORM == "whole" else values
    for i in range(start + cuda.grid(1), end, cuda.gridsize(1)):
        row = i64(rows[i]) if FORM == "whole" else i64(i)
        w = load(frontier, row)
        code = opening if same(w, first) else i64(ended_after(*w))
        kids, player, open_ = i64(0), i64(0), False
        if code == 0:
            kids = i64(successors(*w, *out, u(0)))
            player = i64(mover(*w))
            if kids == 0:
                code = i64(stuck_code(*w))
        for k in range(kids):
            c: Words = load(out, k)
            if alike:
                c = canonical(c, images, pieces)
            slot = place_hashed(c, mask)
            if FORM == "packed":
                slots[k] = seek_packed(c, slot, mask, table, spare)
            else:
                slots[k] = seek(c, slot, mask, table)
            if FORM == "whole":
                slots[k] = u(values[slots[k], 0])
                if KIND != "approach" and stage == SETTLING:
                    for g in range(codes.shape[1]):
                        open_ = open_ or codes[slots[k], g] == unset
        if FORM == "whole" and open_:
            left[append(state, NEW)] = row
        elif KIND == "solve":
            for g in range(codes.shape[1]):
                sign = i64(1 if player == g else -1)
                best = i64(-(1 << 62))
                worth = worths[row if worths.shape[0] > 1 else 0, g]
                bar = hurry_above(worth, counted[g], sign)
                for k in range(kids):
                    at = slots[k]
                    child = i64(at) >> spare if FORM == "packed" else i64(settled[at, g])
                    best = max(best, as_liked(child, sign, bar, bits))
                new = one_move_before(best, sign, bar, bits, stage)
                if code != 0:
                    new = payoffs[code, g] << bits
                elif kids == 0:
                    new = worth << bits
                changed += i64(codes[row, g] != new)
                codes[row, g] = new
        elif KIND == "attract":
            some, every = u(0), ~u(0) if kids > 0 else u(0)
            for k in range(kids):
                at = slots[k]
                kept = at >> u(spare) if FORM == "packed" else u(settled[at, 0])
                some |= kept
                every &= kept
            met = marks[row] if marks.size else by_result[code]
            mine = whose[player] if kids > 0 else u(0)
            forced = goals_forced(met, some, every, mine, goals_of, keeps_of, free)
            changed += i64(u(codes[row, 0]) != forced)
            codes[row, 0] = forced
        else:
            low, high = i64(never), i64(0)
            for k in range(kids):
                far = i64(settled[slots[k], 0])
                low, high = min(low, far), max(high, far)
            far = min((low if wanted[player] else high) + 1, i64(never))
            changed += i64(codes[row, 0] != far)
            codes[row, 0] = far
        done += 1
    cuda.atomic.add(sums, DONE, done)
    cuda.atomic.add(sums, CHANGED, changed)
    end_tally(sums, state)
