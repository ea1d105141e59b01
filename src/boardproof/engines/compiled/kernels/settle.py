"""The kernel of retrograde analysis: it settles positions by what their moves lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .constants import BATCH, SETTLING, VALUING
from .intrinsics import i64, lowest, prefetch, rule, u
from .words import Array, Columns, Int, buffers, each, load, store

if TYPE_CHECKING:
    from .common import canonical, place_hashed
    from .game import (
        ALIKE,
        FORM,
        GAMES,
        KIND,
        MOST_MOVES,
        WORDS,
        mover,
        result_after,
        result_code,
        successors,
    )
    from .shelf import seek, seek_packed


@rule
def settle(
    frontier: Columns, start: Int, end: Int, table: Columns, mask: Int, spare: Int, values: Array,
    codes: Array, rows: Array, stage: Int, opening: Int, state: Array, more: Any, images: Columns,
) -> Int:  # fmt: skip
    """Settle positions, a batch at a time; return how many of them changed.

    All children of a batch are made and asked for, then they are looked up. `rows` begins with
    those positions that are left, because a child is not settled yet.

    `KIND` says what a position is settled to:
    solve     a value with a distance for each game. The player to move takes the greatest value as
              that player sees it, above the distance, which is turned round where less is better;
    attract   goals as bits: whoever wants one needs one move that keeps it, the others must have
              no other;
    approach  how many moves a goal takes: whoever wants it hurries, the others delay.

    `FORM` says where children lie:
    layered   in the layer that was shelved, with their codes;
    packed    there, with the code in the bits of the word above the position;
    whole     anywhere; the shelf has the numbers of their rows. Only there a child may not be
              settled yet, and are positions gone over again.
    """
    out = buffers(WORDS, MOST_MOVES)
    kid = buffers(WORDS, BATCH * MOST_MOVES)
    slots = np.empty(BATCH * MOST_MOVES, np.uint64)
    counts = np.empty(BATCH, np.int64)
    movers = np.empty(BATCH, np.int64)
    ended = np.empty(BATCH, np.int64)
    changed, left = 0, state[1]
    if KIND == "solve":
        payoffs, bits, unset = more
        never = (i64(1) << bits) - 1
    elif KIND == "attract":
        by_result, marks, goals_of, keeps_of, free, whose = more
        unset = u(1) << u(8 * codes.itemsize - 1)
    else:
        wanted, never = more
    settled = codes if FORM == "whole" else values
    i = start
    while i < end:
        last = min(i + BATCH, end)
        kids = 0
        for j in range(i, last):
            row = i64(rows[j]) if FORM == "whole" else j
            w = load(frontier, u(row))
            state[0] = row
            code = result_code(*w) if opening else result_after(*w)
            count = 0
            if code == 0:
                count = i64(successors(*w, *out))
                movers[j - i] = mover(*w)
                for k in range(u(count)):
                    c = load(out, k)
                    if ALIKE:
                        c = canonical(c, images)
                    slot = place_hashed(c, mask)
                    prefetch(table[0], slot)
                    if FORM == "layered":
                        prefetch(values, slot * u(values.shape[1]))
                    elif FORM == "whole":
                        prefetch(values, slot)
                    slots[kids] = slot
                    store(kid, kids, c)
                    kids += 1
            ended[j - i] = code
            counts[j - i] = count
        kids = 0
        for j in range(i, last):
            row = i64(rows[j]) if FORM == "whole" else j
            code, count, player = ended[j - i], counts[j - i], movers[j - i]
            open_ = False
            if KIND == "solve":
                sign = [1 if player == g else -1 for g in each(GAMES)]
                best = [i64(-(1 << 62)) for _ in each(GAMES)]
            elif KIND == "attract":
                some, every = u(0), ~u(0)
            else:
                low, high = never, i64(0)
            for k in range(kids, kids + count):
                c = load(kid, k)
                if FORM == "packed":
                    at = seek_packed(c, slots[k], mask, table, spare)
                else:
                    at = seek(c, slots[k], mask, table)
                if FORM == "whole":
                    at = u(values[at, 0])
                if KIND == "solve":
                    for g in each(GAMES):
                        child = i64(at) >> spare if FORM == "packed" else i64(settled[at, g])
                        if FORM == "whole":
                            open_ = open_ or (stage == SETTLING and child == unset)
                        value, distance = (child >> bits) * sign[g], child & never
                        liked = never - distance if value > 0 else distance
                        best[g] = max(best[g], (value << bits) | liked)
                elif KIND == "attract":
                    kept = at >> u(spare) if FORM == "packed" else u(settled[at, 0])
                    if FORM == "whole":
                        open_ = open_ or (stage == SETTLING and kept == unset)
                    some |= kept
                    every &= kept
                else:
                    far = i64(settled[at, 0])
                    low, high = min(low, far), max(high, far)
            kids += count
            if FORM == "whole" and open_:
                rows[left] = row
                left += 1
                continue
            if KIND == "solve":
                for g in each(GAMES):
                    value, distance = best[g] >> bits, best[g] & never
                    distance = min((never - distance if value > 0 else distance) + 1, never)
                    distance = never if stage == VALUING else distance
                    new = ((value * sign[g]) << bits) | distance
                    if code != 0:
                        new = payoffs[code, g] << bits
                    elif count == 0:
                        new = i64(0)
                    if FORM == "whole":
                        changed += codes[row, g] != new
                    codes[row, g] = new
            elif KIND == "attract":
                met = marks[row] if marks.size else by_result[code]
                forced, keep = u(0), free
                while met != u(0):
                    aim = lowest(met)
                    forced |= goals_of[aim]
                    keep |= keeps_of[aim]
                    met &= met - u(1)
                if count:
                    mine = whose[player]
                    forced |= keep & ((some & mine) | (every & ~mine))
                if FORM == "whole":
                    changed += u(codes[row, 0]) != forced
                codes[row, 0] = forced
            else:
                far = min((low if wanted[player] else high) + 1, never)
                changed += codes[row, 0] != far
                codes[row, 0] = far
        i = last
    state[1] = left
    return changed
