"""Running rules on all positions at once, with unknown numbers for what lies in the cells.

Both sides of every test that is not settled are taken, and a loop of unknown length is one lap from
anywhere. It is seen what a rule does to points, and to the sum of the variable they are part of.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from ..ir import nodes as n
from ..ir import types as t
from ..ir.build import OPERATORS
from ..ir.rules import Rules
from ..ir.visit import ExpressionVisitor, StatementVisitor
from .abstract_values import Decisions, LinearSum, Unknown, Unproved, as_sum, plain, prove

#: A rulebook that takes more ways than this through one move is not followed.
MOST_WAYS = 20_000
DEEPEST_CALLS = 50

Env = dict[str, Any]


class _BlockExit(Exception):
    """A block that is left: by `return`, `break` or `continue`, or because the move is refused."""

    def __init__(self, how: str, value: Any = None) -> None:
        super().__init__(how)
        self.how, self.value = how, value


class AbstractInterpreter(ExpressionVisitor[Any, Env], StatementVisitor[None, Env]):
    """Runs rules on all positions at once; raises `Unproved` where points would not be safe.

    `places` are the cells of a map that hold points; `conserving` if the map's sum must be kept.
    """

    REFUSES = "it is not understood with unknown numbers"

    def __init__(self, rules: Rules, places: tuple[tuple[str, Any], ...], conserving: bool) -> None:
        self.rules, self.places, self.conserving = rules, places, conserving
        self.map = places[0][0]
        self._decisions = Decisions()
        self._calls, self._atoms = 0, len(places)
        self._cells_only: set[int] = set()

    # -- whole rules ------------------------------------------------------------------------

    def moves(self) -> None:
        """Follow every move: points are only added to, and sums kept if they are to be."""
        for name in self.rules.moves:
            kinds = [t.values_of(kind) for _, kind in self.rules.functions[name].parameters]
            prove(None not in kinds)
            for values in product(*(kind or [] for kind in kinds)):
                self._for_all_decisions(lambda name=name, values=values: self._move(name, values))

    def _move(self, name: str, values: tuple[Any, ...]) -> None:
        try:
            self._run(name, values)
        except _BlockExit as end:
            if end.how != "refused":
                raise
            return
        prove(not self.conserving or plain(self.change) == 0)

    def result(self) -> None:
        """Follow `result` and `to_move`: they never look at points but to tell the score."""
        self._for_all_decisions(self._ends)
        self._for_all_decisions(lambda: self._untainted(self._run("to_move", ())))

    def _ends(self) -> None:
        result = self._run("result", ())
        prove(result is None or isinstance(result, n.MakeScore))

    def _for_all_decisions(self, run: Any) -> None:
        """Run once for every way that decisions can go."""
        outer, self._decisions, ways = self._decisions, Decisions(), 0
        while True:
            self._forget()
            run()
            ways += 1
            prove(ways <= MOST_WAYS)
            if not self._decisions.advance():
                break
        self._decisions = outer

    def _forget(self) -> None:
        """Stand at any position: nothing is known, and the points are what they are."""
        self.cells: dict[Any, Any] = {}
        self.variables: dict[str, Any] = {}
        self.settled: dict[int, Any] = {}
        self.equal: dict[int, int] = {}
        self.change = LinearSum()

    def _atom(self) -> LinearSum:
        self._atoms += 1
        return LinearSum({self._atoms - 1: 1})

    def _run(self, rule: str, values: tuple[Any, ...]) -> Any:
        function = self.rules.functions[rule]
        prove(not function.trial)
        self._calls += 1
        prove(self._calls <= DEEPEST_CALLS)
        try:
            self._block(function.body, function.bind(values))
        except _BlockExit as end:
            if end.how != "return":
                raise
            return end.value
        finally:
            self._calls -= 1
        return None

    # -- statements -------------------------------------------------------------------------

    def _block(self, block: n.Block, env: Env) -> None:
        for node in block:
            self.visit_stmt(node, env)

    def visit_refused(self, node: n.Node, *context: Any) -> Any:
        raise Unproved(self.REFUSES)

    def visit_Assign(self, node: n.Assign, env: Env) -> None:
        env[node.name] = self.visit_expr(node.value, env)

    def visit_SetState(self, node: n.SetState, env: Env) -> None:
        self.variables[node.name] = self._untainted(self.visit_expr(node.value, env))

    def visit_If(self, node: n.If, env: Env) -> None:
        self._block(node.then if self._holds(node.test, env) else node.otherwise, env)

    def visit_Return(self, node: n.Return, env: Env) -> None:
        raise _BlockExit("return", self.visit_expr(node.value, env))

    def visit_Break(self, node: n.Break, env: Env) -> None:
        raise _BlockExit("break")

    def visit_Continue(self, node: n.Continue, env: Env) -> None:
        raise _BlockExit("continue")

    def visit_Require(self, node: n.Require, env: Env) -> None:
        if not self._holds(node.test, env):
            raise _BlockExit("refused")

    def visit_Do(self, node: n.Do, env: Env) -> None:
        self.visit_expr(node.call, env)

    def visit_SetAt(self, node: n.SetAt, env: Env) -> None:
        value = self.visit_expr(node.value, env)
        key = self._key(node.key, env)
        if node.map != self.map:
            self._untainted(value)
            return
        before, after = as_sum(self._cell(key)), as_sum(value)
        self.cells[key] = value
        gain = self._substitute(after.plus(before, -1))
        self.change = self._substitute(self.change.plus(gain))
        if (self.map, key) in self.places:
            prove(not self._tainted(gain) and gain.known >= 0 and self._positive(gain))
        else:
            self._untainted(after)

    def visit_For(self, node: n.For, env: Env) -> None:
        over = node.over
        if isinstance(over, n.Steps):
            start, stop = self.visit_expr(over.start, env), self.visit_expr(over.stop, env)
            laps = plain(as_sum(stop).plus(as_sum(start), -1))
            if isinstance(laps, LinearSum):
                self._laps(node, env, laps, over)
                return
            values: Any = range(start, stop, over.step)
        else:
            values = self._settle(self.visit_expr(over, env))
        for value in values:
            env[node.name] = value
            try:
                self._block(node.body, env)
            except _BlockExit as end:
                if end.how == "break":
                    return
                if end.how != "continue":
                    raise

    def _laps(self, node: n.For, env: Env, laps: LinearSum, over: n.Steps) -> None:
        """Follow a loop of unknown length: one lap from anywhere, the same change each time."""
        self._untainted(laps)
        known = isinstance(over.stop.type, t.IntT) and over.stop.type.lo >= 0
        prove(over.step == 1 and known and self.visit_expr(over.start, env) == 0)
        inside = list(n.walk(node.body))
        prove(not any(isinstance(part, n.Return | n.Break | n.Require) for part in inside))
        names = {part.name: part.value.type for part in inside if isinstance(part, n.Assign)}
        kept = (self.change, self.settled, self.equal)
        loose = {**env, **{name: self._any(kind) for name, kind in names.items()}}
        changes: set[Any] = set()

        def lap() -> None:
            inner = {**loose, node.name: self._atom()}
            self.settled, self.equal = dict(kept[1]), dict(kept[2])
            self._block(node.body, inner)
            changes.add(plain(self.change))

        self._for_all_decisions(lap)
        self._forget()
        self.change, self.settled, self.equal = kept
        if len(changes) != 1 or not isinstance(known := changes.pop(), int):
            raise Unproved
        self.change = self.change.plus(laps, known)
        # The loop may have added to the points, and changed everything else that it writes.
        self.cells = {}
        env.update({name: self._any(kind) for name, kind in names.items()})

    # -- expressions ------------------------------------------------------------------------

    def visit_Const(self, node: n.Const, env: Env) -> Any:
        return node.value

    def visit_Local(self, node: n.Local, env: Env) -> Any:
        return env[node.name]

    def visit_Some(self, node: n.Some, env: Env) -> Any:
        return self.visit_expr(node.of, env)

    def visit_State(self, node: n.State, env: Env) -> Any:
        prove(node.name != self.map)
        if node.name not in self.variables:
            self.variables[node.name] = self._any(self.rules.state[node.name])
        return self.variables[node.name]

    def visit_At(self, node: n.At, env: Env) -> Any:
        key = self._key(node.key, env)
        return self._cell(key) if node.map == self.map else self._any(node.type)

    def visit_Lookup(self, node: n.Lookup, env: Env) -> Any:
        return node.table.entries.get(self._key(node.key, env))

    def visit_Choose(self, node: n.Choose, env: Env) -> Any:
        return self.visit_expr(node.yes if self._holds(node.test, env) else node.no, env)

    def visit_Call(self, node: n.Call, env: Env) -> Any:
        return self._run(node.rule, tuple(self.visit_expr(a, env) for a in node.arguments))

    def visit_MakeTuple(self, node: n.MakeTuple, env: Env) -> Any:
        return tuple(self._settle(self.visit_expr(item, env)) for item in node.items)

    def visit_Pick(self, node: n.Pick, env: Env) -> Any:
        return self._settle(self.visit_expr(node.of, env))[self._key(node.index, env)]

    def visit_MakeScore(self, node: n.MakeScore, env: Env) -> Any:
        return node

    def _any(self, kind: t.Type) -> Any:
        if isinstance(kind, t.IntT):
            return self._atom()
        prove(not isinstance(kind, t.SetT | t.MapT))
        return Unknown(t.values_of(kind))

    def _cell(self, key: Any) -> Any:
        """Return what lies in a cell: never a number below zero."""
        if key not in self.cells:
            place = (self.map, key)
            if place in self.places:
                self.cells[key] = LinearSum({self.places.index(place): 1})
            else:
                self._cells_only.add(self._atoms)
                self.cells[key] = self._atom()
        return self._substitute(as_sum(self.cells[key]))

    def visit_Arith(self, node: n.Arith, env: Env) -> Any:
        left, right = self.visit_expr(node.left, env), self.visit_expr(node.right, env)
        if isinstance(left, int) and isinstance(right, int):
            return OPERATORS[node.op](left, right)
        prove(node.op in "+-")
        return plain(as_sum(left).plus(as_sum(right), 1 if node.op == "+" else -1))

    def visit_Fold(self, node: n.Fold, env: Env) -> Any:
        total = LinearSum()
        prove(node.kind in ("any", "all", "sum"))
        for value in self._settle(self.visit_expr(node.over, env)):
            inner = {**env, node.name: value}
            if not self._holds(node.where, inner):
                continue
            if node.kind == "sum":
                total = total.plus(as_sum(self.visit_expr(node.body, inner)))
            elif self._holds(node.body, inner) == (node.kind == "any"):
                return node.kind == "any"
        return plain(total) if node.kind == "sum" else node.kind == "all"

    # -- decisions --------------------------------------------------------------------------

    def _holds(self, node: n.Expr, env: Env) -> bool:
        truth = self._settle(self.visit_expr(node, env))
        if not isinstance(truth, bool):
            raise Unproved
        return truth

    def visit_Not(self, node: n.Not, env: Env) -> bool:
        return not self._holds(node.of, env)

    def visit_And(self, node: n.And, env: Env) -> bool:
        return all(self._holds(item, env) for item in node.items)

    def visit_Or(self, node: n.Or, env: Env) -> bool:
        return any(self._holds(item, env) for item in node.items)

    def visit_Member(self, node: n.Member, env: Env) -> bool:
        return self._key(node.item, env) in self._settle(self.visit_expr(node.of, env))

    def visit_Compare(self, node: n.Compare, env: Env) -> bool:
        left, right = (self._settle(self.visit_expr(side, env)) for side in (node.left, node.right))
        if not isinstance(left, LinearSum) and not isinstance(right, LinearSum):
            return bool(OPERATORS[node.op](left, right))
        gap = self._substitute(as_sum(left).plus(as_sum(right), -1))
        if not gap.terms:
            return bool(OPERATORS[node.op](gap.known, 0))
        self._untainted(gap)
        certain = self._certain(node.op, gap)
        holds = certain if certain is not None else self._decisions.decide(2) == 0
        if holds and node.op == "==" and len(gap.terms) == 1:
            ((atom, count),) = gap.terms.items()
            if count == 1:
                self.equal[atom] = -gap.known
        return holds

    def _certain(self, op: str, gap: LinearSum) -> bool | None:
        """Compare a number with 0 where its sign is certain: what lies in cells is never less."""
        if not self._cells_only >= gap.terms.keys():
            return None
        least = gap.known if all(count > 0 for count in gap.terms.values()) else None
        most = gap.known if all(count < 0 for count in gap.terms.values()) else None
        if (least is not None and least > 0) or (most is not None and most < 0):
            return bool(OPERATORS[op](gap.known, 0))
        if (least == 0 and op in (">=", "<")) or (most == 0 and op in ("<=", ">")):
            return op in (">=", "<=")
        return None

    def _settle(self, value: Any) -> Any:
        """Take each of the values that something unknown may be."""
        if isinstance(value, LinearSum):
            return plain(self._substitute(value))
        if not isinstance(value, Unknown):
            return value
        if id(value) not in self.settled:
            if not value.values:
                raise Unproved
            chosen = value.values[self._decisions.decide(len(value.values))]
            self.settled[id(value)] = (chosen, value)
        return self.settled[id(value)][0]

    def _key(self, node: n.Expr, env: Env) -> Any:
        """Settle what something is looked up by: it must come to one plain value."""
        key = self._settle(self.visit_expr(node, env))
        parts = key if isinstance(key, tuple) else (key,)
        prove(not any(isinstance(part, LinearSum | Unknown) for part in parts))
        return key

    def _substitute(self, value: LinearSum) -> LinearSum:
        """Put in the numbers that tests have settled."""
        for atom, known in self.equal.items():
            if atom in value.terms:
                value = value.plus(LinearSum({atom: 1}, -known), -value.terms[atom])
        return value

    def _positive(self, value: LinearSum) -> bool:
        """Whether only contents of cells are added up."""
        return self._cells_only >= value.terms.keys() and min(value.terms.values(), default=1) > 0

    def _tainted(self, value: Any) -> bool:
        return isinstance(value, LinearSum) and any(atom < len(self.places) for atom in value.terms)

    def _untainted(self, value: Any) -> Any:
        """Refuse a use of points that is not adding to them."""
        prove(not self._tainted(value))
        return value
