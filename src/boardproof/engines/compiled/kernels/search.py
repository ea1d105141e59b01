"""The search: is a position worth so much to one player, against all others?

A record of what is known of a position is two words, or four where the position fills its own:

    word 0   the position's first word
    word 1   its second word, if any, below; above it, from the lowest bit on:
             depth (7) | work (4) | move | worth at least | worth at most

Threads share the table. The word that says what is known seals a record: who writes one, or leans
on one, claims that word first and puts it back last. To look before and after would not do: a
record may have become another and the same again meanwhile. So what is read is all of one record,
or nothing; a record that somebody else has claimed is let be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .constants import (
    AT,
    BEFORE,
    BEST,
    BUSY,
    CHOSEN,
    COUNT,
    EMPTY,
    FAR,
    HEAVY,
    MARKED,
    MARKS,
    MINE,
    STOOD,
    SURE,
    SURELY,
    UNKNOWN,
)
from .intrinsics import claim, i64, inner, peek, popcount, prefetch, publish, rule, run_block, u
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
def seal_at(at: Int) -> Int:
    """Return where a record's seal lies."""
    return at + u(2 if RECORD == 4 else 1)


@inline
def data_of(seal: Int) -> Int:
    """Return what a record says; a seal without that is none."""
    return seal >> u(TOP) if WORDS == 2 and RECORD == 2 else seal


@inline
def holds(table: Array, at: Int, seal: Int, k: Words) -> Int:
    """Whether a record with this seal is of a position."""
    if WORDS == 1:
        return peek(table, at) == k[0]
    if RECORD == 4:
        return peek(table, at) == k[0] and peek(table, at + u(1)) == k[1]
    return peek(table, at) == k[0] and (seal & u(LOW)) == k[1]


@inline
def key_at(table: Array, at: Int, seal: Int) -> Words:
    """Return the position that a record with this seal is of."""
    if WORDS == 1:
        return [peek(table, at)]
    return [peek(table, at), peek(table, at + u(1)) if RECORD == 4 else seal & u(LOW)]


@inline
def write_record(table: Array, at: Int, k: Words, data: Int) -> None:
    """Write what is known of a position, the seal last."""
    publish(table, at, k[0])
    if RECORD == 4 and WORDS == 2:
        publish(table, at + u(1), k[1])
    publish(table, seal_at(at), k[1] | (data << u(TOP)) if WORDS == 2 and RECORD == 2 else data)


@inner
def bucket_of(k: Words, buckets: Int) -> Int:
    """Return where the records of a position lie: eight words, one line of the cache."""
    return (((place_hashed(k, EMPTY) >> u(32)) * buckets) >> u(32)) * u(8)


@inner
def look_up(table: Array, place: Int, k: Words, shared: Int) -> Int:
    """Return what is known of a position, 0 for nothing."""
    for way in range(WAYS):
        at = place + u(way * RECORD)
        seal = peek(table, seal_at(at))
        if data_of(seal) == u(0) or seal == BUSY or not holds(table, at, seal, k):
            continue
        if not shared:
            return data_of(seal)
        if claim(table, seal_at(at), seal, BUSY) == seal:
            still = holds(table, at, seal, k)
            publish(table, seal_at(at), seal)
            if still:
                return data_of(seal)
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
    table: Array, place: Int, k: Words, value: Int, above: Int, depth: Int, move: Int, nodes: Int,
    shared: Int,
) -> None:  # fmt: skip
    """Write down that a position is worth at least, or at most, so much.

    The other bound stays if it was found as deep. The record of least work makes room.
    """
    least, most = -LIMIT, LIMIT
    chosen, before, lowest_work = place, BUSY, 99
    for way in range(WAYS):
        at = place + u(way * RECORD)
        seal = peek(table, seal_at(at))
        known = data_of(seal)
        if known != u(0) and seal != BUSY and holds(table, at, seal, k):
            chosen, before = at, seal
            break
        work = i64((known >> u(7)) & u(15)) if known != u(0) else -1
        if work < lowest_work and seal != BUSY:
            chosen, before, lowest_work = at, seal, work
    if before == BUSY or (shared and claim(table, seal_at(chosen), before, BUSY) != before):
        return
    known = data_of(before)
    if known != u(0) and holds(table, chosen, before, k) and depth_of(known) == depth:
        least, most = least_of(known), most_of(known)
    if above:
        least = max(least, min(value, LIMIT))
    else:
        most = min(most, max(value, -LIMIT))
    data = u(depth) | (u(work_of(nodes)) << u(7)) | (u(move) << u(11))
    data |= (u(least + LIMIT) << u(LEAST)) | (u(most + LIMIT) << u(MOST))
    write_record(table, chosen, k, data)


@rule
def move_over(old: Array, table: Array, buckets: Int) -> None:
    """Take what is known over into a larger table, which nobody else has yet."""
    for way in range(0, old.size, RECORD):
        at = u(way)
        seal = peek(old, seal_at(at))
        data = data_of(seal)
        if data == u(0) or seal == BUSY or claim(old, seal_at(at), seal, BUSY) != seal:
            continue
        k = key_at(old, at, seal)
        publish(old, seal_at(at), seal)
        place = bucket_of(k, buckets)
        for other in range(WAYS):
            at = place + u(other * RECORD)
            if peek(table, seal_at(at)) == u(0):
                write_record(table, at, k, data)
                break


@inner
def key_of(w: Words, ply: Int, near: Int, images: Columns, pieces: Array) -> Words:
    """Return the position that a record is of: near the root, one stands for all its images."""
    k = without_safe(w)
    if ALIKE and ply < near:
        k = canonical(k, images, pieces)
    return k


@inner
def sign_of(w: Words) -> Int:
    """Return what marks a position as one that a thread is busy with."""
    k = without_safe(w)
    return place_hashed(k, EMPTY)


@inner
def mark_path(ply: Int, path: Columns, frame: Array, marks: Array) -> None:
    """Mark the positions on the path that are not marked: a thread will be busy there for long."""
    while ply > 0 and frame[u(ply), MARKED] == 0:
        frame[u(ply), MARKED] = 1
        sign = sign_of(load(path, u(ply)))
        marks[sign & u(MARKS - 1)] = sign
        ply -= 1


@inner
def unmark(w: Words, marks: Array) -> None:
    """Take the mark of a position away."""
    sign = sign_of(w)
    if marks[sign & u(MARKS - 1)] == sign:
        marks[sign & u(MARKS - 1)] = u(0)


@inner
def put_off_marked(ply: Int, stack: Columns, order: Array, frame: Array, marks: Array) -> None:
    """Put the next move first that leads to no marked position; where all do, leave them."""
    first = frame[u(ply), AT]
    for at in range(first, frame[u(ply), COUNT]):
        j = order[u(ply), u(at)]
        sign = sign_of(load(stack, u(ply * MOST_MOVES + j)))
        if marks[sign & u(MARKS - 1)] != sign:
            while at > first:
                order[u(ply), u(at)] = order[u(ply), u(at - 1)]
                at -= 1
            order[u(ply), u(first)] = j
            return


@inner
def settle_first(
    goal: Int, hero: Int, depth: Int, mine: Int, kept: Int, ply: Int, stack: Columns, order: Array,
    table: Array, buckets: Int,
) -> None:  # fmt: skip
    """Put the move first of which it is known already that it settles the question, if any."""
    for at in range(kept):
        j = order[u(ply), u(at)]
        c = load(stack, u(ply * MOST_MOVES + j))
        k = without_safe(c)
        data = look_up(table, bucket_of(k, buckets), k, i64(0))
        if data == u(0) or (depth_of(data) <= depth and depth > 0):
            continue
        stood = standing(hero, c)
        if (stood + least_of(data) >= goal) if mine else (stood + most_of(data) < goal):
            order[u(ply), u(at)], order[u(ply), u(0)] = order[u(ply), u(0)], j
            return


@rule
def search(
    rules: Int, goal: Int, hero: Int, total: Int, limit: Int, budget: Int, state: Array,
    path: Columns, stack: Columns, which: Array, order: Array, promise: Array, frame: Array,
    history: Array, table: Array, buckets: Int, endgames: Array, choices: Array, reach: Int,
    near: Int, images: Columns, pieces: Array, following: Int, marks: Array, shared: Int,
) -> Int:  # fmt: skip
    """Find out whether the first position of the path is worth at least the goal to the hero.

    The search goes `limit` moves deep; what lies there is judged by evaluation, and an answer that
    leans on that is not sure. `state` has the ply, the nodes so far, the answer's bound, whether it
    is sure, the move that shows it, how many there are, and the last ply that was marked.
    `following` says that chains are filled in order, as they stay: whoever moved last may follow.
    Where the table is `shared`, moves to positions that others are busy with are put off. Stops
    when the nodes reach the budget, and goes on from there when it is called again: 0 stopped, 1
    answered.
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
        if not known:
            k: Words = key_of(w, ply, near, images, pieces)
            place = bucket_of(k, buckets)
            data = look_up(table, place, k, shared)
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
            row = ply * MOST_MOVES
            count = run_block(rules, (*w, *stack, which, u(row)))
            if ply == 0:
                state[5] = count
            rival, near_line, j = i64(0), u(0), 0
            if count == 0:
                best = 0
            elif LINES:
                c = load(stack, u(row + j))
                rival = mover(*c)
                near_line = almost(rival, *w)
            for j in range(count):
                c = load(stack, u(row + j))
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
                    if ENDGAMES and open_ <= reach:
                        worth = i64(endgames[u(number_of(c, choices) * OTHERS + other_of(c))])
                        if worth != UNKNOWN:
                            worth = ahead + (worth if hero == 0 else -worth)
                            if (worth > best) if mine else (worth < best):
                                best, move = worth, j
                            if (worth >= goal) if mine else (worth < goal):
                                kept = -1
                                break
                            continue
                if ply + 1 >= near:
                    k = without_safe(c)
                    prefetch(table, bucket_of(k, buckets))
                hope = promising(player, stood if mine else -stood, w, c)
                if FOLLOWING:
                    hope -= lines_left << i64(20)
                if not LINES:
                    hope += history[u(player * MOST_MOVES + which[u(row + j)])]
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
                frame[u(ply), MARKED] = 0
                if shared and ply > 0 and nodes - frame[u(ply - 1), BEFORE] >= HEAVY:
                    mark_path(ply, path, frame, marks)
                # Worth a quarter of the positions where lines win, and nothing where points do.
                if LINES and ply + 1 >= near:
                    settle_first(
                        goal, hero, depth - 1, mine, kept, ply, stack, order, table, buckets
                    )
                j = order[u(ply), u(0)]
                store(path, u(ply + 1), load(stack, u(row + j)))
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
                    if shared and nodes - frame[u(ply), BEFORE] >= HEAVY:
                        mark_path(ply, path, frame, marks)
                        state[6] = ply
                    if shared and ply <= state[6]:
                        put_off_marked(ply, stack, order, frame, marks)
                    j = order[u(ply), u(frame[u(ply), AT])]
                    store(path, u(ply + 1), load(stack, u(ply * MOST_MOVES + j)))
                    ply += 1
                    break
                value, sure = frame[u(ply), BEST], frame[u(ply), SURE]
            w = load(path, u(ply))
            if shared and frame[u(ply), MARKED] != 0:
                unmark(w, marks)
            spent = nodes - frame[u(ply), BEFORE]
            if cut:
                player = mover(*w)
                number = which[u(ply * MOST_MOVES + j)]
                history[u(player * MOST_MOVES + number)] += 1 + work_of(spent)
            k = key_of(w, ply, near, images, pieces)
            depth = SURELY if sure else min(max(limit - ply, 0) + 1, SURELY - 1)
            state[4] = frame[u(ply), CHOSEN]
            place, worth = bucket_of(k, buckets), value - frame[u(ply), STOOD]
            keep(table, place, k, worth, value >= goal, depth, state[4], spent, shared)
