"""What `def stuck(self)` adds to a rulebook.

That nobody can move follows from the moves, so no rule is written twice: `result` is continued by
"unless some move is legal, what stuck says", and the legality of a move is the move itself as far
as it requires something. `Pass()` is a move that is legal where no other is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING

from ..errors import Place, RulebookError
from ..ir import build, tables
from ..ir import nodes as n
from ..ir import types as t
from ..ir.rewrite import rewrite
from ..ir.rules import LEGALITY, PASS, STUCK_RULE, Function, own_name
from ..rules.game import Game
from ..rules.results import Pass

if TYPE_CHECKING:
    from .reader import Reader


def is_stuck_rule(game: Game, name: str) -> bool:
    """Whether a name is that of the rule, in a game that has it; else authors may use the word."""
    rule = getattr(type(game), name, None)
    return name == STUCK_RULE and isinstance(rule, FunctionType) and not hasattr(rule, "mark")


class _ChangesFirst(Exception):
    """A rule that may refuse after it has changed the position."""


class StuckReader:
    """Makes the rules that say whether a move is legal, and continues `result` by them."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.passes = False
        #: The rules made here: the rule whose legality each is about, None for all moves.
        self._about: dict[str, str | None] = {}
        self._names: dict[str | None, str] = {}
        #: Those of them that are the rule itself, on trial: it requires after it has changed.
        self._trials = set[str]()
        self._can_move = self._name("can_move", None)

    def _name(self, wanted: str, about: str | None) -> str:
        """Return the name of a rule about the legality of another, which no author's rule has."""
        if about not in self._names:
            while self._reader.lookup(wanted) is not None or wanted in self._about:
                wanted += "_"
            self._names[about], self._about[wanted] = wanted, about
        return self._names[about]

    def makes(self, name: str) -> bool:
        """Whether a rule is made here."""
        return own_name(name) in self._about

    def parameters_of(self, name: str) -> list[str]:
        """Return the names of the arguments of a rule that is made here."""
        about = self._about[own_name(name)]
        return [] if about is None else self._reader.parameters_of(about)

    def body(self, name: str) -> n.Block:
        """Return the body of a rule that is made here."""
        own = own_name(name)
        position, about = name.removesuffix(own), self._about[own]
        if position:
            self._reader.called(own, tuple(self._reader.signatures[name].parameters.values()))
            if own in self._trials:
                problem = f"{about} requires something after it has changed the position"
                instead = "require first, then change, to ask for the result of another position"
                raise RulebookError(problem, self._reader.source(str(about)).place(), instead)
            return tuple(self._elsewhere(part, position) for part in self._reader.bodies[own])
        if about is None:
            return (n.Return(self._any_move(), place=self.place),)
        return self._legality(about)

    @property
    def place(self) -> Place:
        """Where the rule stands."""
        return self._reader.source(STUCK_RULE).place()

    def _elsewhere(self, node: n.Stmt, position: str) -> n.Stmt:
        """Return a statement about another position."""

        def change(part: n.Node) -> n.Node:
            match part:
                case n.State(name):
                    return replace(part, name=position + name)
                case n.At(name):
                    return replace(part, map=position + name)
                case n.Call(rule, arguments):
                    self._reader.called(position + rule, tuple(a.type for a in arguments))
                    return replace(part, rule=position + rule)
            return part

        return rewrite(node, change)

    # -- the end ----------------------------------------------------------------------------

    def continued(self, name: str, body: n.Block, returns: t.Type) -> tuple[n.Block, t.Type]:
        """Return the body of `result` that goes on with the rule where the game would go on."""
        position = name.removesuffix(own_name(name))
        end = self._reader.called(position + STUCK_RULE, ()).returns
        if not isinstance(end, t.ResultT | t.OptionT | t.NoneT | t.NeverT):
            return body, returns  # and what it returns is refused
        self._reader.called(position + self._can_move, ())
        place, nothing = self.place, tables.const(None, self.place)
        can = n.Call(position + self._can_move, (), type=t.BOOL, place=place)
        stuck = n.Call(position + STUCK_RULE, (), type=end, place=place)
        last: n.Block = (
            n.If(build.negate(can, place), (n.Return(stuck, place=place),), (), place=place),
            n.Return(nothing, place=place),
        )
        return _ending(body, last), t.join_all([returns, end, t.NONE])

    def without_pass(self, body: n.Block, returns: t.Type) -> tuple[n.Block, t.Type]:
        """Return the body of the rule with None for a pass: the game goes on."""
        passes = [part for part in n.walk(body) if _is_pass(part)]
        returned = [part for node in n.walk(body) for part in _returned(node) if _is_pass(part)]
        for part in passes:
            if not any(part is other for other in returned):
                problem = "Pass() is no result to keep or to compare"
                raise RulebookError(problem, part.place, "write `return Pass()`")
        self.passes = bool(passes)
        if not passes:
            return body, returns
        others = [
            value.type
            for node in n.walk(body)
            for value in _returned(node)
            if not isinstance(value, n.Choose) and not _is_pass(value)
        ]
        return tuple(rewrite(part, _going_on) for part in body), t.join_all([t.NONE, *others])

    def pass_move(self) -> Function:
        """Return the move that only gives the turn to the next player."""
        turns = self._reader.turns()
        if len(turns) != 1:
            problem = "Pass() gives the turn to the next player, and "
            problem += "there are several turns" if turns else "there is no Turn"
            raise RulebookError(problem, self.place, "declare one self.turn = Turn(self.players)")
        (turn,), place = turns, self.place
        now = n.State(turn, type=self._reader.state[turn], place=place)
        following = tables.tabulate(".next", attrgetter("next"), (now,), place)
        can = n.Call(self._can_move, (), type=t.BOOL, place=place)
        body = (
            n.Require(build.negate(can, place), "a move is possible", place=place),
            n.SetState(turn, following, place=place),
            n.Return(tables.const(None, place), place=place),
        )
        says = "Let the next player move, where no other move is legal."
        return Function(PASS, "move", (), t.NONE, body, frozenset({turn}), place, says)

    def function(self, name: str) -> Function:
        """Return a rule that is made here."""
        signature = self._reader.signatures[name]
        parameters = tuple(signature.parameters.items())
        body, trial = self._reader.bodies[name], name in self._trials
        return Function(
            name, LEGALITY, parameters, t.BOOL, body, frozenset(), self.place, trial=trial
        )

    def check(self, functions: dict[str, Function]) -> None:
        """Refuse a rulebook whose moves, or whose rule, ask for the result that rests on them."""
        waiting, seen = [self._can_move, STUCK_RULE], set[str]()
        while waiting:
            rule = waiting.pop()
            seen.add(rule)
            for node in functions[rule].walk():
                if isinstance(node, n.Call) and node.rule == "result":
                    problem = "the result rests on which moves are legal, so no move can ask for it"
                    instead = "test what it tests; moves are legal only while the game goes on"
                    raise RulebookError(problem, node.place, instead)
            waiting += functions[rule].calls - seen - set(waiting)

    # -- legality ---------------------------------------------------------------------------

    def _any_move(self) -> n.Expr:
        """Return that some move is legal."""
        moves = [name for name, mark in self._reader.marks.items() if mark.kind == "move"]
        possible = [
            self._some(move)
            for move in moves
            if (signature := self._reader.signatures.get(move)) and signature.returns != t.NEVER
        ]
        return build.disjunction(possible, self.place)

    def _some(self, move: str) -> n.Expr:
        """Return that a move is legal for some arguments; each test as early as it can be."""
        place, domains = self.place, self._reader.marks[move].domains
        arguments, levels = list(domains), [list[n.Expr]() for _ in range(len(domains) + 1)]
        level = 0
        for test in self._tests(move):
            used = {part.name for part in test.walk() if isinstance(part, n.Local)}
            needed = [1 + i for i, name in enumerate(arguments) if name in used]
            level = max([level, *needed])  # a test may rest on those before it
            levels[level].append(test)
        inner = build.conjunction(levels.pop(), place)
        for argument in reversed(domains):
            over = self._reader.arguments.values_of(move, argument, place)
            outer = levels.pop()
            inner = n.Fold(
                "any", argument, over, build.truth(True, place), inner, type=t.BOOL, place=place
            )
            inner = build.conjunction([*outer, inner], place)
        return inner

    def _tests(self, move: str) -> Iterator[n.Expr]:
        """Return the tests that a move begins with, and that the rest of it is legal."""
        body = self._reader.bodies.get(move, ())
        for i, node in enumerate(body):
            if not self._refuses(body[i:]):
                return
            if not isinstance(node, n.Require) or self._effects(node.test):
                types = self._reader.arguments.declared(move)
                given = tuple(n.Local(a, type=kind, place=self.place) for a, kind in types.items())
                yield self._legal(move, given)
                return
            yield node.test

    def _legal(self, rule: str, arguments: tuple[n.Expr, ...]) -> n.Expr:
        """Return that a rule refuses nothing."""
        name = self._name(f"may_{rule}", rule)
        self._reader.called(name, tuple(a.type for a in arguments))
        return n.Call(name, arguments, type=t.BOOL, place=self.place)

    def _legality(self, rule: str) -> n.Block:
        """Return the statements that say whether a rule refuses nothing."""
        body, name = self._reader.bodies.get(rule, ()), self._names[rule]
        yes = n.Return(build.truth(True, self.place), place=self.place)
        self._trials.discard(name)
        try:
            return (*self._as_tests(body), yes)
        except _ChangesFirst:
            self._trials.add(name)
            return body

    def _as_tests(self, block: n.Block, later: bool = False) -> n.Block:
        """Return a block as far as it may refuse something, returning False where it does.

        Where something `later` may refuse, it rests on what the whole block does.
        """
        made = list[n.Stmt]()
        for i, node in enumerate(block):
            follows = later or self._refuses(block[i + 1 :])
            if not follows and not self._refuses([node]):
                break
            if isinstance(node, n.Return):
                return (*made, *self._returning(node))
            if self._changes(node) and (follows or _is_loop(node)):
                raise _ChangesFirst
            made += self._as_test(node, follows)
        return tuple(made)

    def _as_test(self, node: n.Stmt, follows: bool) -> list[n.Stmt]:
        match node:
            case n.Require(test) if not self._effects(test):
                return [self._unless(test)]
            case n.Do(n.Call(rule, arguments)) if self._reader.signatures[rule].required:
                return [self._unless(self._legal(rule, arguments))]
            case n.Assign(_, n.Call(rule, arguments)) if (
                not follows and self._reader.signatures[rule].required
            ):
                return [self._unless(self._legal(rule, arguments))]
            case n.If(test, then, otherwise) if not self._effects(test):
                sides = [self._as_tests(side, follows) for side in (then, otherwise)]
                return [n.If(test, *sides, place=node.place)]
            case n.For(body=body) if not self._effects(node.over):
                return [replace(node, body=self._as_tests(body, later=True))]
            case n.While(test, body) if not self._effects(test):
                return [replace(node, body=self._as_tests(body, later=True))]
        if self._refuses([node]):
            raise _ChangesFirst
        return [node]

    def _returning(self, node: n.Return) -> list[n.Stmt]:
        """Return that nothing else is refused, unless the value that is returned is."""
        yes, value = n.Return(build.truth(True, node.place), place=node.place), node.value
        if not self._refuses([value]):
            return [yes]
        if not isinstance(value, n.Call) or not self._reader.signatures[value.rule].required:
            raise _ChangesFirst
        return [self._unless(self._legal(value.rule, value.arguments)), yes]

    def _unless(self, test: n.Expr) -> n.Stmt:
        no = n.Return(build.truth(False, test.place), place=test.place)
        return n.If(build.negate(test, test.place), (no,), (), place=test.place)

    def _refuses(self, nodes: Iterable[n.Node]) -> bool:
        """Whether some statements may make a move illegal."""
        return any(
            isinstance(part, n.Require)
            or (isinstance(part, n.Call) and self._reader.signatures[part.rule].required)
            for part in n.walk(nodes)
        )

    def _changes(self, node: n.Node) -> bool:
        """Whether a statement may change the position."""
        return any(
            isinstance(part, n.SetState | n.SetAt)
            or (isinstance(part, n.Call) and self._reader.signatures[part.rule].writes)
            for part in node.walk()
        )

    def _effects(self, node: n.Node) -> bool:
        return self._changes(node) or self._refuses([node])


def _is_loop(node: n.Node) -> bool:
    return isinstance(node, n.For | n.While)


def _is_pass(node: n.Node) -> bool:
    return isinstance(node, n.Const) and isinstance(node.value, Pass)


def _returned(node: n.Node) -> Iterator[n.Expr]:
    """Return the values that a statement may return, and those they are chosen from."""
    waiting = [node.value] if isinstance(node, n.Return) else []
    while waiting:
        value = waiting.pop()
        yield value
        waiting += [value.yes, value.no] if isinstance(value, n.Choose) else []


def _going_on(node: n.Node) -> n.Node:
    """Put None in the place of a pass, and change the types of what may be one."""
    if _is_pass(node):
        return tables.const(None, node.place)
    if isinstance(node, n.Choose) and isinstance(node.type, t.ResultT):
        return replace(node, type=t.join(node.yes.type, node.no.type))
    return node


def _ending(body: n.Block, last: n.Block) -> n.Block:
    """Return a block that goes on with the last statements where it would return None."""
    names = {part.name for part in n.walk(body) if isinstance(part, n.Assign | n.For)}
    ended = "ended"
    while ended in names:
        ended += "_"
    return tuple(part for node in body for part in _ends(node, last, ended))


def _ends(node: n.Stmt, last: n.Block, ended: str) -> Iterator[n.Stmt]:
    def inside(block: n.Block) -> n.Block:
        return tuple(part for inner in block for part in _ends(inner, last, ended))

    place = node.place
    match node:
        case n.If(test, then, otherwise):
            yield n.If(test, inside(then), inside(otherwise), place=place)
        case n.For() | n.While():
            yield replace(node, body=inside(node.body))
        case n.Return(value) if isinstance(value.type, t.NoneT):
            yield from last
        case n.Return(n.Choose(test, yes, no)):
            yield n.If(test, inside((n.Return(yes, place=place),)), (), place=place)
            yield from inside((n.Return(no, place=place),))
        case n.Return(value) if isinstance(value.type, t.OptionT):
            local = n.Local(ended, type=value.type, place=place)
            goes_on = build.compare("==", local, tables.const(None, place), place)
            yield n.Assign(ended, value, place=place)
            yield n.If(goes_on, last, (), place=place)
            yield n.Return(n.Some(local, type=value.type.of, place=place), place=place)
        case _:
            yield node
