"""Reading a whole rulebook: every rule reachable from play, until all types are stable."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ..errors import Place, RulebookError
from ..ir import build, tables
from ..ir import nodes as n
from ..ir import types as t
from ..ir.coerce import opened
from ..ir.rules import PASS, STUCK_RULE, Function, Rules, own_name
from ..rules.decorators import CLAIMS, STEP, Mark, derived
from ..rules.game import Game, marked
from ..rules.starts import START, AnyPosition, starts_of
from .arguments import ArgumentReader
from .checks import RulebookChecker, fits
from .language_rules import EVALUATION, OPTIONAL, SPECIAL
from .scope import unbounded, widen_type
from .source import Source, class_place, source_of
from .starts import check_start, refused_kind, source_of_start
from .statements import LAPS, NamesElements, RuleReader
from .stuck import StuckReader
from .turns import check_turns

#: The number of rounds after which numbers that still grow are widened.
PATIENCE = 100
#: An argument that grows more often than the analysis of a loop iterates has no bound.
MOST_GROWTH = LAPS + 50


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
        self.arguments, self._checker = ArgumentReader(self), RulebookChecker(self)
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
        self.stuck = StuckReader(self) if self.purpose(STUCK_RULE) == STUCK_RULE else None
        #: Of a question about several boards, how many there are.
        self.boards: dict[str, int] = {}

    # -- the whole --------------------------------------------------------------------------

    def read(self) -> Rules:
        """Read every rule reachable from the moves, the result and the questions."""
        self._checker.check_game()
        optional = [name for name in OPTIONAL if self.purpose(name) == name]
        for name in [*self.marks, *SPECIAL, *optional]:
            self.called(name, tuple(self.arguments.declared(name).values()))
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
            if self.stuck is None or not self.stuck.makes(name):
                self._checker.check_rule(name)
        functions = {name: self._function(name) for name in self.signatures}
        # A move can be legal if some path gets past its requirements.
        moves = tuple(m for m in self.marked("move") if self.signatures[m].returns != t.NEVER)
        own = [name for name in self.marked(*CLAIMS) if name not in self.texts]
        questions = (*own, "wellformed")
        if self.stuck is not None:
            self.stuck.check(functions)
            if self.stuck.passes:
                functions[PASS], moves = self.stuck.pass_move(), (*moves, PASS)
        return Rules(self.game, self.state, functions, moves, questions, dict(self.texts))

    def marked(self, *kinds: str) -> list[str]:
        """Return the names of the rules under some decorators."""
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
        if self.stuck is not None and self.stuck.makes(name):
            self.bodies[name], signature.returns = self.stuck.body(name), t.BOOL
            return
        if self.is_default(name):
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
        if self.stuck is not None and fits(returns, t.OptionT(t.RESULT)):
            if self.purpose(name) == "result":
                return self.stuck.continued(name, body, returns)
            if self.purpose(name) == STUCK_RULE:
                return self.stuck.without_pass(body, returns)
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
            raise self.error(name, problem, "return one kind of value") from None
        if rounds > PATIENCE:
            grown = widen_type(signature.returns, grown)
        required = name in self.first_require or signature.required
        new = (grown, signature.writes | writes, required)
        if new != (signature.returns, signature.writes, signature.required):
            signature.returns, signature.writes, signature.required = new
            self.changed = True
        if unbounded(grown):
            problem = f"the number {name} returns has no bound that can be found"
            raise self.error(name, problem, "bound it with min(...) or max(...)")

    def _function(self, name: str) -> Function:
        if self.stuck is not None and self.stuck.makes(name):
            return self.stuck.function(name)
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
        if self.stuck is not None and self.stuck.makes(name):
            return self.stuck.parameters_of(name)
        if self.is_default(name):
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
            raise self.error(name, problem, f"write def {name}({', '.join(['self', *names])})")
        if self.purpose(name) != STEP:
            return names[1:]
        if names[1:2] != ["before"]:
            problem = f"{name} compares two positions, and does not say what came before"
            instead = f"write def {name}({', '.join(['self', 'before', *names[1:]])})"
            raise self.error(name, problem, instead)
        return names[2:]

    def called(
        self, name: str, arguments: tuple[t.Type, ...], place: Place | None = None
    ) -> Signature:
        """Record a call; the rule is read again if the types of its arguments have grown."""
        names = self.parameters_of(name)
        if len(names) != len(arguments):
            if name == EVALUATION:
                problem = "evaluation takes the player for whom it judges the position"
                raise self.error(name, problem, "write def evaluation(self, player)")
            problem = f"{name} takes no arguments: nobody could give them"
            raise self.error(name, problem, f"write def {name}(self)")
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
                raise self.error(name, problem, hint, place) from None
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
            raise self.error(name, problem, instead)

    # -- default rules ----------------------------------------------------------------------

    def is_default(self, name: str) -> bool:
        """Whether a rule is left as it is in every game."""
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
        defects = [self._any_defect(position + rule, place) for rule in self.marked("forbidden")]
        return build.conjunction([build.negate(defect, place) for defect in defects], place)

    def turns(self) -> list[str]:
        """Return the names of the variables that say whose turn it is."""
        return [name for name, v in self.game.variables.items() if v.word == "Turn"]

    def _any_defect(self, name: str, place: Place) -> n.Expr:
        types = self.arguments.declared(name)
        self.called(name, tuple(types.values()))
        arguments = tuple(n.Local(a, type=kind, place=place) for a, kind in types.items())
        test: n.Expr = n.Call(name, arguments, type=t.BOOL, place=place)
        for argument in reversed(types):
            over, always = self.arguments.values_of(name, argument, place), build.truth(True, place)
            test = n.Fold("any", argument, over, always, test, type=t.BOOL, place=place)
        return test

    # -- errors -----------------------------------------------------------------------------

    def error(
        self, name: str, problem: str, instead: str, place: Place | None = None
    ) -> RulebookError:
        """Return an error in a rule, at its name unless a place is given."""
        return RulebookError(problem, place or self._place(name), instead)

    def _place(self, name: str) -> Place:
        if self.is_default(name):
            return class_place(type(self.game))
        return self.source(name).place()


def _as_sets(a: t.Type, b: t.Type) -> tuple[t.Type, t.Type]:
    """Return two types as types of sets, if that is what both are."""
    sets = opened(a), opened(b)
    return sets if all(isinstance(one, t.SetT) for one in sets) else (a, b)
