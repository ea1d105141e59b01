"""Gates as text: conditions on variables, with a name for what is used more than once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..engines.sat.circuit import Gate
from .transitions import ModelVariable, Outcomes, TransitionModel

#: A condition is given a name of its own before it is nested deeper than this.
DEEPEST = 8


class Syntax(ABC):
    """How a language writes conditions."""

    #: How deep conditions may be nested; none inside another if 0.
    deepest = DEEPEST

    @abstractmethod
    def equal(self, variable: ModelVariable, value: Any) -> str:
        """Write that a variable has a value."""

    @abstractmethod
    def opposite(self, text: str) -> str:
        """Write that a condition fails: a name, or that a variable has a value."""

    @abstractmethod
    def every(self, parts: list[str]) -> str:
        """Write that all parts hold: there are some."""

    @abstractmethod
    def some(self, parts: list[str]) -> str:
        """Write that one of the parts holds: there are some."""

    @abstractmethod
    def constant(self, value: bool) -> str:
        """Write what is always true, or never."""

    def named(self, name: str) -> str:
        """Write a condition that has a name."""
        return name


@dataclass(frozen=True)
class Infix(Syntax):
    """The syntax of most languages: `(a=1 & b!=2 & !g1)`."""

    both: str
    either: str
    equals: str
    differs: str
    then: str
    true: str = "true"
    false: str = "false"

    def equal(self, variable: ModelVariable, value: Any) -> str:
        """Write that a variable has a value."""
        return f"{variable.name}{self.equals}{variable.code(value)}"

    def opposite(self, text: str) -> str:
        """Write that a condition fails."""
        other = text.replace(self.equals, self.differs)
        return other if other != text else f"!{text}"

    def by_cases(
        self, variable: ModelVariable, outcomes: Outcomes, write: Callable[[Gate], str]
    ) -> str:
        """Write a variable's new value: where no other condition holds, the last does."""
        *cases, last = outcomes
        text = str(variable.code(last))
        for value in reversed(cases):
            text = f"({write(outcomes[value])} {self.then} {variable.code(value)} : {text})"
        return text

    def every(self, parts: list[str]) -> str:
        """Write that all parts hold."""
        return f"({self.both.join(parts)})"

    def some(self, parts: list[str]) -> str:
        """Write that one of the parts holds."""
        return f"({self.either.join(parts)})"

    def constant(self, value: bool) -> str:
        """Write what is always true, or never."""
        return self.true if value else self.false


class ConditionWriter:
    """Writes gates; those used more than once are defined before.

    >>> from boardproof import load
    >>> model = TransitionModel(load("tic-tac-toe", size=2), "PRISM")
    >>> moves = [transition.guard for transition in model.transitions]
    >>> writer = ConditionWriter(model, Infix(" & ", " | ", "=", "!=", "?"), moves)
    >>> writer.write(moves[0])
    '(mark_0_0=0 & g1)'
    >>> [name for name, _ in writer.definitions(moves)]
    ['g1']
    """

    def __init__(self, model: TransitionModel, syntax: Syntax, roots: Iterable[Gate]) -> None:
        self._circuit, self._literals, self._syntax = model.circuit, model.literals, syntax
        roots = list(roots)
        self._order = sorted(self._circuit.below(roots))
        self._names = self._shared(roots, {variable.name for variable in model.variables})

    def _shared(self, roots: list[Gate], taken: set[str]) -> dict[int, str]:
        """Name the gates that are used more than once, or that would be nested too deep."""
        inner = [node for node in self._order if self._circuit.children[node]]
        uses = Counter(number >> 1 for node in inner for number in self._circuit.children[node])
        uses.update(gate.number >> 1 for gate in roots)
        names, depths = dict[int, str](), dict[int, int]()
        for node in inner:
            depths[node] = 1 + max(depths.get(n >> 1, 0) for n in self._circuit.children[node])
            if uses[node] > 1 or depths[node] > self._syntax.deepest:
                name = f"g{len(names) + 1}"
                names[node], depths[node] = name + "_" * (name in taken), 0
        return names

    def write(self, gate: Gate) -> str:
        """Write where a gate is true."""
        return self._literal(gate.number)

    def _literal(self, number: int) -> str:
        node, syntax = number >> 1, self._syntax
        if node == 0:
            return syntax.constant(number == 0)
        if number in self._literals:
            return syntax.equal(*self._literals[number])
        if number ^ 1 in self._literals:
            return syntax.opposite(syntax.equal(*self._literals[number ^ 1]))
        if node in self._names:
            name = syntax.named(self._names[node])
            return syntax.opposite(name) if number & 1 else name
        return self._open(number)

    def _open(self, number: int) -> str:
        """Write a gate out: its children, or their opposites."""
        parts = [self._literal(n) for n in self._parts(number)]
        return self._syntax.some(parts) if number & 1 else self._syntax.every(parts)

    def _parts(self, number: int) -> Iterator[int]:
        """Return the literals that a gate joins; what is nested in the same way is joined too."""
        for child in self._circuit.children[number >> 1]:
            part = child ^ (number & 1)
            nested = self._circuit.children[part >> 1] and part >> 1 not in self._names
            if nested and part & 1 == number & 1:
                yield from self._parts(part)
            else:
                yield part

    def definitions(self, roots: Iterable[Gate]) -> Iterator[tuple[str, str]]:
        """Return each name that some gates rest on with what it means, in order."""
        below = self._circuit.below(roots)
        for node, name in self._names.items():
            if node in below:
                yield name, self._open(2 * node)
