"""Turns of several steps: what a rulebook must say of them."""

from __future__ import annotations

from ..errors import RulebookError
from ..ir.interpreter import Interpreter, RuleFailed
from ..ir.rules import UNFINISHED, Rules


def check_turns(rules: Rules) -> None:
    """Refuse a game that starts in the middle of a turn."""
    if not rules.has_turns:
        return
    function = rules.functions[UNFINISHED]
    state = {name: variable.start for name, variable in rules.game.variables.items()}
    try:
        going = Interpreter(rules).run(UNFINISHED, {}, state)
    except RuleFailed as failure:
        raise RulebookError(failure.problem, failure.place) from None
    if going:
        problem = (
            "the game starts in the middle of a turn: unfinished is true of its first position"
        )
        raise RulebookError(problem, function.place, "let it be true after a step only")
