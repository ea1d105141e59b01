"""Compact encodings: fewer bits where the rules allow few configurations.

Pieces that fall leave no holes, so few of the patterns of a column are possible. Where a group of
places has few configurations, the group becomes one slot with one code for each of them. They are
over-approximated by projection: the transition relation, restricted to the group with every other
place unconstrained, leads from the group's start to all its reachable configurations, maybe more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from ....rules.grids import Cell
from ..bdd.manager import Diagram
from ..bdd.slots import Coder, Place, Slot, Slots

#: A group has few configurations if they are at most this part of all combinations of values.
FEW = 0.5
#: The most configurations that are listed.
MOST_CONFIGURATIONS = 4096


def groups(slots: Slots) -> list[list[list[int]]]:
    """Return candidate groupings of slots: the columns of a board, and its rows."""
    groupings = []
    for line in ("column", "row"):
        lines: dict[Any, list[int]] = {}
        for number, slot in enumerate(slots.slots):
            lines.setdefault(line_of(slot, line), []).append(number)
        lines.pop(None, None)
        if len(lines) > 1:
            groupings.append(list(lines.values()))
    return groupings


def line_of(slot: Slot, line: str) -> Any:
    """Return the row or the column of a board that a slot is on, None where it is on none."""
    place = slot.places[0]
    on_board = len(place) == 2 and isinstance(place[1], Cell)
    return getattr(place[1], line) if on_board else None


def compact_slots(coder: Coder, relation: Diagram, start: Diagram) -> list[Slot] | None:
    """Return slots for groups with few configurations; None where no grouping pays."""
    candidates = []
    for grouping in groups(coder.slots):
        configurations = [_configurations(coder, relation, start, group) for group in grouping]
        if all(configurations):
            candidates.append(_join_slots(coder.slots, grouping, configurations))
    return min(candidates, key=lambda slots: Slots(slots).bits, default=None)


def _configurations(
    coder: Coder, relation: Diagram, start: Diagram, group: list[int]
) -> list[tuple[Any, ...]]:
    """Return the configurations a group can reach, none where they are not few."""
    d, slots = coder.diagrams, coder.slots
    own = {bit for number in group for bit in slots.bits_of(number)}
    others = [b for b in [*slots.present, *slots.following] if b - (b & 1) not in own]
    projection = relation.exists(d.cube(others)) if others else relation
    reached = start.exists(d.cube(set(slots.present) - own))
    now = d.cube(own)
    frontier = reached
    while frontier.satisfiable():
        image = coder.flipped(d.and_exists(frontier, projection, now))
        frontier = image & ~reached
        reached = reached | image
    combinations = prod(len(slots.slots[number].combinations) for number in group)
    count = d.count(reached) >> (2 * slots.bits - len(own))
    few = count <= min(MOST_CONFIGURATIONS, FEW * combinations)
    return _list_configurations(coder, reached, group) if few else []


def _list_configurations(coder: Coder, reached: Diagram, group: list[int]) -> list[tuple[Any, ...]]:
    """Return the configurations in an order that gives similar ones adjacent codes."""
    parts: list[tuple[Diagram, tuple[int, ...], tuple[Any, ...]]] = [(reached, (), ())]
    for number in group:
        slot, codes = coder.slots.slots[number], coder.codes(number)
        rank = _ranks(slot.combinations)
        parts = [
            (left, (*ranks, rank[way]), (*values, *way))
            for diagram, ranks, values in parts
            for way, code in zip(slot.combinations, codes, strict=True)
            if (left := diagram & code).satisfiable()
        ]
    listed = sorted(((ranks, values) for _, ranks, values in parts), key=lambda pair: pair[0])
    return [values for _, values in listed]


def _ranks(ways: Sequence[tuple[Any, ...]]) -> dict[tuple[Any, ...], int]:
    """Rank the values of a slot, with None in the middle."""
    some = [way for way in ways if None not in way]
    none = [way for way in ways if None in way]
    middle = (len(some) + 1) // 2
    return {way: i for i, way in enumerate([*some[:middle], *none, *some[middle:]])}


def _join_slots(
    slots: Slots, grouping: list[list[int]], ways: list[list[tuple[Any, ...]]]
) -> list[Slot]:
    grouped = {number for group in grouping for number in group}
    ungrouped = [slot for number, slot in enumerate(slots.slots) if number not in grouped]
    joined = []
    for group, configurations in zip(grouping, ways, strict=True):
        places: tuple[Place, ...] = tuple(
            place for number in group for place in slots.slots[number].places
        )
        joined.append(Slot(places, tuple(configurations)))
    return [*ungrouped, *joined]
