"""The IR engine: the rules as the reader understood them, run on plain values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...analysis.coverage import Coverage, CoverageInterpreter
from ...errors import RuleBroken
from ...ir.interpreter import Interpreter, RuleFailed
from ...ir.recursion import endless_recursion
from ...ir.rules import BEFORE, Rules, board_prefix
from ...positions.position import Position, check_game
from ...rules.state import StateMap
from .base import PlainEngine


class IrEngine(PlainEngine):
    """Runs the IR; the contract suite holds it against the reference engine."""

    name = "ir"

    def __init__(self, rules: Rules, runner: Interpreter | None = None) -> None:
        super().__init__(rules)
        self._runner = runner or Interpreter(rules)
        self._names = tuple(self.game.variables)

    def covering(self, coverage: Coverage) -> IrEngine:
        return IrEngine(self.rules, CoverageInterpreter(self.rules, coverage))

    def ask(self, position: Position, rule: str, *arguments: Any) -> Any:
        return self.run(position, rule, *arguments)[0]

    def run(self, position: Position, rule: str, *arguments: Any) -> tuple[Any, Position]:
        state = self._state(position)
        value = self._run(position, rule, arguments, state)
        return value, self._position(state)

    def compare(self, before: Position, after: Position, rule: str, *arguments: Any) -> Any:
        state = self._state(after)
        state.update({BEFORE + name: value for name, value in self._state(before).items()})
        return self._run(before, rule, arguments, state)

    def ask_boards(self, positions: Sequence[Position], rule: str) -> Any:
        """Return the answer to a question about several positions."""
        state = {
            board_prefix(number) + name: value
            for number, position in enumerate(positions)
            for name, value in self._state(position).items()
        }
        return self._run(positions[0], rule, (), state)

    def _state(self, position: Position) -> dict[str, Any]:
        check_game(position, self.game)
        return {
            name: dict(value) if isinstance(value, StateMap) else value
            for name, value in zip(self._names, position.values, strict=True)
        }

    def _position(self, state: dict[str, Any]) -> Position:
        values = (StateMap(v) if isinstance(v, dict) else v for v in state.values())
        return Position(self.game, tuple(values))

    def _run(
        self, position: Position, rule: str, arguments: tuple[Any, ...], state: dict[str, Any]
    ) -> Any:
        given = self.rules.functions[rule].bind(arguments)
        try:
            return self._runner.run(rule, given, state)
        except RuleFailed as failure:
            context = self._run_context(position, rule, arguments)
            raise RuleBroken(failure.problem, failure.place, **context) from None
        except RecursionError:
            context = self._run_context(position, rule, arguments)
            place = self.rules.functions[rule].place
            raise RuleBroken(endless_recursion(rule), place, **context) from None
