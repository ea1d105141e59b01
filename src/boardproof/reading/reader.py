"""Reading a whole rulebook: every rule reachable from play, until all types are stable."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from types import FunctionType
from typing import Any

from ..errors import Place, RulebookError
from ..ir import build, tables
from ..ir.coerce import listing
from ..ir.nodes import Block, Call, Expr, Fold, Local, Return, State, Stmt
from ..ir.rules import Function, Rules, own_name
from ..ir.types import (
    BOOL,
    NEVER,
    NONE,
    RESULT,
    TEXT,
    DomainT,
    ElementT,
    IntT,
    Mismatch,
    NeverT,
    NoneT,
    OptionT,
    Type,
    Wrong,
    element_type,
    join,
    variable_type,
)
from ..rules.decorators import CLAIMS, STEP, Mark, derived
from ..rules.domains import Domain, Players
from ..rules.game import Game, domain_at, marked
from ..suggest import suggest
from .scope import unbounded, widen_type
from .source import Source, check_names, class_place, source_of
from .statements import LAPS, RuleReader

#: The number of rounds after which numbers that still grow are widened.
PATIENCE = 100


#: An argument that grows more often than the analysis of a loop iterates has no bound.
MOST_GROWTH = LAPS + 50


#: The rules that the language itself requires, with their purpose.
SPECIAL = {
    "result": "result",
    "to_move": "to_move",
    "expected": "expected",
    "wellformed": "predicate",
}
#: An optional rule of the language: how good a position is for a player.
EVALUATION = "evaluation"


@dataclass
class Signature:
    """What callers know of a rule; it grows until it reaches a fixpoint."""

    parameters: dict[str, Type]
    returns: Type = NEVER
    writes: frozenset[str] = frozenset()
    required: bool = False


def read(game: Game) -> Rules:
    """Read a game's rules.

    >>> from boardproof.rules.sample import Diagonals
    >>> rules = read(Diagonals())
    >>> rules.moves, "full" in rules.functions
    (('play',), True)
    """
    return Reader(game).read()


class Reader:
    """Reads one game; holds its names and the signatures and effects of its rules."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = {name: variable_type(v) for name, v in game.variables.items()}
        self.marks = marked(type(game), "move", *CLAIMS, STEP)
        self.signatures: dict[str, Signature] = {}
        self.bodies: dict[str, Block] = {}
        self.first_write: dict[str, tuple[str, Place]] = {}
        self.first_require: dict[str, Place] = {}
        self.return_places: dict[str, list[tuple[Type, Place]]] = {}
        self.cuts: dict[str, set[str]] = {}
        self.changed = False
        self._sources: dict[str, Source] = {}
        self._growth: dict[tuple[str, str], int] = {}
        #: Of a question about several boards, how many there are.
        self.boards: dict[str, int] = {}

    # -- the whole --------------------------------------------------------------------------

    def read(self) -> Rules:
        """Read every rule reachable from the moves, the result and the questions."""
        self._check_game()
        for name in self._roots():
            self.called(name, tuple(self.declared(name).values()))
        self._read_to_fixpoint()
        for name in self.signatures:
            self._check_rule(name)
        functions = {name: self._function(name) for name in self.signatures}
        moves = tuple(
            n for n, m in self.marks.items() if m.kind == "move" and self._can_be_legal(n)
        )
        questions = tuple(n for n, m in self.marks.items() if m.kind in CLAIMS)
        return Rules(self.game, self.state, functions, moves, (*questions, "wellformed"))

    def _roots(self) -> list[str]:
        judged = [EVALUATION] if self.purpose(EVALUATION) == EVALUATION else []
        return [*self.marks, *SPECIAL, *judged]

    def _read_to_fixpoint(self) -> None:
        rounds = 0
        while True:
            self.changed, rounds = False, rounds + 1
            for name in list(self.signatures):
                self._read_rule(name, rounds)
            if not self.changed:
                return

    def _read_rule(self, name: str, rounds: int) -> None:
        signature = self.signatures[name]
        default = self._default_body(name)
        if default is not None:
            self.bodies[name], signature.returns = default
            return
        reader = RuleReader(self, self.source(name), name.removesuffix(own_name(name)))
        self.bodies[name] = reader.read_body(signature.parameters)
        self.return_places[name], self.cuts[name] = reader.return_places, reader.cuts
        self._grow(name, reader.returns, frozenset(reader.writes), rounds)

    def _grow(self, name: str, returns: Type, writes: frozenset[str], rounds: int) -> None:
        signature = self.signatures[name]
        try:
            grown = join(signature.returns, returns)
        except Wrong as wrong:
            raise RulebookError(
                f"{name} returns different kinds of value: {wrong.problem}",
                self.source(name).place(),
                "return one kind of value",
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
            "" if rule is Game.wellformed else (inspect.getdoc(rule) or "").split("\n")[0],
        )

    def _can_be_legal(self, name: str) -> bool:
        """Whether a move can ever be legal: some path gets past its requirements."""
        return self.signatures[name].returns != NEVER

    # -- what rule readers need -------------------------------------------------------------

    def lookup(self, name: str) -> Any:
        """Return a method or class attribute by name, None if there is none."""
        name = own_name(name)
        return inspect.getattr_static(type(self.game), name, None)

    def names(self) -> list[str]:
        """Return the names that can follow `self.`."""
        own = [n for n in self.game.__dict__ if n not in ("setting_up", "variables")]
        return [*own, *self.rule_names()]

    def rule_names(self) -> list[str]:
        """Return the names of the rulebook's methods."""
        return [
            name
            for cls in type(self.game).__mro__
            if cls not in (Game, object)
            for name, value in vars(cls).items()
            if isinstance(value, FunctionType | derived) and name != "setup"
        ]

    def source(self, name: str) -> Source:
        """Return the source of a rule."""
        name = own_name(name)
        if name not in self._sources:
            rule = self.lookup(name)
            function: Any = rule.fget if isinstance(rule, derived) else rule
            self._sources[name] = source_of(function)
        return self._sources[name]

    def purpose(self, name: str) -> str:
        """Return the purpose of a rule: move, predicate, …, derived, result, helper."""
        name = own_name(name)
        if name in self.marks:
            return self.marks[name].kind
        if isinstance(self.lookup(name), derived):
            return "derived"
        if name == EVALUATION and self.lookup(name) is not None:
            return EVALUATION
        return SPECIAL.get(name, "helper")

    def parameters_of(self, name: str) -> list[str]:
        """Return the names of a rule's arguments."""
        if self._is_default(name):
            return []
        source = self.source(name)
        arguments = source.tree.args
        for odd in (arguments.vararg, arguments.kwarg, *arguments.kwonlyargs):
            if odd is not None:
                problem, instead = "a rule takes plain arguments only", "name each one, without *"
                raise RulebookError(problem, source.place(odd), instead)
        names = [a.arg for a in [*arguments.posonlyargs, *arguments.args]]
        if names[:1] != ["self"]:
            instead = f"write def {name}({', '.join(['self', *names])})"
            problem = f"the first argument of {name} must be self"
            raise RulebookError(problem, source.place(), instead)
        return names[2:] if self._compares(name) else names[1:]

    def _compares(self, name: str) -> bool:
        """Whether a rule is a step, which takes the position before a move as well."""
        source = self.source(name)
        if self.purpose(name) != STEP:
            return False
        names = [a.arg for a in source.tree.args.args]
        if names[1:2] != ["before"]:
            instead = f"write def {name}({', '.join(['self', 'before', *names[1:]])})"
            problem = f"{name} compares two positions, and does not say what came before"
            raise RulebookError(problem, source.place(), instead)
        return True

    def declared(self, name: str) -> dict[str, Type]:
        """Return the types of the arguments whose domain the rule's decorator names."""
        mark = self.marks.get(own_name(name))
        if mark is None and self.purpose(name) == EVALUATION:
            return {"player": ElementT(self.game.players)}
        if mark is None:
            return {}
        return {a: self._domain_type(name, path) for a, path in mark.domains.items()}

    def _domain_type(self, name: str, path: str) -> Type:
        try:
            return element_type(domain_at(self.game, path))
        except (AttributeError, TypeError):
            place = self.source(name).place(self.source(name).tree.decorator_list[0])
            raise RulebookError(*self._no_domain(path, place)) from None

    def _no_domain(self, path: object, place: Place) -> tuple[str, Place, str]:
        """Return the error for a decorator whose argument does not name a domain."""
        if not isinstance(path, str):
            instead = 'build it in setup and name it: @move(cell="cells")'
            return "a decorator takes a domain by its name", place, instead
        names = [n for n, value in self.game.__dict__.items() if isinstance(value, Domain)]
        instead = suggest(path, names, f"the domains are {listing(names)}", "'{}'")
        return f"{path!r} is no domain of the game", place, instead

    def called(
        self, name: str, arguments: tuple[Type, ...], place: Place | None = None
    ) -> Signature:
        """Record a call; the rule is read again if the types of its arguments have grown."""
        names = self.parameters_of(name)
        if len(names) != len(arguments):
            if name == EVALUATION:
                problem = "evaluation takes the player for whom it judges the position"
                raise RulebookError(
                    problem, self._place(name), "write def evaluation(self, player)"
                )
            problem = f"{name} takes no arguments: nobody could give them"
            raise RulebookError(problem, self._place(name), f"write def {name}(self)")
        signature = self.signatures.get(name)
        if signature is None:
            signature = Signature(dict(zip(names, arguments, strict=True)))
            self.signatures[name], self.changed = signature, True
            self._read_rule(name, 0)
            return signature
        for parameter, argument in zip(names, arguments, strict=True):
            try:
                self._widen_parameter(name, signature, parameter, argument)
            except Mismatch as wrong:
                problem = f"{name} is called with {parameter} of different kinds"
                hint = f"it is {wrong.a} in one call and {wrong.b} in another: write two rules"
                raise RulebookError(problem, place or self._place(name), hint) from None
        return signature

    def _widen_parameter(
        self, name: str, signature: Signature, parameter: str, argument: Type
    ) -> None:
        current = signature.parameters[parameter]
        if isinstance(current, DomainT) and current == argument:
            return
        grown = join(current, argument)
        if grown != current:
            signature.parameters[parameter] = grown
            self.changed = True
            self._count_growth(name, parameter)

    def _count_growth(self, name: str, parameter: str) -> None:
        key = (name, parameter)
        self._growth[key] = self._growth.get(key, 0) + 1
        if self._growth[key] > MOST_GROWTH:
            raise RulebookError(
                f"the argument {parameter} of {name} grows from call to call without a bound",
                self.source(name).place(),
                "bound it with min(...) or max(...), or count in a state variable",
            )

    def note_write(self, rule: str, variable: str, place: Place) -> None:
        """Record where a rule first changes the state."""
        self.first_write.setdefault(rule, (variable, place))

    def note_require(self, rule: str, place: Place | None = None) -> None:
        """Record where a rule first requires something."""
        self.first_require.setdefault(rule, place or self._place(rule))

    # -- default rules ----------------------------------------------------------------------

    def _is_default(self, name: str) -> bool:
        name = own_name(name)
        return getattr(Game, name, None) is not None and self.lookup(name) is vars(Game).get(name)

    def _default_body(self, name: str) -> tuple[Block, Type] | None:
        """Return the body and the type of a default rule, None for a rule of the rulebook."""
        if not self._is_default(name):
            return None
        place, position = class_place(type(self.game)), name.removesuffix(own_name(name))
        if name.endswith("to_move"):
            turn = next(n for n, v in self.game.variables.items() if v.word == "Turn")
            value: Expr = State(position + turn, type=self.state[turn], place=place)
        elif name.endswith("expected"):
            value = tables.const("", place)
        else:
            value = self._no_defect(position, place)
        body: tuple[Stmt, ...] = (Return(value, place=place),)
        return body, value.type

    def _no_defect(self, position: str, place: Place) -> Expr:
        defects = (position + n for n, m in self.marks.items() if m.kind == "forbidden")
        tests = [build.negate(self._any_defect(name, place), place) for name in defects]
        return build.conjunction(tests, place)

    def _any_defect(self, name: str, place: Place) -> Expr:
        mark = self.marks[own_name(name)]
        types = self.declared(name)
        self.called(name, tuple(types.values()))
        arguments = tuple(Local(a, type=t, place=place) for a, t in types.items())
        test: Expr = Call(name, arguments, type=BOOL, place=place)
        for argument, path in reversed(mark.domains.items()):
            over = tables.const(domain_at(self.game, path), place)
            always = build.truth(True, place)
            test = Fold("any", argument, over, always, test, type=BOOL, place=place)
        return test

    # -- checks -----------------------------------------------------------------------------

    def _check_game(self) -> None:
        for problem, instead in self._missing():
            raise RulebookError(problem, class_place(type(self.game)), instead)
        for cls in type(self.game).__mro__:
            if issubclass(cls, Game) and cls is not Game:
                check_names(cls)
        for name, mark in self.marks.items():
            self._check_arguments(name, mark)

    def _missing(self) -> Iterator[tuple[str, str]]:
        name = type(self.game).__name__
        turns = [n for n, v in self.game.variables.items() if v.word == "Turn"]
        if not isinstance(self.game.__dict__.get("players", Players("A")), Players):
            yield "self.players is not made by Players", 'write self.players = Players("A", "B")'
        if "players" not in self.game.__dict__:
            yield f"{name} has no players", 'write self.players = Players("A", "B") in setup'
        if not self.game.variables:
            yield f"{name} has no state variables", "declare them in setup: self.turn = Turn(...)"
        if "move" not in {mark.kind for mark in self.marks.values()}:
            yield f"{name} has no moves", 'write a method under @move(cell="cells")'
        if self._is_default("result"):
            yield f"{name} has no result", "write `def result(self)`: None, Win(p), Draw() or Score"
        if self._is_default("to_move") and not turns:
            yield (
                f"{name} does not say whose turn it is",
                "declare self.turn = Turn(self.players), or write `def to_move(self)`",
            )
        if self._is_default("to_move") and len(turns) > 1:
            yield (
                f"{name} has several turns: {listing(turns)}",
                "write `def to_move(self)` to say which counts",
            )

    def _check_arguments(self, name: str, mark: Mark) -> None:
        source, names = self.source(name), self.parameters_of(name)
        if name in SPECIAL:
            instead = f"leave @{mark.kind} out"
            raise RulebookError(f"{name} needs no decorator", source.place(), instead)
        for argument in names:
            if argument not in mark.domains:
                node = next(a for a in source.tree.args.args if a.arg == argument)
                raise RulebookError(
                    f"the argument {argument} of {name} has no finite domain",
                    source.place(node),
                    f'name one: @{mark.kind}({argument}="{self._domain_for(argument)}")',
                )
        for argument in mark.domains:
            if argument not in names:
                place = source.place(source.tree.decorator_list[0])
                instead = f"its arguments are {listing(names)}" if names else "it has no arguments"
                raise RulebookError(f"{name} has no argument {argument}", place, instead)

    def _domain_for(self, argument: str) -> str:
        """Guess the domain of an argument from its name."""
        names = [n for n, value in self.game.__dict__.items() if isinstance(value, Domain)]
        near = get_close_matches(f"{argument}s", names, 1)
        others = [n for n in names if n != "players"]
        return [*near, *others, "players"][0]

    def _check_rule(self, name: str) -> None:
        purpose, returns = self.purpose(name), self.signatures[name].returns
        if returns == NEVER:
            self._check_returning(name)
        if purpose not in ("move", "helper"):
            self._check_pure(name)
        wanted: dict[str, Type] = {
            **dict.fromkeys([*CLAIMS, STEP], BOOL),
            "result": OptionT(RESULT),
            "to_move": ElementT(self.game.players),
            "expected": TEXT,
            "move": NONE,
        }
        if purpose in wanted:
            self._check_returns(name, returns, wanted[purpose])
        if purpose == EVALUATION and not isinstance(returns, IntT):
            problem = f"evaluation must return a whole number, and this is {returns}"
            raise RulebookError(
                problem, self._place(name), "return more where the player stands better"
            )

    def _check_returning(self, name: str) -> None:
        """Refuse a rule that calls itself again on every path."""
        reached, ahead = set[str](), list(self.cuts.get(name, ()))
        while ahead:
            called = ahead.pop()
            if called not in reached and self.signatures[called].returns == NEVER:
                reached.add(called)
                ahead += self.cuts.get(called, ())
        if name in reached:
            through = f" through {listing(sorted(reached - {name}))}" if len(reached) > 1 else ""
            raise RulebookError(
                f"{name} never returns: every way through it calls {name} again{through}",
                self._place(name),
                "return before the call, under an `if`",
            )

    def _check_returns(self, name: str, returns: Type, wanted: Type) -> None:
        if _fits(returns, wanted):
            return
        kind, place = next(
            (r for r in self.return_places.get(name, ()) if not _fits(r[0], wanted)),
            (returns, self._place(name)),
        )
        needed = _NEEDED.get(self.purpose(name), "True or False")
        problem = f"{name} must return {needed}, and this is {kind}"
        if isinstance(kind, NoneT):
            problem = f"{name} must return {needed}, and on some way through it returns None"
        instead = f"return {needed} on every way through"
        if self.purpose(name) == "move":
            problem = f"{name} is a move and returns nothing, and this is {kind}"
            instead = "write a plain `return`, or leave it out"
        raise RulebookError(problem, place, instead)

    def _check_pure(self, name: str) -> None:
        writes = self.signatures[name].writes
        if writes:
            where = self.first_write.get(name)
            variable = where[0] if where else min(writes)
            raise RulebookError(
                f"{name} must not change the position, and this changes {variable}",
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
        if self._is_default(name):
            return class_place(type(self.game))
        return self.source(name).place()


_NEEDED = {
    "result": "None, Win(player), Draw() or Score(...)",
    "to_move": "a player",
    "expected": "a text",
}


def _fits(a: Type, wanted: Type) -> bool:
    """Whether every value of a type is also one of the wanted type."""
    try:
        return isinstance(a, NeverT) or join(a, wanted) == wanted
    except Mismatch:
        return False
