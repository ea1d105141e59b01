"""Layers that cannot share a position, known by something simple that differs between them.

In most games the number of pieces, or a counter, tells the ply. Where every position of a layer
has the same of these, and no two layers have them alike, no position is in two layers; then
nobody need remember those seen before.
"""

from __future__ import annotations

from typing import Any

from ..bdd.manager import Diagram
from ..bdd.slots import Coder, Place

#: What all positions of a layer have in common.
Signature = dict[Any, Any]


class LayerSignature:
    """Tells what all positions of a layer have in common."""

    def __init__(self, coder: Coder) -> None:
        self.coder, self.diagrams = coder, coder.diagrams
        self._single = [slot.places[0] for slot in coder.slots.slots if len(slot.places[0]) == 1]
        self._filled = [self._sums(False), self._sums(True)]

    def signature(self, layer: Diagram, side: int) -> Signature:
        """Give the places with one value in all positions, and how many are filled if all agree."""
        bits = self.diagrams.pick(layer)
        sample = self.coder.read(bits, bool(side))
        found: Signature = {}
        for place in self._single:
            same = self.coder.values(place, bool(side))[sample[place]]
            if not (layer & ~same).satisfiable():
                found[place] = sample[place]
        filled = sum(map(_is_filled, sample.items()))
        if not (layer & ~self._filled[side][filled]).satisfiable():
            found["filled"] = filled
        return found

    def _sums(self, following: bool) -> dict[int, Diagram]:
        """Give for each number where so many places are filled."""
        sums = {0: self.diagrams.true}
        for number, slot in reversed(list(enumerate(self.coder.slots.slots))):
            weights: dict[int, list[Diagram]] = {}
            for way, code in zip(slot.ways, self.coder.codes(number, following), strict=True):
                weight = sum(map(_is_filled, zip(slot.places, way, strict=True)))
                weights.setdefault(weight, []).append(code)
            parts: dict[int, list[Diagram]] = {}
            for weight, codes in weights.items():
                where = self.diagrams.any_of(codes)
                for total, there in sums.items():
                    parts.setdefault(total + weight, []).append(where & there)
            sums = {total: self.diagrams.any_of(all_) for total, all_ in parts.items()}
        return sums


def _is_filled(item: tuple[Place, Any]) -> bool:
    """Say whether a place of a board has a piece, or an element is in a set."""
    place, value = item
    return len(place) > 1 and value is not None and value is not False


def apart(a: Signature, b: Signature) -> bool:
    """Say whether two layers cannot share a position."""
    return any(name in b and b[name] != value for name, value in a.items())
