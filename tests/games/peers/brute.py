"""Counting by brute force over any peer."""

from collections import Counter


def perft(peer, state, depth):
    """Count the sequences of 0, 1, ..., depth moves; equal states are followed once."""
    ways, counts = Counter({state: 1}), [1]
    for _ in range(depth):
        following = Counter()
        for source, number in ways.items():
            for target in peer.moves(source).values():
                following[target] += number
        ways = following
        counts.append(ways.total())
    return counts


def count(peer):
    """Count the reachable states, their moves and their endings."""
    seen, layer, over = {peer.start}, [peer.start], Counter()
    moves = stuck = ply = 0
    shortest = None
    while layer:
        following = []
        for state in layer:
            targets = list(peer.moves(state).values())
            moves += len(targets)
            ending = peer.ending(state)
            stuck += not targets and ending is None
            if ending is not None:
                over[ending] += 1
                shortest = ply if shortest is None else shortest
            for target in targets:
                if target not in seen:
                    seen.add(target)
                    following.append(target)
        layer, ply = following, ply + 1
    return {
        "positions": len(seen),
        "moves": moves,
        "over": dict(over),
        "stuck": stuck,
        "shortest": shortest,
    }


def solve(peer):
    """Give the value of the start for the first player: sweep over all states until none changes.

    What is never settled counts nothing: it can be held for ever.
    """
    after, waiting = {}, [peer.start]
    for state in waiting:
        if state not in after:
            after[state] = list(peer.moves(state).values())
            waiting += after[state]
    first, second = peer.mover(peer.start), set()
    value = {state: _worth(peer, state, first) for state in after}
    while value != second:
        second = dict(value)
        for state in reversed(after):
            if after[state]:
                better = max if peer.mover(state) == first else min
                value[state] = better(value[target] for target in after[state])
    return value[peer.start]


def _worth(peer, state, first):
    """Say what a state that has ended is worth: points where there are any, else 1, 0 or -1."""
    ending = peer.ending(state)
    if ending in (None, "draw"):
        return 0
    if hasattr(peer, "margin"):
        return peer.margin(state)
    return 1 if ending == f"{first} wins" else -1
