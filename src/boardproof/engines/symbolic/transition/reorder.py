"""Choosing a variable order and an encoding, by successive halving.

Small differences in order make diagrams several times smaller or larger, and only a trial shows
which. All candidates advance until a layer exceeds a number of nodes; the half that came furthest
continues with a higher bound, from where it was. Where the last two are nearly alike, both do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ....ir.rules import Rules
from ....positions.position import starting_position
from ....rules.game import Game
from ..bdd.slots import Place, Slot
from ..eval.encoding import all_places, place_values, position_at
from ..eval.statements import TooMuchWork
from .compact import line_of
from .layer_walk import LayerWalk

if TYPE_CHECKING:
    from ....analysis.symmetry import Symmetry

#: The nodes of a layer at which candidates are compared.
BOUNDS = (300, 3_000, 20_000, 60_000)
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


def distinct_orders(
    slots: Sequence[Slot], permutations: Iterable[Mapping[Place, Place]] = ()
) -> dict[str, list[Slot]]:
    """Return the orders, by name, of which none is another with the places permuted."""
    orders: dict[str, list[Slot]] = {}
    known: list[list[Slot]] = []
    for name in ORDERS:
        candidate = in_order(slots, name)
        if candidate not in known:
            orders[name] = candidate
            known += [candidate, *(_permuted(candidate, by) for by in permutations)]
    return orders


def _permuted(slots: Sequence[Slot], by: Mapping[Place, Place]) -> list[Slot]:
    return [Slot(tuple(by[place] for place in slot.places), slot.combinations) for slot in slots]


def place_permutations(rules: Rules) -> list[dict[Place, Place]]:
    """Return how proved symmetries permute places, those that change no value and keep the start.

    The positions of each layer are their own images, so that diagrams in an order and in its image
    are alike, node by node.
    """
    from ....analysis.symmetry import symmetries

    if rules.starts_anywhere:
        return []
    found = (_places_by(rules.game, symmetry) for symmetry in symmetries(rules).fixing_start[1:])
    return [permutation for permutation in found if permutation is not None]


def _places_by(game: Game, symmetry: Symmetry) -> dict[Place, Place] | None:
    """Return the image of each place under a symmetry; None where it changes values, too."""
    start, images = place_values(starting_position(game)), {}
    for place, values in all_places(game).items():
        found: set[Place] = set()
        for value in (value for value in values if value != start[place]):
            there = place_values(symmetry.apply(position_at(game, {**start, place: value})))
            changed = {at: there[at] for at, held in start.items() if there[at] != held}
            if list(changed.values()) != [value]:
                return None
            found |= changed.keys()
        images[place] = next(iter(found), place)
        if len(found) > 1 or start[images[place]] != start[place]:
            return None
    return images


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
