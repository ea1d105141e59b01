"""Choosing an order for the slots, and whether to write groups of places together.

Small differences in order make diagrams several times smaller or larger, and nothing but trying
tells which. All candidates walk until a layer has so many nodes; the half that came furthest goes
on, with a higher bound; what they have walked is not walked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from ....rules.domains import Cell
from ..bdd.slots import Slot
from ..eval.statements import TooMuchWork
from ..layer_walk import LayerWalk

#: Candidates are compared when layers reach so many nodes.
BOUNDS = (300, 3_000, 20_000)

#: The orders one can ask for.
ORDERS = ("natural", "columns", "rows", "columns-middle-out", "rows-middle-out")
#: Every place by itself, or groups of places together.
ENCODINGS = ("plain", "compact")


def ordered(slots: Sequence[Slot], order: str) -> list[Slot]:
    """Put slots in a named order: single variables first, then the board's."""
    if order == "natural":
        return list(slots)
    line = order.partition("-")[0].removesuffix("s")
    ranks = _ranks(slots, line, order.endswith("middle-out"))
    return sorted(slots, key=lambda slot: (_board(slot) is not None, ranks.get(_at(slot, line), 0)))


def _ranks(slots: Sequence[Slot], line: str, middle_out: bool) -> dict[Any, int]:
    lines = sorted({_at(slot, line) for slot in slots if _board(slot) is not None})
    if middle_out:
        middle = (len(lines) - 1) / 2
        lines = sorted(lines, key=lambda at: abs(lines.index(at) - middle))
    return {at: rank for rank, at in enumerate(lines)}


def _board(slot: Slot) -> Cell | None:
    place = slot.places[0]
    return place[1] if len(place) == 2 and isinstance(place[1], Cell) else None


def _at(slot: Slot, line: str) -> Any:
    cell = _board(slot)
    return None if cell is None else getattr(cell, line)


def different_orders(slots: Sequence[Slot]) -> dict[str, list[Slot]]:
    """Give the orders that differ, by name."""
    found: dict[str, list[Slot]] = {}
    for name in ORDERS:
        candidate = ordered(slots, name)
        if candidate not in found.values():
            found[name] = candidate
    return found


def best_walk(
    candidates: Iterable[Callable[[], LayerWalk]],
    stepped: Callable[[LayerWalk], LayerWalk],
    bounds: Sequence[int] = BOUNDS,
) -> LayerWalk:
    """Let walks go, dropping the worse half at each bound; give the one that is left.

    A candidate whose moves are too much work to compile is none.
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
                walk = stepped(walk)
            walks[i] = walk
            if walk.done:
                return walk
        walks.sort(key=lambda walk: _standing(walk, bound))
        walks = walks[: (len(walks) + 1) // 2]
    return walks[0]


def _standing(walk: LayerWalk, bound: int) -> tuple[int, int]:
    """Say how well a walk had done when it came to a bound: it may have gone on since."""
    sizes = [*walk.nodes, _size(walk)]
    ply = next((at for at, size in enumerate(sizes) if size > bound), len(sizes) - 1)
    return -ply, sizes[ply]


def _size(walk: LayerWalk) -> int:
    return walk.diagrams.nodes(walk.layer)
