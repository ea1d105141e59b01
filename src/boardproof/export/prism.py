"""A rulebook as a PRISM model, for Storm and PRISM: an `mdp` whose choices are the moves.

PRISM replaces the name of a formula by its text. So a condition whose text would be long is written
in its normal form (`decisions.py`), and refused where that is too long as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from ..engines.sat.circuit import Gate
from ..ir.rules import Rules
from .conditions import ConditionWriter, Infix
from .decisions import ConditionDecisions, TooManyDecisions
from .exported import ExportedModel, NotExported
from .transitions import Transition, TransitionModel

#: Words of PRISM, and names that the model uses itself.
WORDS = """
A bool clock const ctmc C double dtmc E endinit endinvariant endmodule endobservables endrewards
endsystem false formula filter func F global G init invariant I int label max mdp min module X
nondeterministic observable observables of Pmax Pmin P pomdp popta probabilistic prob pta rate
rewards Rmax Rmin R S smg stochastic system true U W game ceil floor mod pow log round
"""
#: A condition with more tests than this may be shorter in its normal form.
LONG = 200
#: A model may have so many tests of a variable's value, all formulas replaced by their text.
LONGEST = 2_000_000
SYNTAX = Infix(" & ", " | ", "=", "!=", "?")


def export_prism(rules: Rules, name: str = "") -> ExportedModel:
    """Write a rulebook as an `mdp`; results and invariants are labels.

    >>> from boardproof import load
    >>> model = export_prism(load("tic-tac-toe", size=2))
    >>> "winner_moved_last_always" in model.invariants
    True
    """
    return _PrismWriter(rules, name or type(rules.game).__name__).model()


class _PrismWriter:
    def __init__(self, rules: Rules, name: str) -> None:
        self._name = name
        self._model = TransitionModel(rules, "PRISM", frozenset(WORDS.split()))
        transitions = self._model.transitions
        self._labels = {**self._model.results, **self._model.invariants}
        self._roots = [one.guard for one in transitions]
        self._roots += [gate for one in transitions for gate in one.conditions]
        self._roots += self._labels.values()
        self._shorter = self._shortened()
        self._roots = [self._shorter.get(gate.number, gate) for gate in self._roots]
        self._conditions = ConditionWriter(self._model, SYNTAX, self._roots)

    def _shortened(self) -> dict[int, Gate]:
        """Return what is written for gates whose text would be long: a shorter one, if known."""
        decisions, shorter = ConditionDecisions(self._model), dict[int, Gate]()
        with suppress(TooManyDecisions):
            for gate in self._roots:
                if self._model.length(gate) > LONG:
                    other = decisions.shortened(gate)
                    shorter[gate.number] = min(gate, other, key=self._model.length)
        return shorter

    def _write(self, gate: Gate) -> str:
        return self._conditions.write(self._shorter.get(gate.number, gate))

    def model(self) -> ExportedModel:
        """Write everything."""
        length = sum(map(self._model.length, self._roots))
        if length > LONGEST:
            game = self._model.rules.game.identity
            raise NotExported(
                f"{game} takes {length:,} tests in PRISM, which keeps no values between them: "
                "choose smaller parameters, or export to Promela"
            )
        parts = [*self._head(), *self._module(), *self._named()]
        model = self._model
        return ExportedModel(
            self._name, "\n".join(parts) + "\n", "", tuple(model.invariants), model.left_out
        )

    def _head(self) -> Iterator[str]:
        yield f"// {self._model.rules.game.identity}: states are positions, choices are moves"
        yield "mdp"

    def _named(self) -> Iterator[str]:
        for name, text in self._conditions.definitions(self._roots):
            yield f"formula {name} = {text};"
        for name, where in self._labels.items():
            yield f'label "{name}" = {self._write(where)};'

    def _module(self) -> Iterator[str]:
        yield "module game"
        for variable in self._model.variables:
            bounds = f"[{min(variable.codes)}..{max(variable.codes)}]"
            legend = f"  // {variable.legend}" if variable.legend else ""
            yield f"  {variable.name} : {bounds} init {variable.code(variable.start)};{legend}"
        yield from map(self._command, self._model.transitions)
        yield "endmodule"

    def _command(self, transition: Transition) -> str:
        updates = [
            f"({variable.name}'={SYNTAX.by_cases(variable, outcomes, self._write)})"
            for variable, outcomes in transition.updates.items()
        ]
        guard = self._write(transition.guard)
        return f"  [{transition.name}] {guard} -> {' & '.join(updates) or 'true'};"
