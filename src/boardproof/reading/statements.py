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
from ..ir import nodes as n
from ..ir import types as t
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


class NamesElements(Exception):
    """The words that a rule returns turn out to name elements of a domain."""

    def __init__(self, element: t.Type | None) -> None:
        super().__init__(str(element))
        self.element = element


class RuleReader(CallReader):
    """Reads the body of one rule; words that it returns may name elements."""

    def __init__(
        self, reader: Reader, source: Source, position: str = "", named: t.Type | None = None
    ) -> None:
        super().__init__(reader, source, position)
        self.named = named
        self.returns: t.Type = t.NEVER
        self.return_places: list[tuple[t.Type, Place]] = []
        self.loops: list[Loop] = []

    def read_body(self, parameters: dict[str, t.Type]) -> n.Block:
        """Read the whole rule, given the types of its arguments."""
        self.scope = Scope(dict(parameters))
        body = self.block(self.source.tree.body)
        if not self.scope.alive:
            return body
        place = self.source.place()
        return (*body, *self._return(tables.const(None, place), place))

    def block(self, nodes: list[ast.stmt]) -> n.Block:
        """Read statements in order, up to the first that never completes."""
        result: list[n.Stmt] = []
        for node in nodes:
            if not self.scope.alive:
                break
            result.extend(self.statement(node))
        return tuple(result)

    def statement(self, node: ast.stmt) -> list[n.Stmt]:
        """Read one statement."""
        method = f"_do_{type(node).__name__}"
        read: Callable[[Any], list[n.Stmt]] | None = getattr(self, method, None)
        if read is None:
            raise self.refused(node)
        try:
            with self.reading(node):
                return read(node)
        except Unreturned as cut:
            # The called rule is illegal on every path, and so is this one.
            self.scope.alive = False
            never, place = build.truth(False, self.place(node)), self.place(node)
            return [n.Do(cut.call, place=place), n.Require(never, "", place=place)]

    def _allow_effects(self, node: ast.expr) -> ast.expr:
        """Allow a call with effects where it is the entire value of a statement."""
        self.alone = node
        while isinstance(self.alone, ast.UnaryOp) and isinstance(self.alone.op, ast.Not):
            self.alone = self.alone.operand
        return node

    # -- simple statements ------------------------------------------------------------------

    def _do_Pass(self, node: ast.Pass) -> list[n.Stmt]:
        return []

    def _do_Expr(self, node: ast.Expr) -> list[n.Stmt]:
        if isinstance(node.value, ast.Constant):
            return []  # a docstring, or `...`
        if isinstance(node.value, ast.Call):
            name = node.value.func
            if isinstance(name, ast.Name) and self.outside(name.id) is require:
                return self._require(node.value)
            call = self.read(self._allow_effects(node.value))
            if isinstance(call, n.Call):
                return [n.Do(call, place=self.place(node))]
        if type(node.value) in REFUSED:
            raise self.refused(node.value)
        hint = "assign it, return it or leave it out"
        if isinstance(node.value, ast.Compare | ast.BoolOp):
            hint = "write `require(...)`, or `=` to assign"
        raise self.error(node, "this line changes nothing", hint)

    def _require(self, node: ast.Call) -> list[n.Stmt]:
        self.reader.first_require.setdefault(self.rule, self.place(node))
        hint = "write require(x, 'why not')"
        if not 1 <= len(node.args) <= 2 or any(k.arg != "otherwise" for k in node.keywords):
            raise self.error(node, "require takes a condition and a reason", hint)
        test = self.read_test(self._allow_effects(node.args[0]))
        reasons = [*node.args[1:], *(k.value for k in node.keywords)]
        reason = self.read(reasons[0]) if reasons else tables.const("", self.place(node))
        if not isinstance(reason, n.Const) or not isinstance(reason.value, str):
            raise self.error(node, "the reason must be a plain text", hint)
        self.scope = refine(self.scope, test, True)
        if isinstance(test, n.Const) and test.value:
            return []
        return [n.Require(test, reason.value, place=self.place(node))]

    def _do_Return(self, node: ast.Return) -> list[n.Stmt]:
        place = self.place(node)
        if node.value is None:
            return self._return(tables.const(None, place), place)
        return self._return(coerce.as_set(self.read(self._allow_effects(node.value))), place)

    def _return(self, value: n.Expr, place: Place) -> list[n.Stmt]:
        element = self.named or _element_in(self.returns)
        if element is not None and isinstance(value.type, t.TextT):
            value = coerce.fit(value, element)
        if isinstance(_bare(self.returns), t.TextT) and _element_in(value.type) is not None:
            raise NamesElements(_element_in(value.type))
        try:
            self.returns = t.join(self.returns, value.type)
        except t.Wrong as wrong:
            problem = f"{self.rule} returns different kinds of value: {wrong.problem}"
            raise RulebookError(problem, place, "return one kind of value") from None
        self.return_places.append((value.type, place))
        self.scope.alive = False
        return [n.Return(value, place=place)]

    def _do_Break(self, node: ast.Break) -> list[n.Stmt]:
        self.loops[-1].breaks.append(self.scope)
        self.scope = Scope(alive=False)
        return [n.Break(place=self.place(node))]

    def _do_Continue(self, node: ast.Continue) -> list[n.Stmt]:
        self.loops[-1].continues.append(self.scope)
        self.scope = Scope(alive=False)
        return [n.Continue(place=self.place(node))]

    # -- assignment -------------------------------------------------------------------------

    def _do_Assign(self, node: ast.Assign) -> list[n.Stmt]:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            return self._unpack(node.targets[0], node.value)
        for target in node.targets:
            if isinstance(target, ast.Tuple | ast.List):
                problem = "several names are assigned in a line of their own"
                raise self.error(target, problem, "write a, b = ...")
        value, first = self.read(self._allow_effects(node.value)), list[n.Stmt]()
        self._note_constant(node, value)
        if len(node.targets) > 1 and not isinstance(value, n.Const):
            first, value = self._store_fresh(f"of_{node.lineno}", value, node.value)
        return [*first, *self._store_all(node.targets, [value] * len(node.targets), node.value)]

    def _note_constant(self, node: ast.Assign, value: n.Expr) -> None:
        """Note a name that is given a constant once and for all."""
        match node.targets:
            case [ast.Name(name)] if isinstance(value, n.Const) and self.stores[name] == 1:
                if node in self.source.tree.body:
                    self.constants[name] = value

    def _do_AnnAssign(self, node: ast.AnnAssign) -> list[n.Stmt]:
        if node.value is None:
            return []
        return self._store(node.target, self.read(self._allow_effects(node.value)), node.value)

    def _do_AugAssign(self, node: ast.AugAssign) -> list[n.Stmt]:
        op = self._operator(node.op, node)
        before = self.read(_as_load(node.target))
        if isinstance(node.target, ast.Name) and isinstance(before.type, t.SetT):
            sign = ast.unparse(node).split()[1].removesuffix("=")
            hint = f"write {node.target.id} = {node.target.id} {sign} ..."
            raise self.error(node, "this changes a set that may have other names", hint)
        value = self.arith(op, before, self.read(node.value), self.place(node))
        return self._store(node.target, value, node)

    def _unpack(self, target: ast.Tuple, node: ast.expr) -> list[n.Stmt]:
        """Read `a, b = x, y`: evaluate the whole right side before the first assignment."""
        for element in target.elts:
            if isinstance(element, ast.Starred):
                raise self.refused(element)
        value = self.read(self._allow_effects(node))
        if isinstance(value, n.Const) and not isinstance(value.value, str):
            items: list[n.Expr] = self._constant_items(value, target)
            return self._store_all(target.elts, items, node)
        if isinstance(node, ast.Tuple) and len(node.elts) == len(target.elts):
            items = [self.read(e) for e in node.elts]
            return self._store_all(target.elts, items, node)
        parts = self.item_types(target, value.type)
        first, local = self._store_fresh("_".join(self.target_names(target)), value, target)
        items = [self.item_of(local, i, kind, target) for i, kind in enumerate(parts)]
        return [*first, *self._store_all(target.elts, items, node)]

    def _constant_items(self, value: n.Const, target: ast.Tuple) -> list[n.Expr]:
        items = list(value.value) if hasattr(value.value, "__iter__") else []
        if len(items) != len(target.elts):
            raise self.error(target, *unpacking_error(value.type, len(target.elts)))
        return [tables.const(item, self.place(target)) for item in items]

    def _store_all(
        self, targets: list[ast.expr], items: list[n.Expr], node: ast.expr
    ) -> list[n.Stmt]:
        """Store several values, through locals where one depends on what another changes."""
        result: list[n.Stmt] = []
        if len(targets) > 1 and _entangled(targets, items):
            locals_: list[n.Expr] = []
            for i, item in enumerate(items):
                first, local = self._store_fresh(f"of_{node.lineno}_{i}", item, node)
                result += first
                locals_.append(local)
            items = locals_
        for target, item in zip(targets, items, strict=True):
            result += self._store(target, item, node)
        return result

    def _store_fresh(self, name: str, value: n.Expr, node: ast.AST) -> tuple[list[n.Stmt], n.Expr]:
        """Store a value under a fresh local name."""
        name = self.hidden(name)
        first = self._assign(name, value, value.place)
        return first, n.Local(name, type=self.scope.locals[name], place=self.place(node))

    def _assign(self, name: str, value: n.Expr, place: Any) -> list[n.Stmt]:
        value = coerce.as_set(value)
        self.scope.assign(name, value.type)
        return [n.Assign(name, value, place=place)]

    def _store(self, target: ast.expr, value: n.Expr, node: ast.AST) -> list[n.Stmt]:
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
        hint = "assign to a local, self.x or self.m[k]"
        raise self.error(target, "this cannot be assigned to", hint)

    def _store_variable(
        self, target: ast.expr, name: str, value: n.Expr, node: ast.AST
    ) -> list[n.Stmt]:
        wanted = self.reader.state.get(name)
        if wanted is None:
            raise self.error(target, *self._assignment_error(name))
        if isinstance(wanted, t.MapT):
            hint = f"assign item by item: self.{name}[...] = ..."
            raise self.error(target, f"{name} is a map", hint)
        fitted, checked = self._change(name, value, wanted, node, name)
        return [n.SetState(name, fitted, checked, place=self.place(node))]

    def _assignment_error(self, name: str) -> tuple[str, str]:
        """Return why `self.name = ...` is impossible, and what to do instead."""
        attribute = self.reader.lookup(name)
        if isinstance(attribute, FunctionType | derived):
            return f"{name} is a rule and cannot change", "change the variables that it reads"
        if name in self.game.__dict__:
            return f"{name} is a constant and cannot change", _declare(name)
        hint = suggest(name, self.game.variables, _declare(name), "self.{}")
        return f"{name} is not declared", hint

    def _store_item(self, target: ast.Subscript, value: n.Expr, node: ast.AST) -> list[n.Stmt]:
        base = self.read_any(target.value)
        if isinstance(base, n.Const) and isinstance(base.type, t.TableT):
            problem = f"{ast.unparse(target.value)} is a constant table and cannot change"
            raise self.error(target, problem, "declare a Map in setup: Map(domain, values)")
        if not isinstance(base, n.State) or not isinstance(base.type, t.MapT):
            raise self.error(target, "only maps have items that change", "declare a Map in setup")
        key = self.read_as(target.slice, t.element_type(base.type.domain))
        written = ast.unparse(target).removeprefix("self.")
        fitted, checked = self._change(base.name, value, base.type.value, node, written)
        return [n.SetAt(base.name, key, fitted, checked, place=self.place(node))]

    def _change(
        self, name: str, value: n.Expr, wanted: t.Type, node: ast.AST, written: str
    ) -> tuple[n.Expr, bool]:
        """Record that a variable changes; return its value, and whether that must be checked."""
        try:
            fitted = coerce.fit(value, wanted)
        except t.Wrong as wrong:
            problem = f"{written} cannot hold this: {wrong.problem}"
            raise self.error(node, problem, wrong.instead) from None
        self.writes.add(name)
        self.reader.first_write.setdefault(self.rule, (name, self.place(node)))
        self.scope.forget_state([name])
        return fitted, coerce.escapes(fitted.type, wanted)

    # -- branches and loops -----------------------------------------------------------------

    def _do_If(self, node: ast.If) -> list[n.Stmt]:
        test = self.read_test(self._allow_effects(node.test))
        if isinstance(test, n.Const):
            return list(self.block(node.body if test.value else node.orelse))
        before, blocks, ends = self.scope, list[n.Block](), list[Scope]()
        for holds, nodes in ((True, node.body), (False, node.orelse)):
            self.scope = refine(before, test, holds)
            blocks.append(self.block(nodes))
            ends.append(self.scope)
        self.scope = merge(ends)
        return [n.If(test, *blocks, place=self.place(node))]

    def _do_For(self, node: ast.For) -> list[n.Stmt]:
        self._check_no_else(node)
        over, element, most = self.read_iterable(node.iter, ordered=True)
        if most == 0:
            nothing = n.For("nothing", over, (), place=self.place(node))
            return [] if build.is_total(over) else [nothing]
        entry, name = self.scope, ""
        body: n.Block = ()

        def lap() -> Scope:
            nonlocal name, body
            name, parts = self._loop_names(node.target, element)
            body, end = self._lap_body(node.body)
            body = (*parts, *body)
            return end

        head, end, loop = self._loop_fixpoint(entry, lap, most)
        skipped = [] if isinstance(over, n.Const) else [head]
        self.scope = merge([*skipped, end, *loop.breaks])
        targets = {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        for gone in {name, *targets} - entry.locals.keys():
            self.scope.locals.pop(gone, None)
        return [n.For(name, over, body, place=self.place(node))]

    def _check_no_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            problem = "a loop has no `else` in rules"
            raise self.error(node.orelse[0], problem, "use a Flag or a return")

    def _loop_names(self, target: ast.expr, element: t.Type) -> tuple[str, list[n.Stmt]]:
        """Bind a loop's target; several names are locals, assigned at the start of each lap."""
        whole, items = self.bind(target, element)
        return whole, [part for item in items for part in self._assign(*item, item[1].place)]

    def _do_While(self, node: ast.While) -> list[n.Stmt]:
        self._check_no_else(node)
        test: n.Expr = build.truth(True, self.place(node))
        body: n.Block = ()
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
        if isinstance(test, n.Const) and not test.value:
            self.scope = entry
            return []
        self.scope = merge([refine(tested, test, False), *loop.breaks])
        returns = any(isinstance(child, ast.Return | ast.Break) for child in ast.walk(node))
        if isinstance(test, n.Const) and not self.scope.alive and not returns:
            hint = "give it a condition, a break or a return"
            raise self.error(node.test, "this loop has no end", hint)
        return [n.While(test, body, place=self.place(node))]

    def _lap_body(self, nodes: list[ast.stmt]) -> tuple[n.Block, Scope]:
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


def _bare(a: t.Type) -> t.Type:
    return a.of if isinstance(a, t.OptionT) else a


def _element_in(a: t.Type) -> t.Type | None:
    """Return the type of elements that values of a type are, None where they are others."""
    inner = _bare(a)
    return inner if isinstance(inner, t.ElementT) else None


def _declare(name: str) -> str:
    return f"declare it in setup: self.{name} = Flag(), Count(lo, hi), One(domain), …"


def _entangled(targets: list[ast.expr], items: list[n.Expr]) -> bool:
    """Whether storing one of several values could change what another still reads."""
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    stateful = len(names) < len(targets)
    return any(
        (isinstance(node, n.Local) and node.name in names)
        or (stateful and isinstance(node, n.State | n.At | n.Call))
        for item in items
        for node in item.walk()
    )


def _as_load(target: ast.expr) -> ast.expr:
    """Return the target of an augmented assignment as an expression to read."""
    loaded = copy.copy(target)
    if isinstance(loaded, ast.Name | ast.Attribute | ast.Subscript):
        loaded.ctx = ast.Load()
    return loaded
