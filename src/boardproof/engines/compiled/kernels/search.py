"""The search: is a position worth so much to one player, against all others?

A record of what is known of a position is two words, or four where the position fills its own:

    word 0   the position's first word
    word 1   its second word, if any, below; above it, from the lowest bit on:
             depth (7) | work (4) | move | worth at least | worth at most
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import (
    AT,
    BEFORE,
    BEST,
    CHOSEN,
    COUNT,
    EMPTY,
    FAR,
    MINE,
    STOOD,
    SURE,
    SURELY,
    UNKNOWN,
)
from .intrinsics import i64, inner, popcount, prefetch, rule, u
from .words import Array, Columns, Int, Words, field, inline, load, store

if TYPE_CHECKING:
    from .common import canonical, place_hashed
    from .endgames import number_of, other_of
    from .evaluation import evaluation
    from .following import left_open, wins_following
    from .game import (
        ALIKE,
        BANKED,
        CONSERVED,
        ENDGAMES,
        FOLLOWING,
        KEY_MASKS,
        LEAST,
        LEAST_POINTS,
        LIMIT,
        LINE_ENDS,
        LINES,
        LOW,
        MOST,
        MOST_MOVES,
        MOVE_MASK,
        OTHERS,
        PLAYERS,
        POINTS,
        RECORD,
        SAFE,
        STUCK_DRAWS,
        TOP,
        VALUE_MASK,
        WAYS,
        WORDS,
        WORTH,
        almost,
        mover,
        numbered,
        result_after,
        threats,
        through,
    )
    from .lines import wins_at_once


@inline
def without_safe(w: Words) -> Words:
    """Return the position without what is safe: that decides nothing of what is to come."""
    return [word & u(mask) for word, mask in zip(w, KEY_MASKS, strict=True)]


@inner
def standing(hero: Int, w: Words) -> Int:
    """Return by how many safe points a player is ahead."""
    if not BANKED:
        return i64(0)
    first, second = field(w, SAFE[0]), field(w, SAFE[1])
    return first - second if hero == 0 else second - first


@inner
def stake(total: Int, w: Words) -> Int:
    """Return how much is left to win, at the most.

    Where a sum is kept, it is what is not safe of it. `total` is that sum.
    """
    if not BANKED:
        return i64(LIMIT)
    if CONSERVED:
        return total - field(w, SAFE[0]) - field(w, SAFE[1])
    return LEAST_POINTS + POINTS - 1 - min(field(w, SAFE[0]), field(w, SAFE[1]))


@inner
def margin(hero: Int, code: Int) -> Int:
    """Return what a result is worth to a player."""
    if code <= PLAYERS:
        return i64(WORTH) if code == hero + 1 else i64(-WORTH)
    if code == PLAYERS + 1:
        return i64(0)
    code -= PLAYERS + 2
    mine, best = i64(0), i64(LEAST_POINTS - 1 if PLAYERS > 1 else 0)
    for player in range(PLAYERS):
        points = code % POINTS + LEAST_POINTS
        code //= POINTS
        if player == hero:
            mine = points
        else:
            best = max(best, points)
    return mine - best


@inner
def promising(player: Int, stood: Int, w: Words, c: Words) -> Int:
    """Return how promising a move is: those that are most are tried first.

    Another turn comes first, then points made safe, lines almost completed, and places that many
    lines go through.
    """
    hope = i64(0)
    if mover(*c) == player:
        hope += i64(1) << i64(46)
    if BANKED:
        hope += (standing(player, c) - stood) << i64(32)
    if LINES:
        hope += popcount(threats(player, *c)) << i64(40)
        hope += i64(through(player, *w, *c)) << i64(8)
    return hope


@inline
def holds(table: Array, at: Int, k: Words) -> Int:
    """Whether a record is of a position."""
    if WORDS == 1:
        return table[at] == k[0]
    if RECORD == 4:
        return table[at] == k[0] and table[at + u(1)] == k[1]
    return table[at] == k[0] and (table[at + u(1)] & u(LOW)) == k[1]


@inline
def data_at(table: Array, at: Int) -> Int:
    """Return what a record says."""
    if RECORD == 4:
        return table[at + u(2)]
    return table[at + u(1)] if WORDS == 1 else table[at + u(1)] >> u(TOP)


@inline
def key_at(table: Array, at: Int) -> Words:
    """Return the position that a record is of."""
    if WORDS == 1:
        return [table[at]]
    return [table[at], table[at + u(1)] if RECORD == 4 else table[at + u(1)] & u(LOW)]


@inline
def write_record(table: Array, at: Int, k: Words, data: Int) -> None:
    """Write what is known of a position."""
    table[at] = k[0]
    if WORDS == 1:
        table[at + u(1)] = data
    elif RECORD == 4:
        table[at + u(1)] = k[1]
        table[at + u(2)] = data
    else:
        table[at + u(1)] = k[1] | (data << u(TOP))


@inner
def bucket_of(k: Words, buckets: Int) -> Int:
    """Return where the records of a position lie: eight words, one line of the cache."""
    return (((place_hashed(k, EMPTY) >> u(32)) * buckets) >> u(32)) * u(8)


@inner
def look_up(table: Array, place: Int, k: Words) -> Int:
    """Return what is known of a position, 0 for nothing."""
    for way in range(WAYS):
        at = place + u(way * RECORD)
        if holds(table, at, k):
            data = data_at(table, at)
            if data != u(0):
                return data
    return u(0)


@inline
def depth_of(data: Int) -> Int:
    """Return how deep the answer of a record looks."""
    return i64(data & u(127))


@inline
def move_of(data: Int) -> Int:
    """Return the best move of a record."""
    return i64((data >> u(11)) & u(MOVE_MASK))


@inline
def least_of(data: Int) -> Int:
    """Return what a record's position is worth at least."""
    return i64((data >> u(LEAST)) & u(VALUE_MASK)) - LIMIT


@inline
def most_of(data: Int) -> Int:
    """Return what a record's position is worth at most."""
    return i64((data >> u(MOST)) & u(VALUE_MASK)) - LIMIT


@inner
def work_of(nodes: Int) -> Int:
    """Return how much work an answer took, on a scale from 0 to 15."""
    work = 0
    while nodes > 4 and work < 15:
        nodes >>= 2
        work += 1
    return work


@inner
def keep(
    table: Array, place: Int, k: Words, value: Int, above: Int, depth: Int, move: Int, nodes: Int
) -> None:
    """Write down that a position is worth at least, or at most, so much.

    The other bound stays if it was found as deep. The record of least work makes room.
    """
    least, most = -LIMIT, LIMIT
    chosen, lowest_work = place, 99
    for way in range(WAYS):
        at = place + u(way * RECORD)
        known = data_at(table, at)
        if holds(table, at, k) and known != u(0):
            chosen = at
            if depth_of(known) == depth:
                least, most = least_of(known), most_of(known)
            break
        work = i64((known >> u(7)) & u(15)) if known != u(0) else -1
        if work < lowest_work:
            chosen, lowest_work = at, work
    if above:
        least = max(least, min(value, LIMIT))
    else:
        most = min(most, max(value, -LIMIT))
    data = u(depth) | (u(work_of(nodes)) << u(7)) | (u(move) << u(11))
    data |= (u(least + LIMIT) << u(LEAST)) | (u(most + LIMIT) << u(MOST))
    write_record(table, chosen, k, data)


@rule
def move_over(old: Array, table: Array, buckets: Int) -> None:
    """Take what is known over into a larger table."""
    for way in range(0, old.size, RECORD):
        at = u(way)
        k = key_at(old, at)
        data = data_at(old, at)
        if data == u(0):
            continue
        place = bucket_of(k, buckets)
        for other in range(WAYS):
            at = place + u(other * RECORD)
            if data_at(table, at) == u(0):
                write_record(table, at, k, data)
                break


@inner
def settle_first(
    goal: Int, hero: Int, depth: Int, mine: Int, kept: Int, ply: Int, stack: Columns, order: Array,
    table: Array, buckets: Int,
) -> None:  # fmt: skip
    """Put the move first of which it is known already that it settles the question, if any."""
    for at in range(kept):
        j = order[u(ply), u(at)]
        c = load(stack, (u(ply), u(j)))
        k = without_safe(c)
        data = look_up(table, bucket_of(k, buckets), k)
        if data == u(0) or (depth_of(data) <= depth and depth > 0):
            continue
        stood = standing(hero, c)
        if (stood + least_of(data) >= goal) if mine else (stood + most_of(data) < goal):
            order[u(ply), u(at)], order[u(ply), u(0)] = order[u(ply), u(0)], j
            return


@rule
def search(
    goal: Int, hero: Int, total: Int, limit: Int, budget: Int, state: Array, path: Columns,
    stack: Columns, which: Array, order: Array, promise: Array, frame: Array, table: Array,
    buckets: Int, history: Array, endgames: Array, choices: Array, reach: Int, near: Int,
    images: Columns, pieces: Array, following: Int,
) -> Int:  # fmt: skip
    """Find out whether the first position of the path is worth at least the goal to the hero.

    The search goes `limit` moves deep; what lies there is judged by evaluation, and an answer that
    leans on that is not sure. `state` has the ply, the nodes so far, the answer's bound, whether it
    is sure, the move that shows it, and how many there are. `following` says that chains are filled
    in order, as they stay: whoever moved last may follow. Stops when the nodes reach the budget,
    and goes on from there when it is called again: 0 stopped, 1 answered.
    """
    ply, nodes = state[0], state[1]
    value, sure, move = i64(0), i64(1), i64(0)
    while True:
        if nodes >= budget:
            state[0], state[1] = ply, nodes
            return 0
        nodes += 1
        w = load(path, u(ply))
        depth = limit - ply
        stood, left = standing(hero, w), stake(total, w)
        move = 0
        known = False
        # The first position is always expanded: a move is wanted there, and not only a value.
        if ply > 0 and stood - left >= goal:
            value, sure, known = stood - left, i64(1), True
        elif ply > 0 and stood + left < goal:
            value, sure, known = stood + left, i64(1), True
        elif ENDGAMES and ply > 0 and left <= reach:
            worth = i64(endgames[u(number_of(w, choices) * OTHERS + other_of(w))])
            if worth != UNKNOWN:
                value, sure, known = stood + (worth if hero == 0 else -worth), i64(1), True
        if not known:
            k = without_safe(w)
            if ALIKE and ply < near:
                k = canonical(k, images, pieces)
            place = bucket_of(k, buckets)
            data = look_up(table, place, k)
            if data != u(0):
                move = move_of(data)
                reached = depth_of(data)
                if ply > 0 and (reached > depth or depth <= 0):
                    sure = i64(reached == SURELY)
                    if stood + least_of(data) >= goal:
                        value, known = stood + least_of(data), True
                    elif stood + most_of(data) < goal:
                        value, known = stood + most_of(data), True
            if not known and depth <= 0:
                value, sure, known = evaluation(hero, w), i64(0), True
                value = max(stood - left, min(stood + left, value))
        if not known:
            player = mover(*w)
            mine = player == hero
            best = -FAR if mine else FAR
            kept = 0
            hint = move
            count = i64(numbered(*w, *stack, which, u(ply)))
            if ply == 0:
                state[5] = count
            rival, near_line, j = i64(0), u(0), 0
            if count == 0:
                best = 0
            elif LINES:
                c = load(stack, (u(ply), u(j)))
                rival = mover(*c)
                near_line = almost(rival, *w)
            for j in range(count):
                c = load(stack, (u(ply), u(j)))
                code = result_after(*c)
                if LINES and code == 0:
                    code = wins_at_once(rival, near_line, w, c)
                if code != 0:
                    worth = margin(hero, code)
                    if (worth > best) if mine else (worth < best):
                        best, move = worth, j
                    if (worth >= goal) if mine else (worth < goal):
                        kept = -1
                        break
                    continue
                lines_left = i64(0)
                if FOLLOWING and following:
                    if (goal <= 0) if mine else (goal > 0):  # a draw is enough
                        lines_left = left_open(player, c)
                        if lines_left == 0:
                            best, move, kept = i64(0), j, -1
                            break
                    elif LINE_ENDS and wins_following(player, c):
                        best, move, kept = i64(WORTH) if mine else i64(-WORTH), j, -1
                        break
                if BANKED:
                    ahead, open_ = standing(hero, c), stake(total, c)
                    if (ahead - open_ >= goal) if mine else (ahead + open_ < goal):
                        best, move, kept = ahead - open_ if mine else ahead + open_, j, -1
                        break
                    if (ahead + open_ < goal) if mine else (ahead - open_ >= goal):
                        worth = ahead + open_ if mine else ahead - open_
                        if (worth > best) if mine else (worth < best):
                            best, move = worth, j
                        continue
                if ply + 1 >= near:
                    k = without_safe(c)
                    prefetch(table, bucket_of(k, buckets))
                hope = promising(player, stood if mine else -stood, w, c)
                if FOLLOWING:
                    hope -= lines_left << i64(20)
                if not LINES:
                    hope += history[u(player * MOST_MOVES + which[u(ply), u(j)])]
                if j == hint and data != u(0):
                    hope += FAR << i64(18)
                at = kept
                while at > 0 and promise[u(ply), u(at - 1)] < hope:
                    promise[u(ply), u(at)] = promise[u(ply), u(at - 1)]
                    order[u(ply), u(at)] = order[u(ply), u(at - 1)]
                    at -= 1
                promise[u(ply), u(at)] = hope
                order[u(ply), u(at)] = j
                kept += 1
            if kept <= 0:
                value, sure, known = best, i64(1), True
                if not STUCK_DRAWS and count == 0:
                    sure = i64(0)
                state[4] = move
            else:
                frame[u(ply), COUNT], frame[u(ply), AT] = kept, 0
                frame[u(ply), BEST], frame[u(ply), SURE] = best, 1
                frame[u(ply), CHOSEN], frame[u(ply), MINE] = move, i64(mine)
                frame[u(ply), STOOD], frame[u(ply), BEFORE] = stood, nodes
                # Worth a quarter of the positions where lines win, and nothing where points do.
                if LINES and ply + 1 >= near:
                    settle_first(
                        goal, hero, depth - 1, mine, kept, ply, stack, order, table, buckets
                    )
                j = order[u(ply), u(0)]
                store(path, u(ply + 1), load(stack, (u(ply), u(j))))
                ply += 1
                continue
        while True:
            if ply == 0:
                state[0], state[1], state[2], state[3] = 0, nodes, value, sure
                return 1
            ply -= 1
            mine = frame[u(ply), MINE] != 0
            j = order[u(ply), u(frame[u(ply), AT])]
            if (value > frame[u(ply), BEST]) if mine else (value < frame[u(ply), BEST]):
                frame[u(ply), BEST], frame[u(ply), CHOSEN] = value, j
            cut = (value >= goal) if mine else (value < goal)
            if not cut:
                frame[u(ply), SURE] &= sure
                frame[u(ply), AT] += 1
                if frame[u(ply), AT] < frame[u(ply), COUNT]:
                    j = order[u(ply), u(frame[u(ply), AT])]
                    store(path, u(ply + 1), load(stack, (u(ply), u(j))))
                    ply += 1
                    break
                value, sure = frame[u(ply), BEST], frame[u(ply), SURE]
            w = load(path, u(ply))
            spent = nodes - frame[u(ply), BEFORE]
            if cut:
                player = mover(*w)
                history[u(player * MOST_MOVES + which[u(ply), u(j)])] += 1 + work_of(spent)
            k = without_safe(w)
            if ALIKE and ply < near:
                k = canonical(k, images, pieces)
            depth = SURELY if sure else min(max(limit - ply, 0) + 1, SURELY - 1)
            state[4] = frame[u(ply), CHOSEN]
            place, worth = bucket_of(k, buckets), value - frame[u(ply), STOOD]
            keep(table, place, k, worth, value >= goal, depth, state[4], spent)
