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
