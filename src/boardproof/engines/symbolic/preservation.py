"""Whether moves keep a property: from every well-formed position that has it, reachable or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from ...ir.rules import Rules
from ...positions.position import Position
from ...statespace.goals import Aim
from ..plain.reference import ReferenceEngine
from .bdd.state_set import StateSet
from .position_sets import PositionSets

#: The node budget for the moves of all positions at once.
LITTLE_WORK = 200_000
#: The maximal number of positions visited one by one, where that budget does not suffice.
ONE_BY_ONE = 10_000


@dataclass(frozen=True)
class Preservation:
    """From how many positions a property was seen to be kept, of how many; a move that breaks it.

    `failures` is how many positions without it moves lead to.
    """

    positions: int
    all: int
    way: list[Position] = field(default_factory=list)
    failures: int = 0

    @property
    def complete(self) -> bool:
        """Whether every position was looked at."""
        return self.positions == self.all


class PreservationCheck:
    """Looks for a move that breaks a property."""

    def __init__(self, rules: Rules, aim: Aim) -> None:
        self._space, self._aim = PositionSets(rules, work=LITTLE_WORK), aim
        self._engine = ReferenceEngine(rules)

    def look(self) -> Preservation:
        """Look at all positions at once, or at the first few one by one."""
        space = self._space
        start = self._where(space.where("wellformed"))
        if space.intricate:
            return self._one_by_one(start)
        after = space.after(start)
        broken = after - self._where(after)
        if not broken:
            return Preservation(start.count, start.count)
        end = next(space.each(broken))
        before = next(space.each(space.before(space.singleton(end)) & start))
        return Preservation(start.count, start.count, [before, end], broken.count)

    def _where(self, among: StateSet) -> StateSet:
        arguments = tuple(value for _, value in self._aim.arguments)
        return self._space.where(self._aim.question, *arguments, among=among)

    def _one_by_one(self, start: StateSet) -> Preservation:
        seen, arguments = 0, dict(self._aim.arguments)
        for position in islice(self._space.each(start), ONE_BY_ONE):
            seen += 1
            for _, after in self._engine.successors(position):
                if not self._engine.holds(after, self._aim.question, **arguments):
                    return Preservation(seen, start.count, [position, after], 1)
        return Preservation(seen, start.count)
