"""What a game without end is worth, as code: a program of its own, so that no other grows."""

from __future__ import annotations

from ....ir.rules import Rules
from .aim_program import AimProgram


class EndlessProgram(AimProgram):
    """Writes the function that says the result of a game that comes back to a position for ever."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, ())

    def _module(self) -> str:
        entries = self.endings.endless()
        head = f'"""{self.rules.game.identity}: what its games without end are worth."""'
        return "\n".join([head, "", *self.tables.lines, "", *self.functions.lines, *entries]) + "\n"
