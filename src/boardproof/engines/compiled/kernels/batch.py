"""Playing many games at once: a move in each, and what is seen and legal after it.

A processor goes over all games in turn; on a GPU, each thread has games of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .intrinsics import folded, grid, i64, u
from .words import Array, Columns, Int, Words, each, inline, load, store

if TYPE_CHECKING:
    from .game import (
        ACTIONS,
        GPU,
        PASSES,
        ROOM,
        SEATS,
        TURNS,
        WORDS,
        apply_move,
        cuda,
        ended_after,
        legal_actions,
        mover,
        observe,
        result_code,
        stuck_code,
        successors,
        unfinished,
    )
    from .playouts import below


@inline
def rows(size: Int) -> range:
    """Return the rows that are gone over: all, or those of a thread."""
    return range(cuda.grid(1), size, cuda.gridsize(1)) if GPU else range(u(size))


@inline
def scratch() -> Columns:
    """Return room for the turns of a position."""
    return [
        cuda.local.array(ROOM, np.uint64) if GPU else np.empty(ROOM, np.uint64) for _ in each(WORDS)
    ]


@folded
def drawn(chance: Int, row: Int) -> Int:
    """Return a random number for a row: it depends on nothing else, so rows come in any order."""
    bits = chance + u(row) * u(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> u(30))) * u(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> u(27))) * u(0x94D049BB133111EB)
    return bits ^ (bits >> u(31))


@folded
def note_legal(w: Words, room: Columns, legal: Array, row: Int) -> Int:
    """Note which actions are legal in a position that is not over; return how many.

    A step after which its turn cannot be finished is not legal; a pass is where nothing else is,
    and that is no end.
    """
    count = i64(legal_actions(*w, legal, row))
    if TURNS:
        for number in range(ACTIONS):
            if legal[row, u(number)]:
                _, *c = apply_move(number, *w)
                if unfinished(*c) and successors(*c, *room, u(0)) == u(0):
                    legal[row, u(number)] = False
                    count -= 1
    if PASSES:
        may = count == 0 and stuck_code(*w) == 0
        legal[row, u(ACTIONS - 1)] = may
        count += i64(may)
    return count


@folded
def refuse_all(legal: Array, row: Int) -> None:
    """Note that no action is legal."""
    for number in range(u(ACTIONS)):
        legal[row, number] = False


@folded
def look(w: Words, opening: Int, room: Columns, legal: Array, row: Int) -> Int:
    """Note the legal actions of a position; return how the game has ended, -1 without a move.

    It is 0 where the game goes on. Where games start, any result is possible; elsewhere only those
    that a move can bring about.
    """
    code = i64(0)
    if not TURNS or not unfinished(*w):
        code = i64(result_code(*w)) if opening else i64(ended_after(*w))
    if code != 0:
        refuse_all(legal, row)
        return code
    if note_legal(w, room, legal, row) > 0:
        return i64(0)
    code = i64(stuck_code(*w))
    return code if code != 0 else i64(-1)


@folded
def reward(rewards: Array, row: Int, payoffs: Array, code: Int) -> None:
    """Give every player what a result is worth; where there is none, that is nothing."""
    for seat in range(u(SEATS)):
        rewards[row, seat] = payoffs[u(code), seat]


@grid
def start_games(
    payoffs: Array, games: Columns, players: Array, plies: Array, legal: Array, seen: Array,
    rewards: Array, terminated: Array, truncated: Array, call: Int, finished: Array,
) -> None:  # fmt: skip
    """Look at positions that games start from."""
    room = scratch()
    for i in rows(finished.size):
        w: Words = load(games, i)
        code = look(w, 1, room, legal, i)
        player = i64(mover(*w)) if code == 0 else i64(-1)
        players[i], plies[i] = player, 0
        terminated[i], truncated[i] = code != 0, False
        reward(rewards, i, payoffs, 0)
        observe(player, *w, seen, i)
        finished[i] = call


@grid
def step_games(
    games: Columns, players: Array, plies: Array, ended: Array, cut_off: Array, actions: Array,
    starts: Columns, chance: Int, longest: Int, again: Int, payoffs: Array, after: Columns,
    to_move: Array, plies_after: Array, legal: Array, seen: Array, rewards: Array,
    terminated: Array, truncated: Array, call: Int, finished: Array,
) -> None:  # fmt: skip
    """Make a move in each game; where one ends, begin another `again`, or leave it as it is.

    A row that is done is marked with the number of the call: a rule may go wrong in others.
    """
    room = scratch()
    for i in rows(finished.size):
        w: Words = load(games, i)
        player, ply, code = i64(players[i]), plies[i], i64(0)
        ends, cut = ended[i], cut_off[i]
        if (ends or cut) and not again:
            reward(rewards, i, payoffs, 0)
            refuse_all(legal, i)
        else:
            number = i64(actions[i])
            allowed = False
            c: Words = w
            if number >= 0 and number < ACTIONS:
                allowed, *c = apply_move(number, *w)
                if TURNS and allowed and unfinished(*c):
                    allowed = successors(*c, *room, u(0)) != u(0)
            ply += 1
            cut = False
            if allowed:
                w = c
                code = look(w, 0, room, legal, i)
                reward(rewards, i, payoffs, max(code, i64(0)))
                cut = code == 0 and longest > 0 and ply >= longest
                if code == 0 and not (TURNS and unfinished(*w)):
                    player = i64(mover(*w))
            else:
                reward(rewards, i, payoffs, 0)
                rewards[i, u(player)] = -1.0
                code = i64(-1)
            ends = code != 0
            if ends or cut:
                player = i64(-1)
                if again:
                    w = load(starts, below(drawn(chance, i), u(starts[0].size)))
                    look(w, 1, room, legal, i)
                    player, ply = i64(mover(*w)), 0
                else:
                    refuse_all(legal, i)
        store(after, i, w)
        to_move[i], plies_after[i] = player, ply
        terminated[i], truncated[i] = ends, cut
        observe(player, *w, seen, i)
        finished[i] = call


@grid
def random_actions(legal: Array, chance: Int, actions: Array) -> None:
    """Choose a legal action of each game by lot, 0 where there is none."""
    for i in rows(actions.size):
        count = i64(0)
        for number in range(u(ACTIONS)):
            count += i64(legal[i, number])
        left = i64(below(drawn(chance, i), u(max(count, 1))))
        chosen = i64(0)
        for number in range(u(ACTIONS)):
            if legal[i, number]:
                if left == 0:
                    chosen = i64(number)
                left -= 1
        actions[i] = chosen
