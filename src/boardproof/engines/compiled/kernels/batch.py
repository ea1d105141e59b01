"""Playing many games at once: a move in each, and what is seen and legal after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .intrinsics import folded, i64, rule, u
from .words import Array, Columns, Int, Words, load, store

if TYPE_CHECKING:
    from .game import (
        ACTIONS,
        PASSES,
        TURNS,
        apply_move,
        ended_after,
        legal_actions,
        mover,
        observe,
        result_code,
        stuck_code,
        successors,
        unfinished,
    )
    from .playouts import below, shuffled


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
def look(w: Words, opening: Int, room: Columns, legal: Array, row: Int) -> Int:
    """Note the legal actions of a position; return how the game has ended, -1 without a move.

    It is 0 where the game goes on. Where games start, any result is possible; elsewhere only those
    that a move can bring about.
    """
    code = i64(0)
    if not TURNS or not unfinished(*w):
        code = i64(result_code(*w)) if opening else i64(ended_after(*w))
    if code != 0:
        for number in range(u(ACTIONS)):
            legal[row, number] = False
        return code
    if note_legal(w, room, legal, row) > 0:
        return i64(0)
    code = i64(stuck_code(*w))
    return code if code != 0 else i64(-1)


@rule
def start_games(
    games: Columns, room: Columns, players: Array, legal: Array, seen: Array, ended: Array
) -> None:
    """Look at positions that games start from."""
    for i in range(u(ended.size)):
        w: Words = load(games, i)
        code = look(w, 1, room, legal, i)
        ended[i] = code
        player = i64(mover(*w)) if code == 0 else i64(-1)
        players[i] = player
        observe(player, *w, seen, i)


@rule
def step_games(
    games: Columns, players: Array, plies: Array, done: Array, actions: Array,
    starts: Columns, chance: Array, payoffs: Array, longest: Int, again: Int, room: Columns,
    after: Columns, to_move: Array, plies_after: Array, legal: Array, seen: Array,
    rewards: Array, terminated: Array, truncated: Array, at: Array,
) -> None:  # fmt: skip
    """Make a move in each game; where one ends, begin another `again`, or leave it as it is.

    All rewards are 0 before. The row `at` which it is, is noted: a rule may go wrong there.
    """
    for i in range(u(actions.size)):
        at[u(0)] = i64(i)
        w: Words = load(games, i)
        player, ply, code = i64(players[i]), plies[i], i64(0)
        ends, cut = False, False
        if done[i] and not again:
            ends, cut = terminated[i], truncated[i]
            for number in range(u(ACTIONS)):
                legal[i, number] = False
        else:
            number = i64(actions[i])
            allowed = False
            c: Words = w
            if number >= 0 and number < ACTIONS:
                allowed, *c = apply_move(number, *w)
                if TURNS and allowed and unfinished(*c):
                    allowed = successors(*c, *room, u(0)) != u(0)
            ply += 1
            if allowed:
                w = c
                code = look(w, 0, room, legal, i)
                if code > 0:
                    for seat in range(u(payoffs.shape[1])):
                        rewards[i, seat] = payoffs[u(code), seat]
                cut = code == 0 and longest > 0 and ply >= longest
                if code == 0 and not (TURNS and unfinished(*w)):
                    player = i64(mover(*w))
            else:
                rewards[i, u(player)] = -1.0
                code = i64(-1)
            ends = code != 0
            if ends or cut:
                player = i64(-1)
                if again:
                    chance[u(0)] = shuffled(chance[u(0)])
                    w = load(starts, below(chance[u(0)], u(starts[0].size)))
                    look(w, 1, room, legal, i)
                    player, ply = i64(mover(*w)), 0
                else:
                    for number in range(u(ACTIONS)):
                        legal[i, number] = False
        store(after, i, w)
        to_move[i], plies_after[i] = player, ply
        terminated[i], truncated[i] = ends, cut
        observe(player, *w, seen, i)


@rule
def random_actions(legal: Array, chance: Array, actions: Array) -> None:
    """Choose a legal action of each game by lot, 0 where there is none."""
    state = chance[u(0)]
    for i in range(u(actions.size)):
        count = i64(0)
        for number in range(u(ACTIONS)):
            count += i64(legal[i, number])
        state = shuffled(state)
        left = i64(below(state, u(max(count, 1))))
        chosen = i64(0)
        for number in range(u(ACTIONS)):
            if legal[i, number]:
                if left == 0:
                    chosen = i64(number)
                left -= 1
        actions[i] = chosen
    chance[u(0)] = state
