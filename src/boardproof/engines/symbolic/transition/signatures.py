"""What all positions of a layer have in common, by which layers are proved disjoint."""

from __future__ import annotations

from typing import Any

from ..bdd.manager import Diagram, united
from ..bdd.slots import Coder, Place

#: Values that all positions of a layer have in common.
Signature = dict[Any, Any]
#: The key of the number of filled places in a signature.
FILLED = "filled"


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
            common[FILLED] = filled
        return common

    def where(self, signature: Signature, side: int) -> Diagram:
        """Return all positions with a signature."""
        positions = self.diagrams.true
        for place, value in signature.items():
            values = self._filled[side] if place == FILLED else self.coder.values(place, bool(side))
            positions = positions & values[value]
        return positions

    def encode(self, signature: Signature) -> dict[int, int]:
        """Return a signature in numbers: of places, -1 for the number filled, and of values."""
        return {
            -1 if place == FILLED else self._single.index(place): (
                value if place == FILLED else self._values(place).index(value)
            )
            for place, value in signature.items()
        }

    def decode(self, numbers: dict[int, int]) -> Signature:
        """Return a signature that was encoded."""
        return {
            FILLED if at < 0 else self._single[at]: (
                number if at < 0 else self._values(self._single[at])[number]
            )
            for at, number in numbers.items()
        }

    def _values(self, place: Place) -> list[Any]:
        return list(self.coder.values(place))

    def _sums(self, following: bool) -> dict[int, Diagram]:
        """Return a diagram for each number: where exactly that many places are filled."""
        sums = {0: self.diagrams.true}
        for number, slot in reversed(list(enumerate(self.coder.slots.slots))):
            weights = (
                sum(map(_is_filled, zip(slot.places, combination, strict=True)))
                for combination in slot.combinations
            )
            codes = self.coder.codes(number, following)
            by_weight = united(zip(weights, codes, strict=True), self.diagrams.any_of)
            pairs = (
                (total + weight, where & there)
                for weight, where in by_weight.items()
                for total, there in sums.items()
            )
            sums = united(pairs, self.diagrams.any_of)
        return sums


def _is_filled(item: tuple[Place, Any]) -> bool:
    """Whether a place of a board has a piece, or an element is in a set."""
    place, value = item
    return len(place) > 1 and value is not None and value is not False


def disjoint(a: Signature, b: Signature) -> bool:
    """Whether two signatures prove their layers disjoint."""
    return any(name in b and b[name] != value for name, value in a.items())
