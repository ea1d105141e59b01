"""The phases of a game on diagrams: who is to move, what the moves do, how games end there.

A phase comes in two forms. Compiled, its moves are one transition relation, and everything is kept
twice: once on the bits of the present position, once on those of the next, where the next layer
lives. Interpreted, the rules are evaluated on each set of positions: slower where the relation is
small, and the only way where it would be too large. The interpreted form defines the semantics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....analysis.callgraph import phases
from ....analysis.ending_pruning import effects_into, prune_result
from ....rules.results import Result
from ..bdd.manager import Diagram
from .endings import GROUP, Ending, endings, united_endings
from .relation import TransitionBuilder
from .signatures import Signature

#: The node budget for compiling all moves; beyond it, interpreting them on each layer is faster.
ALL_WORK = 3_000_000
#: The parts of an ending are united while they have this many times fewer nodes than a layer.
SMALLER = 8
#: They are united anew for a layer that is this many times larger than the last time.
GROWN = 4

#: The nodes that a step creates and holds, per node of a layer.
STEP = 10

#: A diagram on the bits of the present position, and on those of the next.
Sides = list[Diagram]


@dataclass(frozen=True)
class PhaseStep:
    """One step from a set of positions: results, how many are stuck, image, number of moves."""

    over: dict[Result, int]
    stuck: int
    following: Diagram
    moves: int | None


class Phase:
    """Positions with the same player to move; `looks` is the cost of counting moves, in passes."""

    looks = 0

    def __init__(self, translator: TransitionBuilder, known: dict[str, Any]) -> None:
        self.translator, self.known = translator, known
        self.coder, self.diagrams = translator.coder, translator.coder.diagrams
        self.where = self.both(translator.where(known))
        self.seen_moves = self.diagrams.false  # a relation, where moves are not compiled

    def both(self, diagram: Diagram) -> Sides:
        """Return a diagram on the bits of the present position and on those of the next."""
        return [diagram, self.coder.flipped(diagram)]

    def covers(self, signature: Signature) -> bool | None:
        """Whether all positions with a signature are of this phase, or none; None: unknown."""
        told = [name for name in self.known if (name,) in signature]
        if any(signature[name,] != self.known[name] for name in told):
            return False
        return True if len(told) == len(self.known) else None

    def prepare(self, nodes: int) -> None:
        """Prepare for a step from a layer with so many nodes."""

    def count(self, diagram: Diagram) -> int:
        """Return the number of positions."""
        return self.diagrams.count(diagram) >> self.coder.slots.bits


class CompiledPhase(Phase):
    """A phase whose moves are one relation."""

    def __init__(
        self, translator: TransitionBuilder, known: dict[str, Any], all_known: list[Any], most: int
    ) -> None:
        """Compile the moves; raise `TooMuchWork` where that needs more than `most` nodes."""
        super().__init__(translator, known)
        rules, d = translator.rules, self.diagrams
        relations = translator.make_all(known, most)
        self.relation = self.both(d.any_of(made.leads for made in relations))
        self.size = d.nodes(self.relation[0])
        self.legal = [
            (weight, self.both(digit))
            for weight, digit in d.count_true([made.legal for made in relations])
        ]
        self.looks = len(self.legal)
        self.enabled = self.both(d.any_of(made.legal for made in relations))
        result = rules.functions["result"]
        left = prune_result(rules, effects_into(rules, all_known, known))
        first, broken = endings(translator, result, known)
        later, broken_later = (
            endings(translator, left, known) if left != result else (first, broken)
        )
        self.first, self.later = self._sides(first), self._sides(later)
        self._united_for, self._needed = SMALLER * GROUP, 0
        self.stuck = self.both(self._left_open(self.where[0] & ~self.enabled[0], later))
        self.unended = self.both(broken | broken_later)
        self.broken = self.both(d.any_of(made.broken for made in relations))

    def _sides(self, plain: list[Ending]) -> list[list[Ending]]:
        """Return endings on the bits of the present position and on those of the next."""
        next_ = [Ending(e.result, tuple(map(self.coder.flipped, e.parts))) for e in plain]
        return [plain, next_]

    def _left_open(self, here: Diagram, tests: list[Ending]) -> Diagram:
        """Return positions without those that end, as far as taking them out makes no larger."""
        for part in (part for ending in tests for part in ending.parts):
            left = here & ~part
            if self.diagrams.nodes(left) <= self.diagrams.nodes(here):
                here = left
        return here

    def prepare(self, nodes: int) -> None:
        """Unite the parts of endings further for a layer with so many nodes: each is a pass."""
        self._needed = STEP * nodes
        if nodes >= GROWN * self._united_for:
            self.later = self._sides(united_endings(self.diagrams, self.later[0], nodes // SMALLER))
            self._united_for = nodes

    def step(
        self, here: Diagram, size: int, side: int, first: bool, count_moves: bool
    ) -> PhaseStep:
        """Return one step from positions of this phase; `size` is their number of assignments."""
        if (here & self.unended[side]).satisfiable():
            raise PhaseFault(here & self.unended[side], side)
        over, going = self._tallied(here, size, (self.first if first else self.later)[side])
        if (going & self.broken[side]).satisfiable():
            raise PhaseFault(going & self.broken[side], side)
        stuck = going & (~self.enabled[side] if first else self.stuck[side])
        moves = None
        if count_moves:
            moves = sum(k * self.count(going & legal[side]) for k, legal in self.legal)
        self.diagrams.make_room(self._needed)
        return PhaseStep(over, self.count(stuck), self.image(going, side), moves)

    def image(self, here: Diagram, side: int) -> Diagram:
        """Return where moves lead to, from positions that are over, too."""
        return self.diagrams.and_exists(here, self.relation[side], self.coder.cubes[side])

    def leads(self, here: Diagram, side: int) -> Diagram:
        """Return the image of positions of this phase."""
        going = here
        for ending in self.first[side]:
            going = _without(going, ending)
        return self.image(going, side)

    def _tallied(
        self, here: Diagram, size: int, tests: list[Ending]
    ) -> tuple[dict[Result, int], Diagram]:
        """Return the number of positions by result, and the others; `size` saves a count."""
        over: dict[Result, int] = {}
        for ending in tests:
            left = _without(here, ending)
            if left != here:
                after = self.diagrams.count(left)
                ended = (size - after) >> self.coder.slots.bits
                over[ending.result] = over.get(ending.result, 0) + ended
                here, size = left, after
        return over, here


class RunPhase(Phase):
    """A phase whose rules are interpreted on each set of positions; the relation is recorded."""

    def leads(self, here: Diagram, side: int) -> Diagram:
        """Return the image of positions from which a step was taken before."""
        del side
        return self.coder.flipped(
            self.diagrams.and_exists(here, self.seen_moves, self.coder.cubes[0])
        )

    def step(
        self, here: Diagram, size: int, side: int, first: bool, count_moves: bool
    ) -> PhaseStep:
        """Return one step from positions of this phase, on the same bits."""
        del size, side, first, count_moves  # on the present bits; moves are counted anyway
        over, going = self._going(here)
        following, moves, enabled = self.diagrams.false, 0, self.diagrams.false
        for move in self.translator.moves:
            made = self.translator.make(move, self.known, going)
            if made.broken.satisfiable():
                raise PhaseFault(made.broken, 0)
            moves += self.count(made.legal)
            enabled = enabled | made.legal
            following = following | made.leads.exists(self.coder.cubes[0])
            self.seen_moves = self.seen_moves | made.leads
        stuck = self.count(going & ~enabled)
        return PhaseStep(over, stuck, self.coder.flipped(following), moves)

    def _going(self, here: Diagram) -> tuple[dict[Result, int], Diagram]:
        runner = self.translator.narrow_runner(self.known, here)
        results = runner.as_cases(runner.run("result"))
        if runner.broken.satisfiable():
            raise PhaseFault(runner.broken, 0)
        over: dict[Result, int] = {}
        going = self.diagrams.false
        for result, where in results.of.items():
            there = here & where
            if result is None:
                going = there
            elif there.satisfiable():
                over[result] = self.count(there)
        return over, going


def _without(here: Diagram, ending: Ending) -> Diagram:
    for part in ending.parts:
        here = here & ~part
    return here


class PhaseFault(Exception):
    """A rule fails in these positions."""

    def __init__(self, where: Diagram, side: int) -> None:
        super().__init__("the rules go wrong")
        self.where, self.side = where, side


def compiled_phases(translator: TransitionBuilder, work: int = ALL_WORK) -> Iterator[CompiledPhase]:
    """Yield every phase, compiled; raise `TooMuchWork` beyond the node budget."""
    assignments = list(phases(translator.rules))
    most = translator.coder.diagrams.used + work
    for known in assignments:
        yield CompiledPhase(translator, known, assignments, most)
