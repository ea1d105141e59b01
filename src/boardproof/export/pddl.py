"""A rulebook and a question of `find` as a planning task in PDDL: the shortest plan is a trace.

A plan is a game in which all players help to reach the goal, as in `find`. Every place of a
position is an object with one value, every move an action without parameters, and every condition
that is used a derived predicate: a conjunction, so that planners can negate it easily.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..engines.sat.circuit import Gate
from ..ir.rules import Rules
from ..reading.queries import ask
from ..statespace.goals import Aim
from .conditions import ConditionWriter, Syntax
from .exported import ExportedModel, identifiers, invariants_of
from .transitions import ModelVariable, Outcomes, Transition, TransitionModel

#: Words of PDDL, and names that the domain uses itself.
WORDS = """
action and assign constants define derived domain either effect exists forall goal imply increase
init is metric minimize maximize not object or parameters place precondition predicates problem
requirements total-cost types value when
"""
TAKEN = frozenset(WORDS.split())
REQUIREMENTS = ":typing :adl :derived-predicates"


def export_pddl(rules: Rules, goal: str = "over", name: str = "") -> ExportedModel:
    """Write a rulebook as a PDDL domain, and as its problem to reach a position like the goal.

    The problem is the file beside the domain.

    >>> from boardproof import load
    >>> task = export_pddl(load("tic-tac-toe", size=2), "turn == B")
    >>> print(task.configuration.splitlines()[-1])
      (:goal (is turn b)))
    """
    return _PddlWriter(rules, goal, name or type(rules.game).__name__).model()


class _PddlSyntax(Syntax):
    """Conditions of PDDL: every gate has a name, so that none is nested in another."""

    deepest = 0

    def __init__(self, model: TransitionModel) -> None:
        values = dict.fromkeys(str(value) for one in model.variables for value in one.values)
        taken = TAKEN | {variable.name.lower() for variable in model.variables}
        names = identifiers([value.lower() for value in values], taken)
        self.values = dict(zip(values, names, strict=True))

    def equal(self, variable: ModelVariable, value: Any) -> str:
        """Write that a variable has a value."""
        return f"(is {variable.name} {self.values[str(value)]})"

    def opposite(self, text: str) -> str:
        """Write that a condition fails."""
        return f"(not {text})"

    def every(self, parts: list[str]) -> str:
        """Write that all parts hold."""
        return f"(and {' '.join(parts)})"

    def some(self, parts: list[str]) -> str:
        """Write that one of the parts holds."""
        return f"(or {' '.join(parts)})"

    def constant(self, value: bool) -> str:
        """Write what is always true, or never."""
        return "(and)" if value else "(or)"

    def named(self, name: str) -> str:
        """Write a derived predicate."""
        return f"({name})"


class _PddlWriter:
    def __init__(self, rules: Rules, goal: str, name: str) -> None:
        asked, (query,) = ask(rules, goal)
        aim = Aim(question=query.question, results=query.results, holds=query.holds)
        self._name, self._goal_text = name, goal
        self._model = TransitionModel(asked, "PDDL", TAKEN)
        self._goal = self._model.game.condition(aim)
        self._left_out = [*(one.rule for one in invariants_of(rules)[0]), *self._model.left_out]
        self._syntax = _PddlSyntax(self._model)
        self._roots = [
            self._goal,
            *(gate for one in self._model.transitions for gate in _gates(one)),
        ]
        self._conditions = ConditionWriter(self._model, self._syntax, self._roots)

    def model(self) -> ExportedModel:
        """Write the domain and the problem."""
        domain = "\n".join(self._domain()) + "\n"
        problem = "\n".join(self._problem()) + "\n"
        return ExportedModel(self._name, domain, problem, (), tuple(self._left_out))

    def _domain(self) -> Iterator[str]:
        derived = list(self._conditions.definitions(self._roots))
        places = " ".join(variable.name for variable in self._model.variables)
        yield f"; {self._model.rules.game.identity}"
        yield f"(define (domain {self._name})"
        yield f"  (:requirements {REQUIREMENTS})"
        yield "  (:types place value)"
        yield f"  (:constants {places} - place {' '.join(self._syntax.values.values())} - value)"
        names = " ".join(f"({name})" for name, _ in derived)
        yield f"  (:predicates (is ?place - place ?value - value) {names})"
        yield from (f"  (:derived ({name}) {text})" for name, text in derived)
        yield from map(self._action, self._model.transitions)
        yield ")"

    def _action(self, transition: Transition) -> str:
        effects = [
            effect
            for variable, outcomes in transition.updates.items()
            for effect in self._effects(variable, outcomes)
        ]
        guard = self._conditions.write(transition.guard)
        return (
            f"  (:action {transition.name}\n    :parameters ()\n    :precondition {guard}\n"
            f"    :effect (and {' '.join(effects)}))"
        )

    def _effects(self, variable: ModelVariable, outcomes: Outcomes) -> Iterator[str]:
        """Write what becomes true of a variable, and what false."""
        for value in variable.values:
            now, where = self._syntax.equal(variable, value), outcomes.get(value)
            if where is None:
                yield f"(not {now})"
            elif where.valid():
                yield now
            else:
                text = self._conditions.write(where)
                yield f"(when {text} {now})"
                yield f"(when {self._syntax.opposite(text)} (not {now}))"

    def _problem(self) -> Iterator[str]:
        start = (self._syntax.equal(one, one.start) for one in self._model.variables)
        yield f"; {self._goal_text}"
        yield f"(define (problem {self._name})"
        yield f"  (:domain {self._name})"
        yield f"  (:init {' '.join(start)})"
        yield f"  (:goal {self._conditions.write(self._goal)}))"


def _gates(transition: Transition) -> list[Gate]:
    outcomes = transition.updates.values()
    return [transition.guard, *(gate for cases in outcomes for gate in cases.values())]
