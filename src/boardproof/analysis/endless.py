"""What a game that goes on for ever is worth: a draw, unless the rulebook says otherwise."""

from __future__ import annotations

from ..errors import RuleBroken, TooLarge
from ..ir.interpreter import Interpreter, RuleFailed
from ..ir.rules import Rules
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.results import Draw, Result
from ..rules.state import StateMap
from .callgraph import state_read

#: The rule of the language, and its purpose.
ENDLESS_RULE = "endless"


def has_endless_rule(rules: Rules) -> bool:
    """Whether a rulebook says what a game without end is worth."""
    function = rules.functions.get(ENDLESS_RULE)
    return function is not None and function.kind == ENDLESS_RULE


def endless_varies(rules: Rules) -> bool:
    """Whether games without end are worth what the position says that they come back to."""
    return has_endless_rule(rules) and bool(state_read(rules, ENDLESS_RULE))


def endless_result(rules: Rules) -> Result:
    """Return the result of a game that never ends; refuse to where it depends on the position.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> endless_result(read(Diagonals()))
    Draw()
    """
    if endless_varies(rules):
        raise TooLarge(
            "endless looks at the position here: what a game without end is worth is not the same "
            "for all, which no tablebase keeps: solve without one, with --engine compiled"
        )
    if not has_endless_rule(rules):
        return Draw()
    result: Result = Interpreter(rules).run(ENDLESS_RULE, {}, {})
    return result


def endless_result_at(rules: Rules, position: Position) -> Result:
    """Return the result of a game that comes back to a position for ever."""
    if not endless_varies(rules):
        return endless_result(rules)
    state = {
        name: dict(value) if isinstance(value, StateMap) else value
        for name, value in zip(rules.game.variables, position.values, strict=True)
    }
    try:
        result: Result = Interpreter(rules).run(ENDLESS_RULE, {}, state)
    except RuleFailed as failure:
        at = write_position(position)
        raise RuleBroken(failure.problem, failure.place, position=at) from None
    return result
