"""Turns of several steps: all ways through positions in which a turn is not over."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...errors import RuleBroken, TooLarge
from ...ir.rules import STUCK_RULE, UNFINISHED, Rules
from ...positions.moves import Move, turn_of
from ...positions.notation import write_position
from ...positions.position import Position

#: A position with more turns than this is refused.
MOST_TURNS = 100_000
#: Steps: the moves that are legal where the game goes on, and where each leads.
Steps = list[tuple[Move, Position]]


class TurnMaker:
    """Composes steps to turns; each different sequence of steps is a move of its own."""

    def __init__(
        self, rules: Rules, steps: Callable[[Position], Steps], goes_on: Callable[[Position], bool]
    ) -> None:
        self._rules, self._steps, self._goes_on = rules, steps, goes_on
        #: Each turn is one object, as each step is.
        self._known: dict[tuple[Move, ...], Move] = {}

    def turns(self, position: Position) -> Steps:
        """Return all turns from a position, in the order of their steps; none leads nowhere."""
        found: Steps = []
        for steps, after in self._ways(position, (), {position}):
            found.append((self._known.setdefault(steps, turn_of(steps)), after))
            if len(found) > MOST_TURNS:
                raise TooLarge(
                    f"there are more than {MOST_TURNS:,} turns at {write_position(position)}"
                )
        return found

    def _ways(
        self, position: Position, made: tuple[Move, ...], passed: set[Position]
    ) -> Iterator[tuple[tuple[Move, ...], Position]]:
        steps = self._steps(position)
        if made and not steps and STUCK_RULE in self._rules.functions:
            raise self._broken(_DEAD_END, position, made[-1])
        for move, after in steps:
            if not self._goes_on(after):
                yield (*made, move), after
            elif after in passed:
                raise self._broken(_ENDLESS, after, move)
            else:
                yield from self._ways(after, (*made, move), passed | {after})

    def _broken(self, problem: str, position: Position, move: Move) -> RuleBroken:
        place = self._rules.functions[UNFINISHED].place
        return RuleBroken(problem, place, write_position(position), move.name)


_ENDLESS = "a turn need never end: its steps come back to a position they have passed"
_DEAD_END = "a turn goes on, but no step is legal: stuck is about positions between turns"
