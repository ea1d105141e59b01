"""Reading statements: a flow-sensitive pass through branches, loops and returns."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..errors import Place, RulebookError
from ..ir import build, coerce, tables
from ..ir.nodes import (
    Assign,
    At,
    Block,
    Break,
    Call,
    Const,
    Continue,
    Do,
    Expr,
    For,
    If,
    Local,
    Require,
    Return,
    SetAt,
    SetState,
    State,
    Stmt,
    While,
)
from ..ir.types import NEVER, MapT, SetT, TableT, Type, Wrong, element_type, join
from ..rules.decorators import derived, require
from ..suggest import suggest
from .calls import CallReader
from .expressions import unpacking_error
from .names import Unreturned
from .refusals import REFUSED
from .scope import Scope, merge, refine, widen
from .source import Source

if TYPE_CHECKING:
    from .reader import Reader

#: Iterations of the analysis of a loop before numbers that still grow are widened.
LAPS = 400


@dataclass
class Loop:
    """The scopes at the exits of a loop that is being read."""

    breaks: list[Scope] = field(default_factory=list)
    continues: list[Scope] = field(default_factory=list)


class RuleReader(CallReader):
    """Reads the body of one rule."""

    def __init__(self, reader: Reader, source: Source, position: str = "") -> None:
        super().__init__(reader, source, position)
        self.returns: Type = NEVER
        self.return_places: list[tuple[Type, Place]] = []
        self.loops: list[Loop] = []

    def read_body(self, parameters: dict[str, Type]) -> Block:
        """Read the whole rule, given the types of its arguments."""
        self.scope = Scope(dict(parameters))
        body = self.block(self.source.tree.body)
        if self.scope.alive:
            nothing = tables.const(None, self.source.place())
            self._note_return(nothing.type, self.source.place())
            body = (*body, Return(nothing, place=self.source.place()))
        return body

    def block(self, nodes: list[ast.stmt]) -> Block:
        """Read statements in order, up to the first that never completes."""
        result: list[Stmt] = []
        for node in nodes:
            if not self.scope.alive:
                break
            result.extend(self.statement(node))
        return tuple(result)

    def statement(self, node: ast.stmt) -> list[Stmt]:
        """Read one statement."""
        read: Callable[[Any], list[Stmt]] | None
        read = getattr(self, f"_do_{type(node).__name__}", None)
        if read is None:
            raise self.refused(node)
        try:
            result: list[Stmt] = read(node)
            return result
        except Wrong as wrong:
            raise self.wrong(node, wrong) from None
        except Unreturned as cut:
            # The called rule is illegal on every path, and so is this one.
            self.scope.alive = False
            never, place = build.truth(False, self.place(node)), self.place(node)
            return [Do(cut.call, place=place), Require(never, "", place=place)]

    def _allow_effects(self, node: ast.expr) -> ast.expr:
        """Allow a call with effects where it is the entire value of a statement."""
        self.alone = node
        while isinstance(self.alone, ast.UnaryOp) and isinstance(self.alone.op, ast.Not):
            self.alone = self.alone.operand
        return node

    # -- simple statements ------------------------------------------------------------------

    def _do_Pass(self, node: ast.Pass) -> list[Stmt]:
        return []

    def _do_Expr(self, node: ast.Expr) -> list[Stmt]:
        if isinstance(node.value, ast.Constant):
            return []  # a docstring, or `...`
        if isinstance(node.value, ast.Call):
            name = node.value.func
            if isinstance(name, ast.Name) and self.outside(name.id) is require:
                return self._require(node.value)
            call = self.read(self._allow_effects(node.value))
            if isinstance(call, Call):
                return [Do(call, place=self.place(node))]
        if type(node.value) in REFUSED:
            raise self.refused(node.value)
        hint = "assign it, return it or leave it out"
        if isinstance(node.value, ast.Compare | ast.BoolOp):
            hint = "write `require(...)`, or `=` to assign"
        raise self.error(node, "this line changes nothing", hint)

    def _require(self, node: ast.Call) -> list[Stmt]:
        self.reader.note_require(self.source.function.__name__, self.place(node))
        if not 1 <= len(node.args) <= 2 or any(k.arg != "otherwise" for k in node.keywords):
            raise self.error(
                node, "require takes a condition and a reason", "write require(x, 'why not')"
            )
        test = self.read_test(self._allow_effects(node.args[0]))
        reasons = [*node.args[1:], *(k.value for k in node.keywords)]
        reason = self.read(reasons[0]) if reasons else tables.const("", self.place(node))
        if not isinstance(reason, Const) or not isinstance(reason.value, str):
            hint = "write require(x, 'why not')"
            raise self.error(node, "the reason must be a plain text", hint)
        self.scope = refine(self.scope, test, True)
        if isinstance(test, Const) and test.value:
            return []
        return [Require(test, reason.value, place=self.place(node))]

    def _do_Return(self, node: ast.Return) -> list[Stmt]:
        value = (
            self.read(self._allow_effects(node.value))
            if node.value
            else tables.const(None, self.place(node))
        )
        value = coerce.as_set(value)
        self._note_return(value.type, self.place(node))
        self.scope.alive = False
        return [Return(value, place=self.place(node))]

    def _note_return(self, value: Type, place: Place) -> None:
        try:
            self.returns = join(self.returns, value)
        except Wrong as wrong:
            name = self.source.function.__name__
            problem = f"{name} returns different kinds of value: {wrong.problem}"
            raise RulebookError(problem, place, "return one kind of value") from None
        self.return_places.append((value, place))

    def _do_Break(self, node: ast.Break) -> list[Stmt]:
        self.loops[-1].breaks.append(self.scope)
        self.scope = Scope(alive=False)
        return [Break(place=self.place(node))]

    def _do_Continue(self, node: ast.Continue) -> list[Stmt]:
        self.loops[-1].continues.append(self.scope)
        self.scope = Scope(alive=False)
        return [Continue(place=self.place(node))]

    # -- assignment -------------------------------------------------------------------------

    def _do_Assign(self, node: ast.Assign) -> list[Stmt]:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            return self._unpack(node.targets[0], node.value)
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List):
                problem = "several names are assigned in a line of their own"
                raise self.error(target, problem, "write a, b = ...")
        value, first = self.read(self._allow_effects(node.value)), list[Stmt]()
        if len(node.targets) > 1 and not isinstance(value, Const):
            first, value = self._store_fresh(f"of_{node.lineno}", value, node.value)
        return [*first, *self._store_all(node.targets, [value] * len(node.targets), node.value)]

    def _do_AnnAssign(self, node: ast.AnnAssign) -> list[Stmt]:
        if node.value is None:
            return []
        return self._store(node.target, self.read(self._allow_effects(node.value)), node.value)

    def _do_AugAssign(self, node: ast.AugAssign) -> list[Stmt]:
        op = self._operator(node.op, node)
        before = self.read(_as_load(node.target))
        if isinstance(node.target, ast.Name) and isinstance(before.type, SetT):
            sign = ast.unparse(node).split()[1].removesuffix("=")
            hint = f"write {node.target.id} = {node.target.id} {sign} ..."
            raise self.error(node, "this changes a set that may have other names", hint)
        value = self.arith(op, before, self.read(node.value), self.place(node))
        return self._store(node.target, value, node)

    def _unpack(self, target: ast.Tuple, node: ast.expr) -> list[Stmt]:
        """Read `a, b = x, y`: evaluate the whole right side before the first assignment."""
        for element in target.elts:
            if isinstance(element, ast.Starred):
                raise self.refused(element)
        value = self.read(self._allow_effects(node))
        if isinstance(value, Const) and not isinstance(value.value, str):
            items: list[Expr] = self._constant_items(value, target)
            return self._store_all(target.elts, items, node)
        if isinstance(node, ast.Tuple) and len(node.elts) == len(target.elts):
            items = [self.read(e) for e in node.elts]
            return self._store_all(target.elts, items, node)
        parts = self.item_types(target, value.type)
        first, local = self._store_fresh("_".join(self.target_names(target)), value, target)
        indices = [tables.const(i, self.place(target)) for i in range(len(parts))]
        items = [self.item_of(local, i, t, target) for i, t in zip(indices, parts, strict=True)]
        return [*first, *self._store_all(target.elts, items, node)]

    def _constant_items(self, value: Const, target: ast.Tuple) -> list[Expr]:
        items = list(value.value) if hasattr(value.value, "__iter__") else []
        if len(items) != len(target.elts):
            raise self.error(target, *unpacking_error(value.type, len(target.elts)))
        return [tables.const(item, self.place(target)) for item in items]

    def _store_all(self, targets: list[ast.expr], items: list[Expr], node: ast.expr) -> list[Stmt]:
        """Store several values, through locals where one depends on what another changes."""
        result: list[Stmt] = []
        if len(targets) > 1 and _entangled(targets, items):
            locals_: list[Expr] = []
            for i, item in enumerate(items):
                first, local = self._store_fresh(f"of_{node.lineno}_{i}", item, node)
                result += first
                locals_.append(local)
            items = locals_
        for target, item in zip(targets, items, strict=True):
            result += self._store(target, item, node)
        return result

    def _store_fresh(self, name: str, value: Expr, node: ast.AST) -> tuple[list[Stmt], Expr]:
        """Store a value under a fresh local name."""
        name = self.hidden(name)
        first = self._assign(name, value, value.place)
        return first, Local(name, type=self.scope.locals[name], place=self.place(node))

    def _assign(self, name: str, value: Expr, place: Any) -> list[Stmt]:
        value = coerce.as_set(value)
        self.scope.assign(name, value.type)
        return [Assign(name, value, place=place)]

    def _store(self, target: ast.expr, value: Expr, node: ast.AST) -> list[Stmt]:
        place = self.place(node)
        match target:
            case ast.Name(id=name):
                self.check_target(target)
                self.aliases.pop(name, None)
                return self._assign(name, value, place)
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                return self._store_variable(target, name, value, node)
            case ast.Subscript():
                return self._store_item(target, value, node)
        raise self.error(
            target, "this cannot be assigned to", "assign to a local, self.x or self.m[k]"
        )

    def _store_variable(
        self, target: ast.expr, name: str, value: Expr, node: ast.AST
    ) -> list[Stmt]:
        wanted = self.reader.state.get(name)
        if wanted is None:
            raise self.error(target, *self._assignment_error(name))
        if isinstance(wanted, MapT):
            raise self.error(
                target, f"{name} is a map", f"assign item by item: self.{name}[...] = ..."
            )
        fitted = self._fit(value, wanted, node, name)
        self._note_written(name, node)
        checked = coerce.escapes(fitted.type, wanted)
        return [SetState(name, fitted, checked, place=self.place(node))]

    def _assignment_error(self, name: str) -> tuple[str, str]:
        """Return why `self.name = ...` is impossible, and what to do instead."""
        attribute = self.reader.lookup(name)
        if isinstance(attribute, FunctionType | derived):
            return f"{name} is a rule and cannot change", "change the variables that it reads"
        if name in self.game.__dict__:
            return f"{name} is a constant and cannot change", _declare(name)
        hint = suggest(name, self.game.variables, _declare(name), "self.{}")
        return f"{name} is not declared", hint

    def _store_item(self, target: ast.Subscript, value: Expr, node: ast.AST) -> list[Stmt]:
        base = self.read_any(target.value)
        if isinstance(base, Const) and isinstance(base.type, TableT):
            problem = f"{ast.unparse(target.value)} is a constant table and cannot change"
            raise self.error(target, problem, "declare a Map in setup: Map(domain, values)")
        if not isinstance(base, State) or not isinstance(base.type, MapT):
            raise self.error(target, "only maps have items that change", "declare a Map in setup")
        key = self.read_as(target.slice, element_type(base.type.domain))
        fitted = self._fit(value, base.type.value, node, ast.unparse(target).removeprefix("self."))
        self._note_written(base.name, node)
        checked = coerce.escapes(fitted.type, base.type.value)
        return [SetAt(base.name, key, fitted, checked, place=self.place(node))]

    def _fit(self, value: Expr, wanted: Type, node: ast.AST, name: str) -> Expr:
        try:
            return coerce.fit(value, wanted)
        except Wrong as wrong:
            problem = f"{name} cannot hold this: {wrong.problem}"
            raise self.error(node, problem, wrong.instead) from None

    def _note_written(self, name: str, node: ast.AST) -> None:
        self.writes.add(name)
        self.reader.note_write(self.source.function.__name__, name, self.place(node))
        self.scope.forget_state([name])

    # -- branches and loops -----------------------------------------------------------------

    def _do_If(self, node: ast.If) -> list[Stmt]:
        test = self.read_test(self._allow_effects(node.test))
        if isinstance(test, Const):
            return list(self.block(node.body if test.value else node.orelse))
        before = self.scope
        self.scope = refine(before, test, True)
        then = self.block(node.body)
        after_then = self.scope
        self.scope = refine(before, test, False)
        otherwise = self.block(node.orelse)
        self.scope = merge([after_then, self.scope])
        return [If(test, then, otherwise, place=self.place(node))]

    def _do_For(self, node: ast.For) -> list[Stmt]:
        if node.orelse:
            raise self.error(
                node.orelse[0], "a loop has no `else` in rules", "use a Flag or a return"
            )
        over, element, most = self.read_iterable(node.iter, ordered=True)
        certain = isinstance(over, Const) and most > 0
        if most == 0:
            return (
                [] if build.is_total(over) else [For("nothing", over, (), place=self.place(node))]
            )
        entry, name = self.scope, ""
        body: Block = ()

        def lap() -> Scope:
            nonlocal name, body
            name, parts = self._loop_names(node.target, element)
            body, end = self._lap_body(node.body)
            body = (*parts, *body)
            return end

        head, end, loop = self._loop_fixpoint(entry, lap, most)
        self.scope = merge([end, *loop.breaks] if certain else [head, end, *loop.breaks])
        for gone in {name, *self._names_in(node.target)} - entry.locals.keys():
            self.scope.locals.pop(gone, None)
        return [For(name, over, body, place=self.place(node))]

    def _loop_names(self, target: ast.expr, element: Type) -> tuple[str, list[Stmt]]:
        """Bind a loop's target; several names are locals, assigned at the start of each lap."""
        if isinstance(target, ast.Name):
            return self._bind(target, element), []
        names = self.target_names(target)
        types = self.item_types(target, element)
        whole, place = self.hidden(*names), self.place(target)
        self.scope.assign(whole, element)
        local = Local(whole, type=element, place=place)
        parts: list[Stmt] = []
        for i, (name, kind) in enumerate(zip(names, types, strict=True)):
            item = self.item_of(local, tables.const(i, place), kind, target)
            parts += self._assign(name, item, place)
        return whole, parts

    def _names_in(self, target: ast.expr) -> set[str]:
        return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}

    def _do_While(self, node: ast.While) -> list[Stmt]:
        if node.orelse:
            raise self.error(
                node.orelse[0], "a loop has no `else` in rules", "use a Flag or a return"
            )
        test: Expr = build.truth(True, self.place(node))
        body: Block = ()
        tested = self.scope

        def lap() -> Scope:
            nonlocal test, body, tested
            test = self.read_test(self._allow_effects(node.test))
            tested = self.scope
            self.scope = refine(self.scope, test, True)
            body, end = self._lap_body(node.body)
            return end

        entry = self.scope
        _, _, loop = self._loop_fixpoint(entry, lap, None)
        if isinstance(test, Const) and not test.value:
            self.scope = entry
            return []
        self.scope = merge([refine(tested, test, False), *loop.breaks])
        if isinstance(test, Const) and not self.scope.alive and not _leaves(node):
            raise self.error(
                node.test, "this loop has no end", "give it a condition, a break or a return"
            )
        return [While(test, body, place=self.place(node))]

    def _lap_body(self, nodes: list[ast.stmt]) -> tuple[Block, Scope]:
        body = self.block(nodes)
        loop = self.loops[-1]
        return body, merge([self.scope, *loop.continues])

    def _loop_fixpoint(
        self, entry: Scope, lap: Callable[[], Scope], most: int | None
    ) -> tuple[Scope, Scope, Loop]:
        """Read a loop's body in a scope that holds before each of at most `most` laps.

        Each lap can add values, until a fixpoint is reached or the laps are used up. A loop too
        long for that has its growing numbers widened, then narrowed by its tests.
        """
        head, patience = entry, LAPS >> 2 * len(self.loops)
        self.guessing += 1
        for _ in range(min(most - 1 if most else patience, patience)):
            following = merge([entry, self._read_lap(head, lap)[0]])
            if following == head:
                break
            head = following
        else:
            if most is None or most > patience:
                head = self._widen(entry, head, lap)
        self.guessing -= 1
        end, loop = self._read_lap(head, lap)
        return head, end, loop

    def _widen(self, entry: Scope, head: Scope, lap: Callable[[], Scope]) -> Scope:
        while True:
            following = merge([head, self._read_lap(head, lap)[0]])
            if following == head:
                break
            head = widen(head, following)
        for _ in range(2):
            head = merge([entry, self._read_lap(head, lap)[0]])
        return head

    def _read_lap(self, head: Scope, lap: Callable[[], Scope]) -> tuple[Scope, Loop]:
        self.scope = head.copy()
        loop = Loop()
        self.loops.append(loop)
        try:
            end = lap()
        finally:
            self.loops.pop()
        return end, loop


def _declare(name: str) -> str:
    return f"declare it in setup: self.{name} = Flag(), Count(lo, hi), One(domain), …"


def _entangled(targets: list[ast.expr], items: list[Expr]) -> bool:
    """Whether storing one of several values could change what another still reads."""
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    stateful = len(names) < len(targets)
    return any(
        (isinstance(node, Local) and node.name in names)
        or (stateful and isinstance(node, State | At | Call))
        for item in items
        for node in item.walk()
    )


def _as_load(target: ast.expr) -> ast.expr:
    """Return the target of an augmented assignment as an expression to read."""
    loaded = copy.copy(target)
    if isinstance(loaded, ast.Name | ast.Attribute | ast.Subscript):
        loaded.ctx = ast.Load()
    return loaded


def _leaves(node: ast.While) -> bool:
    """Whether the body of a loop contains a break or return."""
    return any(isinstance(child, ast.Return | ast.Break) for child in ast.walk(node))
