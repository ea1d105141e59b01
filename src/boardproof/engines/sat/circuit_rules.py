"""Rules as circuits: the evaluation that decision diagrams have, with gates for functions.

A circuit does not know what it can be: a test that no position passes may still look possible. So
loops and recursion, which end when nobody is on the way, ask a solver whether somebody is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...errors import TooLarge
from ...ir import nodes as n
from ...ir.build import OPERATORS
from ...ir.recursion import cycles, stack_depth
from ...ir.rules import Function, Rules
from ..symbolic.eval.encoding import PlaceCoder, present_state
from ..symbolic.eval.expressions import State
from ..symbolic.eval.statements import SymbolicInterpreter, TooMuchWork
from ..symbolic.eval.values import Cases, Value, ValueAlgebra
from .circuit import Circuit, Gate
from .clauses import Literal, TemplateWriter
from .encoding import PositionCoder
from .solver import ClauseSolver, Undecided

#: A rule may take so many gates.
MOST_GATES = 3_000_000
#: An argument with at most so many values is taken apart.
FEW_CASES = 4
#: So many conflicts may be spent on the question whether a loop goes on.
CONFLICTS = 20_000


class CircuitAlgebra(ValueAlgebra):
    """Joins and compares values as circuits: numbers are compared without a look at each pair."""

    diagrams: Circuit

    def where(self, test: Callable[..., bool], *values: Cases) -> Gate:
        """Return where a test of values holds."""
        if test not in _ORDERED or not all(isinstance(n, int) for one in values for n in one.of):
            compared: Gate = super().where(test, *values)
            return compared
        a, b = values
        strict, swapped = _ORDERED[test]
        return self._less(b, a, strict) if swapped else self._less(a, b, strict)

    def _less(self, a: Cases, b: Cases, strict: bool) -> Gate:
        """Return where one number is less than another, or not more."""
        parts, larger = [], self.false
        left = sorted(b.of, reverse=True)
        for number in sorted(a.of, reverse=True):
            while left and (left[0] > number if strict else left[0] >= number):
                larger = larger | b.of[left.pop(0)]
            parts.append(a.of[number] & larger)
        return self.diagrams.any_of(parts)


#: Comparisons of order: whether equal numbers fail them, and whether the larger one is first.
_ORDERED: dict[Callable[..., bool], tuple[bool, bool]] = {
    OPERATORS["<"]: (True, False),
    OPERATORS["<="]: (False, False),
    OPERATORS[">"]: (True, True),
    OPERATORS[">="]: (False, True),
}


class Prober:
    """Asks a solver whether a gate can be true in any well-typed position."""

    def __init__(self, circuit: Circuit) -> None:
        self._circuit, self._solver = circuit, ClauseSolver()
        self._variables: dict[int, Literal] = {0: self._solver.true}
        self._groups = 0

    def possible(self, gate: Gate) -> bool:
        """Whether some position makes the gate true; if that takes too long, it counts as such."""
        self._write_groups()
        try:
            return self._solver.solve([self._literal(gate.number)], conflicts=CONFLICTS)
        except Undecided:
            return True

    def _literal(self, number: int) -> Literal:
        self._write(number >> 1)
        variable = self._variables[number >> 1]
        return -variable if number & 1 else variable

    def _write(self, node: int) -> None:
        """Write a gate, and those it rests on that are not written yet, as clauses."""
        pending, children = [node], self._circuit.children
        while pending:
            node = pending[-1]
            missing = [n >> 1 for n in children[node] if n >> 1 not in self._variables]
            if missing and node not in self._variables:
                pending += missing
                continue
            pending.pop()
            if node not in self._variables:
                self._define(node, children[node])

    def _write_groups(self) -> None:
        """Make one value of each group true, also where nothing has used it yet."""
        for group in self._circuit.groups[self._groups :]:
            self._solver.require_one([self._literal(number) for number in group])
        self._groups = len(self._circuit.groups)

    def _define(self, node: int, children: tuple[int, ...]) -> None:
        name = self._variables[node] = self._solver.variable()
        parts = [self._variables[n >> 1] * (-1 if n & 1 else 1) for n in children]
        if parts:
            self._solver.add([[-name, part] for part in parts])
            self._solver.add([[name, *(-part for part in parts)]])


@dataclass(frozen=True)
class Counted:
    """How many of some gates are true: where each number is; no more than `most` is told apart."""

    gates: tuple[int, ...]
    most: int | None
    cases: dict[int, Gate] = field(compare=False)


class CircuitInterpreter(SymbolicInterpreter):
    """Runs a rule on circuits; where a loop or a recursive call may go on, a solver is asked."""

    prober: Prober
    recursive: frozenset[str]
    diagrams: Circuit
    #: The sums that were made on the way; how many of some gates are true, where that is known.
    sums: set[Counted]
    totals: dict[tuple[tuple[int, ...], int | None], Cases]

    def _goes_on(self) -> bool:
        return super()._goes_on() and (self.live.valid() or self.prober.possible(self.live))

    def _call(self, rule: str, values: list[Value]) -> Value | None:
        if rule in self.recursive and self._calls and not self.prober.possible(self.live):
            return self.nothing(self.rules.functions[rule].returns)
        function = self.rules.functions[rule]
        split = next((at for at, value in enumerate(values) if _has_few_cases(value)), None)
        if split is None or function.writes or rule in self.recursive:
            return super()._call(rule, values)
        return self._call_for_each(function, values, split)

    def _call_for_each(self, function: Function, values: list[Value], split: int) -> Value:
        """Run a rule that changes nothing for each value of an argument: what is known folds."""
        before, result = self.live, None
        for case, where in values[split].of.items():
            self.live = before & where & ~self.broken
            if self._alive():
                known = [*values[:split], self.algebra.known(case), *values[split + 1 :]]
                value = self.fitted(self._call(function.name, known), function.returns)
                result = value if result is None else self.algebra.choose(where, value, result)
        self.live = before & ~self.refused & ~self.broken
        return self.nothing(function.returns) if result is None else result

    def visit_Compare(self, node: n.Compare) -> Gate:
        left, right = node.left, node.right
        if isinstance(left, n.Arith) and left.op == "-":
            # A difference has as many cases as pairs of numbers, a number and a constant few.
            moved = n.Arith("+", left.right, right, type=left.type)
            node = n.Compare(node.op, left.left, moved, type=node.type, place=node.place)
        compared: Gate = super().visit_Compare(node)
        return compared

    def _sum(self, laps: list[tuple[Gate, Value]], enough: int | None = None) -> Cases:
        gates = [self._counted(where, value) for where, value in laps]
        counted = tuple(gate.number for gate in gates if gate is not None)
        if len(counted) < len(laps):
            return self._added(laps, enough, None)
        key = counted, enough
        if key not in self.totals:
            self.totals[key] = self._added(laps, enough, counted)
        return self.totals[key]

    def _added(
        self,
        laps: list[tuple[Gate, Value]],
        enough: int | None,
        counted: tuple[int, ...] | None,
    ) -> Cases:
        """Add up; note what was counted, and that a sum has one value."""
        total = super()._sum(laps, enough)
        if counted is not None and not total.known():
            self.sums.add(Counted(counted, enough, total.of))
        if len(total.of) > 2:
            self.diagrams.note_group(list(total.of.values()))
        return total

    def _counted(self, where: Gate, value: Value) -> Gate | None:
        """Return where a summand is 1 and not 0, None if it can be anything else."""
        if isinstance(value, Cases):
            return where & value.of[1] if 1 in value.of and value.of.keys() <= {0, 1} else None
        return where & value if isinstance(value, Gate) else None

    def laps_of(self, found: Value, over: n.Expr) -> list[list[tuple[Any, Gate]]]:
        """List what is gone over; ranges from one start are one range, each lap where it is in."""
        ranges = list(found.of) if isinstance(found, Cases) else []
        longest = max(ranges, key=len, default=None) if _are_prefixes(ranges) else None
        if longest is None:
            return super().laps_of(found, over)
        return [
            [
                (value, self.diagrams.any_of(w for r, w in found.of.items() if len(r) > lap))
                for lap, value in enumerate(longest)
            ]
        ]


def _has_few_cases(value: Value) -> bool:
    """Whether a value is one of a few: more would make a circuit larger than what folding saves."""
    return isinstance(value, Cases) and 1 < len(value.of) <= FEW_CASES


def _are_prefixes(values: list[Any]) -> bool:
    """Whether values are ranges of which each begins the next."""
    if len(values) < 2 or not all(isinstance(value, range) for value in values):
        return False
    longest = max(values, key=len)
    return all(value == longest[: len(value)] for value in values)


class CircuitRules:
    """A rulebook's rules as circuits on the bits of one position, or of several."""

    def __init__(self, rules: Rules, circuit: Circuit, state: State) -> None:
        self.rules, self.circuit, self.state = rules, circuit, state
        self.algebra = CircuitAlgebra(circuit)
        self.writer = TemplateWriter(circuit)
        self.prober = Prober(circuit)
        self._recursive = frozenset(cycles(rules))
        self.sums: set[Counted] = set()
        self._totals: dict[tuple[tuple[int, ...], int | None], Cases] = {}
        self._depth = 2 * stack_depth(rules)
        self._truths: dict[tuple[str, tuple[Any, ...]], tuple[Gate, Gate]] = {}

    @classmethod
    def of_position(cls, rules: Rules, coder: PositionCoder) -> CircuitRules:
        """Return the rules on the bits of one position."""
        return cls(rules, coder.diagrams, present_state(rules.game, _typed(coder)))

    def runner(self, live: Gate | None = None) -> CircuitInterpreter:
        """Return an interpreter that has run nothing yet."""
        live = self.circuit.true if live is None else live
        runner = CircuitInterpreter(self.rules, self.algebra, dict(self.state), live)
        runner.prober, runner.recursive, runner.sums = self.prober, self._recursive, self.sums
        runner.totals = self._totals
        runner.depth, runner.most = self._depth, self.circuit.used + MOST_GATES
        return runner

    def run(self, rule: str, arguments: tuple[Any, ...] = ()) -> tuple[CircuitInterpreter, Value]:
        """Run a rule; return who has run it, and its value."""
        runner = self.runner()
        try:
            return runner, runner.run(rule, arguments)
        except TooMuchWork:
            raise TooLarge(
                f"{rule} of {self.rules.game.identity} is too large for clauses: its loops or "
                "recursive calls have no small bound; choose smaller parameters"
            ) from None

    def truth(self, rule: str, arguments: tuple[Any, ...] = ()) -> tuple[Gate, Gate]:
        """Return where a condition holds, and where it fails to; elsewhere the rule goes wrong."""
        key = rule, arguments
        if key not in self._truths:
            runner, value = self.run(rule, arguments)
            holds = runner.as_cases(value).of.get(True, self.circuit.false)
            self._truths[key] = holds & ~runner.broken, ~holds & ~runner.broken
        return self._truths[key]


def _typed(coder: PositionCoder) -> PlaceCoder:
    return coder
