"""Runs a rulebook's methods, as they stand, on plain Python values."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from types import TracebackType
from typing import Any

from ...errors import Place, RuleBroken
from ...ir.interpreter import NO_ITEM, no_entry, nothing_to_compare
from ...ir.recursion import endless_recursion
from ...ir.rules import PASS, Rules
from ...positions.moves import Move
from ...positions.position import Position, check_game
from ...reading.source import display_path, line_place
from ...rules.decorators import Illegal, derived
from ...rules.game import Game
from ...rules.results import Pass
from ...rules.state import MapVariable, Refused, StateMap
from .base import PlainEngine
from .ir import IrEngine
from .loop_guard import LoopCounts, with_counts
from .stuck_rule import with_stuck, written_result


class ReferenceEngine(PlainEngine):
    """The meaning of the language: one draft game whose variables are set before each rule.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = ReferenceEngine(read(Diagonals()))
    >>> position = engine.successor(engine.initial(), engine.moves[0])
    >>> position.mark[0, 0], str(engine.player_to_move(position)), len(engine.legal_moves(position))
    ('A', 'B', 3)
    """

    name = "reference"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._counts = LoopCounts()
        self._written = with_counts(rules, self._counts)
        self._draft = object.__new__(with_stuck(self._written, rules, self._counts))
        self._values = self._draft.__dict__
        self._values.update(self.game.__dict__)
        self._names = tuple(self.game.variables)
        self._maps = [
            (i, name, variable)
            for i, (name, variable) in enumerate(self.game.variables.items())
            if isinstance(variable, MapVariable)
        ]
        self._bound = [(move, self._rule(move.rule), move.arguments) for move in self.moves]
        self._pass = self._bound.pop() if PASS in rules.moves else None

    def _rule(self, name: str) -> Callable[..., Any]:
        if isinstance(getattr(type(self._draft), name), derived):
            return lambda: getattr(self._draft, name)
        rule: Callable[..., Any] = getattr(self._draft, name)
        return rule

    def ask(self, position: Position, rule: str, *arguments: Any) -> Any:
        if rule in self.rules.asked:
            return self._texts.ask(position, rule, *arguments)
        return self._answer(position, self._rule(rule), rule, *arguments)

    def _answer(
        self, position: Position, ask: Callable[..., Any], rule: str, *arguments: Any
    ) -> Any:
        if position.game is not self.game:
            check_game(position, self.game)
        self._values.update(zip(self._names, position.values, strict=True))
        self._counts.laps = 0
        try:
            return ask(*arguments)
        except Exception as failure:
            raise self._broken(failure, position, rule, arguments) from None

    @cached_property
    def _texts(self) -> IrEngine:
        """Answers what was asked as text: that has been read, and is no Python to run."""
        return IrEngine(self.rules)

    @cached_property
    def _earlier(self) -> Game:
        """A second draft, for the position before a move."""
        draft = object.__new__(type(self._draft))
        draft.__dict__.update(self.game.__dict__)
        return draft

    def compare(self, before: Position, after: Position, rule: str, *arguments: Any) -> Any:
        check_game(before, self.game)
        self._earlier.__dict__.update(zip(self._names, before.values, strict=True))
        return self.ask(after, rule, self._earlier, *arguments)

    def run(self, position: Position, rule: str, *arguments: Any) -> tuple[Any, Position]:
        self._open(position)
        try:
            value = self._rule(rule)(*arguments)
        except Illegal:
            raise
        except Exception as failure:
            raise self._broken(failure, position, rule, arguments) from None
        return value, self._close()

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        if self.rules.has_turns:
            return super().successors(position)
        # Where no move is legal, the result may rest on that: it is not asked for twice.
        ended = partial(written_result, self._written, self._draft)
        over = self._answer(position, ended, "result") is not None
        return [] if over else self.steps(position)

    def steps(self, position: Position) -> list[tuple[Move, Position]]:
        legal: list[tuple[Move, Position]] = []
        self.tried += len(self._bound)
        values, counts = self._values, self._counts
        values["touched"] = True
        for move, rule, arguments in self._bound:
            if values["touched"]:  # most illegal moves are refused before they change anything
                self._open(position)
            counts.laps = 0
            try:
                rule(*arguments)
            except Illegal:
                continue
            except Exception as failure:
                raise self._broken(failure, position, move.rule, arguments) from None
            legal.append((move, self._close()))
        if not legal and self._pass and isinstance(self.ask(position, "stuck"), Pass):
            legal.append((self._pass[0], self.run(position, PASS)[1]))
        return legal

    def _open(self, position: Position) -> None:
        """Set the draft's variables; its maps are copies that a rule may change."""
        values = self._values
        if position.game is not self.game:
            check_game(position, self.game)
        values.update(zip(self._names, position.values, strict=True))
        for i, name, variable in self._maps:
            values[name] = variable.draft(position.values[i], values)
        values["touched"] = False
        self._counts.laps = 0

    def _close(self) -> Position:
        """Take the position from the draft."""
        values = [self._values[name] for name in self._names]
        for i, _, _ in self._maps:
            values[i] = StateMap(values[i])
        return Position(self.game, tuple(values))

    def _broken(
        self, failure: Exception, position: Position, rule: str, arguments: tuple[Any, ...]
    ) -> RuleBroken:
        files = {function.place.file for function in self.rules.functions.values()}
        place, running = _last_place(failure.__traceback__, files)
        context = self._run_context(position, rule, arguments)
        return RuleBroken(_problem(failure, running or rule), place, **context)


def _problem(failure: Exception, rule: str) -> str:
    match failure:
        case RecursionError():
            return endless_recursion(rule)
        case KeyError():
            return no_entry(failure.args[0])
        case IndexError():
            return NO_ITEM
        case ValueError() if str(failure)[:5] in ("min()", "max()"):
            return nothing_to_compare(str(failure)[:3])
        case Refused():
            return str(failure)
    return f"{type(failure).__name__}: {failure}"


def _last_place(trace: TracebackType | None, files: set[str]) -> tuple[Place | None, str]:
    """Find the line of the rulebook that was running, and its rule, without our own frames."""
    place, rule = None, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        if display_path(code.co_filename) in files:
            place = line_place(code.co_filename, trace.tb_lineno)
            rule = rule if code.co_name.startswith("<") else code.co_name
        trace = trace.tb_next
    return place, rule
