"""Layer signatures: cheap invariants that prove two layers disjoint.

In most games the number of pieces, or a counter, determines the ply. Where all positions of a layer
agree on such values, and no two layers agree with each other, the layers are disjoint; then the
reachable set need not be kept to recognise positions seen before.
"""

from __future__ import annotations

from typing import Any

from ..bdd.manager import Diagram
from ..bdd.slots import Coder, Place

#: Values that all positions of a layer have in common.
Signature = dict[Any, Any]


class LayerSignature:
    """Computes the values that all positions of a layer have in common."""

    def __init__(self, coder: Coder) -> None:
        self.coder, self.diagrams = coder, coder.diagrams
        self._single = [slot.places[0] for slot in coder.slots.slots if len(slot.places[0]) == 1]
        self._filled = [self._sums(False), self._sums(True)]

    def signature(self, layer: Diagram, side: int) -> Signature:
        """Return the places with one value in all positions, and the number filled if constant."""
        bits = self.diagrams.pick(layer)
        sample = self.coder.read(bits, bool(side))
        common: Signature = {}
        for place in self._single:
            same = self.coder.values(place, bool(side))[sample[place]]
            if not (layer & ~same).satisfiable():
                common[place] = sample[place]
        filled = sum(map(_is_filled, sample.items()))
        if not (layer & ~self._filled[side][filled]).satisfiable():
            common["filled"] = filled
        return common

    def _sums(self, following: bool) -> dict[int, Diagram]:
        """Return a diagram for each number: where exactly that many places are filled."""
        sums = {0: self.diagrams.true}
        for number, slot in reversed(list(enumerate(self.coder.slots.slots))):
            weights: dict[int, list[Diagram]] = {}
            for way, code in zip(
                slot.combinations, self.coder.codes(number, following), strict=True
            ):
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
    """Whether a place of a board has a piece, or an element is in a set."""
    place, value = item
    return len(place) > 1 and value is not None and value is not False


def disjoint(a: Signature, b: Signature) -> bool:
    """Whether two signatures prove their layers disjoint."""
    return any(name in b and b[name] != value for name, value in a.items())
