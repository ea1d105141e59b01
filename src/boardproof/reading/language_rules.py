"""The names of the rules that the language itself knows."""

from __future__ import annotations

from ..analysis.endless import ENDLESS_RULE
from ..ir.rules import STUCK_RULE, UNFINISHED

#: The rules that the language itself requires, with their purpose.
SPECIAL = {
    "result": "result",
    "to_move": "to_move",
    "expected": "expected",
    "wellformed": "predicate",
}
#: How good a position is for a player.
EVALUATION = "evaluation"
#: The optional rules of the language.
OPTIONAL = (EVALUATION, UNFINISHED, STUCK_RULE, ENDLESS_RULE)
