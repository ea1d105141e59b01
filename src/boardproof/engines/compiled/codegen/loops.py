"""Loops and folds that stay loops: over the bits of a word, or over the items of a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ....analysis.callgraph import changes_position
from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from .inline import negated
from .lanes import Lanes, NotLifted, Word, code, meet, moved
from .staging import Span, Stager, is_known
from .statements import CallShape, FunctionWriter, constants_in
from .values import (
    Bits,
    Chosen,
    Condition,
    Dyn,
    Joined,
    SetWord,
    Test,
    Tuple,
    bit_index,
    condition_code,
    is_listed,
    negate,
    part_name,
    u64,
)

if TYPE_CHECKING:
    from .program import Program


#: A line of code has about so many letters, and comes of about so many nodes.
LETTERS, NODES = 80, 8


class NotRolled(Exception):
    """A loop that must be written lap by lap."""


@dataclass(frozen=True)
class LoopRange:
    """What a loop runs over: values in order, and the word of those that are there.

    A list that is no set, for its order or what it repeats, is a stretch of the values instead.
    """

    values: tuple[Any, ...]
    kind: t.Type
    word: Word
    stretch: tuple[str, str] | None = None

    @property
    def lifts(self) -> bool:
        """Whether a word has a bit for each value."""
        return self.stretch is None and len(self.values) <= 64


def range_of(stager: Stager, over: n.Expr, value: Any, ordered: bool) -> LoopRange:
    """Return what a loop over a collection runs over; a list that changes as a set, if it can."""
    kind = t.as_set(over.type)
    of = kind.of if isinstance(kind, t.SetT | t.SequenceT) else t.NEVER
    try:
        return _set_range(stager, kind, of, value, ordered)
    except NotRolled:
        if ordered and isinstance(value, Chosen):
            return _stretch_of(stager, value, of)
        raise


def _set_range(stager: Stager, kind: t.Type, of: t.Type, value: Any, ordered: bool) -> LoopRange:
    """Return what a loop runs over by the bits of a word, or by places in a list that is known."""
    if is_known(value) and value is not None:
        values = tuple(value)
        if not values or (isinstance(kind, t.SetT) and not hasattr(value, "elements") and ordered):
            raise NotRolled
        of = of if not isinstance(of, t.NeverT | t.MixedT) else t.join_all(map(t.type_of, values))
        return LoopRange(values, of, (1 << len(values)) - 1)
    if isinstance(value, Chosen) and not isinstance(of, t.ElementT | t.IntT):
        return _items_of(stager, value, of)
    if isinstance(value, Span | Tuple) or not isinstance(of, t.ElementT | t.IntT):
        raise NotRolled
    values = tuple(t.values_of(of) or ())
    if not 0 < len(values) <= 64:
        raise NotRolled
    if isinstance(value, Chosen):
        _hold_as_sets(value, values, ordered)
    elif not isinstance(kind, t.SetT):
        raise NotRolled
    word = stager.as_set(value, t.SetT(of)).code
    base = stager.program.base
    return LoopRange(values, of, moved(word, [bit_index(of, one, base) for one in values]))


def _stretch_of(stager: Stager, chosen: Chosen, of: t.Type) -> LoopRange:
    """Return all lists that one may be, one behind the other, and where it begins and ends."""
    at, lists = stager.program.tables.place_of(chosen)
    ends = list(accumulate(len(one or ()) for one in lists))
    values = tuple(item for one in lists for item in one or ())
    if not values:
        raise NotRolled
    first, end = (stager.program.tables.number_at(row, at) for row in ([0, *ends[:-1]], ends))
    return LoopRange(values, of, 0, (first, end))


def _items_of(stager: Stager, chosen: Chosen, of: t.Type) -> LoopRange:
    """Return the items of all lists that one may be, and the word of those that it has."""
    items = dict[Any, int]()
    for _, one in chosen.cases:
        for item in one or ():
            items.setdefault(item, len(items))
    values = tuple(items)
    _hold_as_sets(chosen, values, ordered=True)
    if not 0 < len(values) <= 64:
        raise NotRolled
    word = stager.program.tables.masks(chosen, lambda one: sum(1 << items[item] for item in one))
    return LoopRange(values, of, word)


def _hold_as_sets(chosen: Chosen, values: tuple[Any, ...], ordered: bool) -> None:
    """Make sure that lists mean the same as sets: no value twice, and in order where it matters."""
    places = {value: i for i, value in enumerate(values)}
    for _, items in chosen.cases:
        found = [places[item] for item in items or ()]
        if len(set(found)) < len(found) or (ordered and found != sorted(found)):
            raise NotRolled


def open_loop(
    writer: FunctionWriter,
    name: str,
    over: LoopRange,
    clauses: Iterable[n.Expr],
    lift: bool = True,
    begin: str = "",
) -> str:
    """Write the head of a loop, and the tests that a value must pass; return its place's name.

    Each lap starts with the line that is given.
    """
    word, tests = over.word, list[n.Expr]()
    for clause in clauses:
        before = len(writer.lines)
        try:
            if tests and not all(map(writer.program.inliner.is_total, tests)):
                raise NotLifted  # what is asked before it may go wrong
            if not lift or not over.lifts:
                raise NotLifted
            lifted = Lanes(writer, {name: over.values}).lift(clause)
            word = _both(word, lifted, (1 << len(over.values)) - 1)
        except NotLifted:
            del writer.lines[before:]
            tests.append(clause)
    at = writer.program.fresh()
    full = (1 << len(over.values)) - 1
    if over.lifts and word != full:
        left = writer.program.fresh()
        writer.line(f"{left} = {code(meet(word, full))}")
        writer.line(f"while {left} != u(0):")
        writer.depth += 1
        writer.line(f"{at} = lowest({left})")
        writer.line(f"{left} &= {left} - u(1)")
    else:
        first, end = over.stretch or ("0", str(len(over.values)))
        if _ask_much(writer, tests):  # the compiler would write out all laps
            end = f"laps({end})"
        writer.line(f"for {at} in range({first}, {end}):")
        writer.depth += 1
    writer.env[name] = _item(writer, over, at)
    if begin:
        writer.line(begin)
    for test in tests:
        writer.program.loops.skip_unless(writer, test, "continue")
    return at


def _ask_much(writer: FunctionWriter, tests: list[n.Expr]) -> bool:
    """Whether tests call a rule that loops by itself."""
    called = (part.rule for test in tests for part in test.walk() if isinstance(part, n.Call))
    return any(map(writer.program.facts.is_long, called))


def _both(a: Word, b: Word, full: int) -> Word:
    """Return the bits that two words share, where one may be full."""
    return b if a == full else a if b == full else meet(a, b)


def _item(writer: FunctionWriter, over: LoopRange, at: str) -> Any:
    """Return the value at a place of what a loop runs over."""
    match over.kind:
        case t.ElementT(domain) if over.values == tuple(domain):
            return Dyn(at, over.kind)
        case t.OptionT(t.ElementT(domain)) if over.values == (None, *domain):
            return _named(writer, f"{at} - 1", over.kind)
        case t.IntT(lo, _) if over.values == tuple(range(lo, lo + len(over.values))):
            return _named(writer, f"{at} + {lo}", over.kind) if lo else Dyn(at, over.kind)
    item = writer.program.tables.item(list(over.values), at, over.kind)
    return _named(writer, item.code, over.kind) if isinstance(item, Dyn) else item


def _named(writer: FunctionWriter, text: str, kind: t.Type) -> Dyn:
    name = writer.program.fresh()
    writer.line(f"{name} = {text}")
    return Dyn(name, kind)


class Loops:
    """Writes the loops of one program, and its folds: at once on words, or as loops."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self.made: dict[Any, tuple[n.Fold, str]] = {}

    def loop(self, writer: FunctionWriter, node: n.For, value: Any) -> bool:
        """Write a loop over a collection; return False where it is better written lap by lap."""
        if self._is_short(node, value) or _chooses_lists(writer, node.body):
            return False
        try:
            over = range_of(writer, node.over, value, ordered=True)
        except (NotRolled, TooLarge):
            return False
        outer = writer.pin(node.body)
        before, writer.env = writer.env, dict(writer.env)
        tests, body = self._guard(node)
        open_loop(writer, node.name, over, tests, lift=self._is_steady(node.body))
        writer.depth -= 1
        writer.loop_body(body, None)
        writer.unpin(outer, before)
        return True

    def skip_unless(self, writer: FunctionWriter, node: n.Expr, leave: str) -> None:
        """Write a test, and how to leave where it fails; a fold is made in place."""
        test = self._asked(writer, node)
        if test is not True:
            writer.line(f"if {condition_code(negate(test))}:")
            writer.line(f"    {leave}")

    def _asked(self, writer: FunctionWriter, node: n.Expr) -> Condition:
        inner = self._program.inliner.expand(node) if isinstance(node, n.Call) else node
        if isinstance(inner, n.Not):
            return negate(self._asked(writer, inner.of))
        if not isinstance(inner, n.Fold) or inner.kind not in ("any", "all"):
            return writer.test(node)
        entry = self._program.tabulator.entry(writer, inner)
        if entry is not None:
            return writer.test(node)
        return self._in_place(writer, inner)

    def _in_place(self, writer: FunctionWriter, node: n.Fold) -> Condition:
        """Return what a fold says; if it takes a loop, it is written before."""
        value = writer.visit_expr(node.over)
        short = self._unrolled(writer, node, value)
        if short is not None:
            return short  # type: ignore[no-any-return]
        written = len(writer.lines)
        try:
            over = range_of(writer, node.over, value, ordered=False)
            return self._at_once(writer, node, over)  # type: ignore[no-any-return]
        except NotLifted:
            del writer.lines[written:]
            flag, before = self._program.fresh(), dict(writer.env)
            writer.line(f"{flag} = {node.kind == 'all'}")
            test = node.body if node.kind == "any" else negated(node.body)
            depth, conjuncts = writer.depth, self._program.inliner.conjuncts
            open_loop(writer, node.name, over, [*conjuncts(node.where), *conjuncts(test)])
            writer.line(f"{flag} = {node.kind == 'any'}")
            writer.line("break")
            writer.depth, writer.env = depth, before
            return Test(flag)
        except (NotRolled, TooLarge):
            return writer.unrolled(node)  # type: ignore[no-any-return]

    def _is_short(self, node: n.For | n.Fold, over: Any) -> bool:
        """Whether the laps of a loop are so few and small that they may all be written."""
        if not is_known(over):
            return False
        return len(over) * self._program.size(node) <= NODES * self._program.share

    def _guard(self, node: n.For) -> tuple[list[n.Expr], n.Block]:
        """Split a loop whose body is one branch into its tests and what is done if they hold."""
        match node.body:
            case (n.If(test, then, ()),):
                return list(self._program.inliner.conjuncts(test)), then
        return [], node.body

    def _is_steady(self, body: n.Block) -> bool:
        """Whether a loop's body changes nothing that its tests may look at."""
        assigns = any(isinstance(part, n.Assign) for part in n.walk(body))
        return not assigns and not changes_position(self._program.rules, n.walk(body))

    def fold(self, stager: Stager, node: n.Fold) -> Any:
        """Return the value of a fold."""
        over = stager.visit_expr(node.over)
        short = self._unrolled(stager, node, over)
        if short is not None:
            return short
        try:
            return self._rolled(stager, node, over)
        except (NotRolled, TooLarge):
            return stager.unrolled(node)

    def on_words(self, stager: Stager, node: n.Fold) -> Any:
        """Return a fold's value by a few operations on words, None where there are none."""
        before = len(stager.lines) if isinstance(stager, FunctionWriter) else 0
        try:
            over = range_of(stager, node.over, stager.visit_expr(node.over), ordered=False)
            return self._at_once(stager, node, over)
        except (NotLifted, NotRolled, TooLarge):
            if isinstance(stager, FunctionWriter):
                del stager.lines[before:]
            return None

    def _unrolled(self, stager: Stager, node: n.Fold, over: Any) -> Any:
        """Return the value of a fold written lap by lap, None where that is long."""
        if not self._is_short(node, over):
            return None
        with self._program.trial() as trial:
            value = stager.unrolled(node)
            if is_known(value) or len(value.code) <= LETTERS * self._program.share:
                trial.keep()
                return value
        return None

    def _rolled(self, stager: Stager, node: n.Fold, value: Any) -> Any:
        over = range_of(stager, node.over, value, ordered=False)
        before = len(stager.lines) if isinstance(stager, FunctionWriter) else 0
        try:
            return self._at_once(stager, node, over)
        except NotLifted:
            if isinstance(stager, FunctionWriter):
                del stager.lines[before:]
            with self._program.trial() as trial:
                called = self._function(stager, node, over)
                trial.keep()
                return called

    def _at_once(self, stager: Stager, node: n.Fold, over: LoopRange) -> Any:
        """Return a fold's value by a few operations on words."""
        lanes = Lanes(stager, {node.name: over.values})
        full = u64(lanes.full)
        where = _both(over.word, lanes.lift(node.where), lanes.full)
        match node.kind, node.body:
            case "any", test:
                word = _both(where, lanes.lift(test), lanes.full)
                return bool(word) if isinstance(word, int) else Test(f"(({word} & {full}) != u(0))")
            case "all", test:
                word = _both(where, lanes.lift(negated(test)), lanes.full)
                return not word if isinstance(word, int) else Test(f"(({word} & {full}) == u(0))")
            case "sum", n.Choose(test, n.Const(1), n.Const(0)):
                word = _both(where, lanes.lift(test), lanes.full)
                return (
                    word.bit_count()
                    if isinstance(word, int)
                    else Dyn(f"popcount({word} & {full})", node.type)
                )
            case "sum", n.Const(int(each)):
                return Dyn(f"({each} * popcount({code(where)} & {full}))", node.type)
            case "union", n.MakeSet((n.Local(name),)) if name == node.name:
                return self._collected(stager, node, over, f"({code(where)} & {full})")
        raise NotLifted

    def _collected(self, stager: Stager, node: n.Fold, over: LoopRange, word: str) -> SetWord:
        assert isinstance(node.type, t.SetT)
        base, of = stager.program.base, node.type.of
        places: list[int | None] = [None] * 64
        for i, value in enumerate(over.values):
            places[bit_index(of, value, base)] = i
        return SetWord(code(moved(word, places)))

    # -- functions with a loop ------------------------------------------------------------------

    def _function(self, stager: Stager, node: n.Fold, over: LoopRange) -> Any:
        """Call a function that makes the laps of a fold."""
        names = sorted(self._program.tabulator.needs(node).names)
        handed = _Handed(self._program, {name: stager.env[name] for name in names})
        key = (id(node), handed.key, tuple(sorted(stager.known.items(), key=str)))
        if key not in self.made:
            name = self._program.functions.name(node.kind)
            self.made[key] = (node, self._write(name, stager, node, handed))
        call = f"{self.made[key][1]}({', '.join([*handed.given, *self._program.words])})"
        return stager.typed(call, node.type)

    def _write(self, name: str, stager: Stager, node: n.Fold, handed: _Handed) -> str:
        shape = CallShape(False, False, node.type)
        writer = FunctionWriter(self._program, dict(handed.env), dict(stager.known), shape)
        over = range_of(writer, node.over, writer.visit_expr(node.over), ordered=False)
        getattr(self, f"_write_{node.kind}")(writer, node, over)
        head = f"def {name}({', '.join([*handed.parameters, *self._program.words])}):"
        return self._program.functions.keep_once(name, ["@rule", head, *writer.lines, ""])

    def _write_any(self, writer: FunctionWriter, node: n.Fold, over: LoopRange) -> None:
        self._leave_when(writer, node, over, node.body, "True")
        writer.line("return False")

    def _write_all(self, writer: FunctionWriter, node: n.Fold, over: LoopRange) -> None:
        self._leave_when(writer, node, over, negated(node.body), "False")
        writer.line("return True")

    def _leave_when(
        self, writer: FunctionWriter, node: n.Fold, over: LoopRange, test: n.Expr, value: str
    ) -> None:
        conjuncts = self._program.inliner.conjuncts
        open_loop(writer, node.name, over, [*conjuncts(node.where), *conjuncts(test)])
        writer.line(f"return {value}")
        writer.depth -= 1

    def _each(self, writer: FunctionWriter, node: n.Fold, over: LoopRange) -> str:
        """Write the head of the loop; return the body's value as code."""
        open_loop(writer, node.name, over, self._program.inliner.conjuncts(node.where))
        return writer.code(writer.visit_expr(node.body), node.type)

    def _write_sum(self, writer: FunctionWriter, node: n.Fold, over: LoopRange) -> None:
        writer.line("total = i64(0)")
        writer.line(f"total += {self._each(writer, node, over)}")
        writer.depth -= 1
        writer.line("return total")

    def _write_union(self, writer: FunctionWriter, node: n.Fold, over: LoopRange) -> None:
        writer.line("total = u(0)")
        body = self._each(writer, node, over)
        writer.line(f"total |= {body}")
        writer.depth -= 1
        writer.line("return total")

    def _write_extreme(self, writer: FunctionWriter, node: n.Fold, over: LoopRange) -> None:
        writer.line("best = i64(0)")
        writer.line("some = False")
        body = self._each(writer, node, over)
        writer.line(f"value = {body}")
        writer.line(f"best = {node.kind}(best, value) if some else value")
        writer.line("some = True")
        writer.depth -= 1
        writer.line("if not some:")
        writer.line("    raise RuleFault")
        writer.line("return best")

    _write_min = _write_max = _write_extreme


def _chooses_lists(writer: FunctionWriter, body: n.Block) -> bool:
    """Whether a loop's laps choose a list, or something else that has no number, anew."""
    assigned = [part for part in n.walk(body) if isinstance(part, n.Assign)]
    return any(is_listed(part.value.type) and part.name in writer.env for part in assigned)


class _Handed:
    """The values of names that a function takes as arguments: those that are not known."""

    def __init__(self, program: Program, values: dict[str, Any]) -> None:
        self._program = program
        self.parameters: list[str] = []
        self.given: list[str] = []
        self.env = {name: self._hand(f"a_{name}", value) for name, value in values.items()}
        fixed = [(name, repr(value)) for name, value in values.items() if is_known(value)]
        kinds = [(name, str(type(v)), str(getattr(v, "type", ""))) for name, v in values.items()]
        lists = [repr(constants_in([v])) for v in values.values() if isinstance(v, Chosen)]
        self.key = (tuple(fixed), tuple(kinds), tuple(lists))

    def _hand(self, name: str, value: Any) -> Any:
        if is_known(value):
            return value
        if isinstance(value, Tuple):
            parts = enumerate(value.items)
            return Tuple(tuple(self._hand(part_name(i, name), one) for i, one in parts))
        self.parameters.append(name)
        self.given.append(value.code)
        if isinstance(value, Chosen):
            return self._program.tables.chosen_by(name, constants_in([value]), value.type)
        if isinstance(value, Bits | SetWord | Joined):
            return SetWord(name)
        return Test(name) if isinstance(value, Test) else Dyn(name, value.type)
