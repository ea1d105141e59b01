"""Explain: a move replayed as its ordered changes, by source line."""

from __future__ import annotations

from ..answers import Explanation, Step
from ..engines.plain.move_trace import MoveTracer, StateChange
from ..ir.rules import Rules
from ..positions.moves import Move, MoveNames
from ..positions.notation import write_position, write_value
from ..positions.position import Position


def explain(rules: Rules, position: Position, move: Move | str) -> Explanation:
    """Replay a move, by its name or itself, as every change of a state variable it makes.

    Changes of auxiliary variables are included.

    >>> from boardproof import load, make_engine
    >>> rules = load("kalah", holes=2, beans=1)
    >>> explanation = explain(rules, make_engine("ir", rules).initial(), "2")
    >>> for step in explanation.steps:
    ...     print(step.rule, step.change)
    sow board[(South,2)]: 1 → 0
    sow board[(South,0)]: 0 → 1
    """
    return Explainer(rules).explain(position, move)


class Explainer:
    """Explains moves of one rulebook, one after another."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._slow = rules, MoveTracer(rules)
        self._names = MoveNames(self._slow.moves)

    def explain(self, position: Position, move: Move | str) -> Explanation:
        """Replay a move as its changes."""
        made = self._names.read(move) if isinstance(move, str) else move
        return Explanation(
            game=self._rules.game.name,
            parameters=self._rules.game.parameters,
            engine="ir",
            position=write_position(position),
            move=made.name,
            steps=[_step(change) for change in self._slow.changes(position, made)],
        )


def _step(change: StateChange) -> Step:
    whole = isinstance(change.after, frozenset)
    before, after = (
        " ".join(str(e) for e in change.where if e in value) if whole else write_value(value)
        for value in (change.before, change.after)
    )
    return Step(
        line=change.place.line,
        rule=change.rule,
        variable=change.variable,
        where=[str(place) for place in change.where],
        before=before,
        after=after,
        change=str(change),
        position=write_position(change.position),
    )
