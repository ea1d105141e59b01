"""The phases of a game on diagrams: who is to move, what the moves do, how games end there.

A phase is used in two ways. Compiled, its moves are one relation, and everything is kept twice:
once on the bits of the present position, once on those of the next, where the next layer lives.
Run anew, the rules are run on each set of positions: slower where the relation is small, and the
only way where it would be too large. That is the meaning; the relation must agree with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....analysis.callgraph import phases
from ....analysis.ending_pruning import effects_into, prune_result
from ....rules.results import Result
from ..bdd.manager import Diagram
from ..eval.results import Ending, endings
from .relation import TransitionBuilder

#: Compiling all moves may make so many nodes; beyond, running them anew on each layer is quicker.
ALL_WORK = 3_000_000

#: Both ways of looking at a diagram: on the present bits, and on the next.
Sides = list[Diagram]


@dataclass(frozen=True)
class PhaseStep:
    """What a set of positions comes to: endings, what goes on, where that leads, how many ways."""

    over: dict[Result, int]
    going: Diagram
    stuck: int
    following: Diagram
    moves: int | None


class Phase:
    """Positions in which the same player is to move; `looks` is how often counting moves looks."""

    looks = 0

    def __init__(self, translator: TransitionBuilder, known: dict[str, Any]) -> None:
        self.translator, self.known = translator, known
        self.coder, self.diagrams = translator.coder, translator.coder.diagrams
        self.where = self.both(translator.where(known))
        self.found = self.diagrams.false  # moves found so far, where they are not compiled

    def both(self, diagram: Diagram) -> Sides:
        """Give a diagram on the present bits and on the next."""
        return [diagram, self.coder.flipped(diagram)]

    def count(self, diagram: Diagram) -> int:
        """Count positions."""
        return self.diagrams.count(diagram) >> self.coder.slots.bits


class CompiledPhase(Phase):
    """A phase whose moves are one relation."""

    def __init__(
        self, translator: TransitionBuilder, known: dict[str, Any], all_known: list[Any], most: int
    ) -> None:
        """Compile; where the diagrams would get more nodes than `most`, give up."""
        super().__init__(translator, known)
        rules, d = translator.rules, self.diagrams
        made = [
            translator.make(move, known, most=max(0, most - d.used)) for move in translator.moves
        ]
        self.relation = self.both(d.any_of(one.leads for one in made))
        self.legal = [(k, self.both(one)) for k, one in d.how_many([one.legal for one in made])]
        self.looks = len(self.legal)
        self.enabled = self.both(d.any_of(one.legal for one in made))
        whole = rules.functions["result"]
        left = prune_result(rules, effects_into(rules, all_known, known))
        first = endings(translator, whole, known)
        later = endings(translator, left, known) if left != whole else first
        self.first, self.later = self._sides(first.found), self._sides(later.found)
        self.unended = self.both(first.broken | later.broken)
        self.broken = self.both(d.any_of(one.broken for one in made))

    def _sides(self, found: list[Ending]) -> list[list[Ending]]:
        pairs = [[self.both(part) for part in ending.parts] for ending in found]
        return [
            [
                Ending(e.result, tuple(p[s] for p in parts))
                for e, parts in zip(found, pairs, strict=True)
            ]
            for s in (0, 1)
        ]

    def step(
        self, here: Diagram, size: int, side: int, first: bool, count_moves: bool
    ) -> PhaseStep:
        """Take positions of this phase, of which there are so many patterns, one move further."""
        if (here & self.unended[side]).satisfiable():
            raise PhaseFault(here & self.unended[side], side)
        over, going = self._tallied(here, size, (self.first if first else self.later)[side])
        if (going & self.broken[side]).satisfiable():
            raise PhaseFault(going & self.broken[side], side)
        stuck = going & ~self.enabled[side]
        moves = None
        if count_moves:
            moves = sum(k * self.count(going & legal[side]) for k, legal in self.legal)
        following = self.diagrams.and_exists(going, self.relation[side], self.coder.cubes[side])
        return PhaseStep(over, going, self.count(stuck), following, moves)

    def leads(self, here: Diagram, side: int) -> Diagram:
        """Give where positions of this phase lead, and nothing else."""
        going = here
        for ending in self.first[side]:
            going = _without(going, ending)
        return self.diagrams.and_exists(going, self.relation[side], self.coder.cubes[side])

    def _tallied(
        self, here: Diagram, size: int, found: list[Ending]
    ) -> tuple[dict[Result, int], Diagram]:
        """Say how many end how, and give what goes on. Counting costs: what is known is given."""
        over: dict[Result, int] = {}
        for ending in found:
            left = _without(here, ending)
            if left != here:
                after = self.diagrams.count(left)
                ended = (size - after) >> self.coder.slots.bits
                over[ending.result] = over.get(ending.result, 0) + ended
                here, size = left, after
        return over, here


class RunPhase(Phase):
    """A phase whose rules are run anew on each set of positions; what was found is remembered."""

    def leads(self, here: Diagram, side: int) -> Diagram:
        """Give where positions lead that were taken further before."""
        del side
        return self.coder.flipped(self.diagrams.and_exists(here, self.found, self.coder.cubes[0]))

    def step(
        self, here: Diagram, size: int, side: int, first: bool, count_moves: bool
    ) -> PhaseStep:
        """Take positions of this phase one move further; the answer is on the same bits."""
        del size, side, first, count_moves  # always the present bits; legal moves are there anyway
        over, going = self._going(here)
        following, moves, enabled = self.diagrams.false, 0, self.diagrams.false
        for move in self.translator.moves:
            made = self.translator.make(move, self.known, going)
            if made.broken.satisfiable():
                raise PhaseFault(made.broken, 0)
            moves += self.count(made.legal)
            enabled = enabled | made.legal
            following = following | made.leads.exists(self.coder.cubes[0])
            self.found = self.found | made.leads
        stuck = self.count(going & ~enabled)
        return PhaseStep(over, going, stuck, self.coder.flipped(following), moves)

    def _going(self, here: Diagram) -> tuple[dict[Result, int], Diagram]:
        runner = self.translator.narrow_runner(self.known, here)
        found = runner.as_cases(runner.run("result"))
        if runner.broken.satisfiable():
            raise PhaseFault(runner.broken, 0)
        over: dict[Result, int] = {}
        going = self.diagrams.false
        for result, where in found.of.items():
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
    """The rules go wrong in some of these positions."""

    def __init__(self, where: Diagram, side: int) -> None:
        super().__init__("the rules go wrong")
        self.where, self.side = where, side


def compiled_phases(translator: TransitionBuilder, work: int = ALL_WORK) -> Iterator[CompiledPhase]:
    """Compile the moves of every phase; where that makes more nodes than allowed, give up."""
    known = list(phases(translator.rules))
    most = translator.coder.diagrams.used + work
    for one in known:
        yield CompiledPhase(translator, one, known, most)
