"""A move in slow motion: every change of a state variable, in the order in which it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...analysis.assignment_trace import AssignmentTracer, StateAssignment
from ...errors import Place
from ...ir.nodes import SetAt
from ...ir.rules import Rules
from ...positions.moves import Move
from ...positions.notation import write_value
from ...positions.position import Position
from .ir import IrEngine


@dataclass(frozen=True)
class StateChange:
    """One change while a move is made: by which rule and line, of what, and what stands after it.

    `where` are the keys of a map, or the elements of a set, that are not as before; `before` and
    `after` are the values at the one key of a map, else of the whole variable.
    """

    place: Place
    rule: str
    variable: str
    where: tuple[Any, ...]
    before: Any
    after: Any
    position: Position

    def __str__(self) -> str:
        if isinstance(self.after, frozenset):
            return ", ".join(self._membership())
        head = f"{self.variable}[{self.where[0]}]" if self.where else self.variable
        return f"{head}: {write_value(self.before)} → {write_value(self.after)}"

    def _membership(self) -> list[str]:
        parts = []
        for word, such in ("loses", self.before - self.after), ("gains", self.after - self.before):
            elements = " ".join(str(element) for element in self.where if element in such)
            if elements:
                parts.append(f"{self.variable} {word} {elements}")
        return parts


class MoveTracer(IrEngine):
    """The IR engine with a runner that notes what it assigns: it replays moves change by change.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> slow = MoveTracer(read(Diagonals()))
    >>> for change in slow.changes(slow.initial(), slow.moves[1]):
    ...     print(change.rule, change)
    play mark[(0,1)]: - → A
    play turn: A → B
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, AssignmentTracer(rules, self._assigned))
        self._changes: list[StateChange] = []
        self._rule_of = {
            id(node): function.name
            for function in rules.functions.values()
            for node in function.walk()
        }

    def changes(self, position: Position, move: Move) -> list[StateChange]:
        """List what a legal move changes; raise `IllegalMove` with the reason otherwise."""
        self._changes = []
        self.successor(position, move)
        return self._changes

    def _assigned(self, node: StateAssignment, before: Any, state: dict[str, Any]) -> None:
        name = node.map if isinstance(node, SetAt) else node.name
        after = state[name]
        if before == after:
            return
        where = self._differing(name, before, after)
        if isinstance(after, dict):
            before, after = before[where[0]], after[where[0]]
        rule, position = self._rule_of[id(node)], self._position(state)
        self._changes.append(StateChange(node.place, rule, name, where, before, after, position))

    def _differing(self, name: str, before: Any, after: Any) -> tuple[Any, ...]:
        domain = self.game.variables[name].domain
        if isinstance(after, dict):
            return tuple(key for key in domain if before[key] != after[key])
        if isinstance(after, frozenset):
            return tuple(element for element in domain if (element in before) != (element in after))
        return ()
