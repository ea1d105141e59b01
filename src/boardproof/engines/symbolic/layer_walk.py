"""Layer by layer through all positions: what each layer has, what ends in it, where it leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...rules.results import Result
from .bdd.manager import Diagram
from .bdd.slots import Coder
from .transition.layer_signature import LayerSignature, Signature, apart
from .transition.phases import CompiledPhase, RunPhase

#: Moves are counted while nodes of a layer times looks at it stay below.
MOVES_BUDGET = 50_000


class LayersOverlap(Exception):
    """Two layers may share positions."""


class LayerWalk:
    """A walk through all positions.

    A layer is what so many moves, and no fewer, lead to. That layers share no position is proved
    on the way, or all positions seen are kept.
    """

    def __init__(
        self,
        coder: Coder,
        phases: Sequence[CompiledPhase | RunPhase],
        start: Diagram,
        keep: bool = False,
    ) -> None:
        self.coder, self.diagrams, self.phases = coder, coder.diagrams, phases
        self.start, self.layer, self.side, self.keep = start, start, 0, keep
        self.seen = start if keep else coder.diagrams.false
        self.flips = any(isinstance(phase, CompiledPhase) for phase in phases)
        self.by_ply: list[int] = []
        self.nodes: list[int] = []
        self.over: dict[Result, int] = {}
        self.stuck = 0
        self.moves: int | None = 0
        self.shortest: int | None = None
        self.ply = 0
        self.relieved = False
        self._measure = None if keep else LayerSignature(coder)
        self._signatures: list[Signature] = []

    @property
    def done(self) -> bool:
        """Say whether there is no layer left."""
        return not self.layer.satisfiable()

    @property
    def positions(self) -> int:
        """How many positions were found so far."""
        return sum(self.by_ply)

    def step(self) -> None:
        """Count a layer and go on to the next. Nothing is changed where that fails."""
        signature = self._told_apart()
        count, nodes = self.diagrams.count(self.layer), self.diagrams.nodes(self.layer)
        steps, following = [], self.diagrams.false
        for phase in self.phases:
            here = self.layer & phase.where[self.side] if len(self.phases) > 1 else self.layer
            if here.satisfiable():
                counts = self.moves is not None and nodes * phase.looks <= MOVES_BUDGET
                size = count if here == self.layer else self.diagrams.count(here)
                steps.append(phase.step(here, size, self.side, self.ply == 0, counts))
                following = following | steps[-1].following
        new, seen = self._new(following)
        self.by_ply.append(count >> self.coder.slots.bits)
        self.nodes.append(nodes)
        self._signatures.append(signature)
        for step in steps:
            self._tally(step)
        self.layer, self.seen = new, seen
        self.side = 1 - self.side if self.flips else 0
        self.ply, self.relieved = self.ply + 1, False
        if self.diagrams.used > self.diagrams.capacity // 2:
            self.diagrams.collect()

    def _new(self, following: Diagram) -> tuple[Diagram, Diagram]:
        """Give what was not seen before, and all that now was."""
        if not self.keep:
            return following, self.seen
        over_there = self.flips and self.side == 0
        here = self.coder.flipped(following) if over_there else following
        new = here & ~self.seen
        return (self.coder.flipped(new) if over_there else new), self.seen | new

    def _told_apart(self) -> Signature:
        if self._measure is None:
            return {}
        signature = self._measure.signature(self.layer, self.side)
        if not all(apart(signature, other) for other in self._signatures):
            raise LayersOverlap
        return signature

    def moved(self, coder: Coder, phases: Sequence[CompiledPhase | RunPhase]) -> LayerWalk:
        """Go on in another room, with the same slots."""
        kept = [self.start, self.layer, self.seen, *(phase.found for phase in self.phases)]
        start, layer, seen, *found = coder.diagrams.moved_from(self.diagrams, kept)
        walk = LayerWalk(coder, phases, start, self.keep)
        for phase, known in zip(phases, found, strict=True):
            phase.found = known
        walk.layer, walk.seen, walk.side, walk.ply = layer, seen, self.side, self.ply
        for name in ("by_ply", "nodes", "over", "stuck", "moves", "shortest", "_signatures"):
            setattr(walk, name, getattr(self, name))
        return walk

    def _tally(self, step: Any) -> None:
        self.stuck += step.stuck
        self.moves = None if step.moves is None or self.moves is None else self.moves + step.moves
        for result, number in step.over.items():
            self.over[result] = self.over.get(result, 0) + number
        if step.over and self.shortest is None:
            self.shortest = self.ply

    def longest(self) -> int | None:
        """Give the length of the longest game, None where games can go on for ever.

        Where layers are apart it is the last one. Elsewhere: what exactly so many moves lead to,
        until that is nothing, or what it was before.
        """
        if not self.keep:
            return self.ply - 1
        here, side, moves = self.start, 0, 0
        before: dict[Diagram, int] = {}
        while True:
            following = self.diagrams.false
            for phase in self.phases:
                following = following | phase.leads(here & phase.where[side], side)
            side = 1 - side if self.flips else 0
            if not following.satisfiable():
                return moves
            seen_as = self.coder.flipped(following) if side else following
            if seen_as in before or moves > self.positions:
                return None
            before[seen_as] = moves
            here, moves = following, moves + 1
