"""The kernel of retrograde analysis: it settles positions by what their moves lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .constants import EMPTY, HASHED, NOTING, SETTLING
from .intrinsics import i64, prefetch, rule, run_block, u
from .words import Array, Columns, Int, buffers, load, store

if TYPE_CHECKING:
    from .common import as_liked, ask_alike, goals_forced, hurry_above, one_move_before
    from .game import FORM, KIND, WORDS
    from .shelf import seek, seek_packed, seek_part


@rule
def settle(
    rules: Int, origin: Columns, opening: Int, out: Columns, slots: Array, ended: Array,
    counts: Array, movers: Array, frontier: Columns, start: Int, end: Int, table: Columns,
    mask: Int, spare: Int, values: Array, codes: Array, rows: Array, stage: Int, left: Int,
    more: Any, images: Columns, pieces: Array,
) -> tuple[Int, Int]:  # fmt: skip
    """Settle positions, a block at a time; return how many changed, and how many are left.

    All children of a block are made and asked for, then they are looked up. `rows` begins with
    those positions that are left, because a child is not settled yet.

    `KIND` says what a position is settled to:
    solve     a value with a distance for each game. The player to move takes the greatest value as
              that player sees it, above the distance, which is turned round where less is better.
              `worths` says what a game without end is worth, in a position or in all, counted as
              values are;
    attract   goals as bits: whoever wants one needs one move that keeps it, the others must have
              no other;
    approach  how many moves a goal takes: whoever wants it hurries, the others delay.

    `FORM` says where children lie:
    layered   in the layer that was shelved, with their codes;
    packed    there, with the code in the bits of the word above the position;
    parted    there, or not: the shelf holds a part of the layer at a time. Codes hold what is known
              so far: the best child as the player to move likes it, or some and every goal kept;
    whole     anywhere; the shelf has the numbers of their rows. Only there a child may not be
              settled yet, and are positions gone over again.
    """
    beside = values.reshape(values.size).view(np.uint8)
    stride = i64(values.shape[1] * values.itemsize)
    ungraded = np.empty(0, np.int32)
    block = buffers(WORDS, ended.size)
    asking, changed = 0 if images[0].shape[2] > 0 else HASHED, 0
    if KIND == "solve":
        payoffs, worths, counted, bits, unset = more
    elif KIND == "attract":
        by_result, marks, goals_of, keeps_of, free, whose = more
        unset = u(1) << u(8 * codes.itemsize - 1)
    else:
        wanted, never = more
    settled = codes if FORM == "whole" else values
    i = start
    while i < end:
        size = min(i64(ended.size), end - i)
        for j in range(u(size)):
            row = i64(rows[u(i) + j]) if FORM == "whole" else i + i64(j)
            store(block, j, load(frontier, u(row)))
        size = run_block(rules, (
            block, 0, size, slots.size, origin, opening, out, slots, ended, counts, movers, asking,
            table[0], mask, beside, stride, ungraded, -1,
        ))  # fmt: skip
        kids = i64(0)
        for j in range(u(size)):
            kids += counts[j]
        if asking == 0:
            ask_alike(out, kids, slots, table[0], mask, beside, stride, images, pieces, HASHED)
        for k in range(u(kids)):
            if FORM == "packed":
                slots[k] = seek_packed(load(out, k), slots[k], mask, table, spare)
            elif FORM == "parted":
                slots[k] = seek_part(load(out, k), slots[k], mask, table)
            else:
                slots[k] = seek(load(out, k), slots[k], mask, table)
            if FORM == "whole":
                slots[k] = u(values[slots[k], 0])
                prefetch(codes, slots[k] * u(codes.shape[1]))
        first = u(0)
        for j in range(u(size)):
            row = i64(rows[u(i) + j]) if FORM == "whole" else i + i64(j)
            code, count, player = ended[j], counts[j], movers[j]
            begin, first = first, first + u(count)
            open_ = False
            if FORM == "whole" and KIND != "approach" and stage == SETTLING:
                for k in range(begin, first):
                    for g in range(codes.shape[1]):
                        open_ = open_ or codes[slots[k], g] == unset
            if FORM == "whole" and open_:
                rows[left] = row
                left += 1
            elif KIND == "solve":
                for g in range(codes.shape[1]):
                    sign = i64(1 if player == g else -1)
                    best = i64(-(1 << 62))
                    if FORM == "parted":
                        best = i64(codes[row, g])
                    worth = worths[row if worths.shape[0] > 1 else 0, g]
                    bar = hurry_above(worth, counted[g], sign)
                    for k in range(begin, first):
                        at = slots[k]
                        if FORM == "parted" and at == EMPTY:
                            continue
                        child = i64(at) >> spare if FORM == "packed" else i64(settled[at, g])
                        best = max(best, as_liked(child, sign, bar, bits))
                    new = one_move_before(best, sign, bar, bits, stage)
                    paid = payoffs[code, g] if code != 0 or count != 0 else worth
                    new = new if code == 0 and count != 0 else paid << bits
                    if FORM == "whole":
                        changed += i64(codes[row, g] != new)
                    if FORM == "parted":
                        new = best if stage == NOTING else new
                    codes[row, g] = new
            elif KIND == "attract":
                some, every = u(0), ~u(0)
                if FORM == "parted":
                    some, every = u(codes[row, 0]), u(codes[row, 1])
                for k in range(begin, first):
                    at = slots[k]
                    if FORM == "parted" and at == EMPTY:
                        continue
                    kept = at >> u(spare) if FORM == "packed" else u(settled[at, 0])
                    some |= kept
                    every &= kept
                met = marks[row] if marks.size else by_result[code]
                mine = whose[player] if count else u(0)
                if FORM == "parted":
                    codes[row, 1] = every
                every = every if count else u(0)
                forced = goals_forced(met, some, every, mine, goals_of, keeps_of, free)
                if FORM == "whole":
                    changed += i64(u(codes[row, 0]) != forced)
                if FORM == "parted":
                    forced = some if stage == NOTING else forced
                codes[row, 0] = forced
            else:
                low, high = never, i64(0)
                for k in range(begin, first):
                    far = i64(settled[slots[k], 0])
                    low, high = min(low, far), max(high, far)
                far = min((low if wanted[player] else high) + 1, never)
                changed += i64(codes[row, 0] != far)
                codes[row, 0] = far
        i += size
    return changed, left
