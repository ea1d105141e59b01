"""What is refused of a rulebook as a whole, and of each rule once all are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..analysis.endless import ENDLESS_RULE
from ..errors import RulebookError
from ..ir import types as t
from ..ir.coerce import listing
from ..ir.rules import STUCK_RULE, UNFINISHED
from ..rules.decorators import CLAIMS, STEP
from ..rules.domains import Players
from ..rules.game import Game
from ..rules.starts import misnamed_starts
from .language_rules import EVALUATION
from .source import check_names, class_place

if TYPE_CHECKING:
    from .reader import Reader

_NEEDED = {
    "result": "None, Win(player), Draw() or Score(...)",
    STUCK_RULE: "Win(player), Draw(), Score(...) or Pass()",
    ENDLESS_RULE: "Win(player), Draw() or Score(...)",
    "to_move": "a player",
    "expected": "a text",
}


class RulebookChecker:
    """Checks what a reader has read."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def check_game(self) -> None:
        """Refuse a game that lacks something, or whose moves have arguments without a domain."""
        for problem, instead in self._missing():
            raise RulebookError(problem, class_place(type(self._reader.game)), instead)
        for cls in type(self._reader.game).__mro__:
            if issubclass(cls, Game) and cls is not Game:
                check_names(cls)
        for name, mark in self._reader.marks.items():
            self._reader.arguments.check(name, mark)

    def _missing(self) -> Iterator[tuple[str, str]]:
        reader = self._reader
        name, turns = type(reader.game).__name__, reader.turns()
        if not isinstance(reader.game.__dict__.get("players", Players("A")), Players):
            yield (
                "self.players is not made by Players",
                'write self.players = Players("A", "B")',
            )
        if "players" not in reader.game.__dict__:
            yield f"{name} has no players", 'write self.players = Players("A", "B") in setup'
        if not reader.game.variables:
            yield f"{name} has no state variables", "declare them in setup: self.turn = Turn(...)"
        if not reader.marked("move"):
            yield f"{name} has no moves", 'write a method under @move(cell="cells")'
        if reader.is_default("result") and reader.stuck is None:
            yield f"{name} has no result", "write `def result(self)`: None, Win(p), Draw() or Score"
        if reader.is_default("to_move") and not turns:
            instead = "declare self.turn = Turn(self.players), or write `def to_move(self)`"
            yield f"{name} does not say whose turn it is", instead
        if reader.is_default("to_move") and len(turns) > 1:
            instead = "write `def to_move(self)` to say which counts"
            yield f"{name} has several turns: {listing(turns)}", instead
        for other in misnamed_starts(reader.game):
            yield f"{other} says from where games start", "call it `start`"

    def check_rule(self, name: str) -> None:
        """Refuse a rule that returns or changes what its purpose does not allow."""
        purpose, returns = self._reader.purpose(name), self._reader.signatures[name].returns
        if returns == t.NEVER:
            self._check_returning(name)
        if purpose not in ("move", "helper"):
            self._check_pure(name)
        wanted: dict[str, t.Type] = {
            **dict.fromkeys([*CLAIMS, STEP], t.BOOL),
            "result": t.OptionT(t.RESULT),
            **dict.fromkeys([STUCK_RULE, ENDLESS_RULE], t.RESULT),
            "to_move": t.ElementT(self._reader.game.players),
            "expected": t.TEXT,
            UNFINISHED: t.BOOL,
            "move": t.NONE,
        }
        if purpose == STUCK_RULE:  # None stands for a pass by now
            returns = t.join_all(kind for kind, _ in self._reader.return_places[name])
        if purpose in wanted:
            self._check_returns(name, returns, wanted[purpose])
        if purpose == EVALUATION and not isinstance(returns, t.IntT):
            problem = f"evaluation must return a whole number, and this is {returns}"
            raise self._reader.error(name, problem, "return more where the player stands better")

    def _check_returning(self, name: str) -> None:
        """Refuse a rule that calls itself again on every path."""
        reached, ahead = set[str](), list(self._reader.cuts.get(name, ()))
        while ahead:
            called = ahead.pop()
            if called not in reached and self._reader.signatures[called].returns == t.NEVER:
                reached.add(called)
                ahead += self._reader.cuts.get(called, ())
        if name in reached:
            through = f" through {listing(sorted(reached - {name}))}" if len(reached) > 1 else ""
            problem = f"{name} never returns: every way through it calls {name} again{through}"
            raise self._reader.error(name, problem, "return before the call, under an `if`")

    def _check_returns(self, name: str, returns: t.Type, wanted: t.Type) -> None:
        if fits(returns, wanted):
            return
        misfits = (r for r in self._reader.return_places.get(name, ()) if not fits(r[0], wanted))
        kind, place = next(misfits, (returns, None))
        needed = _NEEDED.get(self._reader.purpose(name), "True or False")
        problem = f"{name} must return {needed}, and this is {kind}"
        if isinstance(kind, t.NoneT):
            problem = f"{name} must return {needed}, and on some way through it returns None"
        instead = f"return {needed} on every way through"
        if self._reader.purpose(name) == "move":
            problem = f"{name} is a move and returns nothing, and this is {kind}"
            instead = "write a plain `return`, or leave it out"
        raise self._reader.error(name, problem, instead, place)

    def _check_pure(self, name: str) -> None:
        signature = self._reader.signatures[name]
        if signature.writes:
            variable, place = self._reader.first_write.get(name, (min(signature.writes), None))
            problem = f"{name} must not change the position, and this changes {variable}"
            instead = "only moves, and the methods they call, change the position"
            raise self._reader.error(name, problem, instead, place)
        if signature.required:
            problem = f"{name} cannot require anything: it is asked of any position"
            place = self._reader.first_require.get(name)
            raise self._reader.error(name, problem, "return True or False instead", place)


def fits(a: t.Type, wanted: t.Type) -> bool:
    """Whether every value of a type is also one of the wanted type."""
    try:
        return isinstance(a, t.NeverT) or t.join(a, wanted) == wanted
    except t.Mismatch:
        return False
