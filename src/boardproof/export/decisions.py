"""Conditions in a normal form: one variable after another is asked for its value.

A gate that stands for itself in many places is short as a circuit, and endless once every name is
replaced by what it means. Equal decisions are one, so that such a gate is decided by few questions.
"""

from __future__ import annotations

from functools import cache

from ..engines.sat.circuit import Gate
from .transitions import ModelVariable, TransitionModel

#: What is always false, and always true, among decisions.
NO, YES = 0, 1
#: So many different decisions are made at most.
MOST = 50_000


class TooManyDecisions(Exception):
    """A condition has no short normal form."""


class ConditionDecisions:
    """Decides gates on the variables of a model: a decision is a variable, and what follows."""

    def __init__(self, model: TransitionModel) -> None:
        self._model, self._circuit = model, model.circuit
        self._variables = model.variables
        self._level = {variable: level for level, variable in enumerate(self._variables)}
        never = len(self._variables)
        self._nodes: list[tuple[int, tuple[int, ...]]] = [(never, ()), (never, ())]
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._of_gate: dict[int, int] = {0: YES}
        self._both = cache(self._find_both)
        self._opposite = cache(self._find_opposite)
        self._gate = cache(self._find_gate)

    def shortened(self, gate: Gate) -> Gate:
        """Return a gate that is true where another is, made of decisions."""
        for node in sorted(self._circuit.below([gate])):
            if node not in self._of_gate:
                self._of_gate[node] = self._decide(node)
        return self._gate(self._signed(gate.number))

    def _signed(self, number: int) -> int:
        decision = self._of_gate[number >> 1]
        return self._opposite(decision) if number & 1 else decision

    def _decide(self, node: int) -> int:
        if 2 * node in self._model.literals:
            return self._ask(*self._model.literals[2 * node])
        decision = YES
        for number in self._circuit.children[node]:
            decision = self._both(decision, self._signed(number))
        return decision

    def _ask(self, variable: ModelVariable, wanted: object) -> int:
        """Return the decision whether a variable has a value."""
        after = tuple(YES if value == wanted else NO for value in variable.values)
        return self._node(self._level[variable], after)

    def _node(self, level: int, after: tuple[int, ...]) -> int:
        if len(set(after)) == 1:
            return after[0]
        key = level, after
        if key not in self._known:
            if len(self._nodes) >= MOST:
                raise TooManyDecisions
            self._known[key] = len(self._nodes)
            self._nodes.append(key)
        return self._known[key]

    def _find_both(self, a: int, b: int) -> int:
        if NO in (a, b):
            return NO
        if a == b or b == YES:
            return a
        if a == YES:
            return b
        level = min(self._nodes[a][0], self._nodes[b][0])
        size = len(self._variables[level].values)
        pairs = zip(self._after(a, level, size), self._after(b, level, size), strict=True)
        return self._node(level, tuple(self._both(*sorted(pair)) for pair in pairs))

    def _after(self, decision: int, level: int, size: int) -> tuple[int, ...]:
        """Return what follows for each value of a variable; the same if it is not asked."""
        own, after = self._nodes[decision]
        return after if own == level else (decision,) * size

    def _find_opposite(self, decision: int) -> int:
        if decision in (NO, YES):
            return YES - decision
        level, after = self._nodes[decision]
        return self._node(level, tuple(map(self._opposite, after)))

    def _find_gate(self, decision: int) -> Gate:
        """Write a decision as a gate: for each thing that follows, the values it follows."""
        if decision in (NO, YES):
            return self._circuit.literals[1 - decision]
        level, after = self._nodes[decision]
        variable = self._variables[level]
        values = dict(zip(variable.values, after, strict=True))
        return self._circuit.any_of(
            self._model.one_of(variable, [v for v, then in values.items() if then == following])
            & self._gate(following)
            for following in dict.fromkeys(after)
        )
