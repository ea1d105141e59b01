"""Reading expressions: syntax tree → typed IR."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from difflib import get_close_matches
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ..errors import Place, RulebookError
from ..ir import build
from ..ir.nodes import (
    At,
    Call,
    Const,
    Expr,
    Fold,
    Local,
    Lookup,
    MakeTuple,
    Pick,
    State,
)
from ..ir.types import (
    BOOL,
    NEVER,
    BoolT,
    DomainT,
    ElementT,
    IntT,
    MapT,
    OptionT,
    SequenceT,
    SetT,
    TableT,
    TupleT,
    Type,
    Wrong,
    element_type,
    join_all,
    type_of,
    values_of,
)
from ..rules.domains import Domain, Element
from ..rules.words import derived
from .refusals import NO_OPERATORS, OPERATORS, REFUSED
from .scope import Scope, check_bounded, known, refine
from .source import Source

if TYPE_CHECKING:
    from .reader import Reader


class Unreturned(Exception):
    """A call that, as far as is known, never returns: what follows it is never reached."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class ExpressionReader:
    """Reads the expressions of one rule, in the scope its statements keep."""

    def __init__(self, reader: Reader, source: Source) -> None:
        self.reader, self.game, self.source = reader, reader.game, source
        self.scope = Scope()
        self.aliases: dict[str, Expr] = {}
        self.writes: set[str] = set()
        self.assigned = {
            node.id
            for node in ast.walk(source.tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }

    # -- errors -----------------------------------------------------------------------------

    def error(self, node: ast.AST | None, problem: str, instead: str = "") -> RulebookError:
        """Make an error that points at a node."""
        return RulebookError(problem, self.source.place(node), instead)

    def refused(self, node: ast.AST) -> RulebookError:
        """Make the error for syntax that the language leaves out."""
        name = type(node).__name__
        problem, instead = REFUSED.get(
            type(node), (f"`{name}` is not part of the rule language", "")
        )
        return self.error(node, problem, instead)

    def place(self, node: ast.AST) -> Place:
        """Say where a node is written."""
        return self.source.place(node)

    # -- entry points -----------------------------------------------------------------------

    def read(self, node: ast.expr) -> Expr:
        """Read any expression."""
        method: Callable[[Any], Expr] | None = getattr(self, f"_read_{type(node).__name__}", None)
        if method is None:
            raise self.refused(node)
        try:
            return method(node)
        except Wrong as wrong:
            raise self.error(node, wrong.problem, wrong.instead) from None

    def read_test(self, node: ast.expr) -> Expr:
        """Read a condition."""
        expr = self.read(node)
        try:
            return build.as_test(expr)
        except Wrong as wrong:
            raise self.error(node, wrong.problem, wrong.instead) from None

    def read_as(self, node: ast.expr, target: Type) -> Expr:
        """Read an expression as a value of a type."""
        expr = self.read(node)
        try:
            return build.fit(expr, target)
        except Wrong as wrong:
            raise self.error(node, wrong.problem, wrong.instead) from None

    # -- names ------------------------------------------------------------------------------

    def _read_Constant(self, node: ast.Constant) -> Expr:
        if isinstance(node.value, bool | int | str) or node.value is None:
            return build.const(node.value, self.place(node))
        if isinstance(node.value, float):
            raise self.error(node, "rules have whole numbers only", "scale it to a whole number")
        raise self.error(node, f"{node.value!r} is not a value of the rule language")

    def _read_Name(self, node: ast.Name) -> Expr:
        if node.id in self.aliases:
            return self.aliases[node.id]
        if node.id in self.scope.locals:
            local = Local(node.id, type=self.scope.locals[node.id], place=self.place(node))
            return known(self.scope, local)
        if node.id == "self":
            raise self.error(node, "`self` alone is no value", "name a variable: self.turn")
        if node.id in self.assigned:
            raise self.error(
                node,
                f"{node.id} may have no value here",
                f"give {node.id} a value on every way here",
            )
        return self._global(node)

    def _global(self, node: ast.Name) -> Expr:
        found = self.outside(node.id)
        if found is _MISSING:
            raise self.error(node, f"nothing is called {node.id}", self._similar(node.id))
        if isinstance(found, list | dict | set):
            raise self.error(
                node,
                f"{node.id} is a global that can change",
                f"keep it in setup: self.{node.id} = ...",
            )
        if callable(found) or isinstance(found, type(ast)):
            raise self.error(node, f"{node.id} cannot be used as a value in a rule")
        return build.const(found, self.place(node))

    def outside(self, name: str) -> Any:
        """Find what a name means outside the rule: in its closure, its module, in Python."""
        function = self.source.function
        cells = function.__closure__ or ()
        closure = dict(zip(function.__code__.co_freevars, cells, strict=True))
        if name in closure:
            return closure[name].cell_contents
        if name in function.__globals__:
            return function.__globals__[name]
        return getattr(builtins, name, _MISSING)

    def _similar(self, name: str) -> str:
        if hasattr(self.game, name):
            return f"did you mean self.{name}?"
        near = get_close_matches(name, [*self.scope.locals, *self.aliases], 1)
        return f"did you mean {near[0]}?" if near else "use an argument, a local name or self.…"

    # -- attributes -------------------------------------------------------------------------

    def _read_Attribute(self, node: ast.Attribute) -> Expr:
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            return self._own(node)
        return self._attribute_of(self.read(node.value), node)

    def _own(self, node: ast.Attribute) -> Expr:
        name, place = node.attr, self.place(node)
        if name in self.game.variables:
            return known(self.scope, State(name, type=self.reader.state[name], place=place))
        found = self.reader.lookup(name)
        if isinstance(found, derived):
            return self.call(node, name, ())
        if isinstance(found, FunctionType):
            raise self.error(
                node, f"{name} is a rule: it must be called", f"write self.{name}(...)"
            )
        if name not in self.game.__dict__ and found is None:
            near = get_close_matches(name, self.reader.names(), 1)
            hint = f"did you mean self.{near[0]}?" if near else "declare it in setup"
            raise self.error(node, f"the game has no {name}", hint)
        value = getattr(self.game, name)
        if callable(value) and not isinstance(value, Domain | Element):
            raise self.error(
                node, f"self.{name} is a function", "keep a dict in setup, or write a method"
            )
        return build.const(value, place)

    def _attribute_of(self, base: Expr, node: ast.Attribute) -> Expr:
        name = node.attr

        def get(value: Any) -> Any:
            return getattr(value, name)

        self._check_attribute(base, node)
        result = self._apply(f".{name}", get, base, (), self.place(node))
        return known(self.scope, result)

    def _check_attribute(self, base: Expr, node: ast.Attribute, callable_: bool = False) -> None:
        match base.type:
            case ElementT(domain):
                sample: Any = domain.elements[0]
            case DomainT(domain):
                sample = domain
            case OptionT():
                raise self.error(node.value, "this may be None", build.MAY_BE_NONE)
            case _:
                raise self.error(
                    node,
                    f"{base.type} has no .{node.attr} in rules",
                    _ATTRIBUTE_HINTS.get(node.attr, ""),
                )
        if node.attr.startswith("_") or not hasattr(sample, node.attr):
            near = get_close_matches(node.attr, [n for n in dir(sample) if n[0] != "_"], 1)
            hint = f"did you mean .{near[0]}?" if near else ""
            raise self.error(node, f"{base.type} has no .{node.attr}", hint)
        if callable(getattr(sample, node.attr)) != callable_ and not isinstance(
            getattr(sample, node.attr), Domain | Element
        ):
            hint = f"write .{node.attr}(...)" if not callable_ else f"write .{node.attr}"
            raise self.error(node, f".{node.attr} is used the wrong way", hint)

    def _apply(
        self,
        label: str,
        function: Callable[..., Any],
        base: Expr,
        arguments: tuple[Expr, ...],
        place: Place,
    ) -> Expr:
        """Apply a constant function to a value and arguments that may be known only later."""
        if isinstance(base, Const):
            value = base.value
            return (
                build.tabulate(label, lambda *a: function(value, *a), arguments, place)
                if (arguments)
                else build.const(function(value), place)
            )
        return build.tabulate(label, function, (base, *arguments), place)

    # -- subscripts -------------------------------------------------------------------------

    def _read_Subscript(self, node: ast.Subscript) -> Expr:
        base = self.read(node.value)
        if isinstance(node.slice, ast.Slice):
            raise self.refused(node.slice)
        if isinstance(base.type, MapT):
            assert isinstance(base, State)
            key = self.read_as(node.slice, element_type(base.type.domain))
            at = At(base.name, key, type=base.type.value, place=self.place(node))
            return known(self.scope, at)
        if isinstance(base.type, DomainT):
            return self.read_as(node.slice, element_type(base.type.domain))
        return self._item(base, self.read(node.slice), node)

    def _item(self, base: Expr, key: Expr, node: ast.Subscript) -> Expr:
        label, place = ast.unparse(node.value).removeprefix("self."), self.place(node)

        def get(value: Any, key: Any) -> Any:
            return value[key]

        if isinstance(base.type, OptionT):
            raise self.error(node.value, "this may be None", build.MAY_BE_NONE)
        if isinstance(base.type, TableT):
            key = self._as_key(key, base.type.key, node.slice)
        if isinstance(base.type, ElementT) and isinstance(key, Const):
            return self._element_item(base, key, node)
        if isinstance(base, Const):
            return known(self.scope, self._constant_item(label, get, base, key, node))
        if isinstance(base, Lookup) and isinstance(base.type, TableT | SequenceT | TupleT):
            return known(self.scope, build.compose(base.table.label, get, base, key, place))
        if isinstance(base.type, TupleT) and isinstance(key, Const):
            return self._tuple_item(base, key, node)
        if isinstance(base.type, SequenceT):
            return Pick(base, key, type=base.type.of, place=place)
        if isinstance(base.type, TableT):
            return Pick(base, key, type=base.type.value, place=place)
        raise self.error(node, f"{base.type} has no items", _ITEM_HINT)

    def _constant_item(
        self, label: str, get: Callable[..., Any], base: Expr, key: Expr, node: ast.Subscript
    ) -> Expr:
        try:
            return self._apply(label, get, base, (key,), self.place(node))
        except (LookupError, TypeError):
            shown = build.describe(key.value) if isinstance(key, Const) else str(key.type)
            raise self.error(node.slice, f"{label} has no {shown}") from None

    def _element_item(self, base: Expr, index: Const, node: ast.AST) -> Expr:
        """Take an element apart that is itself a tuple: `end[0]` is the side of a place."""
        at = index.value
        try:
            return build.tabulate(f"[{at}]", lambda v: v[at], (base,), self.place(node))
        except (TypeError, IndexError):
            raise self.error(node, f"{base.type} has no item {at}") from None

    def _as_key(self, key: Expr, wanted: Type, node: ast.expr) -> Expr:
        try:
            return key if isinstance(key.type, IntT) else build.fit(key, wanted)
        except Wrong as wrong:
            raise self.error(node, wrong.problem, wrong.instead) from None

    def _tuple_item(self, base: Expr, key: Const, node: ast.Subscript) -> Expr:
        assert isinstance(base.type, TupleT)
        try:
            found = base.type.items[key.value]
        except (IndexError, TypeError):
            raise self.error(node.slice, f"{base.type} has no item {key.value!r}") from None
        if isinstance(base, MakeTuple):
            item: Expr = base.items[key.value]
            return item
        return Pick(base, key, type=found, place=self.place(node))

    # -- operators --------------------------------------------------------------------------

    def _operator(self, op: ast.AST, node: ast.AST) -> str:
        if type(op) in NO_OPERATORS:
            raise self.error(node, *NO_OPERATORS[type(op)])
        return OPERATORS[type(op)]

    def _read_BinOp(self, node: ast.BinOp) -> Expr:
        op = self._operator(node.op, node)
        left, right = self.read(node.left), self.read(node.right)
        result = build.arith(op, left, right, self.place(node))
        check_bounded(result)
        return result

    def _read_UnaryOp(self, node: ast.UnaryOp) -> Expr:
        if isinstance(node.op, ast.Not):
            return build.negate(self.read_test(node.operand), self.place(node))
        if isinstance(node.op, ast.USub):
            zero = build.const(0, self.place(node))
            return build.arith("-", zero, self.read(node.operand), self.place(node))
        self._operator(node.op, node)
        raise self.error(node, "a leading + is not part of the rule language", "leave it out")

    def _read_BoolOp(self, node: ast.BoolOp) -> Expr:
        """Later items are read in the knowledge of the earlier ones, and skipped if settled."""
        goes_on = isinstance(node.op, ast.And)
        outer = self.scope
        items: list[Expr] = []
        try:
            for value in node.values:
                try:
                    item = self.read_test(value)
                except Unreturned:
                    if not items:
                        raise
                    break
                items.append(item)
                if isinstance(item, Const) and item.value is not goes_on:
                    break
                self.scope = refine(self.scope, item, goes_on)
        finally:
            self.scope = outer
        connect = build.conjunction if goes_on else build.disjunction
        return connect(items, self.place(node))

    def _read_IfExp(self, node: ast.IfExp) -> Expr:
        test = self.read_test(node.test)
        if isinstance(test, Const):
            return self.read(node.body if test.value else node.orelse)
        yes = self._read_under(test, True, node.body)
        no = self._read_under(test, False, node.orelse)
        if yes is None or no is None:
            only = yes or no
            if only is None:
                raise Unreturned(self.source.function.__name__)
            return only
        return build.choose(test, yes, no, self.place(node))

    def _read_under(self, test: Expr, holds: bool, node: ast.expr) -> Expr | None:
        outer = self.scope
        self.scope = refine(outer, test, holds)
        try:
            return self.read(node)
        except Unreturned:
            return None
        finally:
            self.scope = outer

    def _read_Compare(self, node: ast.Compare) -> Expr:
        left, parts = self.read(node.left), []
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.read(right_node)
            parts.append(self._comparison(op, left, right, node))
            left = right
        return build.conjunction(parts, self.place(node))

    def _comparison(self, op: ast.cmpop, left: Expr, right: Expr, node: ast.Compare) -> Expr:
        place = self.place(node)
        if isinstance(op, ast.In | ast.NotIn):
            found = build.member(left, right, place)
            return build.negate(found, place) if isinstance(op, ast.NotIn) else found
        if isinstance(op, ast.Is | ast.IsNot):
            if not (isinstance(right, Const) and right.value is None):
                raise self.error(node, "`is` is for None only", "write `==` or `!=`")
            return build.compare("==" if isinstance(op, ast.Is) else "!=", left, right, place)
        return build.compare(self._operator(op, node), left, right, place)

    # -- collections ------------------------------------------------------------------------

    def _read_Tuple(self, node: ast.Tuple) -> Expr:
        return self._sequence(node)

    def _read_List(self, node: ast.List) -> Expr:
        return self._sequence(node)

    def _sequence(self, node: ast.Tuple | ast.List) -> Expr:
        items = tuple(self.read(item) for item in node.elts)
        if all(isinstance(item, Const) for item in items):
            return build.const(
                tuple(i.value for i in items if isinstance(i, Const)), self.place(node)
            )
        return MakeTuple(items, type=TupleT(tuple(i.type for i in items)), place=self.place(node))

    def _read_Set(self, node: ast.Set) -> Expr:
        items = [self.read(item) for item in node.elts]
        for item, written in zip(items, node.elts, strict=True):
            if isinstance(item.type, OptionT):
                raise self.error(
                    written, "this may be None, and None is in no set", build.MAY_BE_NONE
                )
        return build.make_set(items, self.place(node))

    def _read_SetComp(self, node: ast.SetComp) -> Expr:
        def body() -> Expr:
            return build.make_set([self.read(node.elt)], self.place(node))

        return self.fold("union", node.generators, body, self.place(node))

    # -- comprehensions ---------------------------------------------------------------------

    def fold(
        self,
        kind: str,
        generators: list[ast.comprehension],
        body: Callable[[], Expr],
        place: Place,
    ) -> Expr:
        """Read `kind(body for ... in ... if ...)`, one nested fold for each `for`."""
        if not generators:
            return body()
        generator, *rest = generators
        over, element, most = self.read_iterable(generator.iter, ordered=False)
        outer, aliases = self.scope, dict(self.aliases)
        self.scope = outer.copy()
        try:
            name = self._bind(generator.target, element)
            where = self._read_filters(generator)
            self.scope = refine(self.scope, where, True)
            inner = self.fold(kind, rest, body, place)
        finally:
            self.scope, self.aliases = outer, aliases
        return _make_fold(kind, name, over, where, inner, most, place)

    def _read_filters(self, generator: ast.comprehension) -> Expr:
        outer, tests = self.scope, []
        for condition in generator.ifs:
            tests.append(self.read_test(condition))
            self.scope = refine(self.scope, tests[-1], True)
        self.scope = outer
        return build.conjunction(tests, self.place(generator.iter))

    def _bind(self, target: ast.expr, element: Type) -> str:
        """Bind a loop's name; several names at once stand for the items of one tuple."""
        if isinstance(target, ast.Name):
            self.aliases.pop(target.id, None)
            self.scope.assign(target.id, element)
            return target.id
        names = self.target_names(target)
        whole = "_".join(names)
        self.scope.assign(whole, element)
        local = Local(whole, type=element, place=self.place(target))
        for i, (name, item) in enumerate(zip(names, self.unpacked(target, element), strict=True)):
            index = build.const(i, self.place(target))
            self.aliases[name] = self.part(local, index, item, target)
        return whole

    def part(self, whole: Expr, index: Const, item: Type, node: ast.AST) -> Expr:
        """Give one item of a tuple, list or element that is a tuple."""
        place = self.place(node)
        if isinstance(whole.type, ElementT):
            return self._element_item(whole, index, node)
        if isinstance(whole, MakeTuple):
            known_item: Expr = whole.items[index.value]
            return known_item
        return Pick(whole, index, type=item, place=place)

    def target_names(self, target: ast.expr) -> list[str]:
        """Give the names of `a, b` on the left of an assignment or loop."""
        if isinstance(target, ast.Tuple) and all(isinstance(e, ast.Name) for e in target.elts):
            return [e.id for e in target.elts if isinstance(e, ast.Name)]
        raise self.error(target, "this cannot be assigned to here", "use plain local names")

    def unpacked(self, target: ast.expr, whole: Type) -> list[Type]:
        """Give the types of a value's parts, as many as there are names for them."""
        count = len(self.target_names(target))
        match whole:
            case TupleT(items) if len(items) == count:
                return list(items)
            case SequenceT(of, most) if most == count:
                return [of] * count
            case DomainT(domain) if len(domain) == count:
                return [element_type(domain)] * count
            case ElementT(domain) if all(isinstance(e, tuple) and len(e) == count for e in domain):
                return [join_all(type_of(e[i]) for e in domain) for i in range(count)]
        raise self.error(target, f"{whole} does not come apart into {count}")

    def read_iterable(self, node: ast.expr, ordered: bool) -> tuple[Expr, Type, int]:
        """Read what a loop runs over: the collection, its values' type, how many at most."""
        over = self.read(node)
        match over.type:
            case DomainT(domain):
                return over, element_type(domain), len(domain)
            case SequenceT(of, most):
                return over, of, most
            case TupleT(items):
                return over, join_all(items), len(items)
            case SetT(of) if not ordered:
                values = values_of(of)
                most = len(over.value) if isinstance(over, Const) else len(values or ())
                return over, of, most
            case SetT():
                raise self.error(
                    node,
                    "a set has no order to go through it",
                    "loop over the domain: " + _LOOP_HINT,
                )
            case MapT():
                raise self.error(node, "a map cannot be looped over", "loop over its domain")
            case TableT(key) if isinstance(over, Const):
                keys = build.const(tuple(over.value), over.place)
                return keys, key, len(over.value)
            case OptionT():
                raise self.error(node, "this may be None", build.MAY_BE_NONE)
        raise self.error(
            node, f"a loop needs a finite collection, and this is {over.type}", "write range(...)"
        )

    # -- calls: see calls.py ----------------------------------------------------------------

    def _read_Call(self, node: ast.Call) -> Expr:
        from .calls import read_call

        return read_call(self, node)

    def call(self, node: ast.AST, rule: str, arguments: tuple[Expr, ...]) -> Expr:
        """Call another rule: its argument types grow, what it changes is no longer known."""
        signature = self.reader.called(rule, tuple(a.type for a in arguments))
        self.writes |= signature.writes
        self.scope.forget_state(signature.writes)
        if signature.required and self.reader.purpose(rule) != "move":
            self.reader.note_require(self.source.function.__name__)
        if signature.returns == NEVER:
            raise Unreturned(rule)
        return Call(rule, arguments, type=signature.returns, place=self.place(node))


_MISSING = object()
_LOOP_HINT = "`for x in self.cells: if x in self.s:`"
_ITEM_HINT = "maps, lists, tuples and tables have items"
_ATTRIBUTE_HINTS = {
    "add": "write `self.s |= {x}`",
    "remove": "write `self.s -= {x}`",
    "discard": "write `self.s -= {x}`",
    "append": "lists are constants; use a Subset or a Map",
    "values": "write `self.m[k] for k in self.domain`",
    "items": "write `self.m[k] for k in self.domain`",
    "keys": "loop over the map's domain",
    "union": "write `a | b`",
    "difference": "write `a - b`",
    "intersection": "write `a & b`",
    "issubset": "write `a <= b`",
}


def _make_fold(
    kind: str, name: str, over: Expr, where: Expr, body: Expr, most: int, place: Place
) -> Expr:
    if kind in ("any", "all") and isinstance(body, Const) and body.value is (kind == "all"):
        return body
    return Fold(kind, name, over, where, body, type=_fold_type(kind, body, most), place=place)


def _fold_type(kind: str, body: Expr, most: int) -> Type:
    match kind, body.type:
        case (("any" | "all"), (BoolT() | _)):
            return BOOL
        case "sum", IntT(lo, hi):
            return IntT(min(0, lo * most), max(0, hi * most))
    return body.type if body.type != NEVER else NEVER
