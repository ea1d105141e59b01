"""What the end of a game rests on: the return that `result` took, and the conditions it stands on.

`result` is run statement by statement. A condition that decided is traced to what made it true: to
the disjuncts that hold, the choice that `any` found, and through local names and calls to the lines
where they are computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..ir import nodes as n
from ..ir.interpreter import Frame, Interpreter, RuleFailed, RunCounts
from ..ir.printer import PlainPrinter
from ..ir.recursion import stack_depth, with_stack_depth
from ..ir.rules import LEGALITY, Rules
from ..positions.position import Position
from ..rules.elements import Element

#: Of the choices that each make a condition true, so many are listed.
MOST_CHOICES = 16
#: Collections up to this size are written in full.
MOST_WRITTEN = 16
#: Calls are followed so deep; beyond, a call is named only.
DEEPEST = 20

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_LEAVES_LOOP, _NEXT_LAP = object(), object()


@dataclass(frozen=True)
class Ground:
    """One condition that an end rests on, and the rule and line of the rulebook it stands in."""

    rule: str
    line: int
    text: str
    #: The places it is about: those of the line that is complete, or of the pattern.
    places: frozenset[Any] = frozenset()

    def __str__(self) -> str:
        return f"{self.text} ({self.rule}, line {self.line})"


@dataclass
class RuleRun:
    """One run of a rule: its frame, where its local names come from, and the tests passed by."""

    rule: str
    frame: Frame
    depth: int
    origins: dict[str, tuple[n.Expr, RuleRun]] = field(default_factory=dict)
    passed: list[Ground] = field(default_factory=list)

    def with_local(self, name: str, value: Any) -> RuleRun:
        """Return the scope in which a name stands for one choice."""
        chosen = {**self.frame.locals, name: value}
        frame = Frame(self.frame.state, chosen, self.frame.counts)
        return RuleRun(self.rule, frame, self.depth, dict(self.origins))

    def places_chosen(self, name: str) -> Iterable[Any]:
        """Return the place, or the line of places, that a name stands for as a loop's choice."""
        origin, scope = self.origins.get(name, (None, self))
        if isinstance(origin, n.Local):
            return scope.places_chosen(origin.name)
        chosen = self.frame.locals.get(name) if origin is None else None
        if isinstance(chosen, Element):
            return (chosen,)
        return chosen if isinstance(chosen, tuple | frozenset) else ()

    def without_local(self, name: str) -> RuleRun:
        """Return the scope in which a name stands for any choice."""
        scope = self.with_local(name, None)
        del scope.frame.locals[name]
        scope.origins.pop(name, None)
        return scope


class EndingExplainer:
    """Finds what the ends of one rulebook's games rest on.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> from boardproof.positions.position import starting_position
    >>> rules = read(Diagonals())
    >>> ended = starting_position(rules.game).replace(mark={(0, 0): "A", (1, 1): "A"})
    >>> for ground in EndingExplainer(rules).grounds(ended):
    ...     print(ground.rule, ground.text)
    fills mark[cell] == A for every cell in (0,0) (1,1)
    result return Win(player)
    """

    def __init__(self, rules: Rules) -> None:
        self._rules, self._interpreter = rules, Interpreter(rules)

    def grounds(self, position: Position) -> list[Ground]:
        """List what the result of a position rests on; nothing while the game goes on."""
        frame = Frame(position.as_dict(), {}, RunCounts())
        try:
            with with_stack_depth(stack_depth(self._rules)):
                if self._interpreter.run("result", {}, frame.state) is None:
                    return []
                return list(dict.fromkeys(self._follow(RuleRun("result", frame, 0))))
        except RuleFailed:  # in a position that no game reaches
            return []

    # -- statements -------------------------------------------------------------------------

    def _follow(self, scope: RuleRun) -> list[Ground]:
        """Run a rule and return what its value rests on."""
        grounds = self._block(self._rules.functions[scope.rule].body, scope, [])
        return grounds if isinstance(grounds, list) else []

    def _block(self, block: n.Block, scope: RuleRun, above: list[Ground]) -> Any:
        """Run statements under the conditions above; return grounds, or how a loop goes on."""
        for node in block:
            signal = self._statement(node, scope, above)
            if signal is not None:
                return signal
        return None

    def _statement(self, node: n.Stmt, scope: RuleRun, above: list[Ground]) -> Any:
        match node:
            case n.Assign():
                # A later assignment may change what this one was computed from.
                then = scope.with_local(node.name, None)
                scope.frame.locals[node.name] = self._value(node.value, scope)
                scope.origins[node.name] = node.value, then
            case n.If():
                return self._branch(node, scope, above)
            case n.For() | n.While():
                return self._loop(node, scope, above)
            case n.Return():
                return self._returned(node, scope, above)
            case n.Break():
                return _LEAVES_LOOP
            case n.Continue():
                return _NEXT_LAP
        return None

    def _branch(self, node: n.If, scope: RuleRun, above: list[Ground]) -> Any:
        truth = bool(self._value(node.test, scope))
        reasons = self._why(node.test, scope)
        chosen, other = (node.then, node.otherwise) if truth else (node.otherwise, node.then)
        signal = self._block(chosen, scope, above + reasons)
        if signal is None and any(isinstance(part, n.Return) for part in n.walk(other)):
            scope.passed += reasons
        return signal

    def _loop(self, node: n.For | n.While, scope: RuleRun, above: list[Ground]) -> Any:
        before = list(scope.passed)
        for _ in self._laps(node, scope):
            signal = self._block(node.body, scope, above)
            if signal is _LEAVES_LOOP:
                break
            if signal is not None and signal is not _NEXT_LAP:
                return signal
        scope.passed = before
        match node:
            case n.For(body=(n.If(otherwise=()) as only,)):
                scope.passed.append(self._for_all("no", only.test, node, scope))
        return None

    def _laps(self, node: n.For | n.While, scope: RuleRun) -> Iterator[None]:
        if isinstance(node, n.While):
            while self._value(node.test, scope):
                yield
            return
        for value in self._value(node.over, scope):
            scope.frame.locals[node.name] = value
            scope.origins.pop(node.name, None)
            yield

    def _returned(self, node: n.Return, scope: RuleRun, above: list[Ground]) -> list[Ground]:
        grounds = above + self._why(node.value, scope) or scope.passed
        chosen = node.value
        while isinstance(chosen, n.Choose):
            chosen = chosen.yes if self._value(chosen.test, scope) else chosen.no
        if isinstance(chosen, n.Call) or isinstance(self._value(chosen, scope), bool):
            return grounds
        return [*grounds, Ground(scope.rule, node.place.line, node.place.text.strip())]

    # -- expressions ------------------------------------------------------------------------

    def _value(self, node: n.Expr, scope: RuleRun) -> Any:
        return self._interpreter.visit_expr(node)(scope.frame)

    def _tried(self, node: n.Expr, scope: RuleRun) -> bool | None:
        """Return the truth of a condition, None where it could not have been asked."""
        try:
            return bool(self._value(node, scope))
        except (RuleFailed, TypeError):
            return None

    def _why(self, node: n.Expr, scope: RuleRun) -> list[Ground]:
        """Return what makes a condition true or false, or any other value what it is."""
        match node:
            case n.Not():
                return self._why(node.of, scope)
            case n.MakeWin():
                return self._why(node.player, scope)
            case n.And() | n.Or():
                return self._why_junction(node, scope)
            case n.Fold(kind="any" | "all"):
                return self._why_fold(node, scope)
            case n.Choose():
                chosen = node.yes if self._value(node.test, scope) else node.no
                return self._why(node.test, scope) + self._why(chosen, scope)
            case n.Local() if node.name in scope.origins:
                return self._why(*scope.origins[node.name])
            case n.Call() if grounds := self._why_call(node, scope):
                return grounds
        value = self._value(node, scope)
        if isinstance(node, n.Const) or not isinstance(value, bool):
            return []
        return [self._ground(node, self._written(node, value, scope), scope, node)]

    def _why_junction(self, node: n.And | n.Or, scope: RuleRun) -> list[Ground]:
        """Return why all items hold, or why none does; else why those are so that decide."""
        truth = bool(self._value(node, scope))
        every = isinstance(node, n.And) == truth
        items = (item for item in node.items if every or self._tried(item, scope) is truth)
        return [ground for item in items for ground in self._why(item, scope)]

    def _why_call(self, node: n.Call, scope: RuleRun) -> list[Ground]:
        function = self._rules.functions[node.rule]
        if function.kind == LEGALITY:
            return [Ground("stuck", function.place.line, "no move is legal")]
        if scope.depth >= DEEPEST:
            return []
        values = [self._value(argument, scope) for argument in node.arguments]
        given = function.bind(values)
        frame = Frame(scope.frame.state, given, scope.frame.counts)
        origins = dict(zip(given, ((a, scope) for a in node.arguments), strict=True))
        return self._follow(RuleRun(node.rule, frame, scope.depth + 1, origins))

    def _why_fold(self, node: n.Fold, scope: RuleRun) -> list[Ground]:
        truth = bool(self._value(node, scope))
        if (node.kind == "any") != truth:
            return [self._for_all("every" if truth else "no", node.body, node, scope)]
        chosen = (scope.with_local(node.name, value) for value in self._value(node.over, scope))
        deciding = (
            inner
            for inner in chosen
            if self._tried(node.where, inner) and self._tried(node.body, inner) is truth
        )
        several = islice(deciding, MOST_CHOICES)
        return [ground for inner in several for ground in self._why(node.body, inner)]

    # -- words ------------------------------------------------------------------------------

    def _ground(
        self, node: n.Node, text: str, scope: RuleRun, about: n.Expr | None = None
    ) -> Ground:
        names = {part.name for part in about.walk() if isinstance(part, n.Local)} if about else ()
        places = (place for name in names for place in scope.places_chosen(name))
        return Ground(scope.rule, node.place.line, text, frozenset(places))

    def _for_all(self, how: str, test: n.Expr, loop: n.For | n.Fold, scope: RuleRun) -> Ground:
        inner = scope.without_local(loop.name)
        over = GroundPrinter(self._rules, scope).visit_expr(loop.over)
        text = GroundPrinter(self._rules, inner).plain(test)
        such = ""
        if isinstance(loop, n.Fold) and not isinstance(loop.where, n.Const):
            such = f" with {GroundPrinter(self._rules, inner).plain(loop.where)}"
        text = f"{text} for {how} {loop.name} in {over}{such}"
        return self._ground(test, text, scope, loop.over if how == "every" else None)

    def _written(self, node: n.Expr, truth: bool, scope: RuleRun) -> str:
        words = GroundPrinter(self._rules, scope)
        if isinstance(node, n.Member):
            no = "" if truth else "not "
            return f"{words.visit_expr(node.item)} {no}in {words.visit_expr(node.of)}"
        if not isinstance(node, n.Compare):
            return words.plain(node) if truth else f"not {words.visit_expr(node)}"
        sides = [self._value(side, scope) for side in (node.left, node.right)]
        inclusion = isinstance(sides[0], frozenset) and node.op not in ("==", "!=")
        if inclusion and not truth:
            return f"not {words.visit_expr(node)}"
        op = node.op if truth else _OPPOSITE[node.op]
        text = f"{words.visit_expr(node.left)} {op} {words.visit_expr(node.right)}"
        known = op == "==" and any(isinstance(s, n.Const) for s in (node.left, node.right))
        numbers = all(isinstance(side, int) and not isinstance(side, bool) for side in sides)
        return text if known or not numbers else f"{text}: {sides[0]} {op} {sides[1]}"


class GroundPrinter(PlainPrinter):
    """Writes expressions as a reader of the rulebook would, with the values of local names."""

    def __init__(self, rules: Rules, scope: RuleRun) -> None:
        super().__init__(rules)
        self._rules, self._scope = rules, scope

    def visit_State(self, node: n.State) -> str:
        return node.name

    def visit_At(self, node: n.At) -> str:
        key = self.plain(node.key)
        return f"{node.map}[{key[1:-1] if isinstance(node.key, n.MakeTuple) else key}]"

    def visit_Call(self, node: n.Call) -> str:
        return self.fill_form(node).removesuffix("()")

    def visit_Local(self, node: n.Local) -> str:
        scope = self._scope
        if node.name not in scope.frame.locals:
            return node.name
        origin, then = scope.origins.get(node.name, (None, scope))
        if isinstance(origin, n.State | n.Call):
            return GroundPrinter(self._rules, then).visit_expr(origin)
        return self.constant(scope.frame.locals[node.name])

    def constant(self, value: Any) -> str:
        """Write a constant; collections of few elements in full."""
        if isinstance(value, frozenset) and value:
            value = tuple(sorted(value))
        if type(value) is tuple and 0 < len(value) <= MOST_WRITTEN:
            return " ".join(map(super().constant, value))
        return super().constant(value)
