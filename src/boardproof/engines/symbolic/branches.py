"""A diagram of bits seen slot by slot: under each value of a slot, what is left.

Only nodes that are there already are looked at, so that this needs no room.
"""

from __future__ import annotations

from .bdd.manager import Diagram
from .bdd.slots import Slots


def branches(slots: Slots, number: int, diagram: Diagram) -> list[Diagram]:
    """Give what is left of a diagram for each way of a slot; nothing above it may be open."""
    bits = slots.bits_of(number)
    return [_followed(diagram, bits, code) for code in slots.slots[number].codes]


def _followed(diagram: Diagram, bits: list[int], code: int) -> Diagram:
    for shift, bit in zip(reversed(range(len(bits))), bits, strict=True):
        if diagram.node_var() == bit:
            yes, no = diagram.cofactors()
            diagram = yes if code >> shift & 1 else no
    return diagram
