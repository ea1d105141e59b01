"""The rule `stuck`, run as Python: moves are tried on the draft, which is then as it was."""

from __future__ import annotations

from typing import Any

from ...ir.rules import PASS, Rules
from ...positions.moves import all_moves
from ...rules.decorators import Illegal, require
from ...rules.game import Game
from ...rules.results import Pass, Result
from ...rules.state import MapVariable
from .loop_guard import LoopCounts


def has_stuck_rule(rules: Rules) -> bool:
    """Whether a rulebook says what it means that no move is legal."""
    return "stuck" in rules.functions and rules.functions["stuck"].kind == "stuck"


def with_stuck(cls: type[Game], rules: Rules, counts: LoopCounts) -> type[Game]:
    """Return a game's class whose `result` also asks `stuck`, and which has the move `pass`."""
    if not has_stuck_rule(rules):
        return cls
    trial = _Trial(rules, counts)

    def result(self: Any) -> Result | None:
        ended = written_result(cls, self)
        if ended is not None or trial.can_move(self):
            return ended
        end = self.stuck()
        return None if isinstance(end, Pass) else end

    def pass_turn(self: Any) -> None:
        require(not trial.can_move(self), "a move is possible")
        (turn,) = rules.functions[PASS].writes
        setattr(self, turn, getattr(self, turn).next)

    return type(cls.__name__, (cls,), {"result": result, PASS: pass_turn})


def written_result(cls: type[Game], draft: Any) -> Result | None:
    """Return what the author's own `result` says; the game goes on where there is none."""
    return None if cls.result is Game.result else cls.result(draft)


class _Trial:
    """Tries the moves of a game one after another, on a draft."""

    def __init__(self, rules: Rules, counts: LoopCounts) -> None:
        self._counts = counts
        self._moves = [m for m in all_moves(rules.game, rules.moves) if m.rule != PASS]
        variables = rules.game.variables.items()
        self._maps = [(name, v) for name, v in variables if isinstance(v, MapVariable)]

    def can_move(self, draft: Any) -> bool:
        """Whether some move is legal; one that goes wrong is."""
        values = draft.__dict__
        kept = dict(values)
        for move in self._moves:
            values.update({name: v.draft(kept[name], values) for name, v in self._maps})
            self._counts.laps = 0
            try:
                getattr(draft, move.rule)(*move.arguments)
            except Illegal:
                continue
            except Exception:  # it is told where the move is made
                return True
            else:
                return True
            finally:
                values.update(kept)
        return False
