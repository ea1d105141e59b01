"""The transition relation of a rulebook, move by move, on the positions of a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ....ir.recursion import stack_depth
from ....ir.rules import Rules
from ....positions.moves import Move, all_moves
from ....rules.state import FlagVariable, MapVariable, SubsetVariable, Variable
from ..bdd.manager import Diagram
from ..bdd.slots import Coder, Place
from ..eval.encoding import present_state
from ..eval.expressions import State
from ..eval.statements import SymbolicInterpreter
from ..eval.values import Cases, ValueAlgebra

#: The node budget for compiling a move; beyond it, the rules are interpreted on each layer.
WORK = 2_000_000


@dataclass(frozen=True)
class MoveRelation:
    """One move on all positions of a phase: where it is legal, and its transition relation."""

    legal: Diagram
    broken: Diagram
    leads: Diagram


class TransitionBuilder:
    """Evaluates rules on all positions of one coder, with an interpreter of this kind."""

    def __init__(
        self,
        rules: Rules,
        coder: Coder,
        interpreter: Callable[..., SymbolicInterpreter] = SymbolicInterpreter,
    ) -> None:
        self.rules, self.coder, self._interpreter = rules, coder, interpreter
        self.moves = all_moves(rules.game, rules.moves)
        self.algebra = ValueAlgebra(coder.diagrams)
        self.state = present_state(rules.game, coder)
        self._depth = 2 * stack_depth(rules)

    def runner(self, phase: dict[str, Any], live: Diagram) -> SymbolicInterpreter:
        """Return an interpreter on positions in which some variables are known."""
        self.algebra.care = self.algebra.true
        known = {name: self.algebra.known(value) for name, value in phase.items()}
        runner = self._interpreter(self.rules, self.algebra, {**self.state, **known}, live)
        runner.depth = self._depth
        return runner

    def narrow_runner(self, phase: dict[str, Any], live: Diagram) -> SymbolicInterpreter:
        """Return an interpreter on few positions: values that none of them has are dropped."""
        runner = self.runner(phase, live)
        self.algebra.care = live
        for name, value in runner.state.items():
            if isinstance(value, Cases):
                runner.state[name] = self.algebra.within(value, live)
            elif isinstance(value, dict):
                runner.state[name] = {
                    key: self.algebra.within(cases, live) for key, cases in value.items()
                }
        return runner

    def where(self, phase: dict[str, Any]) -> Diagram:
        """Return the positions of a phase."""
        positions = self.coder.any_position
        for name, value in phase.items():
            positions = positions & self.coder.values((name,)).get(value, self.algebra.false)
        return positions

    def make(
        self, move: Move, phase: dict[str, Any], live: Diagram | None = None, most: int = WORK
    ) -> MoveRelation:
        """Return the relation of a move on all positions of a phase, or on some."""
        if live is None:
            runner = self.runner(phase, self.where(phase))
            runner.most = self.coder.diagrams.used + most
        else:
            runner = self.narrow_runner(phase, live)
        live = runner.live
        before = dict(runner.state)
        runner.run(move.rule, move.arguments)
        legal = live & ~runner.refused & ~runner.broken
        changed = changed_places(self.rules, before, runner.state)
        return MoveRelation(legal, runner.broken, self._relation(legal, changed))

    def make_all(self, phase: dict[str, Any], most: int) -> list[MoveRelation]:
        """Return the relations of all moves on all positions of a phase.

        Raise `TooMuchWork` where the manager would come to have more than so many nodes.
        """
        diagrams = self.coder.diagrams
        return [self.make(move, phase, most=max(0, most - diagrams.used)) for move in self.moves]

    def _relation(self, legal: Diagram, changed: dict[Place, dict[Any, Diagram]]) -> Diagram:
        slots = self.coder.slots
        touched = {slots.at[place][0] for place in changed}
        relation = legal
        for number in reversed(range(len(slots.slots))):
            relation = relation & (
                self.coder.becomes(number, changed)
                if number in touched
                else self.coder.unchanged(number)
            )
        return relation


def changed_places(rules: Rules, before: State, after: State) -> dict[Place, dict[Any, Diagram]]:
    """Return the places that a move may have changed, with their new values."""
    changes: dict[Place, dict[Any, Diagram]] = {}
    for name, variable in rules.game.variables.items():
        if before[name] is not after[name]:
            changes.update(_parts(name, variable, before[name], after[name]))
    return changes


def _parts(
    name: str, variable: Variable, old: Any, new: Any
) -> Iterator[tuple[Place, dict[Any, Diagram]]]:
    match variable:
        case FlagVariable():
            yield (name,), {True: new, False: ~new}
        case SubsetVariable():
            for element, where in new.of.items():
                if old.of[element] != where:
                    yield (name, element), {True: where, False: ~where}
        case MapVariable():
            for key, cases in new.items():
                if old[key] is not cases:
                    yield (name, key), cases.of
        case _:
            yield (name,), new.of
