"""Running the IR on plain values: what a reader understood, executed, to hold against the rules.

Every node becomes a closure over the nodes below it; a `Frame` carries the state and the locals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import not_
from typing import Any

from ..errors import Place
from ..rules.decorators import Illegal
from ..rules.results import Score, Win
from ..rules.state import Refused
from . import nodes as n
from .build import EXTREMES, FOLDS, OPERATORS
from .coerce import ELEMENT
from .recursion import MOST_CALLS, cycles, endless_recursion, stack_depth, with_stack_depth
from .rules import Rules
from .types import parts_of
from .visit import ExpressionVisitor, StatementVisitor

#: More iterations of `while` loops than this, in one run of a rule, count as an endless loop.
MOST_LAPS = 100_000


def endless_loop() -> str:
    """Return the problem with a `while` loop that ran too often."""
    return f"a while loop ran more than {MOST_LAPS:,} times"


#: The problem when a rule looks beyond the end of a list.
NO_ITEM = "list index out of range"


def no_entry(key: object) -> str:
    """Return the problem with a key that a table lacks."""
    return f"there is no entry for {key}"


def nothing_to_compare(kind: str) -> str:
    """Return the problem with the `min` or `max` of nothing."""
    return f"{kind}() of an empty collection"


class RuleFailed(Exception):
    """A rule that went wrong at a place."""

    def __init__(self, problem: str, place: Place) -> None:
        super().__init__(problem)
        self.problem, self.place = problem, place


@dataclass(slots=True)
class RunCounts:
    """How often one run has gone round `while` loops, and how deep its calls are."""

    laps: int = 0
    calls: int = 0


@dataclass(slots=True)
class Frame:
    """The state and counts, shared by all rules of a run, and the local names of one rule."""

    state: dict[str, Any]
    locals: dict[str, Any]
    counts: RunCounts


Value = Callable[[Frame], Any]
Step = Callable[[Frame], Any]

_GOES_ON, _BREAK, _CONTINUE = None, object(), object()


class Interpreter(ExpressionVisitor[Value], StatementVisitor[Step]):
    """Runs a rulebook's IR: `visit_expr` and `visit_stmt` make the closures that do it.

    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.reading import read
    >>> runner = Interpreter(read(Diagonals()))
    >>> state = {name: v.start for name, v in runner.rules.game.variables.items()}
    >>> runner.run("full", {}, state), runner.run("to_move", {}, state)
    (False, 'A')
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._steps: dict[str, Step] = {}
        self._recursive = cycles(rules)
        self._depth = stack_depth(rules)

    def run(self, rule: str, arguments: dict[str, Any], state: dict[str, Any]) -> Any:
        """Run a rule; the state is changed in place, so maps in it must be copies."""
        frame = Frame(state, arguments, RunCounts())
        place = self.rules.functions[rule].place
        if not self._recursive:
            return self._call(rule, frame, place)
        with with_stack_depth(self._depth):
            return self._call(rule, frame, place)

    def _call(self, rule: str, frame: Frame, place: Place) -> Any:
        if self.rules.functions[rule].trial:
            return self._untraced.allows(rule, frame, place)
        return self._enter(rule, frame, place)

    @cached_property
    def _untraced(self) -> Interpreter:
        """What runs rules on trial: nothing of that has happened."""
        return Interpreter(self.rules)

    def allows(self, rule: str, frame: Frame, place: Place) -> bool:
        """Whether a rule refuses nothing, run on a copy of the state; one that goes wrong does."""
        state = {k: dict(v) if isinstance(v, dict) else v for k, v in frame.state.items()}
        try:
            self._enter(rule, Frame(state, frame.locals, frame.counts), place)
        except Illegal:
            return False
        except RuleFailed:  # it is told where the move is made
            return True
        return True

    def _enter(self, rule: str, frame: Frame, place: Place) -> Any:
        if rule not in self._steps:
            self._steps[rule] = self._block(self.rules.functions[rule].body)
        if rule not in self._recursive:
            return self._steps[rule](frame)[0]
        counts = frame.counts
        counts.calls += 1
        if counts.calls > MOST_CALLS:
            raise RuleFailed(endless_recursion(rule), place)
        (value,) = self._steps[rule](frame)
        counts.calls -= 1
        return value

    # -- statements -------------------------------------------------------------------------

    def _block(self, block: n.Block) -> Step:
        steps = [self.visit_stmt(node) for node in block]
        if len(steps) == 1:
            return steps[0]

        def run(frame: Frame) -> Any:
            for step in steps:
                signal = step(frame)
                if signal is not _GOES_ON:
                    return signal
            return _GOES_ON

        return run

    def visit_Assign(self, node: n.Assign) -> Step:
        name, value = node.name, self.visit_expr(node.value)

        def run(frame: Frame) -> None:
            frame.locals[name] = value(frame)

        return run

    def visit_SetState(self, node: n.SetState) -> Step:
        # The variable finds the element for a plain value itself, or says that there is none.
        name, value, place = node.name, self.visit_expr(_unlocated(node.value)), node.place
        variable = self.rules.game.variables[name]

        def run(frame: Frame) -> None:
            try:
                frame.state[name] = variable.accept(value(frame))
            except Refused as refusal:
                raise RuleFailed(str(refusal), place) from None

        return run

    def visit_SetAt(self, node: n.SetAt) -> Step:
        name, place = node.map, node.place
        key, value = self.visit_expr(node.key), self.visit_expr(node.value)
        variable: Any = self.rules.game.variables[name]

        def run(frame: Frame) -> None:
            what, where = value(frame), key(frame)
            try:
                variable.check_item(where, what)
            except Refused as refusal:
                raise RuleFailed(str(refusal), place) from None
            frame.state[name][where] = what

        return run

    def visit_If(self, node: n.If) -> Step:
        test = self.visit_expr(node.test)
        then, otherwise = self._block(node.then), self._block(node.otherwise)
        return lambda frame: then(frame) if test(frame) else otherwise(frame)

    def visit_For(self, node: n.For) -> Step:
        name, over = node.name, self.visit_expr(node.over)

        def laps(frame: Frame) -> Iterator[None]:
            for frame.locals[name] in over(frame):
                yield

        return _loop(laps, self._block(node.body))

    def visit_While(self, node: n.While) -> Step:
        test, place = self.visit_expr(node.test), node.place

        def laps(frame: Frame) -> Iterator[None]:
            while test(frame):
                frame.counts.laps += 1
                if frame.counts.laps > MOST_LAPS:
                    raise RuleFailed(endless_loop(), place)
                yield

        return _loop(laps, self._block(node.body))

    def visit_Return(self, node: n.Return) -> Step:
        value = self.visit_expr(node.value)
        return lambda frame: (value(frame),)

    def visit_Break(self, node: n.Break) -> Step:
        return lambda frame: _BREAK

    def visit_Continue(self, node: n.Continue) -> Step:
        return lambda frame: _CONTINUE

    def visit_Require(self, node: n.Require) -> Step:
        test, otherwise = self.visit_expr(node.test), node.otherwise

        def run(frame: Frame) -> None:
            if not test(frame):
                raise Illegal(otherwise)

        return run

    def visit_Do(self, node: n.Do) -> Step:
        call = self.visit_expr(node.call)

        def run(frame: Frame) -> None:
            call(frame)

        return run

    # -- expressions ------------------------------------------------------------------------

    def _values(self, items: Iterable[n.Expr]) -> list[Value]:
        return [self.visit_expr(item) for item in items]

    def visit_Const(self, node: n.Const) -> Value:
        value = node.value
        return lambda frame: value

    def visit_State(self, node: n.State) -> Value:
        name = node.name
        return lambda frame: frame.state[name]

    def visit_Local(self, node: n.Local) -> Value:
        name = node.name
        return lambda frame: frame.locals[name]

    def visit_Lookup(self, node: n.Lookup) -> Value:
        entries, key, place = node.table.entries, self.visit_expr(node.key), node.place
        listed = node.table.listed

        def run(frame: Frame) -> Any:
            value = key(frame)
            try:
                return entries[value]
            except KeyError:
                raise RuleFailed(NO_ITEM if listed else no_entry(value), place) from None

        return run

    def visit_At(self, node: n.At) -> Value:
        name, key = node.map, self.visit_expr(node.key)
        return lambda frame: frame.state[name][key(frame)]

    def _operation(self, node: n.Expr) -> Value:
        """Compute what a node makes of the values of all its parts."""
        operate: Callable[..., Any] = _OPERATIONS[type(node)](node)
        parts = self._values(parts_of(node, n.Expr))
        if len(parts) == 1:
            (only,) = parts
            return lambda frame: operate(only(frame))
        if len(parts) == 2:
            left, right = parts
            return lambda frame: operate(left(frame), right(frame))
        return lambda frame: operate(*[part(frame) for part in parts])

    visit_Arith = visit_Compare = visit_SetOp = visit_Not = visit_Member = _operation
    visit_Steps = visit_MakeSet = visit_Size = visit_Extreme = visit_MakeTuple = _operation
    visit_Reach = visit_MakeWin = visit_MakeScore = _operation

    def visit_And(self, node: n.And) -> Value:
        items = self._values(node.items)
        return lambda frame: all(item(frame) for item in items)

    def visit_Or(self, node: n.Or) -> Value:
        items = self._values(node.items)
        return lambda frame: any(item(frame) for item in items)

    def visit_Choose(self, node: n.Choose) -> Value:
        test, yes, no = self._values((node.test, node.yes, node.no))
        return lambda frame: yes(frame) if test(frame) else no(frame)

    def visit_Fold(self, node: n.Fold) -> Value:
        fold, name, over = FOLDS[node.kind], node.name, self.visit_expr(node.over)
        where, body, place = self.visit_expr(node.where), self.visit_expr(node.body), node.place

        def run(frame: Frame) -> Any:
            inner = Frame(frame.state, dict(frame.locals), frame.counts)

            def bodies() -> Any:
                for inner.locals[name] in over(frame):
                    if where(inner):
                        yield body(inner)

            value = fold(bodies())
            if value is None:
                raise RuleFailed(nothing_to_compare(node.kind), place)
            return value

        return run

    def visit_Call(self, node: n.Call) -> Value:
        rule, arguments, place = node.rule, self._values(node.arguments), node.place
        names = [name for name, _ in self.rules.functions[rule].parameters]

        def run(frame: Frame) -> Any:
            given = {name: value(frame) for name, value in zip(names, arguments, strict=True)}
            return self._call(rule, Frame(frame.state, given, frame.counts), place)

        return run

    def visit_Pick(self, node: n.Pick) -> Value:
        of, index, place = self.visit_expr(node.of), self.visit_expr(node.index), node.place

        def run(frame: Frame) -> Any:
            try:
                return of(frame)[index(frame)]
            except IndexError:
                raise RuleFailed(NO_ITEM, place) from None
            except KeyError as failure:
                raise RuleFailed(no_entry(failure.args[0]), place) from None

        return run

    def visit_Some(self, node: n.Some) -> Value:
        return self.visit_expr(node.of)


#: What nodes make of the values of their parts, which are all computed, in order.
_OPERATIONS: dict[type[n.Node], Callable[[Any], Callable[..., Any]]] = {
    **dict.fromkeys([n.Arith, n.Compare, n.SetOp], lambda node: OPERATORS[node.op]),
    n.Not: lambda _: not_,
    n.Member: lambda _: lambda item, of: item in of,
    n.Steps: lambda node: lambda start, stop: range(start, stop, node.step),
    n.Size: lambda _: len,
    n.Reach: lambda node: node.board.reach,
    n.Extreme: lambda node: EXTREMES[node.kind],
    n.MakeSet: lambda _: lambda *items: frozenset(items),
    n.MakeTuple: lambda _: lambda *items: items,
    n.MakeWin: lambda _: Win,
    n.MakeScore: lambda node: lambda *points: Score(dict(zip(node.players, points, strict=True))),
}


def _unlocated(value: n.Expr) -> n.Expr:
    """Return the plain tuple or number whose element a value is, where it is looked up at once."""
    if isinstance(value, n.Lookup) and value.table.label == ELEMENT:
        return value.key
    return value


def _loop(laps: Callable[[Frame], Iterator[None]], body: Step) -> Step:
    """Run a body for each lap, until it breaks or returns."""

    def run(frame: Frame) -> Any:
        for _ in laps(frame):
            signal = body(frame)
            if signal is _BREAK:
                break
            if signal is not _GOES_ON and signal is not _CONTINUE:
                return signal
        return _GOES_ON

    return run
