"""Reading a whole rulebook: every rule that play can reach, until all types have settled."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ..errors import Place, RulebookError
from ..ir import build
from ..ir.nodes import Block, Call, Expr, Fold, Local, Return, State, Stmt
from ..ir.rules import Function, Rules
from ..ir.types import (
    BOOL,
    NEVER,
    NONE,
    RESULT,
    TEXT,
    DomainT,
    ElementT,
    OptionT,
    Type,
    Wrong,
    element_type,
    join,
    variable_type,
)
from ..rules.game import Game, domain_at, marked
from ..rules.words import CLAIMS, Mark, derived
from .scope import unbounded, widen_type
from .source import Source, class_place, source_of
from .statements import RuleReader

#: After so many rounds a number that still grows from call to call counts as unbounded.
PATIENCE = 12


@dataclass
class Signature:
    """What callers know of a rule, growing until it settles."""

    parameters: dict[str, Type]
    returns: Type = NEVER
    writes: frozenset[str] = frozenset()
    required: bool = False


def read(game: Game) -> Rules:
    """Read a game's rules.

    >>> from boardproof.games.tic_tac_toe import TicTacToe
    >>> rules = read(TicTacToe())
    >>> rules.moves, sorted(rules.functions)[:3]
    (('play',), ['draw', 'full', 'marks'])
    """
    return Reader(game).read()


class Reader:
    """Reads one game; knows its names, its rules' signatures and what they change."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = {name: variable_type(v) for name, v in game.variables.items()}
        self.marks = marked(type(game), "move", *CLAIMS)
        self.signatures: dict[str, Signature] = {}
        self.bodies: dict[str, Block] = {}
        self.first_write: dict[str, tuple[str, Place]] = {}
        self.first_require: dict[str, Place] = {}
        self.changed = False
        self._sources: dict[str, Source] = {}
        self._growth: dict[tuple[str, str], int] = {}

    # -- the whole --------------------------------------------------------------------------

    def read(self) -> Rules:
        """Read every rule from the moves, the result and the questions on."""
        self._check_game()
        for name in self._roots():
            self.called(name, tuple(self.declared(name).values()))
        self._settle()
        for name in self.signatures:
            self._check_rule(name)
        functions = {name: self._function(name) for name in self.signatures}
        moves = tuple(n for n, m in self.marks.items() if m.kind == "move" and self._possible(n))
        questions = tuple(n for n, m in self.marks.items() if m.kind != "move")
        return Rules(self.game, self.state, functions, moves, (*questions, "wellformed"))

    def _roots(self) -> list[str]:
        return [*self.marks, "result", "to_move", "expected", "wellformed"]

    def _settle(self) -> None:
        rounds = 0
        while True:
            self.changed, rounds = False, rounds + 1
            for name in list(self.signatures):
                self._read_rule(name, rounds)
            if not self.changed:
                return

    def _read_rule(self, name: str, rounds: int) -> None:
        signature = self.signatures[name]
        made = self._made(name)
        if made is not None:
            self.bodies[name], signature.returns = made
            return
        reader = RuleReader(self, self.source(name))
        self.bodies[name] = reader.read_body(signature.parameters)
        self._grow(name, reader.returns, frozenset(reader.writes), rounds)

    def _grow(self, name: str, returns: Type, writes: frozenset[str], rounds: int) -> None:
        signature = self.signatures[name]
        try:
            grown = join(signature.returns, returns)
        except Wrong as wrong:
            raise RulebookError(
                f"{name} returns different kinds of value: {wrong.problem}",
                self.source(name).place(),
            ) from None
        if rounds > PATIENCE:
            grown = widen_type(signature.returns, grown)
        required = name in self.first_require or signature.required
        new = (grown, signature.writes | writes, required)
        if new != (signature.returns, signature.writes, signature.required):
            signature.returns, signature.writes, signature.required = new
            self.changed = True
        if unbounded(grown):
            raise RulebookError(
                f"the number {name} returns has no bound that can be found",
                self.source(name).place(),
                "bound it with min(...) or max(...)",
            )

    def _function(self, name: str) -> Function:
        signature = self.signatures[name]
        rule = self.lookup(name)
        return Function(
            name,
            self.purpose(name),
            tuple(signature.parameters.items()),
            signature.returns,
            self.bodies[name],
            signature.writes,
            self._place(name),
            (inspect.getdoc(rule) or "").split("\n")[0] if name not in ("wellformed",) else "",
        )

    def _possible(self, name: str) -> bool:
        """Say whether a move can ever be legal: some way through it gets past its requirements."""
        return self.signatures[name].returns != NEVER

    # -- what rule readers ask --------------------------------------------------------------

    def lookup(self, name: str) -> Any:
        """Find a method or class attribute by name, None if the class has none."""
        return inspect.getattr_static(type(self.game), name, None)

    def names(self) -> list[str]:
        """List what `self.` can be followed by."""
        own = [n for n in self.game.__dict__ if n not in ("setting_up", "variables")]
        return [*own, *self.rule_names()]

    def rule_names(self) -> list[str]:
        """List the rulebook's methods."""
        return [
            name
            for cls in type(self.game).__mro__
            if cls not in (Game, object)
            for name, value in vars(cls).items()
            if isinstance(value, FunctionType | derived) and name != "setup"
        ]

    def source(self, name: str) -> Source:
        """Find the source of a rule."""
        if name not in self._sources:
            rule = self.lookup(name)
            function: Any = rule.fget if isinstance(rule, derived) else rule
            self._sources[name] = source_of(function)
        return self._sources[name]

    def purpose(self, name: str) -> str:
        """Say what a rule is for: move, predicate, …, derived, result, helper."""
        if name in self.marks:
            return self.marks[name].kind
        if isinstance(self.lookup(name), derived):
            return "derived"
        if name in ("result", "to_move", "expected"):
            return name
        return "predicate" if name == "wellformed" else "helper"

    def parameters_of(self, name: str) -> list[str]:
        """List a rule's argument names."""
        if self._made_here(name):
            return []
        arguments = self.source(name).tree.args
        for odd in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
            if odd is not None:
                place = self.source(name).place(odd)
                raise RulebookError("a rule takes plain arguments only", place, "name each one")
        return [a.arg for a in [*arguments.posonlyargs, *arguments.args]][1:]

    def declared(self, name: str) -> dict[str, Type]:
        """Give the types of the arguments whose domain the rule's decorator names."""
        mark = self.marks.get(name)
        if mark is None:
            return {}
        return {a: self._domain_type(name, path) for a, path in mark.domains.items()}

    def _domain_type(self, name: str, path: str) -> Type:
        try:
            return element_type(domain_at(self.game, path))
        except (AttributeError, TypeError):
            place = self.source(name).place(self.source(name).tree.decorator_list[0])
            raise RulebookError(
                f"{path!r} is no domain of the game", place, "name a domain built in setup"
            ) from None

    def called(self, name: str, arguments: tuple[Type, ...]) -> Signature:
        """Note a call; the rule is read again if its arguments now range further."""
        names = self.parameters_of(name)
        signature = self.signatures.get(name)
        if signature is None:
            signature = Signature(dict(zip(names, arguments, strict=True)))
            self.signatures[name], self.changed = signature, True
            self._read_rule(name, 0)
            return signature
        for parameter, given in zip(names, arguments, strict=True):
            self._widen_parameter(name, signature, parameter, given)
        return signature

    def _widen_parameter(
        self, name: str, signature: Signature, parameter: str, given: Type
    ) -> None:
        known = signature.parameters[parameter]
        if isinstance(known, DomainT) and known == given:
            return
        grown = join(known, given)
        if grown != known:
            signature.parameters[parameter] = grown
            self.changed = True
            self._count_growth(name, parameter)

    def _count_growth(self, name: str, parameter: str) -> None:
        key = (name, parameter)
        self._growth[key] = self._growth.get(key, 0) + 1
        if self._growth[key] > 100:
            raise RulebookError(
                f"the argument {parameter} of {name} grows from call to call without a bound",
                self.source(name).place(),
                "bound it with min(...) or max(...), or count in a state variable",
            )

    def note_write(self, rule: str, variable: str, place: Place) -> None:
        """Remember where a rule first changes the state."""
        self.first_write.setdefault(rule, (variable, place))

    def note_require(self, rule: str, place: Place | None = None) -> None:
        """Remember where a rule first requires something."""
        self.first_require.setdefault(rule, place or self._place(rule))

    # -- rules nobody wrote -----------------------------------------------------------------

    def _made_here(self, name: str) -> bool:
        return getattr(Game, name, None) is not None and self.lookup(name) is vars(Game).get(name)

    def _made(self, name: str) -> tuple[Block, Type] | None:
        """Make `to_move` and `wellformed` where the rulebook leaves them to the language."""
        if not self._made_here(name):
            return None
        place = class_place(type(self.game))
        if name == "to_move":
            turn = next(n for n, v in self.game.variables.items() if v.word == "Turn")
            value: Expr = State(turn, type=self.state[turn], place=place)
        elif name == "expected":
            value = build.const("", place)
        else:
            value = self._no_defect(place)
        body: tuple[Stmt, ...] = (Return(value, place=place),)
        return body, value.type

    def _no_defect(self, place: Place) -> Expr:
        defects = (n for n, m in self.marks.items() if m.kind == "forbidden")
        tests = [build.negate(self._any_defect(name, place), place) for name in defects]
        return build.conjunction(tests, place)

    def _any_defect(self, name: str, place: Place) -> Expr:
        mark = self.marks[name]
        types = self.declared(name)
        arguments = tuple(Local(a, type=t, place=place) for a, t in types.items())
        test: Expr = Call(name, arguments, type=BOOL, place=place)
        for argument, path in reversed(mark.domains.items()):
            over = build.const(domain_at(self.game, path), place)
            always = build.truth(True, place)
            test = Fold("any", argument, over, always, test, type=BOOL, place=place)
        return test

    # -- checks -----------------------------------------------------------------------------

    def _check_game(self) -> None:
        for problem, instead in self._missing():
            raise RulebookError(problem, class_place(type(self.game)), instead)
        for name, mark in self.marks.items():
            self._check_arguments(name, mark)

    def _missing(self) -> Iterator[tuple[str, str]]:
        name = type(self.game).__name__
        if "players" not in self.game.__dict__:
            yield f"{name} has no players", 'write self.players = Players("A", "B") in setup'
        if not self.game.variables:
            yield f"{name} has no state variables", "declare them in setup: self.turn = Turn(...)"
        if "move" not in {mark.kind for mark in self.marks.values()}:
            yield f"{name} has no moves", 'write a method under @move(cell="cells")'
        if self._made_here("result"):
            yield f"{name} has no result", "write `def result(self)`: None, Win(p), Draw() or Score"
        has_turn = any(v.word == "Turn" for v in self.game.variables.values())
        if self._made_here("to_move") and not has_turn:
            yield (
                f"{name} does not say whose turn it is",
                "declare self.turn = Turn(self.players), or write `def to_move(self)`",
            )

    def _check_arguments(self, name: str, mark: Mark) -> None:
        source, names = self.source(name), self.parameters_of(name)
        for argument in names:
            if argument not in mark.domains:
                node = next(a for a in source.tree.args.args if a.arg == argument)
                raise RulebookError(
                    f"the argument {argument} of {name} has no finite domain",
                    source.place(node),
                    f'name one: @{mark.kind}({argument}="cells")',
                )
        for argument in mark.domains:
            if argument not in names:
                place = source.place(source.tree.decorator_list[0])
                raise RulebookError(f"{name} has no argument {argument}", place)

    def _check_rule(self, name: str) -> None:
        purpose, returns = self.purpose(name), self.signatures[name].returns
        if returns == NEVER and not self.signatures[name].required:
            raise RulebookError(
                f"{name} never returns: it calls itself on every way through",
                self._place(name),
                "return a value before the call, under an `if`",
            )
        if purpose not in ("move", "helper"):
            self._check_pure(name)
        wanted: Type | None = None
        if purpose in CLAIMS:
            wanted = BOOL
        elif purpose == "result":
            wanted = OptionT(RESULT)
        elif purpose == "to_move":
            wanted = ElementT(self.game.players)
        elif purpose == "expected":
            wanted = TEXT
        elif purpose == "move":
            wanted = NONE
        if wanted is not None:
            self._check_returns(name, returns, wanted)

    def _check_returns(self, name: str, returns: Type, wanted: Type) -> None:
        fine = returns in (NEVER, wanted) or join_or_none(returns, wanted) == wanted
        if not fine:
            raise RulebookError(
                f"{name} must return {wanted}, and it returns {returns}",
                self._place(name),
                "a way through that returns nothing returns None" if "None" in str(returns) else "",
            )

    def _check_pure(self, name: str) -> None:
        writes = self.signatures[name].writes
        if writes:
            where = self.first_write.get(name)
            variable = where[0] if where else min(writes)
            raise RulebookError(
                f"{name} must not change the position, and it changes {variable}",
                where[1] if where else self._place(name),
                "only moves, and the methods they call, change the position",
            )
        if self.signatures[name].required:
            raise RulebookError(
                f"{name} cannot require anything: it is asked of any position",
                self.first_require.get(name) or self._place(name),
                "return True or False instead",
            )

    def _place(self, name: str) -> Place:
        if self._made_here(name):
            return class_place(type(self.game))
        return self.source(name).place()


def join_or_none(a: Type, b: Type) -> Type | None:
    """Join two types, None where they have nothing in common."""
    try:
        return join(a, b)
    except Wrong:
        return None
