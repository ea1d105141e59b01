"""Rules as circuits: the evaluation that decision diagrams have, with gates for functions.

A circuit does not know what it can be: a test that no position passes may still look possible. So
loops and recursion, which end when nobody is on the way, ask a solver whether somebody is.
"""

from __future__ import annotations

from typing import Any

from ...errors import TooLarge
from ...ir import nodes as n
from ...ir.recursion import cycles, stack_depth
from ...ir.rules import Rules
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
#: So many conflicts may be spent on the question whether a loop goes on.
CONFLICTS = 20_000


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


class CircuitInterpreter(SymbolicInterpreter):
    """Runs a rule on circuits; where a loop or a recursive call may go on, a solver is asked."""

    prober: Prober
    recursive: frozenset[str]

    def _goes_on(self) -> bool:
        return super()._goes_on() and (self.live.valid() or self.prober.possible(self.live))

    def _call(self, rule: str, values: list[Value]) -> Value | None:
        if rule in self.recursive and self._calls and not self.prober.possible(self.live):
            return self._nothing(self.rules.functions[rule].returns)
        return super()._call(rule, values)

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
        self.algebra = ValueAlgebra(circuit)
        self.writer = TemplateWriter(circuit)
        self.prober = Prober(circuit)
        self._recursive = frozenset(cycles(rules))
        self._depth = 2 * stack_depth(rules)

    @classmethod
    def of_position(cls, rules: Rules, coder: PositionCoder) -> CircuitRules:
        """Return the rules on the bits of one position."""
        return cls(rules, coder.diagrams, present_state(rules.game, _typed(coder)))

    def runner(self, live: Gate | None = None) -> CircuitInterpreter:
        """Return an interpreter that has run nothing yet."""
        live = self.circuit.true if live is None else live
        runner = CircuitInterpreter(self.rules, self.algebra, dict(self.state), live)
        runner.prober, runner.recursive = self.prober, self._recursive
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
        runner, value = self.run(rule, arguments)
        holds = runner.as_cases(value).of.get(True, self.circuit.false)
        return holds & ~runner.broken, ~holds & ~runner.broken


def _typed(coder: PositionCoder) -> PlaceCoder:
    return coder
