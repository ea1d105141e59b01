"""Breadth-first traversal on diagrams, layer by layer, with counts for each layer.

In most games the number of pieces, or a counter, determines the ply. Where all positions of a layer
agree on such values, and no two layers agree with each other, the layers are disjoint; then the
reachable set need not be kept to recognise positions seen before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..bdd.manager import Diagram
from ..bdd.slots import Coder
from .phases import STEP, CompiledPhase, RunPhase
from .signatures import LayerSignature, Signature, disjoint

#: Moves are counted while the nodes of a layer times the passes over it stay below.
MOVES_BUDGET = 50_000
#: What the moves imply for a layer is asked where it has more than this many times their nodes.
LARGER = 1


class LayersOverlap(Exception):
    """Two layers may share positions."""


@dataclass
class WalkCounts:
    """What a walk counted up to a ply, whose positions are on one side of the bits."""

    side: int
    ply: int
    by_ply: list[int]
    nodes: list[int]
    over: Counter[str]
    stuck: int
    moves: int | None
    shortest: int | None
    signatures: list[Signature]


class LayerWalk:
    """A breadth-first traversal of the reachable positions.

    A layer holds the positions at the same distance from the start. Layers are proved disjoint on
    the way, or else the reachable set is kept.
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
        self.over: Counter[str] = Counter()
        self.stuck = 0
        self.moves: int | None = 0
        self.shortest: int | None = None
        self.ply = 0
        self.relieved = False
        self._invariants = None if keep else LayerSignature(coder)
        self._signatures: list[Signature] = []

    @property
    def done(self) -> bool:
        """Whether there is no layer left."""
        return not self.layer.satisfiable()

    @property
    def positions(self) -> int:
        """The number of positions reached so far."""
        return sum(self.by_ply)

    def step(self) -> None:
        """Count a layer and advance to the next; on failure the walk is unchanged."""
        count, nodes = self.diagrams.count(self.layer), self.diagrams.nodes(self.layer)
        self.diagrams.make_room(STEP * nodes)
        signature = self._check_disjoint(nodes)
        steps, following = [], self.diagrams.false
        for phase in self.phases:
            here = self._part(phase, signature)
            if here.satisfiable():
                phase.prepare(nodes)
                counts = self.moves is not None and nodes * phase.looks <= MOVES_BUDGET
                size = count if here == self.layer else self.diagrams.count(here)
                steps.append(phase.step(here, size, self.side, self.ply == 0, counts))
                following = following | steps[-1].following
        new, seen = self._split_new(following)
        self.by_ply.append(count >> self.coder.slots.bits)
        self.nodes.append(nodes)
        self._signatures.append(signature)
        for step in steps:
            self._tally(step)
        self.layer, self.seen = new, seen
        self.side = 1 - self.side if self.flips else 0
        self.ply, self.relieved = self.ply + 1, False

    def _split_new(self, following: Diagram) -> tuple[Diagram, Diagram]:
        """Return the positions that are new, and all positions seen including them."""
        if not self.keep:
            return following, self.seen
        over_there = self.flips and self.side == 0
        here = self.coder.flipped(following) if over_there else following
        new = here & ~self.seen
        return (self.coder.flipped(new) if over_there else new), self.seen | new

    def _part(self, phase: CompiledPhase | RunPhase, signature: Signature) -> Diagram:
        """Return the positions of the layer that are of a phase."""
        covered = phase.covers(signature)
        if covered is None:
            return self.layer & phase.where[self.side]
        return self.layer if covered else self.diagrams.false

    def _check_disjoint(self, nodes: int) -> Signature:
        """Return a signature of the layer that proves it disjoint from those before."""
        if self._invariants is None:
            return {}
        for where in self._supersets(self._invariants, nodes):
            signature = self._invariants.signature(where, self.side)
            if all(disjoint(signature, other) for other in self._signatures):
                return signature
        raise LayersOverlap

    def _supersets(self, invariants: LayerSignature, nodes: int) -> Iterator[Diagram]:
        """Yield sets that include the layer: the image of the last signature, then the layer.

        The first needs the moves of all phases, and is passed over where they are not smaller.
        """
        compiled = [phase for phase in self.phases if isinstance(phase, CompiledPhase)]
        known = len(compiled) == len(self.phases) and bool(self._signatures)
        if known and nodes > LARGER * sum(phase.size for phase in compiled):
            side = 1 - self.side
            before = invariants.where(self._signatures[-1], side)
            yield self.diagrams.any_of(phase.image(before, side) for phase in compiled)
        yield self.layer

    def move(self, coder: Coder, phases: Sequence[CompiledPhase | RunPhase]) -> LayerWalk:
        """Return the walk continued in another manager, with the same slots."""
        diagrams = coder.diagrams.copy_from(self.diagrams, self.held())
        return LayerWalk.resume(coder, phases, diagrams, self.keep, self.counts())

    def held(self) -> list[Diagram]:
        """Return the diagrams that the walk needs to go on."""
        return [self.start, self.layer, self.seen, *(phase.seen_moves for phase in self.phases)]

    def counts(self) -> WalkCounts:
        """Return what was counted so far."""
        return WalkCounts(
            self.side, self.ply, self.by_ply, self.nodes, self.over, self.stuck, self.moves,
            self.shortest, self._signatures,
        )  # fmt: skip

    @classmethod
    def resume(
        cls,
        coder: Coder,
        phases: Sequence[CompiledPhase | RunPhase],
        diagrams: Sequence[Diagram],
        keep: bool,
        counts: WalkCounts,
    ) -> LayerWalk:
        """Return a walk that goes on from diagrams that another one held, and what it counted."""
        start, layer, seen, *relations = diagrams
        walk = cls(coder, phases, start, keep)
        for phase, relation in zip(phases, relations, strict=True):
            phase.seen_moves = relation
        walk.layer, walk.seen, walk.side, walk.ply = layer, seen, counts.side, counts.ply
        walk.by_ply, walk.nodes, walk.over = counts.by_ply, counts.nodes, counts.over
        walk.stuck, walk.moves, walk.shortest = counts.stuck, counts.moves, counts.shortest
        walk._signatures = counts.signatures
        return walk

    def _tally(self, step: Any) -> None:
        self.stuck += step.stuck
        self.moves = None if step.moves is None or self.moves is None else self.moves + step.moves
        for result, number in step.over.items():
            self.over[str(result)] += number
        if step.over and self.shortest is None:
            self.shortest = self.ply

    def longest(self) -> int | None:
        """Return the length of the longest game, None where there are infinite plays.

        Where layers are disjoint, it is the last one. Otherwise iterate the exact image from the
        start until it is empty, or repeats.
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
