"""Choosing a variable order and an encoding, by successive halving.

Small differences in order make diagrams several times smaller or larger, and only a trial shows
which. All candidates advance until a layer exceeds a number of nodes; the half that came furthest
continues with a higher bound, from where it was. Where the last two are nearly alike, both do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from ..bdd.slots import Slot
from ..eval.statements import TooMuchWork
from .compact import line_of
from .layer_walk import LayerWalk

#: The nodes of a layer at which candidates are compared.
BOUNDS = (300, 3_000, 20_000, 200_000)
#: How many times the nodes of the best the second may have to be followed further.
NEARLY = 1.1

#: The orders that can be requested.
ORDERS = ("natural", "columns", "rows", "columns-middle-out", "rows-middle-out")
#: Every place in a slot of its own, or groups of places together.
ENCODINGS = ("plain", "compact")


def in_order(slots: Sequence[Slot], order: str) -> list[Slot]:
    """Return slots in a named order: single variables first, then those of the board."""
    if order == "natural":
        return list(slots)
    line = order.partition("-")[0].removesuffix("s")
    lines = sorted({at for slot in slots if (at := line_of(slot, line)) is not None})
    if order.endswith("middle-out"):
        middle = (len(lines) - 1) / 2
        lines = sorted(lines, key=lambda at: abs(lines.index(at) - middle))
    ranks = {None: -1, **{at: rank for rank, at in enumerate(lines)}}
    return sorted(slots, key=lambda slot: ranks[line_of(slot, line)])


def distinct_orders(slots: Sequence[Slot]) -> dict[str, list[Slot]]:
    """Return the distinct orders, by name."""
    orders: dict[str, list[Slot]] = {}
    for name in ORDERS:
        candidate = in_order(slots, name)
        if candidate not in orders.values():
            orders[name] = candidate
    return orders


def best_walk(
    candidates: Iterable[Callable[[], LayerWalk]],
    advance: Callable[[LayerWalk], LayerWalk],
    bounds: Sequence[int] = BOUNDS,
) -> LayerWalk:
    """Advance all walks, dropping the worse half at each bound; return the one that is left.

    A candidate whose moves take too much work to compile is dropped.
    """
    walks = []
    for make in candidates:
        with suppress(TooMuchWork):
            walks.append(make())
    if not walks:
        raise TooMuchWork
    for bound in bounds:
        for i, walk in enumerate(walks):
            while not walk.done and _size(walk) <= bound:
                walk = advance(walk)
            walks[i] = walk
            if walk.done:
                return walk
        walks = _better_half(walks, bound)
        if len(walks) == 1:
            break
    return walks[0]


def _better_half(walks: list[LayerWalk], bound: int) -> list[LayerWalk]:
    """Return the half that came furthest, best first, or the best two that are nearly alike.

    Layers of the same sizes throughout come from a symmetry: there is nothing to choose.
    """
    ranked = sorted(walks, key=lambda walk: _standing(walk, bound))
    kept = ranked[: (len(walks) + 1) // 2]
    if len(kept) == 1 < len(ranked):
        (best, size), (ply, nodes) = (_standing(walk, bound) for walk in ranked[:2])
        if ply == best and nodes <= NEARLY * size and ranked[0].nodes != ranked[1].nodes:
            return ranked[:2]
    return kept


def _standing(walk: LayerWalk, bound: int) -> tuple[int, int]:
    """Return the sort key of a walk when it reached a bound; it may have gone on since."""
    sizes = [*walk.nodes, _size(walk)]
    ply = next((at for at, size in enumerate(sizes) if size > bound), len(sizes) - 1)
    return -ply, sizes[ply]


def _size(walk: LayerWalk) -> int:
    return walk.diagrams.nodes(walk.layer)
