"""Endgames: all positions with little in play, worked out before the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import FAR, OPEN, UNKNOWN
from .intrinsics import i64, inner, rule, run_block, u
from .words import Array, Columns, Int, Words, field, load

if TYPE_CHECKING:
    from .game import (
        CELLS,
        KEY_MASKS,
        OTHER_MASKS,
        OTHER_VALUES,
        OTHERS,
        mover,
        result_after,
        result_code,
    )
    from .search import margin, standing


@rule
def number_of(w: Words, choices: Array) -> Int:
    """Return the number of what is in play; those with less of it come first."""
    p, number = i64(0), i64(0)
    for i, cell in enumerate(CELLS):
        p += field(w, cell)
        number += choices[i, u(p)]
    return number


@rule
def other_of(w: Words) -> Int:
    """Return which it is of all there may be besides; the last is what is none of the others."""
    for which, values in enumerate(OTHER_VALUES):
        if all(
            word & u(mask) == u(value)
            for word, mask, value in zip(w, OTHER_MASKS, values, strict=True)
        ):
            return i64(which)
    return i64(OTHERS - 1)


@rule
def endgame(number: Int, choices: Array, in_play: Int) -> Words:
    """Return what is in play in the position of a number."""
    w = [u(0) for _ in KEY_MASKS]
    p = in_play
    for back in range(len(CELLS)):
        place = len(CELLS) - 1 - back
        while choices[u(place), u(p)] > number:
            p -= 1
        number -= choices[u(place), u(p)]
        below = p
        if place == 0:
            below = i64(0)
        else:
            while choices[u(place - 1), u(below)] > number:
                below -= 1
        for i, cell in enumerate(CELLS):
            if place == i:
                w[cell[0]] |= u(p - below) << u(cell[1])
        p = below
    return w


@inner
def worked_out(
    rules: Int, w: Words, endgames: Array, choices: Array, stack: Columns, which: Array
) -> Int:
    """Return what the first player wins from here on, OPEN where others are that it hangs on."""
    code = result_code(*w)
    if code != 0:
        return margin(i64(0), code)
    count = run_block(rules, (*w, *stack, which, u(0)))
    if count == 0:
        return i64(UNKNOWN)
    mine = mover(*w) == 0
    best = -FAR if mine else FAR
    for j in range(count):
        c = load(stack, u(j))
        code = result_after(*c)
        worth = margin(i64(0), code)
        if code == 0:
            worth = i64(endgames[u(number_of(c, choices) * OTHERS + other_of(c))])
            if worth == UNKNOWN or worth == OPEN:  # noqa: SIM109 (a tuple compiles slowly)
                return worth
            worth += standing(i64(0), c)
        best = max(best, worth) if mine else min(best, worth)
    return best


@rule
def work_out(
    rules: Int, endgames: Array, choices: Array, in_play: Int, first: Int, last: Int,
    others: Columns, stack: Columns, which: Array,
) -> Int:  # fmt: skip
    """Work out the endgames of some numbers as far as others are known; return how many were."""
    settled = i64(0)
    for number in range(first, last):
        waiting = 0
        for other in range(OTHERS):
            waiting += i64(endgames[u(number * OTHERS + other)] == OPEN)
        if waiting == 0:
            continue
        e: Words = endgame(number, choices, in_play)
        for other in range(OTHERS):
            at = u(number * OTHERS + other)
            if endgames[at] != OPEN:
                continue
            w = [a | b for a, b in zip(e, load(others, u(other)), strict=True)]
            worth = worked_out(rules, w, endgames, choices, stack, which)
            if worth != OPEN:
                endgames[at] = worth
                settled += 1
    return settled
