"""What a move adds to a sum: a fact that is plain from the rules, and hard to find for a solver.

Two copies of a position differ by a move in few places. A sum over all places is a circuit of its
own in each copy, and a solver has to compare the two cell by cell. So every sum of small circuits
is followed: from what a move changes, the difference is a small circuit as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ..symbolic.eval.values import Cases
from .circuit import Gate
from .circuit_rules import Counted
from .clauses import Clause, Literal, Template
from .transition import GameCircuit, MoveCircuit

#: Of a summand at most so many gates are followed through a move.
SMALL = 12


class CountedSums:
    """The sums that conditions rest on, their cases as outputs, and their change by a move."""

    def __init__(self, circuit: GameCircuit, sums: Iterable[Counted]) -> None:
        self._circuit = circuit
        self._sums = [one for one in sums if all(map(self._is_small, one.gates))]

    def _is_small(self, number: int) -> bool:
        circuit = self._circuit.circuit
        return len(circuit.below([circuit.literals[number]])) <= SMALL

    @property
    def outputs(self) -> list[Gate]:
        """All cases of all sums, in a row."""
        return [gate for one in self._sums for gate in one.cases.values()]

    @cached_property
    def _changes(self) -> list[dict[int, Gate]]:
        """Return for each sum where the move chosen adds how much."""
        return [self._change(one) for one in self._sums]

    def _change(self, one: Counted) -> dict[int, Gate]:
        added = [self._added(one, move) for move in self._circuit.move_circuits]
        numbers = sorted({number for cases in added for number in cases.of})
        false = self._circuit.circuit.false
        return {
            number: self._circuit.chosen([cases.of.get(number, false) for cases in added])
            for number in numbers
        }

    def _added(self, one: Counted, move: MoveCircuit) -> Cases:
        """Return what one move adds to a sum, where it is legal."""
        circuit, algebra = self._circuit.circuit, self._circuit.evaluation.algebra
        changed, total = self._circuit.coder.changed_inputs(move.changes), algebra.constant(0)
        for number in one.gates:
            old = circuit.literals[number]
            new = circuit.substituted(old, changed)
            if new is not old:
                more, less = new & ~old, old & ~new
                change = algebra.gathered([(1, more), (-1, less), (0, ~more & ~less)])
                total = algebra.combined(int.__add__, total, change)
        legal, prober = self._circuit.going & move.legal, self._circuit.evaluation.prober
        return Cases({n: w for n, w in total.of.items() if prober.possible(legal & w)})

    @cached_property
    def changes(self) -> Template:
        """What the move chosen adds to each sum, in a row."""
        return self._circuit.write_move(
            [], exact=[gate for cases in self._changes for gate in cases.values()]
        )

    def groups(self, outputs: Sequence[Literal]) -> Iterable[Sequence[Literal]]:
        """Return the cases of each sum in a copy, of which exactly one is true."""
        at = 0
        for one in self._sums:
            yield outputs[at : at + len(one.cases)]
            at += len(one.cases)

    def links(
        self, before: Sequence[Literal], after: Sequence[Literal], added: Sequence[Literal]
    ) -> Iterable[Clause]:
        """Return clauses between the outputs of two copies, and those of the move between them."""
        at = by = 0
        for one, changes in zip(self._sums, self._changes, strict=True):
            numbers = list(one.cases)
            for d, change in enumerate(changes):
                for n, number in enumerate(numbers):
                    then = self._then(one, number, change)
                    if then in one.cases:
                        target = after[at + numbers.index(then)]
                        yield [-before[at + n], -added[by + d], target]
            at, by = at + len(numbers), by + len(changes)

    def _then(self, one: Counted, number: int, change: int) -> int | None:
        """Return what a sum becomes, None where it is not told."""
        if one.most is None or number + change < one.most:
            told = one.most is None or number < one.most
            return number + change if told else None
        return one.most
