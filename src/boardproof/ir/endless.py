"""What a game that goes on for ever is worth: a draw, unless the rulebook says otherwise."""

from __future__ import annotations

from ..rules.results import Draw, Result
from .interpreter import Interpreter
from .rules import Rules

#: The rule of the language, and its purpose.
ENDLESS_RULE = "endless"


def has_endless_rule(rules: Rules) -> bool:
    """Whether a rulebook says what a game without end is worth."""
    function = rules.functions.get(ENDLESS_RULE)
    return function is not None and function.kind == ENDLESS_RULE


def endless_result(rules: Rules) -> Result:
    """Return the result of a game that never ends.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> endless_result(read(Diagonals()))
    Draw()
    """
    if not has_endless_rule(rules):
        return Draw()
    result: Result = Interpreter(rules).run(ENDLESS_RULE, {}, {})
    return result
