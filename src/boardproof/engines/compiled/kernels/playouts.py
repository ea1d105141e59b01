"""Playing random games to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .constants import GUESSES
from .intrinsics import i64, rule, u
from .words import Array, Int, Words

if TYPE_CHECKING:
    from .game import GPU, MOST_MOVES, apply_move, cuda, result_after, result_code


@rule
def shuffled(chance: Int) -> Int:
    """Return the next state of a generator of random numbers."""
    chance ^= chance << u(13)
    chance ^= chance >> u(7)
    chance ^= chance << u(17)
    return chance


@rule
def below(chance: Int, end: Int) -> Int:
    """Return a random number below an end."""
    return ((chance >> u(32)) * end) >> u(32)


@rule
def random_move(w: Words, chance: Int) -> tuple[Int, Int]:
    """Return the generator's state and a random legal move, -1 where there is none.

    A random move that is legal is as good as a random legal move, and soon found where most are
    legal. Where a few guesses are not, all legal moves are listed, and one of them is taken.
    """
    for _ in range(GUESSES):
        chance = shuffled(chance)
        number = i64(below(chance, u(MOST_MOVES)))
        if apply_move(number, *w)[0]:
            return chance, number
    legal = cuda.local.array(MOST_MOVES, np.int64) if GPU else np.empty(MOST_MOVES, np.int64)
    count = 0
    for number in range(MOST_MOVES):
        legal[count] = number
        count += i64(apply_move(number, *w)[0])
    if count == 0:
        return chance, i64(-1)
    chance = shuffled(chance)
    return chance, legal[below(chance, u(count))]


@rule
def playouts(w: Words, games: Int, longest: Int, seed: Int, tally: Array) -> Int:
    """Play games of random moves to their end, or so long; tally results, 0 for stuck."""
    chance = seed
    moves = 0
    for _ in range(games):
        c: Words = w
        code = result_code(*c)
        last = moves + longest
        while True:
            if code != 0:
                tally[code] += 1
                break
            if moves == last:
                break
            chance, number = random_move(c, chance)
            if number < 0:
                tally[0] += 1
                break
            _, *c = apply_move(number, *c)
            moves += 1
            code = result_after(*c)
    return moves
