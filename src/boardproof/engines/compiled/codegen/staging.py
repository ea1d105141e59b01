"""Staged evaluation of expressions: constants are computed now, the rest becomes code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ....ir.build import EXTREMES, OPERATORS
from ....ir.visit import ExpressionVisitor
from ....packing.fields import PackedVariable
from ....rules.results import Win
from . import fields
from .flood import flood_fill
from .values import (
    Bits,
    Chosen,
    Comparable,
    Condition,
    Dyn,
    Joined,
    Masked,
    Set,
    SetWord,
    Test,
    Tuple,
    bit_index,
    both,
    condition_code,
    either,
    element_index,
    is_listed,
    join_sets,
    mask_of,
    masked,
    negate,
    none_code,
    result_code,
    shift,
    u64,
)

if TYPE_CHECKING:
    from .program import Program


@dataclass(frozen=True)
class Indicator(Dyn):
    """1 where a condition holds, 0 where not; a sum of these counts bits."""

    test: Test


@dataclass(frozen=True)
class Sum(Comparable):
    """A sum of what is never below zero: it is least where each of them is zero."""

    least: int
    zeros: tuple[Condition, ...]

    def equals(self, value: Any) -> Condition:
        """Test for one value; for the least one, the bits of all that is added."""
        if value == self.least:
            return both([*self.zeros])
        return value is not None and Test(f"({self.code} == i64({value}))")


@dataclass(frozen=True)
class Span(Tuple):
    """A range of which an end is known only when the code runs."""

    steps: n.Steps


class Stager(ExpressionVisitor[Any]):
    """Evaluates expressions to Python values where they are known, and else to values as code."""

    #: Whether constant functions of what is not known become tables.
    tabulates = True

    def __init__(self, program: Program, env: dict[str, Any], known: dict[str, Any]) -> None:
        self.program, self.rules, self.layout = program, program.rules, program.layout
        self.env, self.known = env, known

    def visit_expr(self, node: n.Expr) -> Any:
        """Evaluate an expression: as a table's entry where code stays rolled, or by its parts."""
        if self.program.rolls and self.tabulates:
            entry = self.program.tabulator.entry(self, node)
            if entry is not None:
                return entry
        return super().visit_expr(node)

    def test(self, node: n.Expr) -> Condition:
        """Evaluate a condition."""
        value: Condition = self.visit_expr(node)
        return Test(value.code) if isinstance(value, Dyn) else value

    def within(self, env: dict[str, Any]) -> Stager:
        """Return a stager that writes where this one does, with other names."""
        return Stager(self.program, env, self.known)

    def either_word(self, test: str, yes: Callable[[], str], no: Callable[[], str]) -> str:
        """Return one of two words."""
        return f"({yes()} if {test} else {no()})"

    def named(self, code: str) -> str:
        """Return short code for a word that is used more than once, if lines can be written."""
        return code

    # -- leaves -----------------------------------------------------------------------------

    def visit_Const(self, node: n.Const) -> Any:
        return node.value

    def visit_Local(self, node: n.Local) -> Any:
        return self.env[node.name]

    def visit_Some(self, node: n.Some) -> Any:
        value = self.visit_expr(node.of)
        return value.not_none() if isinstance(value, Chosen) else value

    def visit_State(self, node: n.State) -> Any:
        if node.name in self.known:
            return self.known[node.name]
        packed, kind = self.layout.packed[node.name], self.rules.state[node.name]
        return fields.read_variable(packed, kind, self.program.base)

    def visit_At(self, node: n.At) -> Any:
        packed, key = self.layout.packed[node.map], self.visit_expr(node.key)
        kind = self.rules.state[node.map]
        assert isinstance(kind, t.MapT)
        if isinstance(key, Dyn):
            return fields.read_at(packed, self.place_code(packed, key), kind.value)
        return fields.read_known(packed, packed.variable.domain.index(key), kind.value)

    def place_code(self, packed: PackedVariable, key: Dyn) -> str:
        """Write the index of a key in its map's domain."""
        return fields.index(key.code, t.element_type(packed.variable.domain))

    def visit_Lookup(self, node: n.Lookup) -> Any:
        key = self.visit_expr(node.key)
        if is_known(key):
            entries = node.table.entries
            return entries[key] if key in entries else self.program.tables.absent(node.type)
        return self.program.tables.look_up(self, node, key)

    # -- conditions -------------------------------------------------------------------------

    def visit_Not(self, node: n.Not) -> Any:
        return negate(self.test(node.of))

    def visit_And(self, node: n.And) -> Any:
        return self._until(node.items, False, both)

    def visit_Or(self, node: n.Or) -> Any:
        return self._until(node.items, True, either)

    def _until(self, items: Iterable[n.Expr], end: bool, joined: Callable[..., Any]) -> Any:
        tests = []
        for item in items:
            tests.append(self.test(item))
            if tests[-1] is end:
                break
        return joined(tests)

    def visit_Compare(self, node: n.Compare) -> Any:
        left, right = self.visit_expr(node.left), self.visit_expr(node.right)
        return self.compare(node.op, left, right, node.left.type, node.right.type)

    def compare(self, op: str, left: Any, right: Any, a: t.Type, b: t.Type) -> Condition:
        """Compare two values of the given types."""
        if is_known(left) and is_known(right):
            try:
                return bool(OPERATORS[op](left, right))
            except TypeError:  # None is no number; what is tested before may rule it out
                absent: Condition = self.program.tables.absent(t.BOOL)
                return absent
        if op == "!=":
            return negate(self.compare("==", left, right, a, b))
        if isinstance(a, t.SetT | t.DomainT):
            return self._compare_sets(op, self.as_set(left, a), self.as_set(right, b))
        if op == "==" and isinstance(left, Comparable | Chosen) and is_known(right):
            return left.equals(right)
        if op == "==" and isinstance(right, Comparable | Chosen) and is_known(left):
            return right.equals(left)
        if op in (">", "<=") and isinstance(left, Comparable) and _is_least(right, a):
            least = left.equals(right)
            return least if op == "<=" else negate(least)
        if isinstance(a, t.BoolT):
            return self._same_truth(left, right)
        if isinstance(a, t.TupleT):
            return self._same_items(left, right, a)
        common = t.join(a, b)
        return Test(f"({self.code(left, common)} {op} {self.code(right, common)})")

    def _same_truth(self, left: Any, right: Any) -> Condition:
        if isinstance(left, bool) or isinstance(right, bool):
            known, test = (left, right) if isinstance(left, bool) else (right, left)
            test = Test(test.code) if isinstance(test, Dyn) else test
            return test if known else negate(test)
        return Test(f"({left.code} == {right.code})")

    def _same_items(self, left: Any, right: Any, a: t.TupleT) -> Condition:
        parts = range(len(a.items))
        return both(
            [
                self.compare("==", _item(left, i), _item(right, i), a.items[i], a.items[i])
                for i in parts
            ]
        )

    def _compare_sets(self, op: str, left: Set, right: Set) -> Condition:
        if op in (">", ">="):
            return self._compare_sets({">": "<", ">=": "<="}[op], right, left)
        if op == "<=" and isinstance(left, SetWord) and isinstance(left.mask, int):
            return right.includes(left.mask) if left.mask else True
        if op == "==":
            return Test(f"({left.code} == {right.code})")
        inside = Test(f"(({left.code} & ~{right.code}) == u(0))")
        return inside if op == "<=" else both([inside, Test(f"({left.code} != {right.code})")])

    def visit_Member(self, node: n.Member) -> Any:
        item, of = self.visit_expr(node.item), self.visit_expr(node.of)
        if is_known(item) and is_known(of):
            return item in of
        if isinstance(node.of.type, t.SetT) and not isinstance(node.of.type.of, t.SetT):
            return self._in_set(
                item, node.item.type, self.as_set(of, node.of.type), node.of.type.of
            )
        kind = node.item.type
        if isinstance(of, Chosen) and self.program.rolls and isinstance(item, Dyn):
            held = self.as_set(of, t.SetT(kind)) if isinstance(kind, t.ElementT) else None
            if held is not None:
                return self._in_set(item, kind, held, kind)
        if isinstance(of, Chosen):
            return either([both([test, self._in_list(node, item, c)]) for test, c in of.cases])
        if not is_known(of):
            raise TooLarge("the compiled engine cannot search a list that changes")
        return self._in_list(node, item, of)

    def _in_list(self, node: n.Member, item: Any, of: Any) -> Condition:
        if isinstance(of, Dyn):  # a list that is not there: it goes wrong if it is looked at
            return Test(f"({of.code} != 0)")
        return either([self.compare("==", item, one, node.item.type, node.item.type) for one in of])

    def _in_set(self, item: Any, a: t.Type, of: Set, inner: t.Type) -> Condition:
        """Test for an item; a number that no such set has must not be asked for as a bit."""
        if not isinstance(item, Dyn):
            if isinstance(inner, t.IntT) and not t.contains(inner, item):
                return False
            return of.has(bit_index(inner, item, self.program.base))
        found: Condition = Test(
            f"((({of.code} >> {shift(self._bit(item, inner))}) & u(1)) != u(0))"
        )
        if isinstance(inner, t.IntT) and isinstance(a, t.IntT):
            if a.lo < inner.lo:
                found = both([Test(f"({item.code} >= {inner.lo})"), found])
            if a.hi > inner.hi:
                found = both([Test(f"({item.code} <= {inner.hi})"), found])
        return found

    def _bit(self, item: Dyn, of: t.Type) -> str:
        """Write which bit stands for an item in a set."""
        base = self.program.base
        return f"({item.code} - {base})" if isinstance(of, t.IntT) and base else item.code

    def visit_Choose(self, node: n.Choose) -> Any:
        test = self.test(node.test)
        if isinstance(test, bool):
            return self.visit_expr(node.yes if test else node.no)
        yes, no = self.visit_expr(node.yes), self.visit_expr(node.no)
        if isinstance(node.type, t.BoolT):
            return either([both([test, _cond(yes)]), both([negate(test), _cond(no)])])
        if isinstance(node.type, t.SetT):
            a, b = self.as_set(yes, node.type).code, self.as_set(no, node.type).code
            return SetWord(f"({a} if {test.code} else {b})")
        if yes == 1 and no == 0 and isinstance(node.type, t.IntT):
            return Indicator(f"i64({test.code})", node.type, test)
        if isinstance(node.type, t.TupleT):
            raise TooLarge("the compiled engine cannot choose between tuples")
        a, b = self.code(yes, node.type), self.code(no, node.type)
        return Dyn(f"({a} if {test.code} else {b})", node.type)

    # -- numbers ----------------------------------------------------------------------------

    def visit_Arith(self, node: n.Arith) -> Any:
        left, right = self.visit_expr(node.left), self.visit_expr(node.right)
        if is_known(left) and is_known(right):
            try:
                return OPERATORS[node.op](left, right)
            except TypeError:  # one is None, as in `compare`
                return self.program.tables.absent(node.type)
        a, b = self.code(left, node.left.type), self.code(right, node.right.type)
        return Dyn(f"({a} {node.op} {b})", node.type)

    def visit_Extreme(self, node: n.Extreme) -> Any:
        return self._extreme(node.kind, [self.visit_expr(item) for item in node.items], node.type)

    def _extreme(self, kind: str, values: list[Any], a: t.Type) -> Any:
        if all(map(is_known, values)):
            return EXTREMES[kind](values)
        code = self.code(values[0], a)
        for value in values[1:]:
            code = f"{kind}({code}, {self.code(value, a)})"
        return Dyn(code, a)

    def visit_Size(self, node: n.Size) -> Any:
        of = self.visit_expr(node.of)
        if is_known(of):
            return len(of)
        if isinstance(node.of.type, t.SetT):
            return Dyn(f"popcount({self.as_set(of, node.of.type).code})", node.type)
        if isinstance(of, Chosen):
            return self._sum([(test, len(one)) for test, one in of.cases], node.type)
        raise TooLarge("the compiled engine cannot measure a list that changes")

    # -- collections ------------------------------------------------------------------------

    def visit_MakeTuple(self, node: n.MakeTuple) -> Any:
        items = tuple(self.visit_expr(item) for item in node.items)
        return items if all(map(is_known, items)) else Tuple(items)

    def visit_Pick(self, node: n.Pick) -> Any:
        of, index = self.visit_expr(node.of), self.visit_expr(node.index)
        if isinstance(of, Tuple):
            return self._picked(of.items, index, node)
        if isinstance(of, Dyn):
            return self.typed(f"{of.code}[{index}]", node.type)
        if isinstance(of, Chosen) and isinstance(of.type, t.SequenceT) and self.program.rolls:
            return self.program.tables.pick(of, index, node)
        if isinstance(of, Chosen) or not is_known(index):
            raise TooLarge("the compiled engine cannot index a list by a number that changes")
        return of[index]

    def _picked(self, values: tuple[Any, ...], at: int, node: n.Pick) -> Any:
        """Return one of some values; others that may go wrong are computed too."""
        items = node.of.items if isinstance(node.of, n.MakeTuple) else ()
        risky = [
            value.code
            for i, (item, value) in enumerate(zip(items, values, strict=False))
            if i != at and hasattr(value, "code") and not self.program.inliner.is_total(item)
        ]
        if not risky:
            return values[at]
        kept = self.code(values[at], node.type)
        return self.typed(f"({', '.join([kept, *risky])})[0]", node.type)

    def typed(self, code: str, a: t.Type) -> Any:
        """Read code as a value of a type."""
        if isinstance(a, t.BoolT):
            return Test(code)
        if is_listed(a):
            raise TooLarge(f"the compiled engine cannot hand over {a} that changes")
        return SetWord(code) if isinstance(a, t.SetT) else Dyn(code, a)

    def visit_Steps(self, node: n.Steps) -> Any:
        start, stop = self.visit_expr(node.start), self.visit_expr(node.stop)
        if is_known(start) and is_known(stop):
            return range(start, stop, node.step)
        return Span((start, stop), node)

    def as_set(self, value: Any, a: t.Type) -> Set:
        """Read a value as a set."""
        if isinstance(value, Bits | SetWord | Joined):
            return value
        if isinstance(value, Dyn):
            return SetWord(value.code)
        inner = t.as_set(a)
        assert isinstance(inner, t.SetT)
        if isinstance(value, Chosen):
            return SetWord(self.program.tables.mask(value, inner.of))
        return SetWord(mask_of(inner.of, value, self.program.base))

    def visit_MakeSet(self, node: n.MakeSet) -> Any:
        assert isinstance(node.type, t.SetT)
        joined: Set = SetWord(0)
        for item in node.items:
            value = self.visit_expr(item)
            if is_known(value):
                at = bit_index(node.type.of, value, self.program.base)
                one: Set = SetWord(1 << at if at >= 0 else 0)  # below the base is nothing ever
            else:
                one = SetWord(f"(u(1) << {shift(self._bit(value, node.type.of))})")
            joined = one if joined == SetWord(0) else join_sets("|", joined, one)
        return joined

    def visit_SetOp(self, node: n.SetOp) -> Any:
        left, right = self.visit_expr(node.left), self.visit_expr(node.right)
        kind = node.type
        return join_sets(node.op, self.as_set(left, kind), self.as_set(right, kind))

    def visit_Reach(self, node: n.Reach) -> Any:
        start, within = self.visit_expr(node.start), self.visit_expr(node.within)
        if is_known(start) and is_known(within):
            return node.board.reach(start, within)
        fill = flood_fill(self.program, node.board)
        sets = (self.as_set(value, node.type).code for value in (start, within))
        return SetWord(f"{fill}({', '.join(sets)})")

    # -- folds ------------------------------------------------------------------------------

    def visit_Fold(self, node: n.Fold) -> Any:
        loops = self.program.loops
        collected = loops.on_words(self, node) if node.kind == "union" else None
        if collected is not None:
            return collected
        return loops.fold(self, node) if self.program.rolls else self.unrolled(node)

    def unrolled(self, node: n.Fold) -> Any:
        """Evaluate a fold lap by lap."""
        pairs = [self.lap(node, value, live) for value, live in self.laps(node.over)]
        laps: list[tuple[Condition, Any]] = [pair for pair in pairs if pair[0] is not False]
        match node.kind:
            case "any":
                return either([both([live, _cond(body)]) for live, body in laps])
            case "all":
                return both([either([negate(live), _cond(body)]) for live, body in laps])
            case "sum":
                return self._sum(laps, node.type)
            case "union":
                return self._union(laps, node.type)
        if any(live is not True for live, _ in laps) or not laps:
            raise TooLarge(f"the compiled engine needs to know what {node.kind} runs over")
        return self._extreme(node.kind, [body for _, body in laps], node.type)

    def lap(self, node: n.Fold, value: Any, live: Condition) -> tuple[Condition, Any]:
        """Evaluate a fold's body for one value: the condition under which it counts, and it."""
        outer = self.env
        self.env = {**outer, node.name: value}
        try:
            where = both([live, self.test(node.where)])
            return (where, self.visit_expr(node.body)) if where is not False else (False, None)
        finally:
            self.env = outer

    def laps(self, over: n.Expr) -> list[tuple[Any, Condition]]:
        """List what a loop runs over, each with the condition under which it is there."""
        found = self.visit_expr(over)
        if isinstance(over.type, t.SetT) and not is_known(found):
            values = t.values_of(over.type.of) or []
            held = self.as_set(found, over.type)
            base = self.program.base
            return [(v, held.has(bit_index(over.type.of, v, base))) for v in values]
        if isinstance(found, Chosen):
            return [(value, test) for test, values in found.cases for value in values]
        if isinstance(found, Span):
            return self._steps(found)
        if isinstance(found, Tuple):
            return [(value, True) for value in found.items]
        return [(value, True) for value in found]

    def _steps(self, span: Span) -> list[tuple[Any, Condition]]:
        """Run a range with moving ends over all it may reach, each number under a condition."""
        over, (start, stop) = span.steps, span.items
        if over.step != 1 or not is_known(start):
            raise TooLarge("the compiled engine takes range(...) from a fixed start, by 1")
        assert isinstance(over.type, t.SequenceT)
        numbers = t.values_of(over.type.of) or []
        return [(i, self.compare("<", i, stop, t.IntT(i, i), over.stop.type)) for i in numbers]

    def _sum(self, laps: list[tuple[Condition, Any]], a: t.Type) -> Any:
        known, parts, zeros, counted = 0, [], list[Condition](), dict[str, int]()
        for live, body in laps:
            if is_known(body) and live is True:
                known += body
            elif isinstance(body, Indicator) and live is True and _one_bit(body.test):
                assert isinstance(body.test, Masked)
                counted[body.test.word] = counted.get(body.test.word, 0) | body.test.mask
            else:
                code = self.code(body, a)
                parts.append(code if live is True else f"({code} if {condition_code(live)} else 0)")
                if live is True and isinstance(body, Comparable) and _is_natural(body.type):
                    zeros.append(body.equals(0))
        comparable = len(zeros) == len(parts)
        parts += [f"popcount({word} & {u64(mask)})" for word, mask in counted.items()]
        zeros += [masked(word, mask, 0) for word, mask in counted.items()]
        if not parts:
            return known
        code = f"({' + '.join([*parts, *([str(known)] if known else [])])})"
        return Sum(code, a, known, tuple(zeros)) if comparable else Dyn(code, a)

    def _union(self, laps: list[tuple[Condition, Any]], a: t.Type) -> Any:
        joined: Set = SetWord(0)
        for live, body in laps:
            one = self.as_set(body, a)
            if live is not True:
                one = SetWord(f"({one.code} if {condition_code(live)} else u(0))")
            joined = join_sets("|", joined, one)
        return joined

    # -- calls and results ------------------------------------------------------------------

    def visit_Call(self, node: n.Call) -> Any:
        return self.program.calls.call(self, node)

    def visit_MakeWin(self, node: n.MakeWin) -> Any:
        player = self.visit_expr(node.player)
        return Win(player) if is_known(player) else Dyn(f"(1 + {player.code})", t.RESULT)

    def visit_MakeScore(self, node: n.MakeScore) -> Any:
        """Number a score by its points above the least as digits, after wins and the draw."""
        players = self.rules.game.players
        base, least = len(self.program.points), self.program.points.start
        points = dict(zip(node.players, node.points, strict=True))
        code = str(len(players) + 2 - sum(least * base**i for i in range(len(players))))
        for i, player in enumerate(players):
            value = self.code(self.visit_expr(points[player]), points[player].type)
            code = f"({code} + {value} * {base**i})"
        return Dyn(code, t.RESULT)

    # -- code -------------------------------------------------------------------------------

    def code(self, value: Any, a: t.Type) -> str:
        """Write a value of a type as code."""
        if isinstance(value, Dyn | Test | Bits | SetWord | Joined | Chosen):
            return value.code
        if isinstance(value, Span):
            raise TooLarge("the compiled engine cannot keep a range that changes")
        if isinstance(value, Tuple) or (isinstance(a, t.TupleT) and isinstance(value, tuple)):
            assert isinstance(a, t.TupleT)
            return f"({', '.join(self.code(_item(value, i), k) for i, k in enumerate(a.items))},)"
        return self._constant(value, a)

    def _constant(self, value: Any, a: t.Type) -> str:
        inner = a.of if isinstance(a, t.OptionT) else a
        if isinstance(inner, t.ResultT) or (value is None and isinstance(a, t.NoneT)):
            return str(result_code(value, self.rules.game.players)) if value is not None else "0"
        if value is None:
            return str(none_code(a))
        if is_listed(a):
            return f"i64({self.program.tables.number(value)})"
        if isinstance(inner, t.SetT | t.DomainT):
            return self.as_set(value, inner).code
        if isinstance(inner, t.BoolT):
            return str(bool(value))
        return f"i64({element_index(inner, value)})"


def is_known(value: Any) -> bool:
    """Whether a value is known before the code runs."""
    return not isinstance(value, Dyn | Test | Tuple | Bits | SetWord | Joined | Chosen)


def _cond(value: Any) -> Condition:
    return Test(value.code) if isinstance(value, Dyn) else value


def _item(value: Any, index: int) -> Any:
    return value.items[index] if isinstance(value, Tuple) else value[index]


def _is_least(value: Any, a: t.Type) -> bool:
    return is_known(value) and isinstance(a, t.IntT) and value == a.lo


def _is_natural(a: t.Type) -> bool:
    return isinstance(a, t.IntT) and a.lo >= 0


def _one_bit(test: Any) -> bool:
    return (
        isinstance(test, Masked)
        and test.holds
        and test.mask == test.value
        and test.mask & (test.mask - 1) == 0
    )
