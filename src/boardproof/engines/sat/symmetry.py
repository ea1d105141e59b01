"""Symmetries of the rulebook: of games that are images of each other, one is searched.

A symmetry that leaves the start and a condition as they are turns a game to a position with that
condition into another such game: so of first moves that are alike, one will do. Of single
positions that are alike, the least will do, compared bit by bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from ...analysis.symmetry import Symmetry, symmetries
from ...positions.position import starting_position
from ..symbolic.bdd.slots import Place
from ..symbolic.eval.encoding import all_places, place_values, position_at
from .circuit import Gate
from .transition import GameCircuit

#: So many bits of a position are compared with those of its image.
MOST_COMPARED = 64


class SymmetryBreaker:
    """Knows which first moves need not be made, and which positions need not be looked at.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.statespace.goals import Aim
    >>> circuit = GameCircuit(read(Diagonals(size=3)))
    >>> full = circuit.condition(Aim(question="full"))
    >>> corner = circuit.coder.values(("mark", circuit.rules.game.cells[0, 0]))["A"]
    >>> breaker = SymmetryBreaker(circuit)
    >>> [len(breaker.superfluous([one])) for one in (full, corner)]
    [6, 3]
    """

    def __init__(self, circuit: GameCircuit) -> None:
        self._circuit = circuit

    @cached_property
    def _group(self) -> list[Symmetry]:
        """The symmetries, other than the identity, that leave the start as it is."""
        return list(symmetries(self._circuit.rules).fixing_start[1:])

    def superfluous(self, conditions: Sequence[Gate]) -> list[int]:
        """Return the numbers of the first moves that others stand for, given symmetric conditions.

        A symmetry is made use of if it leaves every condition as it is, in all positions.
        """
        number = len(self._circuit.moves)
        stands = list(range(number))
        for symmetry in self.kept(conditions):
            pairs = ((stands[move], stands[symmetry.moves[move]]) for move in range(number))
            stands = _joined(stands, pairs)
        return [move for move in range(number) if stands[move] != move]

    def kept(self, conditions: Sequence[Gate]) -> list[Symmetry]:
        """Return the symmetries that leave every condition as it is."""
        return [
            symmetry
            for symmetry in self._group
            if all(self._keeps(symmetry, condition) for condition in conditions)
        ]

    def leads(self, symmetry: Symmetry) -> Gate:
        """Return where a position is not larger than its image; of each orbit one always is."""
        circuit, coder = self._circuit.circuit, self._circuit.coder
        images = coder.changed_inputs(self._images(symmetry))
        pairs = [(bit, images[bit.number]) for bit in coder.inputs if bit.number in images]
        leads = circuit.true
        for bit, image in reversed(pairs[:MOST_COMPARED]):
            leads = (~bit & image) | (~(bit ^ image) & leads)
        return leads

    def _keeps(self, symmetry: Symmetry, condition: Gate) -> bool:
        """Whether a condition holds in a position if and only if it holds in its image."""
        circuit, coder = self._circuit.circuit, self._circuit.coder
        inputs = coder.changed_inputs(self._images(symmetry))
        image = circuit.substituted(condition, inputs)
        return image is condition or not self._circuit.evaluation.prober.possible(condition ^ image)

    def _images(self, symmetry: Symmetry) -> dict[Place, dict[Any, Gate]]:
        """Return for each place, and each of its values, where the image of a position has it."""
        game, coder = self._circuit.rules.game, self._circuit.coder
        start = place_values(starting_position(game))
        images: dict[Place, dict[Any, Gate]] = {}
        for place, values in all_places(game).items():
            for value in values:
                other = position_at(game, {**start, place: value})
                there = place_values(symmetry.apply(other))
                changed = [at for at, held in start.items() if there[at] != held]
                for at in changed:
                    images.setdefault(at, {})[there[at]] = coder.values(place)[value]
                for at in changed:  # the start is its own image
                    images[at][start[at]] = coder.values(place)[start[place]]
        return images


def _joined(stands: list[int], pairs: Iterable[tuple[int, int]]) -> list[int]:
    """Return who stands for whom, the least, once pairs are alike too."""
    for a, b in pairs:
        least, other = sorted((stands[a], stands[b]))
        stands = [least if one == other else one for one in stands]
    return stands
