"""Counting the reachable positions: choosing an encoding, and growing capacity as needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from ...analysis.callgraph import phases
from ...errors import TooLarge
from ...ir.rules import Rules
from ...limits import Limits, memory_in_use
from ...statespace.goals import Enumeration
from ..hints import note, recall
from ..plain.reference import ReferenceEngine
from ..starts import starting_set
from .bdd.manager import ENTRY_BYTES, NODE_BYTES, NODES, Diagram, Diagrams, OutOfRoom, power_of_two
from .bdd.slots import Coder, Place, Slot, Slots
from .eval.encoding import plain_slots, position_at
from .eval.statements import TooMuchWork
from .transition.compact import compact_slots
from .transition.layer_walk import LayersOverlap, LayerWalk
from .transition.phases import ALL_WORK, STEP, CompiledPhase, PhaseFault, RunPhase, compiled_phases
from .transition.relation import TransitionBuilder
from .transition.reorder import (
    ENCODINGS,
    ORDERS,
    best_walk,
    distinct_orders,
    in_order,
    place_permutations,
)
from .transition.starts import starting_diagram

if TYPE_CHECKING:
    from .checkpoint import WalkCheckpoint

T = TypeVar("T")

#: A game whose layers never get larger is walked in the order of declaration.
SMALL = 6_000
#: No node budget for compiling: it succeeded before.
UNBOUNDED = 1 << 60
#: The least node budget for compiling moves, whatever it took in another order.
LITTLE_WORK = 500_000
#: The name of the hint with the best order and encoding.
HINT = "diagrams"
#: The least entries of the operation cache per node of a layer, and how many times more it gets
#: where it has fewer: what it knows of a layer, the next ones share.
CACHE, AHEAD = 32, 8
#: The entries of the first operation cache, and the most of any.
FIRST_ENTRIES, MOST_ENTRIES = 1 << 21, 1 << 27
#: The part of the memory that an operation cache may take.
SHARE = 4


class SymbolicCount:
    """One count of a game's reachable positions."""

    def __init__(self, rules: Rules, order: str, encoding: str, limits: Limits | None) -> None:
        self.rules, self.game = rules, rules.game
        self.order, self.encoding = order, encoding
        self._asked = order, encoding
        if order == encoding == "auto":
            self.order, self.encoding = _recall_choice(rules)
        self.limits = limits or Limits()
        self._keep = self._run = False
        self._work = ALL_WORK
        self._capacity = NodeCapacity.first(self.limits)
        #: The order and the encoding of the slots of walks.
        self._named: dict[tuple[Slot, ...], tuple[str, str]] = {}
        self._checkpoint = _checkpoint(rules, self.limits.disk, (order, encoding))

    def enumeration(self) -> Enumeration:
        """Return the counts of a complete walk."""
        try:
            walk = self._complete_walk()
        except LayersOverlap:
            self._keep = True
            walk = self._complete_walk()
        return Enumeration(
            positions=walk.positions,
            moves=walk.moves,
            by_ply=walk.by_ply,
            over=dict(sorted(walk.over.items())),
            stuck=walk.stuck,
            longest=walk.longest(),
            shortest=walk.shortest,
            nodes=walk.nodes,
        )

    def _complete_walk(self) -> LayerWalk:
        walk = self._resumed_walk() or self._choose_walk()
        while not walk.done:
            if self._checkpoint is not None:
                self._checkpoint.write(walk, self._named[_slots(walk)], self._run)
            walk = self.advance(walk)
        return walk

    def _resumed_walk(self) -> LayerWalk | None:
        """Return the walk that was stopped, None where there is none."""
        checkpoint = self._checkpoint
        record = None if checkpoint is None else checkpoint.record
        if checkpoint is None or record is None or (self._keep and not record.keep):
            return None
        self.order, self.encoding = record.order, record.encoding
        self._run, self._keep = record.interpreted, record.keep
        [slots] = self._candidates(plain_slots(self.game)).values()
        return self._with_room(
            slots, lambda coder: checkpoint.resume(record, coder, self._phases(coder, UNBOUNDED))
        )

    # -- which encoding ---------------------------------------------------------------------

    def _choose_walk(self) -> LayerWalk:
        """Return a walk in the requested encoding, or in the one that proves best."""
        plain, first = plain_slots(self.game), None
        if self.encoding != "compact":
            first = self._plain_walk(plain)
            if self._run or first.done or (self.order != "auto" and self.encoding == "plain"):
                return first
        try:
            return self._best_walk(self._candidates(plain), first)
        except TooMuchWork:
            return self._plain_walk(plain)

    def _plain_walk(self, plain: Sequence[Slot]) -> LayerWalk:
        """Return a walk with one slot for each place, advanced while that is cheap."""
        order = self.order if self.order != "auto" else "natural"
        slots = in_order(plain, order)
        self._named[tuple(slots)] = order, "plain"
        try:
            walk = self._start_walk(slots)
            # Other orders are tried for smaller diagrams: drop those whose moves alone are larger.
            self._work = min(ALL_WORK, max(LITTLE_WORK, walk.diagrams.used * 5 // 4))
        except TooMuchWork:
            self._run = True
            walk = self._start_walk(slots)
        # Where even the moves are large, another order costs as much as a larger layer.
        bound = max(SMALL, walk.diagrams.used // 20)
        while not walk.done and walk.diagrams.nodes(walk.layer) <= bound:
            walk = self.advance(walk)
        return walk

    def _best_walk(
        self, candidates: dict[tuple[str, str], Sequence[Slot]], first: LayerWalk | None
    ) -> LayerWalk:
        """Return the best of all candidates; record it if none was excluded."""
        begun = {_slots(first): first} if first else {}

        def start(slots: Sequence[Slot]) -> LayerWalk:
            return begun.pop(tuple(slots), None) or self._start_walk(slots, self._work)

        walk = best_walk([partial(start, slots) for slots in candidates.values()], self.advance)
        if self.order == self.encoding == "auto":
            note(self.rules, HINT, list(self._named[_slots(walk)]))
        return walk

    def _candidates(self, plain: Sequence[Slot]) -> dict[tuple[str, str], Sequence[Slot]]:
        """Return the candidates by order and encoding."""
        encodings = {"plain": plain} if self.encoding != "compact" else {}
        if self.encoding != "plain":
            compact = self._compact(plain)
            if compact is not None:
                encodings["compact"] = compact
            elif self._asked[1] != "compact":
                encodings["plain"] = plain  # despite the hint
            else:
                raise TooLarge(
                    f"{self.game.identity} has no places to encode together: use --encoding plain"
                )
        candidates: dict[tuple[str, str], Sequence[Slot]] = {}
        for encoding, slots in encodings.items():
            if self.order == "auto":
                orders = distinct_orders(slots, self._permutations)
            else:
                orders = {self.order: in_order(slots, self.order)}
            candidates |= {(order, encoding): permuted for order, permuted in orders.items()}
        self._named |= {tuple(slots): name for name, slots in candidates.items()}
        return candidates

    @cached_property
    def _permutations(self) -> list[dict[Place, Place]]:
        """Permutations of places that make one order of another, to no use."""
        return place_permutations(self.rules)

    def _compact(self, plain: Sequence[Slot]) -> list[Slot] | None:
        def joined(coder: Coder) -> list[Slot] | None:
            builder = TransitionBuilder(self.rules, coder)
            most = coder.diagrams.used + ALL_WORK
            moves = [m for known in phases(self.rules) for m in builder.make_all(known, most)]
            relation = coder.diagrams.any_of(move.leads for move in moves)
            return compact_slots(coder, relation, self._start(coder))

        return self._with_room(plain, joined)

    # -- walks and their memory -------------------------------------------------------------

    def _coder(self, slots: Sequence[Slot], capacity: NodeCapacity | None = None) -> Coder:
        layout = Slots(slots)
        capacity = capacity or self._capacity
        return Coder(
            layout, Diagrams(2 * layout.bits, capacity.nodes, capacity.cache, self.limits.threads)
        )

    def _start(self, coder: Coder) -> Diagram:
        """Return the positions that games start from."""
        starts, broken = starting_diagram(TransitionBuilder(self.rules, coder))
        if broken.satisfiable():
            len(starting_set(self.rules))  # says what goes wrong
        return starts

    def _start_walk(self, slots: Sequence[Slot], work: int = ALL_WORK) -> LayerWalk:
        """Return a new walk."""
        return self._with_room(
            slots,
            lambda coder: LayerWalk(
                coder, self._phases(coder, work), self._start(coder), self._keep
            ),
        )

    def _with_room(self, slots: Sequence[Slot], work: Callable[[Coder], T]) -> T:
        """Do work on diagrams with these slots, again with more capacity where it does not fit."""
        while True:
            try:
                return work(self._coder(slots))
            except OutOfRoom:
                self._capacity = self._capacity.larger(self.limits)

    def _phases(self, coder: Coder, work: int) -> list[CompiledPhase | RunPhase]:
        """Return the phases, compiled, or interpreted where compiling was too much work."""
        translator = TransitionBuilder(self.rules, coder)
        if self._run:
            return [RunPhase(translator, known) for known in phases(self.rules)]
        return list(compiled_phases(translator, work))

    def advance(self, walk: LayerWalk) -> LayerWalk:
        """Advance a walk by one layer; when memory is short, collect garbage, then grow."""
        self.limits.report(walk.ply, walk.positions)
        capacity = NodeCapacity.of(walk.diagrams)
        wider = capacity.for_layers(walk.nodes[-1] if walk.nodes else 0, self.limits)
        walk = self._move(walk, wider) if wider != capacity else walk
        while True:
            try:
                walk.step()
                return walk
            except OutOfRoom:
                walk = self._free_memory(walk)
            except PhaseFault as broken:
                self._explain(walk, broken)
                raise

    def _free_memory(self, walk: LayerWalk) -> LayerWalk:
        """Collect garbage; where that frees little, move to a larger manager."""
        walk.diagrams.collect()
        if walk.diagrams.used < walk.diagrams.capacity // 2 and not walk.relieved:
            walk.relieved = True
            return walk
        return self._move(walk, NodeCapacity.of(walk.diagrams).larger(self.limits))

    def _move(self, walk: LayerWalk, capacity: NodeCapacity) -> LayerWalk:
        while True:
            coder = self._coder(walk.coder.slots.slots, capacity)
            try:
                # With a small capacity much was collected on the way, and not counted as work.
                return walk.move(coder, self._phases(coder, UNBOUNDED))
            except OutOfRoom:
                capacity = capacity.larger(self.limits)

    def _explain(self, walk: LayerWalk, broken: PhaseFault) -> None:
        """Raise the reference engine's error for a position in which a rule fails."""
        bits = walk.diagrams.pick(broken.where)
        position = position_at(self.game, walk.coder.read(bits, bool(broken.side)))
        ReferenceEngine(self.rules).successors(position)
        raise TooLarge(
            f"a rule of {self.game.identity} runs for too long on decision diagrams: "
            "use --engine compiled"
        )


@dataclass(frozen=True)
class NodeCapacity:
    """The capacity of a manager: nodes, and entries of its operation cache."""

    nodes: int
    cache: int

    @classmethod
    def of(cls, diagrams: Diagrams) -> NodeCapacity:
        """Return the capacity of a manager."""
        return cls(diagrams.capacity, diagrams.cache)

    @classmethod
    def first(cls, limits: Limits) -> NodeCapacity:
        """Return the initial capacity: what memory allows, up to a generous number."""
        nodes = max(1 << 10, min(NODES, limits.free // (2 * NODE_BYTES)))
        return cls(nodes, power_of_two(max(1 << 8, min(FIRST_ENTRIES, nodes // 4))))

    @property
    def bytes(self) -> int:
        """The memory that it takes once all of it is used."""
        return NODE_BYTES * self.nodes + ENTRY_BYTES * self.cache

    def larger(self, limits: Limits) -> NodeCapacity:
        """Return four times the nodes, as far as memory allows; stop where it allows no more."""
        wider = self._grown(4 * self.nodes, self.cache, limits.free)
        if wider == self:
            limits.stop(memory_in_use() + NODE_BYTES * self.nodes * 2)
        return wider

    def for_layers(self, nodes: int, limits: Limits) -> NodeCapacity:
        """Return a capacity for layers with so many nodes, or what memory allows."""
        if STEP * nodes <= self.nodes and CACHE * nodes <= self.cache:
            return self
        free = limits.free
        wanted = 4 * self.nodes if STEP * nodes > self.nodes else self.nodes
        return self._grown(wanted, self._entries(nodes, wanted, free), free)

    def _entries(self, nodes: int, capacity: int, free: int) -> int:
        """Return how many entries suit layers with so many nodes, and leave room for our nodes."""
        if CACHE * nodes <= self.cache:
            return self.cache
        room = min(free // SHARE, free - NODE_BYTES * self.nodes) // ENTRY_BYTES
        most = min(MOST_ENTRIES, AHEAD * CACHE * nodes, capacity, room)
        return max(self.cache, power_of_two(most))

    def _grown(self, nodes: int, cache: int, free: int) -> NodeCapacity:
        """Return so many entries, and nodes as far as memory allows; the same if little changed.

        The memory of our own cache, all of which is in use, is given back.
        """
        nodes = min(nodes, (free + ENTRY_BYTES * (self.cache - cache)) // NODE_BYTES)
        least = self.nodes if cache > self.cache else self.nodes * 5 // 4
        return NodeCapacity(nodes, cache) if nodes >= least else self


def _checkpoint(rules: Rules, disk: Path | None, asked: tuple[str, str]) -> WalkCheckpoint | None:
    """Return where a walk is kept, None where there is no folder for it."""
    if disk is None:
        return None
    from ..folder import open_folder
    from .checkpoint import WalkCheckpoint

    return WalkCheckpoint(open_folder(rules, disk), asked)


def _slots(walk: LayerWalk) -> tuple[Slot, ...]:
    return tuple(walk.coder.slots.slots)


def _recall_choice(rules: Rules) -> tuple[str, str]:
    """Return the order and the encoding that proved best before, else "auto" for both."""
    match recall(rules, HINT):
        case [order, encoding] if order in ORDERS and encoding in ENCODINGS:
            return order, encoding
    return "auto", "auto"
