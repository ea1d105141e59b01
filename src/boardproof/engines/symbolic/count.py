"""Counting all positions: an encoding is chosen, and room made as it is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ...analysis.callgraph import phases
from ...errors import TooLarge
from ...ir.rules import Rules
from ...limits import Limits, memory_in_use
from ...positions.position import starting_position
from ...statespace.goals import Enumeration
from ..hints import note, recall
from ..plain.reference import ReferenceEngine
from .bdd.encoding import place_values, plain_slots, position_at
from .bdd.manager import ENTRY_BYTES, NODE_BYTES, NODES, Diagram, Diagrams, OutOfRoom
from .bdd.slots import Coder, Slot, Slots
from .eval.statements import TooMuchWork
from .layer_walk import LayersOverlap, LayerWalk
from .transition.compact import compacted
from .transition.phases import ALL_WORK, CompiledPhase, PhaseFault, RunPhase, compiled_phases
from .transition.relation import TransitionBuilder
from .transition.reorder import ENCODINGS, ORDERS, best_walk, different_orders, ordered

#: A game whose layers never get larger is walked in the order it is declared.
SMALL = 6_000
#: No bound on the nodes that compiling makes: it was done before.
UNBOUNDED = 1 << 60
#: Compiling moves may make so many nodes, whatever it makes in another order.
LITTLE_WORK = 500_000
#: The name under which the best order and encoding are noted.
LEARNT = "diagrams"
#: The cache of results should be so many times the nodes of a layer.
CACHE = 8


class SymbolicCount:
    """One count of a game's positions."""

    def __init__(self, rules: Rules, order: str, encoding: str, limits: Limits | None) -> None:
        self.rules, self.game = rules, rules.game
        self.order, self.encoding = order, encoding
        self._asked = encoding
        if order == encoding == "auto":
            self.order, self.encoding = _learnt(rules)
        self.limits = limits or Limits()
        self._keep = self._run = False
        self._work = ALL_WORK
        self._room = NodeCapacity.first(self.limits)

    def enumeration(self) -> Enumeration:
        """Walk to the end."""
        try:
            walk = self._finished()
        except LayersOverlap:
            self._keep = True
            walk = self._finished()
        return Enumeration(
            positions=walk.positions,
            moves=walk.moves,
            by_ply=walk.by_ply,
            over=_by_words(walk),
            stuck=walk.stuck,
            longest=walk.longest(),
            shortest=walk.shortest,
            nodes=walk.nodes,
        )

    def _finished(self) -> LayerWalk:
        walk = self._chosen()
        while not walk.done:
            walk = self.stepped(walk)
        return walk

    # -- which encoding ---------------------------------------------------------------------

    def _chosen(self) -> LayerWalk:
        """Give a walk in the encoding asked for, or in the one that proves best."""
        plain, first = plain_slots(self.game), None
        if self.encoding != "compact":
            first = self._first(plain)
            if self._run or first.done or (self.order != "auto" and self.encoding == "plain"):
                return first
        try:
            return self._best(self._candidates(plain), first)
        except TooMuchWork:
            return self._first(plain)

    def _first(self, plain: Sequence[Slot]) -> LayerWalk:
        """Walk with every place by itself, as far as that is done quickly."""
        slots = ordered(plain, self.order if self.order != "auto" else "natural")
        try:
            walk = self._started(slots)
            # Other orders are for smaller diagrams: those whose very moves are larger are none.
            self._work = min(ALL_WORK, max(LITTLE_WORK, walk.diagrams.used * 5 // 4))
        except TooMuchWork:
            self._run = True
            walk = self._started(slots)
        # Where even the moves are large, another order costs as much as a larger layer.
        bound = max(SMALL, walk.diagrams.used // 20)
        while not walk.done and walk.diagrams.nodes(walk.layer) <= bound:
            walk = self.stepped(walk)
        return walk

    def _best(
        self, candidates: dict[tuple[str, str], Sequence[Slot]], first: LayerWalk | None
    ) -> LayerWalk:
        """Let all candidates walk; note which was best, if all there are were tried."""
        begun = {_slots(first): first} if first else {}

        def started(slots: Sequence[Slot]) -> LayerWalk:
            return begun.pop(tuple(slots), None) or self._started(slots, self._work)

        walk = best_walk([partial(started, slots) for slots in candidates.values()], self.stepped)
        if self.order == self.encoding == "auto":
            best = next(name for name, one in candidates.items() if tuple(one) == _slots(walk))
            note(self.rules, LEARNT, list(best))
        return walk

    def _candidates(self, plain: Sequence[Slot]) -> dict[tuple[str, str], Sequence[Slot]]:
        """Give what may be tried, by order and encoding."""
        encodings = {"plain": plain} if self.encoding != "compact" else {}
        if self.encoding != "plain":
            compact = self._compact(plain)
            if compact is not None:
                encodings["compact"] = compact
            elif self._asked != "compact":
                encodings["plain"] = plain  # whatever was learnt
            else:
                raise TooLarge(
                    f"nothing in {self.game.identity} can be written together: use --encoding plain"
                )
        found: dict[tuple[str, str], Sequence[Slot]] = {}
        for encoding, slots in encodings.items():
            if self.order == "auto":
                orders = different_orders(slots)
            else:
                orders = {self.order: ordered(slots, self.order)}
            found |= {(order, encoding): one for order, one in orders.items()}
        return found

    def _compact(self, plain: Sequence[Slot]) -> list[Slot] | None:
        coder = self._coder(plain)
        moves = list(compiled_phases(TransitionBuilder(self.rules, coder)))
        relation = coder.diagrams.any_of(phase.relation[0] for phase in moves)
        return compacted(coder, relation, self._start(coder))

    # -- walks and their room ---------------------------------------------------------------

    def _coder(self, slots: Sequence[Slot], room: NodeCapacity | None = None) -> Coder:
        laid = Slots(slots)
        room = room or self._room
        return Coder(laid, Diagrams(2 * laid.bits, room.nodes, room.cache, self.limits.threads))

    def _start(self, coder: Coder) -> Diagram:
        return coder.position(place_values(starting_position(self.game)))

    def _started(self, slots: Sequence[Slot], work: int = ALL_WORK) -> LayerWalk:
        """Start a walk, in a larger room where its moves do not fit."""
        while True:
            coder = self._coder(slots)
            try:
                return LayerWalk(coder, self._phases(coder, work), self._start(coder), self._keep)
            except OutOfRoom:
                self._room = self._room.larger(self.limits)

    def _phases(self, coder: Coder, work: int) -> list[CompiledPhase | RunPhase]:
        """Compile the moves, or leave them to be run where that was too much work."""
        translator = TransitionBuilder(self.rules, coder)
        if self._run:
            return [RunPhase(translator, known) for known in phases(self.rules)]
        return list(compiled_phases(translator, work))

    def stepped(self, walk: LayerWalk) -> LayerWalk:
        """Go one layer on; where room is short, forget, and then move to a larger one."""
        self.limits.report(walk.ply, walk.positions)
        if walk.nodes and CACHE * walk.nodes[-1] > walk.diagrams.cache:
            room = NodeCapacity.of(walk.diagrams)
            wider = room.with_cache(CACHE * walk.nodes[-1], self.limits)
            walk = self._moved(walk, wider) if wider != room else walk
        while True:
            try:
                walk.step()
                return walk
            except OutOfRoom:
                walk = self._relieved(walk)
            except PhaseFault as broken:
                self._explain(walk, broken)
                raise

    def _relieved(self, walk: LayerWalk) -> LayerWalk:
        """Forget what nobody holds; where that is little, move to a larger room."""
        walk.diagrams.collect()
        if walk.diagrams.used < walk.diagrams.capacity // 2 and not walk.relieved:
            walk.relieved = True
            return walk
        return self._moved(walk, NodeCapacity.of(walk.diagrams).larger(self.limits))

    def _moved(self, walk: LayerWalk, room: NodeCapacity) -> LayerWalk:
        while True:
            coder = self._coder(walk.coder.slots.slots, room)
            try:
                # In a small room much was forgotten on the way, and not counted as work.
                return walk.moved(coder, self._phases(coder, UNBOUNDED))
            except OutOfRoom:
                room = room.larger(self.limits)

    def _explain(self, walk: LayerWalk, broken: PhaseFault) -> None:
        """Let the reference engine say what is wrong with a position."""
        bits = walk.diagrams.pick(broken.where)
        position = position_at(self.game, walk.coder.read(bits, bool(broken.side)))
        ReferenceEngine(self.rules).successors(position)
        raise TooLarge(
            f"a rule of {self.game.identity} goes on for too long on decision diagrams: "
            "use --engine compiled"
        )


@dataclass(frozen=True)
class NodeCapacity:
    """How many nodes, and how many results of operations, there is room for."""

    nodes: int
    cache: int

    @classmethod
    def of(cls, diagrams: Diagrams) -> NodeCapacity:
        """Give the room that diagrams have."""
        return cls(diagrams.capacity, diagrams.cache)

    @classmethod
    def first(cls, limits: Limits) -> NodeCapacity:
        """Give the room to begin with: what may be taken, up to a generous number."""
        nodes = max(1 << 10, min(NODES, limits.free // (2 * NODE_BYTES)))
        return cls(nodes, max(1 << 8, min(1 << 20, nodes // 4)))

    def larger(self, limits: Limits) -> NodeCapacity:
        """Give four times the room, as far as memory allows."""
        most = (limits.free - ENTRY_BYTES * self.cache) // NODE_BYTES
        if self.nodes * 5 // 4 > most:
            limits.stop(memory_in_use() + NODE_BYTES * self.nodes * 2)
        return NodeCapacity(min(4 * self.nodes, most), self.cache)

    def with_cache(self, wanted: int, limits: Limits) -> NodeCapacity:
        """Give room for more results: never more than half the nodes, or than memory allows."""
        size = 4 << max(0, wanted - 1).bit_length()
        most = min(1 << 26, self.nodes // 2, limits.free // (4 * ENTRY_BYTES))
        return NodeCapacity(self.nodes, max(self.cache, min(size, most)))


def _slots(walk: LayerWalk) -> tuple[Slot, ...]:
    return tuple(walk.coder.slots.slots)


def _learnt(rules: Rules) -> tuple[str, str]:
    """Give the order and the encoding that proved best before, else leave both open."""
    known = recall(rules, LEARNT)
    if isinstance(known, list) and len(known) == 2:
        order, encoding = known
        if order in ORDERS and encoding in ENCODINGS:
            return order, encoding
    return "auto", "auto"


def _by_words(walk: LayerWalk) -> dict[str, int]:
    found: Counter[str] = Counter()
    for result, number in walk.over.items():
        found[str(result)] += number
    return dict(sorted(found.items()))
