"""Two runs of statements side by side: from a position, and from its image.

Both runs take the same branches, or each run's own branch where the run knows which: what follows
is then compared from there on. A loop that changes something runs in the same order in both runs,
or its laps leave each other's part of the position alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import chain
from typing import Any

from ...ir import nodes as n
from ...ir import types as t
from ...ir.interpreter import Frame, Interpreter, RuleFailed, RunCounts
from ...ir.rules import Rules
from ...ir.visit import StatementVisitor
from ...rules.decorators import Illegal
from ..abstract_values import Unproved
from ..callgraph import names_changed
from .kinds import Action
from .paired_expressions import Env, check_form, state_name
from .paired_folds import PairedFolds
from .pairs import ABSENT, Footprint, ImagePair, KnownPair, Pair
from .totality import Totality


@dataclass
class Exits:
    """How the runs have left a rule, or a lap of a loop."""

    returned: list[Pair] = field(default_factory=list)
    broken: list[Env] = field(default_factory=list)
    continued: list[Env] = field(default_factory=list)


class PairedStatements(PairedFolds, StatementVisitor[bool, n.Stmt]):
    """Follows statements, each with its counterpart in the other run; whether the runs go on."""

    def __init__(
        self, rules: Rules, action: Action, totality: Totality, runner: Interpreter
    ) -> None:
        super().__init__(rules, action, totality)
        self._runner = runner
        self._values: dict[int, tuple[n.Expr, Any]] = {}
        self._exits = Exits()
        self._rest: tuple[list[n.Stmt], list[n.Stmt]] = [], []  # what follows in the block

    # -- statements -------------------------------------------------------------------------

    def block(self, one: Iterable[n.Stmt], other: Iterable[n.Stmt]) -> bool:
        """Follow statements; whether the runs go on after them."""
        ones, others = list(one), list(other)
        while True:
            self._settle(ones, 0)
            self._settle(others, 1)
            if not ones and not others:
                return True
            if not ones or not others or type(ones[0]) is not type(others[0]):
                raise Unproved("the runs do different things")
            self._rest = ones, others
            if not self.visit_stmt(ones.pop(0), others.pop(0)):
                return False

    def _settle(self, steps: list[n.Stmt], run: int) -> None:
        """Do what one run can do by itself: set names to constants, take known branches."""
        while steps:
            match steps[0]:
                case n.Assign(name, value) if (known := self._peek(value, run)) is not ABSENT:
                    pair = self.env.get(name)
                    halves = pair if isinstance(pair, KnownPair) else KnownPair(ABSENT, ABSENT)
                    one, other = (halves.one, known) if run else (known, halves.other)
                    self.env[name] = KnownPair(one, other)
                    steps[:1] = []
                case n.If(test) as branch if (known := self._peek(test, run)) is not ABSENT:
                    steps[:1] = branch.then if known else branch.otherwise
                case _:
                    return

    def _peek(self, node: n.Expr, run: int) -> Any:
        """Compute an expression from what one run knows, or return `ABSENT`."""
        if id(node) not in self._values:
            changes = any(state.startswith("self.") for state in self._changed((n.Return(node),)))
            self._values[id(node)] = node, None if changes else self._runner.visit_expr(node)
        value, state, names = self._values[id(node)][1], dict[str, Any](), dict[str, Any]()
        for name, pair in self.env.items():
            if isinstance(pair, KnownPair) and (pair.one, pair.other)[run] is not ABSENT:
                variables = state if name.startswith("self.") else names
                variables[name.removeprefix("self.")] = (pair.one, pair.other)[run]
        try:
            return ABSENT if value is None else value(Frame(state, names, RunCounts()))
        except (KeyError, RuleFailed, Illegal, RecursionError):
            return ABSENT

    def visit_Assign(self, one: n.Assign, other: n.Assign) -> bool:
        check_form(one, other)
        self.env[one.name] = self.visit_expr(one.value, other.value)
        return True

    def visit_SetState(self, one: n.SetState, other: n.SetState) -> bool:
        check_form(one, other)
        pair = self.visit_expr(one.value, other.value)
        self.as_kind(pair, self.action.variable(self.rules.game.variables[one.name]))
        self._note("writes", one.name)
        self.env.pop(state_name(one.name), None)
        if isinstance(pair, KnownPair):
            self.env[state_name(one.name)] = pair
        return True

    def visit_SetAt(self, one: n.SetAt, other: n.SetAt) -> bool:
        check_form(one, other)
        pair = self.visit_expr(one.value, other.value)
        self.as_kind(pair, self.action.variable(self.rules.game.variables[one.map]))
        self.key_of(one.map, one.key, other.key, "writes")
        return True

    def visit_Require(self, one: n.Require, other: n.Require) -> bool:
        test = self.test(one.test, other.test)
        if self.footprint is not None:
            self.footprint.refuses = True
        if isinstance(test, KnownPair) and test.one != test.other:
            raise Unproved("a move is refused in one run only")
        return test != KnownPair(False, False)

    def visit_Do(self, one: n.Do, other: n.Do) -> bool:
        self.visit_expr(one.call, other.call)
        return True

    def visit_Return(self, one: n.Return, other: n.Return) -> bool:
        self._exits.returned.append(self.visit_expr(one.value, other.value))
        return False

    def visit_Break(self, one: n.Break, other: n.Break) -> bool:
        self._exits.broken.append(dict(self.env))
        return False

    def visit_Continue(self, one: n.Continue, other: n.Continue) -> bool:
        self._exits.continued.append(dict(self.env))
        return False

    def visit_If(self, one: n.If, other: n.If) -> bool:
        test = self.test(one.test, other.test)
        if isinstance(test, KnownPair):
            return self.block(
                one.then if test.one else one.otherwise,
                other.then if test.other else other.otherwise,
            )
        before, ends = dict(self.env), list[Env]()
        for a, b in ((one.then, other.then), (one.otherwise, other.otherwise)):
            self.env = dict(before)
            if self.block(a, b):
                ends.append(self.env)
        return self._meet(ends)

    def _meet(self, ends: list[Env]) -> bool:
        """Keep what is known at all ends; whether there is one."""
        if ends:
            self.env = reduce(self._met, ends)
        return bool(ends)

    def _met(self, one: Env, other: Env) -> Env:
        met = {name: self._either(one[name], other[name]) for name in one if name in other}
        return {name: pair for name, pair in met.items() if pair is not None}

    def _either(self, one: Pair, other: Pair) -> Pair | None:
        if one == other:
            return one
        types = [t.type_of(p.one) for p in (one, other) if isinstance(p, KnownPair) and p.whole]
        try:
            return self.common([one, other], types)
        except (Unproved, TypeError):
            return None

    # -- loops ------------------------------------------------------------------------------

    def visit_While(self, one: n.While, other: n.While) -> bool:
        def lap() -> bool:
            test = self.test(one.test, other.test)
            if isinstance(test, KnownPair) and test.one != test.other:
                raise Unproved("a loop goes on in one run only")
            return self.block(one.body, other.body)

        return self._any_laps(lap, self._changed(one.body, other.body))

    def visit_For(self, one: n.For, other: n.For) -> bool:
        """Follow a loop: all laps as one, else laps in any order, else each lap by itself."""
        ones, others = self._rest
        over = self.visit_expr(one.over, other.over)
        before, returned = dict(self.env), len(self._exits.returned)
        for way in (self._as_one, self._in_any_lap_order):
            try:
                return way(one, other, over)
            except Unproved:
                self.env = dict(before)
                del self._exits.returned[returned:]
        if not isinstance(over, KnownPair) or _leaves_early(one.body) or _leaves_early(other.body):
            raise Unproved("a loop is not the same in both runs")
        ones[:0] = _unrolled(one, over.one)
        others[:0] = _unrolled(other, over.other)
        return True

    def _as_one(self, one: n.For, other: n.For, over: Pair) -> bool:
        """Follow one lap that stands for all, which come in the same order in both runs."""
        if self.footprint is not None:
            raise Unproved("laps are told apart here")
        item = self._in_order_kind(one, over)

        def lap() -> bool:
            self.env[one.name] = ImagePair(item)
            return self.block(one.body, other.body)

        return self._any_laps(lap, self._changed(one.body, other.body) | {one.name})

    def _in_order_kind(self, one: n.For, over: Pair) -> t.Type:
        if isinstance(over, ImagePair) and isinstance(over.kind, t.SequenceT):
            return over.kind.of
        if isinstance(over, KnownPair) and len(over.one) == len(over.other):
            for kind in self.action.item_kinds(one.over.type):
                if all(map(partial(self.action.takes, kind), over.one, over.other)):
                    return kind
        raise Unproved("a loop has another order")

    def _any_laps(self, lap: Any, changed: set[str]) -> bool:
        """Follow a lap that may come any number of times; what laps change stays alike."""
        outer, self._exits = self._exits, Exits(self._exits.returned)
        head = self.env = self._before_laps(changed)
        try:
            self.env = dict(head)
            ends = [self.env] if lap() else []
            for end in ends + self._exits.continued:
                self._same_again(head, end, changed)
            return self._meet([head, *self._exits.broken])
        finally:
            self._exits = outer

    def _before_laps(self, changed: set[str]) -> Env:
        head: Env = {}
        for name, pair in self.env.items():
            if name not in changed:
                head[name] = pair
            elif isinstance(pair, KnownPair) and pair.whole and not name.startswith("self."):
                with suppress(Unproved):
                    head[name] = self.alike(pair, t.type_of(pair.one))
        return head

    def _same_again(self, head: Env, end: Env, changed: set[str]) -> None:
        for name in changed & set(head):
            pair, start = end.get(name), head[name]
            assert isinstance(start, ImagePair)
            if pair is None:
                raise Unproved(f"{name} is not alike after a lap")
            self.as_kind(pair, start.kind)

    def _in_any_lap_order(self, one: n.For, other: n.For, over: Pair) -> bool:
        """Follow each lap with its image, wherever that comes: the order does not matter."""
        if not isinstance(over, KnownPair) or self.footprint is not None or one.name != other.name:
            raise Unproved("laps in another order are looked for in one loop only")
        for kind in self.action.item_kinds(one.over.type):
            pairs = self.action.matched(kind, over.one, over.other)
            if pairs is not None:
                laps = [KnownPair(*pair) for pair in pairs]
                if self.totality.quiet(*one.body, *other.body):
                    self._looking(one, other, laps)
                else:
                    self._apart(one, other, laps)
                return True
        raise Unproved("the values of a loop do not match")

    def _looking(self, one: n.For, other: n.For, laps: list[KnownPair]) -> None:
        """Follow laps that change nothing: whichever returns, it returns the same."""
        if not self.totality.total(*one.body, *other.body):
            raise Unproved("the order in which laps go wrong matters")
        head, returned = self._outside(one, other), list[Pair]()
        for lap in laps:
            returned += self._lap(one, other, head, lap)
            if any(pair != returned[0] or not isinstance(pair, KnownPair) for pair in returned):
                raise Unproved("the lap that returns first matters")
        self.env = head
        self._exits.returned += returned[:1]

    def _apart(self, one: n.For, other: n.For, laps: list[KnownPair]) -> None:
        """Follow laps that change something: none touches what another looks at."""
        head, prints = self._outside(one, other), list[Footprint]()
        try:
            for lap in laps:
                self.footprint = Footprint()
                prints.append(self.footprint)
                if self._lap(one, other, head, lap) or self.footprint.refuses:
                    raise Unproved("the order of laps matters")
        finally:
            self.footprint = None
        if any(p.disturbs(q) for p in prints for q in prints if p is not q):
            raise Unproved("the order of laps matters")
        self.env = head

    def _outside(self, one: n.For, other: n.For) -> Env:
        """Return what is known all through a loop (its invariant)."""
        changed = self._changed(one.body, other.body) | {one.name}
        return {name: pair for name, pair in self.env.items() if name not in changed}

    def _lap(self, one: n.For, other: n.For, head: Env, value: KnownPair) -> list[Pair]:
        """Follow one lap by itself; return what it returns."""
        outer, self._exits, self.env = self._exits, Exits(), {**head, one.name: value}
        try:
            self.block(one.body, other.body)
            if self._exits.broken or self._exits.continued:
                raise Unproved("a lap ends early")
            return self._exits.returned
        finally:
            self._exits = outer

    def _changed(self, *blocks: n.Block) -> set[str]:
        """Return the names of locals and state variables that statements may change."""
        names, variables = names_changed(self.rules, n.walk(chain(*blocks)))
        return names | set(map(state_name, variables))


def _leaves_early(block: n.Block) -> bool:
    return any(isinstance(node, n.Break | n.Continue) for node in n.walk(block))


def _unrolled(loop: n.For, values: Iterable[Any]) -> list[n.Stmt]:
    steps: list[n.Stmt] = []
    for value in values:
        steps += [n.Assign(loop.name, n.Const(value, type=t.NONE)), *loop.body]
    return steps
