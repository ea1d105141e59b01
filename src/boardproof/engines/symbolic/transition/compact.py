"""Fewer bits where the rules allow few configurations.

Pieces that fall leave no holes: of all patterns of a column, few can ever be. Where a group of
places can only take few ways together, the group is one slot with one code for each of them. What
can be is found by letting every other place do what it likes: the moves, seen only through the
group, lead from the group's start to all it can ever become, and to more, never to less.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ....rules.domains import Cell
from ..bdd.manager import Diagram
from ..bdd.slots import Coder, Place, Slot, Slots

#: A group counts as few ways when it has at most this part of what its places could be alone.
FEW = 0.5
#: More ways than this are not listed.
MOST_WAYS = 4096


def groups(slots: Slots) -> list[list[list[int]]]:
    """Propose ways to group slots: the columns of a board, and its rows."""
    found = []
    for line in ("column", "row"):
        lines: dict[Any, list[int]] = {}
        for number, slot in enumerate(slots.slots):
            for place in slot.places:
                if len(place) == 2 and isinstance(place[1], Cell):
                    lines.setdefault(getattr(place[1], line), []).append(number)
        if len(lines) > 1:
            found.append(list(lines.values()))
    return found


def compacted(coder: Coder, relation: Diagram, start: Diagram) -> list[Slot] | None:
    """Give slots for groups whose configurations are few; None where no grouping pays."""
    best: list[Slot] | None = None
    for grouping in groups(coder.slots):
        found = [_ways(coder, relation, start, group) for group in grouping]
        if any(ways is None for ways in found):
            continue
        slots = _joined(coder.slots, grouping, [ways for ways in found if ways is not None])
        if best is None or _bits(slots) < _bits(best):
            best = slots
    return best


def _bits(slots: Iterable[Slot]) -> int:
    return sum(slot.bits for slot in slots)


def _ways(
    coder: Coder, relation: Diagram, start: Diagram, group: list[int]
) -> list[tuple[Any, ...]] | None:
    """List the configurations a group can get into, None where they are not few."""
    d, slots = coder.diagrams, coder.slots
    own = {bit for number in group for bit in slots.bits_of(number)}
    others = [b for b in [*slots.present, *slots.following] if b - (b & 1) not in own]
    seen = relation.exists(d.cube(others)) if others else relation
    reached = start.exists(d.cube(set(slots.present) - own))
    now = d.cube(own)
    frontier = reached
    while frontier.satisfiable():
        led = coder.flipped(d.and_exists(frontier, seen, now))
        frontier = led & ~reached
        reached = reached | led
    whole = 1
    for number in group:
        whole *= len(slots.slots[number].ways)
    many = d.count(reached) >> (2 * slots.bits - len(own))
    if many > min(MOST_WAYS, FEW * whole):
        return None
    return _listed(coder, reached, group)


def _listed(coder: Coder, reached: Diagram, group: list[int]) -> list[tuple[Any, ...]]:
    """List configurations, in an order in which like ones have near codes."""
    found: list[tuple[tuple[int, ...], tuple[Any, ...]]] = [((), ())]
    parts: list[tuple[Diagram, tuple[int, ...], tuple[Any, ...]]] = [(reached, (), ())]
    for number in group:
        slot, codes = coder.slots.slots[number], coder.codes(number)
        rank = _ranks(slot.ways)
        parts = [
            (left, (*ranks, rank[way]), (*values, *way))
            for diagram, ranks, values in parts
            for way, code in zip(slot.ways, codes, strict=True)
            if (left := diagram & code).satisfiable()
        ]
    found = sorted(((ranks, values) for _, ranks, values in parts), key=lambda pair: pair[0])
    return [values for _, values in found]


def _ranks(ways: Sequence[tuple[Any, ...]]) -> dict[tuple[Any, ...], int]:
    """Order values with None in the middle."""
    some = [way for way in ways if None not in way]
    none = [way for way in ways if None in way]
    middle = (len(some) + 1) // 2
    return {way: i for i, way in enumerate([*some[:middle], *none, *some[middle:]])}


def _joined(
    slots: Slots, grouping: list[list[int]], ways: list[list[tuple[Any, ...]]]
) -> list[Slot]:
    grouped = {number for group in grouping for number in group}
    kept = [slot for number, slot in enumerate(slots.slots) if number not in grouped]
    made = []
    for group, configurations in zip(grouping, ways, strict=True):
        places: tuple[Place, ...] = tuple(
            place for number in group for place in slots.slots[number].places
        )
        made.append(Slot(places, tuple(configurations)))
    return [*kept, *made]
