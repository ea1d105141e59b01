"""Circuits: Boolean functions as shared gates, simplified while they are built.

A gate is the conjunction of literals; an inverter is a sign. Equal gates are one gate, constants
are folded, and two literals of a one-hot group exclude each other. The operators are those of
decision diagrams, so that rules are evaluated to circuits by the same code; only `satisfiable`
and `valid` say less: what is not folded to a constant counts as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: The children of an input, and of the constant.
_LEAF: tuple[int, ...] = ()


class Gate:
    """A literal: a gate, an input or the constant, or the opposite of one.

    Its number is even for what the gate computes, and one more for the opposite.
    """

    __slots__ = ("circuit", "number")

    def __init__(self, circuit: Circuit, number: int) -> None:
        self.circuit, self.number = circuit, number

    def __and__(self, other: Gate) -> Gate:
        return self.circuit.literals[self.circuit.both(self.number, other.number)]

    def __or__(self, other: Gate) -> Gate:
        return self.circuit.literals[self.circuit.both(self.number ^ 1, other.number ^ 1) ^ 1]

    def __xor__(self, other: Gate) -> Gate:
        return (self & ~other) | (~self & other)

    def __invert__(self) -> Gate:
        return self.circuit.literals[self.number ^ 1]

    def satisfiable(self) -> bool:
        """Whether it is not known to be false."""
        return self.number != 1

    def valid(self) -> bool:
        """Whether it is known to be true."""
        return self.number == 0


class Circuit:
    """Builds gates on numbered inputs.

    >>> c = Circuit()
    >>> x, y = c.input(), c.input()
    >>> (x & y) is (y & x), (x & ~x).satisfiable(), (x | ~x).valid(), c.used
    (True, False, True, 1)
    >>> red, blue = c.one_hot(3)[:2]
    >>> (red & blue).satisfiable(), (red & ~blue) is red
    (False, True)
    """

    def __init__(self) -> None:
        #: Children of each gate, as numbers of literals; nothing for inputs and the constant.
        self.children: list[tuple[int, ...]] = [_LEAF]
        self.literals: list[Gate] = [Gate(self, 0), Gate(self, 1)]
        #: The values of each one-hot group; and of an input in one, its group.
        self.groups: list[tuple[int, ...]] = []
        self._group: dict[int, int] = {}
        self._known: dict[Any, int] = {}
        self.true, self.false = self.literals
        self.inputs = 0

    @property
    def used(self) -> int:
        """The number of gates, inputs not counted."""
        return len(self.children) - 1 - self.inputs

    def _node(self, children: tuple[int, ...]) -> int:
        number = 2 * len(self.children)
        self.children.append(children)
        self.literals += (Gate(self, number), Gate(self, number + 1))
        return number

    def input(self) -> Gate:
        """Return a new input."""
        self.inputs += 1
        return self.literals[self._node(_LEAF)]

    def one_hot(self, size: int) -> list[Gate]:
        """Return literals of which exactly one is true: two values take one input."""
        if size == 1:
            return [self.true]
        if size == 2:
            bit = self.input()
            return [~bit, bit]
        group = [self.input() for _ in range(size)]
        self.note_group(group)
        return group

    def note_group(self, gates: Sequence[Gate]) -> None:
        """Note that exactly one of some gates is true, whatever the inputs."""
        if not any(gate.number & 1 or gate.number in self._group for gate in gates):
            self._group.update((gate.number, len(self.groups)) for gate in gates)
            self.groups.append(tuple(gate.number for gate in gates))

    # -- conjunction ------------------------------------------------------------------------

    def both(self, a: int, b: int) -> int:
        """Return the literal that is true where two are."""
        if a > b:
            a, b = b, a
        if a <= 1 or a == b:  # of two literals a constant is the smaller one
            return 1 if a == 1 else b
        if a ^ b == 1:
            return 1
        key = (a, b)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._both(a, b)
        return known

    def _both(self, a: int, b: int) -> int:
        for x, y in ((a, b), (b, a)):
            folded = self._folded(x, y)
            if folded is not None:
                return folded
        if a & b & 1:
            group = self._group.get(a ^ 1)
            if group is not None and group == self._group.get(b ^ 1):
                return self._many({a, b}, (a, b))
        return self._node((a, b))

    def _folded(self, a: int, b: int) -> int | None:
        """Return what a conjunction comes to by a look at the children of the second literal."""
        grouped = a in self._group  # most literals exclude nothing
        if grouped and self.excluded(a, b):
            return 1
        if grouped and b & 1 and self.excluded(a, b ^ 1):
            return a
        inner = self.children[b >> 1]
        if not inner:
            return None
        if b & 1:  # not all of the inner ones
            if a ^ 1 in inner or (grouped and any(self.excluded(a, one) for one in inner)):
                return a
            if a in inner and len(inner) == 2:
                other = inner[1] if inner[0] == a else inner[0]
                return self.both(a, other ^ 1)
            return None
        if a in inner:
            return b
        if a ^ 1 in inner or (grouped and any(self.excluded(a, one) for one in inner)):
            return 1
        return None

    def excluded(self, a: int, b: int) -> bool:
        """Whether two literals are values of one group, and so never true together."""
        group = self._group.get(a)
        return group is not None and a != b and self._group.get(b) == group

    def all_of(self, gates: Iterable[Gate]) -> Gate:
        """Return the conjunction."""
        return self.literals[self._all({gate.number for gate in gates})]

    def any_of(self, gates: Iterable[Gate]) -> Gate:
        """Return the disjunction."""
        return self.literals[self._all({gate.number ^ 1 for gate in gates}) ^ 1]

    def _all(self, numbers: set[int]) -> int:
        numbers.discard(0)
        if 1 in numbers or any(number ^ 1 in numbers for number in numbers if number & 1):
            return 1
        if len(numbers) <= 2:
            return self.both(*numbers) if len(numbers) == 2 else next(iter(numbers), 0)
        key = tuple(sorted(numbers))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._many(numbers, key)
        return known

    def _many(self, numbers: set[int], key: tuple[int, ...]) -> int:
        held, denied = set[int](), dict[int, set[int]]()
        for number in key:
            group = self._group.get(number & ~1)
            if group is None:
                continue
            if number & 1:
                denied.setdefault(group, set()).add(number ^ 1)
            elif group in held:
                return 1  # two values of one group
            else:
                held.add(group)
        folded = self._without_denied(numbers, held, denied)
        return self._node(key) if folded == numbers else self._all(folded)

    def _without_denied(
        self, numbers: set[int], held: set[int], denied: dict[int, set[int]]
    ) -> set[int]:
        """Fold what is denied of a group where one value is held, or where one is left."""
        for group, values in denied.items():
            left = set(self.groups[group]) - values
            if group in held:
                numbers = numbers - {value ^ 1 for value in values}
                numbers |= set() if numbers & left else {1}
            elif len(left) <= 1:
                numbers = (numbers - {value ^ 1 for value in values}) | (left or {1})
        return numbers

    def below(self, gates: Iterable[Gate]) -> set[int]:
        """Return the numbers of all gates and inputs that some gates rest on."""
        pending = [gate.number >> 1 for gate in gates]
        seen = set(pending)
        while pending:
            fresh = {number >> 1 for number in self.children[pending.pop()]} - seen
            seen |= fresh
            pending += fresh
        return seen

    def substituted(self, gate: Gate, inputs: Mapping[int, Gate]) -> Gate:
        """Return a gate with other gates for some of its inputs, which are given by number."""
        made = {number >> 1: new for number, new in inputs.items()}
        for node in sorted(self.below([gate])):
            if node not in made:
                parts = [self._signed(made[n >> 1], n & 1) for n in self.children[node]]
                made[node] = self.all_of(parts) if parts else self.literals[2 * node]
        return self._signed(made[gate.number >> 1], gate.number & 1)

    def _signed(self, gate: Gate, sign: int) -> Gate:
        return self.literals[gate.number ^ sign]

    def ite(self, test: Gate, yes: Gate, no: Gate) -> Gate:
        """Return the multiplexer: one value where the test holds, another elsewhere."""
        if yes is no:
            return yes
        return (test & yes) | (~test & no)
