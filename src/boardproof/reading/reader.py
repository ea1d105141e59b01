"""Reading a whole rulebook: every rule reachable from play, until all types are stable."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from types import FunctionType
from typing import Any

from ..analysis.callgraph import state_read
from ..errors import Place, RulebookError
from ..ir import build, tables
from ..ir import nodes as n
from ..ir import types as t
from ..ir.coerce import listing, opened
from ..ir.endless import ENDLESS_RULE
from ..ir.rules import PASS, STUCK_RULE, UNFINISHED, Function, Rules, own_name
from ..rules.arguments import (
    NoArguments,
    all_choices,
    arguments_named,
    domain_at,
    values_at,
)
from ..rules.decorators import CLAIMS, STEP, Mark, derived
from ..rules.domains import Domain, Players
from ..rules.game import Game, marked
from ..rules.starts import START, AnyPosition, misnamed_starts, starts_of
from ..suggest import suggest
from .scope import unbounded, widen_type
from .source import Source, check_names, class_place, source_of
from .starts import check_start, refused_kind, source_of_start
from .statements import LAPS, NamesElements, RuleReader
from .stuck import StuckReader
from .turns import check_turns

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
#: Optional rules of the language: how good a position is for a player, whether a turn goes on.
EVALUATION = "evaluation"
#: The optional rules of the language.
OPTIONAL = (EVALUATION, UNFINISHED, STUCK_RULE, ENDLESS_RULE)


@dataclass
class Signature:
    """What callers know of a rule; it grows until it reaches a fixpoint."""

    parameters: dict[str, t.Type]
    returns: t.Type = t.NEVER
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
        self.state = {name: t.variable_type(v) for name, v in game.variables.items()}
        self.marks = marked(type(game), "move", *CLAIMS, STEP)
        self.signatures: dict[str, Signature] = {}
        self.bodies: dict[str, n.Block] = {}
        self.first_write: dict[str, tuple[str, Place]] = {}
        self.first_require: dict[str, Place] = {}
        self.return_places: dict[str, list[tuple[t.Type, Place]]] = {}
        self.cuts: dict[str, set[str]] = {}
        self.changed = False
        self._sources: dict[str, Source] = {}
        self._growth = Counter[tuple[str, str]]()
        #: The rules that were given as text, and have no method.
        self.texts: dict[str, Mark] = {}
        self._stuck = StuckReader(self) if self.purpose(STUCK_RULE) == STUCK_RULE else None
        #: Of a question about several boards, how many there are.
        self.boards: dict[str, int] = {}

    # -- the whole --------------------------------------------------------------------------

    def read(self) -> Rules:
        """Read every rule reachable from the moves, the result and the questions."""
        self._check_game()
        optional = [name for name in OPTIONAL if self.purpose(name) == name]
        for name in [*self.marks, *SPECIAL, *optional]:
            self.called(name, tuple(self.declared(name).values()))
        self._read_to_fixpoint()
        start = starts_of(self.game)
        rules = self._rules() if start is None else self._read_start(start)
        check_turns(rules)
        return rules

    def _read_start(self, start: AnyPosition) -> Rules:
        """Read the text that says where games start; it may name whatever was read before."""
        self._sources[START] = source_of_start(self._rules(), start)
        self.marks[START] = self.texts[START] = Mark("predicate")
        try:
            self.called(START, ())
            self._read_to_fixpoint()
            rules = self._rules()
        except RulebookError as wrong:
            raise refused_kind(wrong) from None
        check_start(rules, start)
        return rules

    def _rules(self) -> Rules:
        for name in self.signatures:
            if self._stuck is None or not self._stuck.makes(name):
                self._check_rule(name)
        functions = {name: self._function(name) for name in self.signatures}
        # A move can be legal if some path gets past its requirements.
        moves = tuple(m for m in self._marked("move") if self.signatures[m].returns != t.NEVER)
        own = [name for name in self._marked(*CLAIMS) if name not in self.texts]
        questions = (*own, "wellformed")
        if self._stuck is not None:
            self._stuck.check(functions)
            if self._stuck.passes:
                functions[PASS], moves = self._stuck.pass_move(), (*moves, PASS)
        rules = Rules(self.game, self.state, functions, moves, questions, dict(self.texts))
        if self.purpose(ENDLESS_RULE) == ENDLESS_RULE and state_read(rules, ENDLESS_RULE):
            looked = listing(sorted(state_read(rules, ENDLESS_RULE)))
            problem = f"a game without end has no last position, and endless looks at {looked}"
            instead = "return the same for every game: Win(self.players.A)"
            raise self._error(ENDLESS_RULE, problem, instead)
        return rules

    def _marked(self, *kinds: str) -> list[str]:
        return [name for name, mark in self.marks.items() if mark.kind in kinds]

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
        if self._stuck is not None and self._stuck.makes(name):
            self.bodies[name], signature.returns = self._stuck.body(name), t.BOOL
            return
        if self._is_default(name):
            value = self._default_value(name)
            default: n.Block = (n.Return(value, place=value.place),)
            self.bodies[name], signature.returns = self._with_stuck(name, default, value.type)
            return
        position, named = name.removesuffix(own_name(name)), self._named_by(name)
        reader = RuleReader(self, self.source(name), position, named)
        try:
            body = reader.read_body(signature.parameters)
        except NamesElements as words:
            reader = RuleReader(self, self.source(name), position, words.element)
            body = reader.read_body(signature.parameters)
        self.return_places[name], self.cuts[name] = reader.return_places, reader.cuts
        self.bodies[name], returns = self._with_stuck(name, body, reader.returns)
        self._grow(name, returns, frozenset(reader.writes), rounds)

    def _with_stuck(self, name: str, body: n.Block, returns: t.Type) -> tuple[n.Block, t.Type]:
        """Return the body of a rule, and what it returns, where players may be stuck."""
        if self._stuck is not None and _fits(returns, t.OptionT(t.RESULT)):
            if self.purpose(name) == "result":
                return self._stuck.continued(name, body, returns)
            if self.purpose(name) == STUCK_RULE:
                return self._stuck.without_pass(body, returns)
        return body, returns

    def _named_by(self, name: str) -> t.Type | None:
        """Return the type of elements that words which a rule returns name, if that is known."""
        returns = self.source(name).tree.returns
        annotated = (
            {node.id for node in ast.walk(returns) if isinstance(node, ast.Name)}
            if returns
            else set()
        )
        if self.purpose(name) == "to_move" or "Player" in annotated:
            return t.ElementT(self.game.players)
        inner = self.signatures[name].returns
        inner = inner.of if isinstance(inner, t.OptionT) else inner
        return inner if isinstance(inner, t.ElementT) else None

    def _grow(self, name: str, returns: t.Type, writes: frozenset[str], rounds: int) -> None:
        signature = self.signatures[name]
        try:
            grown = t.join(signature.returns, returns)
        except t.Wrong as wrong:
            problem = f"{name} returns different kinds of value: {wrong.problem}"
            raise self._error(name, problem, "return one kind of value") from None
        if rounds > PATIENCE:
            grown = widen_type(signature.returns, grown)
        required = name in self.first_require or signature.required
        new = (grown, signature.writes | writes, required)
        if new != (signature.returns, signature.writes, signature.required):
            signature.returns, signature.writes, signature.required = new
            self.changed = True
        if unbounded(grown):
            problem = f"the number {name} returns has no bound that can be found"
            raise self._error(name, problem, "bound it with min(...) or max(...)")

    def _function(self, name: str) -> Function:
        if self._stuck is not None and self._stuck.makes(name):
            return self._stuck.function(name)
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

    # -- what rule readers need -------------------------------------------------------------

    def lookup(self, name: str) -> Any:
        """Return a method or class attribute by name, None if there is none."""
        name = own_name(name)
        if name in self.texts:
            return self._sources[name].function
        return inspect.getattr_static(type(self.game), name, None)

    def names(self) -> list[str]:
        """Return the names that can follow `self.`."""
        own = [name for name in self.game.__dict__ if name not in ("setting_up", "variables")]
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
        if name in OPTIONAL and isinstance(self.lookup(name), FunctionType):
            return name
        return SPECIAL.get(name, "helper")

    def parameters_of(self, name: str) -> list[str]:
        """Return the names of a rule's arguments."""
        if self._stuck is not None and self._stuck.makes(name):
            return self._stuck.parameters_of(name)
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
            problem = f"the first argument of {name} must be self"
            raise self._error(name, problem, f"write def {name}({', '.join(['self', *names])})")
        if self.purpose(name) != STEP:
            return names[1:]
        if names[1:2] != ["before"]:
            problem = f"{name} compares two positions, and does not say what came before"
            instead = f"write def {name}({', '.join(['self', 'before', *names[1:]])})"
            raise self._error(name, problem, instead)
        return names[2:]

    def declared(self, name: str) -> dict[str, t.Type]:
        """Return the types of the arguments whose domain the rule's decorator names."""
        mark = self.marks.get(own_name(name))
        if mark is None and self.purpose(name) == EVALUATION:
            return {"player": t.ElementT(self.game.players)}
        if mark is None:
            return {}
        return {a: self._domain_type(name, a, mark) for a in mark.domains}

    def _domain_type(self, name: str, argument: str, mark: Mark) -> t.Type:
        path = mark.domains[argument]
        try:
            return t.element_type(domain_at(self.game, path))
        except (AttributeError, TypeError):
            pass
        if not isinstance(path, str):
            raise self._error(name, *self._no_domain(path), self._decorator(name))
        try:
            return self._dependent_type(argument, mark)
        except NoArguments as wrong:
            raise self._error(name, str(wrong), wrong.instead, self._decorator(name)) from None
        except (AttributeError, TypeError):
            raise self._error(name, *self._no_domain(path), self._decorator(name)) from None

    def _dependent_type(self, argument: str, mark: Mark) -> t.Type:
        """Return the type of an argument whose values depend on those before it."""
        names = list(mark.domains)
        before = {name: mark.domains[name] for name in names[: names.index(argument)]}
        path = mark.domains[argument]
        for later in arguments_named(path, names[len(before) + 1 :]):
            problem = f"{path!r} depends on {later}, which is not known before {argument}"
            raise NoArguments(problem, f"name {later} first, or another set")
        values = {
            value
            for given in all_choices(self.game, before)
            for value in values_at(self.game, path, given)
        }
        kind = t.join_all(t.type_of(value) for value in values)
        inner = kind.of if isinstance(kind, t.OptionT) else kind
        if isinstance(inner, t.NeverT):
            raise NoArguments(f"{path!r} has no values", "name a set that has elements")
        if not isinstance(inner, t.ElementT | t.IntT):
            problem = f"{path!r} has no elements of a domain, and no numbers: it has {inner}"
            raise NoArguments(problem, "build it of elements in setup: self.cells[0, 0]")
        return kind

    def values_of(self, name: str, argument: str, place: Place) -> n.Expr:
        """Return what an argument ranges over, as an expression of those before it."""
        mark, types = self.marks[own_name(name)], self.declared(name)
        path = mark.domains[argument]
        names = list(mark.domains)[: list(mark.domains).index(argument)]
        used = arguments_named(path, names)
        if not used:
            values = values_at(self.game, path, {})
            return tables.const(domain_at(self.game, path) if _is_path(path) else values, place)

        def values_for(*given: Any) -> Any:
            return values_at(self.game, path, dict(zip(used, given, strict=True)))

        given = tuple(n.Local(a, type=types[a], place=place) for a in used)
        return tables.tabulate(path, values_for, given, place)

    def _decorator(self, name: str) -> Place:
        return self.source(name).place(self.source(name).tree.decorator_list[0])

    def _no_domain(self, path: object) -> tuple[str, str]:
        """Return what is wrong with a decorator whose argument does not name a domain."""
        if not isinstance(path, str):
            if callable(path) and not isinstance(path, Domain):
                instead = 'write it as text, without self: target="near[source]"'
                return "a decorator takes text, and this is a function", instead
            instead = 'build it in setup and name it: @move(cell="cells")'
            return "a decorator takes a domain by its name", instead
        names = self._domain_names()
        instead = suggest(path, names, f"the domains are {listing(names)}", "'{}'")
        return f"{path!r} is no domain of the game", instead

    def _domain_names(self) -> list[str]:
        return [name for name, value in vars(self.game).items() if isinstance(value, Domain)]

    def called(
        self, name: str, arguments: tuple[t.Type, ...], place: Place | None = None
    ) -> Signature:
        """Record a call; the rule is read again if the types of its arguments have grown."""
        names = self.parameters_of(name)
        if len(names) != len(arguments):
            if name == EVALUATION:
                problem = "evaluation takes the player for whom it judges the position"
                raise self._error(name, problem, "write def evaluation(self, player)")
            problem = f"{name} takes no arguments: nobody could give them"
            raise self._error(name, problem, f"write def {name}(self)")
        signature = self.signatures.get(name)
        if signature is None:
            signature = Signature(dict(zip(names, arguments, strict=True)))
            self.signatures[name], self.changed = signature, True
            self._read_rule(name, 0)
            return signature
        for parameter, argument in zip(names, arguments, strict=True):
            try:
                self._widen_parameter(name, signature, parameter, argument)
            except t.Mismatch as wrong:
                problem = f"{name} is called with {parameter} of different kinds"
                hint = f"it is {wrong.a} in one call and {wrong.b} in another: write two rules"
                raise self._error(name, problem, hint, place) from None
        return signature

    def _widen_parameter(
        self, name: str, signature: Signature, parameter: str, argument: t.Type
    ) -> None:
        before = signature.parameters[parameter]
        if before != argument:  # elements of two domains that are sets are at least sets
            before, argument = _as_sets(before, argument)
        grown = t.join(before, argument)
        if grown == signature.parameters[parameter]:
            return
        signature.parameters[parameter] = grown
        self.changed = True
        self._growth[name, parameter] += 1
        if self._growth[name, parameter] > MOST_GROWTH:
            problem = f"the argument {parameter} of {name} grows from call to call without a bound"
            instead = "bound it with min(...) or max(...), or count in a state variable"
            raise self._error(name, problem, instead)

    # -- default rules ----------------------------------------------------------------------

    def _is_default(self, name: str) -> bool:
        name = own_name(name)
        return getattr(Game, name, None) is not None and self.lookup(name) is vars(Game).get(name)

    def _default_value(self, name: str) -> n.Expr:
        """Return what a default rule returns."""
        place, position = self._place(name), name.removesuffix(own_name(name))
        if name.endswith("to_move"):
            turn = self.turns()[0]
            return n.State(position + turn, type=self.state[turn], place=place)
        if name.endswith("expected"):
            return tables.const("", place)
        if name.endswith("result"):
            return tables.const(None, place)
        defects = [self._any_defect(position + rule, place) for rule in self._marked("forbidden")]
        return build.conjunction([build.negate(defect, place) for defect in defects], place)

    def turns(self) -> list[str]:
        """Return the names of the variables that say whose turn it is."""
        return [name for name, v in self.game.variables.items() if v.word == "Turn"]

    def _any_defect(self, name: str, place: Place) -> n.Expr:
        types = self.declared(name)
        self.called(name, tuple(types.values()))
        arguments = tuple(n.Local(a, type=kind, place=place) for a, kind in types.items())
        test: n.Expr = n.Call(name, arguments, type=t.BOOL, place=place)
        for argument in reversed(types):
            over, always = self.values_of(name, argument, place), build.truth(True, place)
            test = n.Fold("any", argument, over, always, test, type=t.BOOL, place=place)
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
        name, turns = type(self.game).__name__, self.turns()
        if not isinstance(self.game.__dict__.get("players", Players("A")), Players):
            yield "self.players is not made by Players", 'write self.players = Players("A", "B")'
        if "players" not in self.game.__dict__:
            yield f"{name} has no players", 'write self.players = Players("A", "B") in setup'
        if not self.game.variables:
            yield f"{name} has no state variables", "declare them in setup: self.turn = Turn(...)"
        if not self._marked("move"):
            yield f"{name} has no moves", 'write a method under @move(cell="cells")'
        if self._is_default("result") and self._stuck is None:
            yield f"{name} has no result", "write `def result(self)`: None, Win(p), Draw() or Score"
        if self._is_default("to_move") and not turns:
            instead = "declare self.turn = Turn(self.players), or write `def to_move(self)`"
            yield f"{name} does not say whose turn it is", instead
        if self._is_default("to_move") and len(turns) > 1:
            instead = "write `def to_move(self)` to say which counts"
            yield f"{name} has several turns: {listing(turns)}", instead
        for other in misnamed_starts(self.game):
            yield f"{other} says from where games start", "call it `start`"

    def _check_arguments(self, name: str, mark: Mark) -> None:
        source, names = self.source(name), self.parameters_of(name)
        if name in SPECIAL:
            raise self._error(name, f"{name} needs no decorator", f"leave @{mark.kind} out")
        for argument in names:
            if argument not in mark.domains:
                node = next(a for a in source.tree.args.args if a.arg == argument)
                problem = f"the argument {argument} of {name} has no finite domain"
                instead = f'name one: @{mark.kind}({argument}="{self._domain_for(argument)}")'
                raise self._error(name, problem, instead, source.place(node))
        for argument in mark.domains:
            if argument not in names:
                instead = f"its arguments are {listing(names)}" if names else "it has no arguments"
                problem = f"{name} has no argument {argument}"
                raise self._error(name, problem, instead, self._decorator(name))

        if list(mark.domains) != names:
            problem = f"{name} takes {listing(names)} in this order"
            instead = f"write @{mark.kind}({', '.join(f'{a}=...' for a in names)})"
            raise self._error(name, problem, instead, self._decorator(name))

    def _domain_for(self, argument: str) -> str:
        """Guess the domain of an argument from its name."""
        names = self._domain_names()
        near = get_close_matches(f"{argument}s", names, 1)
        return [*near, *(name for name in names if name != "players"), "players"][0]

    def _check_rule(self, name: str) -> None:
        purpose, returns = self.purpose(name), self.signatures[name].returns
        if returns == t.NEVER:
            self._check_returning(name)
        if purpose not in ("move", "helper"):
            self._check_pure(name)
        wanted: dict[str, t.Type] = {
            **dict.fromkeys([*CLAIMS, STEP], t.BOOL),
            "result": t.OptionT(t.RESULT),
            **dict.fromkeys([STUCK_RULE, ENDLESS_RULE], t.RESULT),
            "to_move": t.ElementT(self.game.players),
            "expected": t.TEXT,
            UNFINISHED: t.BOOL,
            "move": t.NONE,
        }
        if purpose == STUCK_RULE:  # None stands for a pass by now
            returns = t.join_all(kind for kind, _ in self.return_places[name])
        if purpose in wanted:
            self._check_returns(name, returns, wanted[purpose])
        if purpose == EVALUATION and not isinstance(returns, t.IntT):
            problem = f"evaluation must return a whole number, and this is {returns}"
            raise self._error(name, problem, "return more where the player stands better")

    def _check_returning(self, name: str) -> None:
        """Refuse a rule that calls itself again on every path."""
        reached, ahead = set[str](), list(self.cuts.get(name, ()))
        while ahead:
            called = ahead.pop()
            if called not in reached and self.signatures[called].returns == t.NEVER:
                reached.add(called)
                ahead += self.cuts.get(called, ())
        if name in reached:
            through = f" through {listing(sorted(reached - {name}))}" if len(reached) > 1 else ""
            problem = f"{name} never returns: every way through it calls {name} again{through}"
            raise self._error(name, problem, "return before the call, under an `if`")

    def _check_returns(self, name: str, returns: t.Type, wanted: t.Type) -> None:
        if _fits(returns, wanted):
            return
        misfits = (r for r in self.return_places.get(name, ()) if not _fits(r[0], wanted))
        kind, place = next(misfits, (returns, None))
        needed = _NEEDED.get(self.purpose(name), "True or False")
        problem = f"{name} must return {needed}, and this is {kind}"
        if isinstance(kind, t.NoneT):
            problem = f"{name} must return {needed}, and on some way through it returns None"
        instead = f"return {needed} on every way through"
        if self.purpose(name) == "move":
            problem = f"{name} is a move and returns nothing, and this is {kind}"
            instead = "write a plain `return`, or leave it out"
        raise self._error(name, problem, instead, place)

    def _check_pure(self, name: str) -> None:
        signature = self.signatures[name]
        if signature.writes:
            variable, place = self.first_write.get(name, (min(signature.writes), None))
            problem = f"{name} must not change the position, and this changes {variable}"
            instead = "only moves, and the methods they call, change the position"
            raise self._error(name, problem, instead, place)
        if signature.required:
            problem = f"{name} cannot require anything: it is asked of any position"
            place = self.first_require.get(name)
            raise self._error(name, problem, "return True or False instead", place)

    def _error(
        self, name: str, problem: str, instead: str, place: Place | None = None
    ) -> RulebookError:
        """Return an error in a rule, at its name unless a place is given."""
        return RulebookError(problem, place or self._place(name), instead)

    def _place(self, name: str) -> Place:
        if self._is_default(name):
            return class_place(type(self.game))
        return self.source(name).place()


_NEEDED = {
    "result": "None, Win(player), Draw() or Score(...)",
    STUCK_RULE: "Win(player), Draw(), Score(...) or Pass()",
    ENDLESS_RULE: "Win(player), Draw() or Score(...)",
    "to_move": "a player",
    "expected": "a text",
}


def _as_sets(a: t.Type, b: t.Type) -> tuple[t.Type, t.Type]:
    """Return two types as types of sets, if that is what both are."""
    sets = opened(a), opened(b)
    return sets if all(isinstance(one, t.SetT) for one in sets) else (a, b)


def _is_path(path: str) -> bool:
    return path.replace(".", "").isidentifier()


def _fits(a: t.Type, wanted: t.Type) -> bool:
    """Whether every value of a type is also one of the wanted type."""
    try:
        return isinstance(a, t.NeverT) or t.join(a, wanted) == wanted
    except t.Mismatch:
        return False
