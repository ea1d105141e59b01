"""Running the IR on plain values: what a reader understood, executed, to hold against the rules.

Every node becomes a closure over the nodes below it; a `Frame` carries the state and the locals.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any

from ..errors import Place
from ..rules.decorators import Illegal
from ..rules.results import Score, Win
from ..rules.state import Refused
from . import nodes as n
from .build import OPERATORS
from .coerce import ELEMENT
from .rules import Rules

#: More laps of `while` loops than this, in one run of a rule, count as a loop without end.
MOST_LAPS = 100_000


#: Rules that come back to themselves deeper than this count as a recursion without end.
MOST_CALLS = 500


#: What goes wrong when a rule looks beyond the end of a list.
NO_ITEM = "a list is asked for an item that it has not"


class RuleFailed(Exception):
    """A rule that went wrong at a place."""

    def __init__(self, problem: str, place: Place) -> None:
        super().__init__(problem)
        self.problem, self.place = problem, place


class RunCounts:
    """How often one run has gone round `while` loops, and how deep its calls are."""

    __slots__ = ("calls", "laps")

    def __init__(self) -> None:
        self.calls = self.laps = 0


class Frame:
    """The state and counts, shared by all rules of a run, and the local names of one rule."""

    __slots__ = ("counts", "locals", "state")

    def __init__(
        self, state: dict[str, Any], local_names: dict[str, Any], counts: RunCounts
    ) -> None:
        self.state, self.locals, self.counts = state, local_names, counts


Value = Callable[[Frame], Any]
Step = Callable[[Frame], Any]

_GOES_ON, _BREAK, _CONTINUE = None, object(), object()


class Interpreter:
    """Runs a rulebook's IR.

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
        self._recursive = recursive(rules)
        self._room = room_for(rules)

    def run(self, rule: str, arguments: dict[str, Any], state: dict[str, Any]) -> Any:
        """Run a rule; the state is changed in place, so maps in it must be copies."""
        frame = Frame(state, arguments, RunCounts())
        place = self.rules.functions[rule].place
        if not self._recursive:
            return self._returned(rule, frame, place)
        with room_to_call(self._room):
            return self._returned(rule, frame, place)

    def _returned(self, rule: str, frame: Frame, place: Place) -> Any:
        if rule not in self._steps:
            self._steps[rule] = self._block(self.rules.functions[rule].body)
        if rule not in self._recursive:
            return self._steps[rule](frame)[0]
        counts = frame.counts
        counts.calls += 1
        if counts.calls > MOST_CALLS:
            raise RuleFailed(without_end(rule), place)
        (value,) = self._steps[rule](frame)
        counts.calls -= 1
        return value

    # -- statements -------------------------------------------------------------------------

    def _block(self, block: n.Block) -> Step:
        steps = [self._step(one) for one in block]
        if len(steps) == 1:
            return steps[0]

        def run(frame: Frame) -> Any:
            for step in steps:
                signal = step(frame)
                if signal is not _GOES_ON:
                    return signal
            return _GOES_ON

        return run

    def _step(self, node: n.Stmt) -> Step:
        make: Callable[[Any], Step] = getattr(self, f"_do_{type(node).__name__}")
        return make(node)

    def _do_Assign(self, node: n.Assign) -> Step:
        name, value = node.name, self.value(node.value)

        def run(frame: Frame) -> None:
            frame.locals[name] = value(frame)

        return run

    def _do_SetState(self, node: n.SetState) -> Step:
        # The variable finds the element for a plain value itself, or says that there is none.
        name, value, place = node.name, self.value(_unlocated(node.value)), node.place
        variable = self.rules.game.variables[name]

        def run(frame: Frame) -> None:
            try:
                frame.state[name] = variable.accept(value(frame))
            except Refused as refusal:
                raise RuleFailed(str(refusal), place) from None

        return run

    def _do_SetAt(self, node: n.SetAt) -> Step:
        name, key, value, place = node.map, self.value(node.key), self.value(node.value), node.place
        variable: Any = self.rules.game.variables[name]

        def run(frame: Frame) -> None:
            what, where = value(frame), key(frame)
            try:
                variable.check_item(where, what)
            except Refused as refusal:
                raise RuleFailed(str(refusal), place) from None
            frame.state[name][where] = what

        return run

    def _do_If(self, node: n.If) -> Step:
        test, then, otherwise = (
            self.value(node.test),
            self._block(node.then),
            self._block(node.otherwise),
        )
        return lambda frame: then(frame) if test(frame) else otherwise(frame)

    def _do_For(self, node: n.For) -> Step:
        name, over = node.name, self.value(node.over)

        def laps(frame: Frame) -> Iterator[None]:
            for frame.locals[name] in over(frame):
                yield

        return _loop(laps, self._block(node.body))

    def _do_While(self, node: n.While) -> Step:
        test, place = self.value(node.test), node.place

        def laps(frame: Frame) -> Iterator[None]:
            while test(frame):
                frame.counts.laps += 1
                if frame.counts.laps > MOST_LAPS:
                    raise RuleFailed(
                        f"a while loop went round more than {MOST_LAPS:,} times", place
                    )
                yield

        return _loop(laps, self._block(node.body))

    def _do_Return(self, node: n.Return) -> Step:
        value = self.value(node.value)
        return lambda frame: (value(frame),)

    def _do_Break(self, node: n.Break) -> Step:
        return lambda frame: _BREAK

    def _do_Continue(self, node: n.Continue) -> Step:
        return lambda frame: _CONTINUE

    def _do_Require(self, node: n.Require) -> Step:
        test, otherwise = self.value(node.test), node.otherwise

        def run(frame: Frame) -> None:
            if not test(frame):
                raise Illegal(otherwise)

        return run

    def _do_Do(self, node: n.Do) -> Step:
        call = self.value(node.call)

        def run(frame: Frame) -> None:
            call(frame)

        return run

    # -- expressions ------------------------------------------------------------------------

    def value(self, node: n.Expr) -> Value:
        """Make the closure that computes an expression."""
        make: Callable[[Any], Value] = getattr(self, f"_see_{type(node).__name__}")
        return make(node)

    def _values(self, items: tuple[n.Expr, ...]) -> list[Value]:
        return [self.value(item) for item in items]

    def _see_Const(self, node: n.Const) -> Value:
        value = node.value
        return lambda frame: value

    def _see_State(self, node: n.State) -> Value:
        name = node.name
        return lambda frame: frame.state[name]

    def _see_Local(self, node: n.Local) -> Value:
        name = node.name
        return lambda frame: frame.locals[name]

    def _see_Lookup(self, node: n.Lookup) -> Value:
        entries, key, place = node.table.entries, self.value(node.key), node.place
        listed = node.table.listed

        def run(frame: Frame) -> Any:
            found = key(frame)
            try:
                return entries[found]
            except KeyError:
                problem = NO_ITEM if listed else f"there is no entry for {found}"
                raise RuleFailed(problem, place) from None

        return run

    def _see_At(self, node: n.At) -> Value:
        name, key = node.map, self.value(node.key)
        return lambda frame: frame.state[name][key(frame)]

    def _binary(self, node: n.Arith | n.Compare | n.SetOp) -> Value:
        operate, left, right = OPERATORS[node.op], self.value(node.left), self.value(node.right)
        return lambda frame: operate(left(frame), right(frame))

    _see_Arith = _see_Compare = _see_SetOp = _binary

    def _see_Not(self, node: n.Not) -> Value:
        of = self.value(node.of)
        return lambda frame: not of(frame)

    def _see_And(self, node: n.And) -> Value:
        items = self._values(node.items)
        return lambda frame: all(item(frame) for item in items)

    def _see_Or(self, node: n.Or) -> Value:
        items = self._values(node.items)
        return lambda frame: any(item(frame) for item in items)

    def _see_Member(self, node: n.Member) -> Value:
        item, of = self.value(node.item), self.value(node.of)
        return lambda frame: item(frame) in of(frame)

    def _see_Choose(self, node: n.Choose) -> Value:
        test, yes, no = self.value(node.test), self.value(node.yes), self.value(node.no)
        return lambda frame: yes(frame) if test(frame) else no(frame)

    def _see_Fold(self, node: n.Fold) -> Value:
        fold, name, over = _FOLDS[node.kind], node.name, self.value(node.over)
        where, body, place = self.value(node.where), self.value(node.body), node.place

        def run(frame: Frame) -> Any:
            inner = Frame(frame.state, dict(frame.locals), frame.counts)

            def bodies() -> Any:
                for inner.locals[name] in over(frame):
                    if where(inner):
                        yield body(inner)

            found = fold(bodies())
            if found is _NOTHING:
                raise RuleFailed(f"the {node.kind} of nothing is asked for", place)
            return found

        return run

    def _see_Steps(self, node: n.Steps) -> Value:
        start, stop, step = self.value(node.start), self.value(node.stop), node.step
        return lambda frame: range(start(frame), stop(frame), step)

    def _see_MakeSet(self, node: n.MakeSet) -> Value:
        items = self._values(node.items)
        return lambda frame: frozenset(item(frame) for item in items)

    def _see_Size(self, node: n.Size) -> Value:
        of = self.value(node.of)
        return lambda frame: len(of(frame))

    def _see_Extreme(self, node: n.Extreme) -> Value:
        items, pick = self._values(node.items), {"min": min, "max": max}[node.kind]
        return lambda frame: pick(item(frame) for item in items)

    def _see_Call(self, node: n.Call) -> Value:
        rule, arguments, place = node.rule, self._values(node.arguments), node.place
        names = [name for name, _ in self.rules.functions[rule].parameters]

        def run(frame: Frame) -> Any:
            given = {name: value(frame) for name, value in zip(names, arguments, strict=True)}
            return self._returned(rule, Frame(frame.state, given, frame.counts), place)

        return run

    def _see_MakeTuple(self, node: n.MakeTuple) -> Value:
        items = self._values(node.items)
        return lambda frame: tuple(item(frame) for item in items)

    def _see_Pick(self, node: n.Pick) -> Value:
        of, index, place = self.value(node.of), self.value(node.index), node.place

        def run(frame: Frame) -> Any:
            try:
                return of(frame)[index(frame)]
            except IndexError:
                raise RuleFailed(NO_ITEM, place) from None
            except KeyError as failure:
                raise RuleFailed(f"there is no entry for {failure.args[0]}", place) from None

        return run

    def _see_Some(self, node: n.Some) -> Value:
        return self.value(node.of)

    def _see_MakeWin(self, node: n.MakeWin) -> Value:
        player = self.value(node.player)
        return lambda frame: Win(player(frame))

    def _see_MakeScore(self, node: n.MakeScore) -> Value:
        players, points = node.players, self._values(node.points)
        return lambda frame: Score(
            {player: value(frame) for player, value in zip(players, points, strict=True)}
        )


def _unlocated(value: n.Expr) -> n.Expr:
    """Give the plain tuple or number whose element a value is, where it is looked up at once."""
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


# -- rules that come back to themselves ---------------------------------------------------------


def recursive(rules: Rules) -> frozenset[str]:
    """Name the rules that can come back to themselves."""
    calls = {
        name: {node.rule for step in f.body for node in step.walk() if isinstance(node, n.Call)}
        for name, f in rules.functions.items()
    }
    return frozenset(name for name in calls if name in _reached(calls, name))


def _reached(calls: dict[str, set[str]], name: str) -> set[str]:
    reached, ahead = set[str](), list(calls[name])
    while ahead:
        rule = ahead.pop()
        if rule not in reached:
            reached.add(rule)
            ahead += calls[rule]
    return reached


def without_end(rule: str) -> str:
    """Say that a rule has come back to itself too often."""
    return f"{rule} calls itself without end"


def room_for(rules: Rules) -> int:
    """Say how deep Python's own calls may go until `MOST_CALLS` of a rule are reached."""
    each = {name: 10 + 3 * _depth(f.body) for name, f in rules.functions.items()}
    deepest = max((each[name] for name in recursive(rules)), default=0)
    return MOST_CALLS * deepest + sum(each.values()) + 1000


def _depth(nodes: Iterable[n.Node]) -> int:
    return max((1 + _depth(node.children()) for node in nodes), default=0)


@contextmanager
def room_to_call(room: int) -> Iterator[None]:
    """Let Python's own calls go so deep."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, room))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


_NOTHING = object()

_FOLDS: dict[str, Callable[[Any], Any]] = {
    "any": any,
    "all": all,
    "sum": sum,
    "min": lambda numbers: min(numbers, default=_NOTHING),
    "max": lambda numbers: max(numbers, default=_NOTHING),
    "union": lambda sets: reduce(frozenset.union, sets, frozenset()),
}
