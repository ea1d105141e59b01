"""Reading expressions: syntax tree → typed IR."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ..errors import Place
from ..ir import build, coerce, tables
from ..ir import nodes as n
from ..ir import types as t
from ..rules.domains import Domain
from .names import NameReader, Unreturned
from .refusals import NO_OPERATORS, OPERATORS, REFUSED
from .scope import check_bounded, refine

Generators = list[ast.comprehension]
Body = Callable[[], n.Expr]


class ExpressionReader(NameReader):
    """Reads the expressions of one rule."""

    #: Positive while a loop's body is read with provisional bounds.
    guessing = 0

    # -- operators --------------------------------------------------------------------------

    def _operator(self, op: ast.AST, node: ast.AST) -> str:
        if type(op) in NO_OPERATORS:
            raise self.error(node, *NO_OPERATORS[type(op)])
        return OPERATORS[type(op)]

    def _read_BinOp(self, node: ast.BinOp) -> n.Expr:
        op = self._operator(node.op, node)
        left, right = self.read(node.left), self.read(node.right)
        return self.arith(op, left, right, self.place(node))

    def arith(self, op: str, left: n.Expr, right: n.Expr, place: Place) -> n.Expr:
        """Build an operation; its bounds must be known, except while they are provisional."""
        result = build.arith(op, left, right, place)
        if not self.guessing:
            check_bounded(result)
        return result

    def _read_UnaryOp(self, node: ast.UnaryOp) -> n.Expr:
        if isinstance(node.op, ast.Not):
            return build.negate(self.read_test(node.operand), self.place(node))
        if isinstance(node.op, ast.USub):
            zero = tables.const(0, self.place(node))
            return build.arith("-", zero, self.read(node.operand), self.place(node))
        raise self.error(node, *NO_OPERATORS[type(node.op)])

    def read_test(self, node: ast.expr) -> n.Expr:
        """Read a condition; a set is true when it is not empty."""
        if isinstance(node, ast.BoolOp):
            return self._read_connective(node, self.read_test)
        expr = self.read(node)
        with self.reading(node):
            return build.as_test(expr)

    def _read_BoolOp(self, node: ast.BoolOp) -> n.Expr:
        """Read `a and b` as a value: it is one of its items, so each must be a Boolean."""
        return self._read_connective(node, self._read_truth)

    def _read_truth(self, node: ast.expr) -> n.Expr:
        expr = self.read(node)
        if isinstance(expr.type, t.SetT | t.DomainT):
            problem = f"a condition is needed, and this is {expr.type}"
            raise self.error(node, problem, "write `... != set()`")
        with self.reading(node):
            return build.as_test(expr)

    def _read_connective(self, node: ast.BoolOp, read_item: Callable[[ast.expr], n.Expr]) -> n.Expr:
        """Read each item under the facts of the earlier ones; skip the rest once one decides."""
        goes_on = isinstance(node.op, ast.And)
        items: list[n.Expr] = []
        with self.within(self.scope):
            for value in node.values:
                try:
                    item = read_item(value)
                except Unreturned:
                    if not items:
                        raise
                    break  # provisional: the other items determine what a recursive rule returns
                items.append(item)
                if isinstance(item, n.Const) and item.value is not goes_on:
                    break
                self.scope = refine(self.scope, item, goes_on)
        connect = build.conjunction if goes_on else build.disjunction
        return connect(items, self.place(node))

    def _read_IfExp(self, node: ast.IfExp) -> n.Expr:
        test = self.read_test(node.test)
        if isinstance(test, n.Const):
            return self.read(node.body if test.value else node.orelse)
        try:
            yes = self._read_under(test, True, node.body)
        except Unreturned:  # provisional: the other branch determines it
            return self._read_under(test, False, node.orelse)
        try:
            no = self._read_under(test, False, node.orelse)
        except Unreturned:
            return yes
        return build.choose(test, yes, no, self.place(node))

    def _read_under(self, test: n.Expr, holds: bool, node: ast.expr) -> n.Expr:
        with self.within(refine(self.scope, test, holds)):
            return self.read(node)

    def _read_Compare(self, node: ast.Compare) -> n.Expr:
        left_node, left, parts = node.left, self.read(node.left), []
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            within = isinstance(op, ast.In | ast.NotIn)
            right = self.read_listed(right_node) if within else self.read(right_node)
            self._check_choice(left_node, right)
            self._check_choice(right_node, left)
            parts.append(self._comparison(op, left, right, node))
            left_node, left = right_node, right
        return build.conjunction(parts, self.place(node))

    def _check_choice(self, node: ast.expr, other: n.Expr) -> None:
        """Refuse to compare a reading with a value that it never has."""
        match node, other:
            case ast.Attribute(value=ast.Name(id="self"), attr=name), n.Const(str() as value):
                for option in self.game.options.values():
                    choices = option.choices
                    if option.attribute == name and choices and value not in choices:
                        hint = f"its choices are {coerce.listing(map(repr, choices))}"
                        raise t.Wrong(f"{name} is never {value!r}", hint, other.place)

    def _comparison(self, op: ast.cmpop, left: n.Expr, right: n.Expr, node: ast.Compare) -> n.Expr:
        place = self.place(node)
        if isinstance(op, ast.In | ast.NotIn):
            test = build.member(left, right, place)
            return build.negate(test, place) if isinstance(op, ast.NotIn) else test
        if isinstance(op, ast.Is | ast.IsNot):
            if not (isinstance(right, n.Const) and right.value is None):
                raise self.error(node, "`is` is for None only", "write `==` or `!=`")
            return build.compare("==" if isinstance(op, ast.Is) else "!=", left, right, place)
        return build.compare(self._operator(op, node), left, right, place)

    # -- collections ------------------------------------------------------------------------

    def _read_List(self, node: ast.List) -> n.Expr:
        hint = f"write a tuple: {ast.unparse(ast.Tuple(node.elts, ast.Load()))}"
        raise self.error(node, "a list is only looped over in a rule", hint)

    def read_listed(self, node: ast.expr) -> n.Expr:
        """Read a collection that is only iterated over, where a list is allowed."""
        return self._read_Tuple(node) if isinstance(node, ast.List) else self.read_any(node)

    def _read_Tuple(self, node: ast.Tuple | ast.List) -> n.Expr:
        items, place = tuple(self.read(item) for item in node.elts), self.place(node)
        values = tables.constants(items)
        if values is not None:
            return tables.const(tuple(values), place)
        return n.MakeTuple(items, type=t.TupleT(tuple(i.type for i in items)), place=place)

    def _read_Set(self, node: ast.Set) -> n.Expr:
        items = [self.read(item) for item in node.elts]
        for item, written in zip(items, node.elts, strict=True):
            if isinstance(item.type, t.OptionT):
                problem = "this may be None, and None is in no set"
                raise self.error(written, problem, coerce.MAY_BE_NONE)
        return build.make_set(items, self.place(node))

    def _read_SetComp(self, node: ast.SetComp) -> n.Expr:
        return self.union(node, self.place(node))

    def union(self, node: ast.SetComp | ast.GeneratorExp | ast.ListComp, place: Place) -> n.Expr:
        """Read the set of what a comprehension yields."""

        def body() -> n.Expr:
            return build.make_set([self.read(node.elt)], place)

        return self.fold("union", node.generators, body, place)

    # -- comprehensions ---------------------------------------------------------------------

    def fold(self, kind: str, generators: Generators, body: Body, place: Place) -> n.Expr:
        """Read `kind(body for ... in ... if ...)`, one nested fold for each `for`."""
        if not generators:
            return body()
        generator, *rest = generators
        if generator.is_async:
            raise self.error(generator.target, *REFUSED[ast.AsyncFor])
        over, element, most = self.read_iterable(generator.iter, ordered=False)
        if most == 0:
            return empty_fold(kind, over, place)
        aliases = dict(self.aliases)
        with self.within(self.scope.copy()):
            name, items = self.bind(generator.target, element)
            self.aliases.update(items)
            where = self._read_filters(generator)
            self.scope = refine(self.scope, where, True)
            inner = self.fold(kind, rest, body, place)
        self.aliases = aliases
        return make_fold(kind, name, over, where, inner, most, place)

    def _read_filters(self, generator: ast.comprehension) -> n.Expr:
        tests: list[n.Expr] = []
        outer = self.scope
        for condition in generator.ifs:
            tests.append(self.read_test(condition))
            self.scope = refine(self.scope, tests[-1], True)
        self.scope = outer
        return build.conjunction(tests, self.place(generator.iter))

    def bind(self, target: ast.expr, element: t.Type) -> tuple[str, list[tuple[str, n.Expr]]]:
        """Bind a loop's target; several names come with their items of one hidden tuple."""
        if isinstance(target, ast.Name):
            self.check_target(target)
            self.aliases.pop(target.id, None)
            self.scope.assign(target.id, element)
            return target.id, []
        names, types = self.target_names(target), self.item_types(target, element)
        whole = self.hidden(*names)
        self.scope.assign(whole, element)
        local = n.Local(whole, type=element, place=self.place(target))
        items = [self.item_of(local, i, kind, target) for i, kind in enumerate(types)]
        return whole, list(zip(names, items, strict=True))

    def item_of(self, whole: n.Expr, at: int, item: t.Type, node: ast.AST) -> n.Expr:
        """Return one item of a tuple, of a list, or of an element that is a tuple."""
        if isinstance(whole.type, t.ElementT):
            return self._element_item(whole, at, node)
        place = self.place(node)
        return n.Pick(whole, tables.const(at, place), type=item, place=place)

    def target_names(self, target: ast.expr) -> list[str]:
        """Return the names in `a, b` on the left of an assignment or loop."""
        if isinstance(target, ast.Tuple) and all(isinstance(e, ast.Name) for e in target.elts):
            return [self.check_target(e) for e in target.elts if isinstance(e, ast.Name)]
        raise self.error(target, "this cannot be assigned to here", "use plain local names")

    def check_target(self, target: ast.Name) -> str:
        """Return the name that is assigned to; raise for `self`."""
        if target.id == "self":
            raise self.error(target, "`self` cannot be assigned to", "use another name")
        return target.id

    def item_types(self, target: ast.expr, whole: t.Type) -> list[t.Type]:
        """Return the types of a value's items, one for each target name."""
        count, types = len(self.target_names(target)), _item_types(whole)
        if types is None or len(types) != count:
            raise self.error(target, *unpacking_error(whole, count))
        return types

    def read_iterable(self, node: ast.expr, ordered: bool) -> tuple[n.Expr, t.Type, int]:
        """Read an iterable: the collection, the type of its values, and their maximal number."""
        over = coerce.contents(self.read_listed(node), ordered)
        match over.type:
            case t.DomainT(domain):
                return over, t.element_type(domain), len(domain)
            case t.SequenceT(of, most):
                return over, of, most
            case t.TupleT(items):
                return over, t.join_all(items), len(items)
            case t.SetT(of) if not ordered:
                return over, of, self._most(over, of, node)
            case t.SetT():
                hint = "loop over the domain: `for x in self.cells: if x in self.s:`"
                raise self.error(node, "a set has no order to go through it", hint)
            case t.MapT():
                hint = "loop over its domain: `for k in self.domain`, and `self.m[k]` inside"
                raise self.error(node, "a map cannot be looped over", hint)
            case t.TableT(key) if isinstance(over, n.Const):
                keys = tables.const(tuple(over.value), over.place)
                return keys, key, len(over.value)
            case t.OptionT():
                raise self.error(node, "this may be None", coerce.MAY_BE_NONE)
        hint = "write range(...)" if isinstance(over.type, t.IntT) else "write `... for x in xs`"
        problem = f"a finite collection is needed, and this is {over.type}"
        raise self.error(node, problem, hint)

    def _most(self, over: n.Expr, of: t.Type, node: ast.expr) -> int:
        """Return the most elements a set can have."""
        if isinstance(over, n.Const):
            return len(over.value)
        values = t.values_of(of)
        if values is None:
            raise self.error(node, f"{over.type} has no bound", "use a set over a domain")
        return len(values)


def unpacking_error(whole: t.Type, count: int) -> tuple[str, str]:
    """Return the problem and the hint for a value that cannot be unpacked into `count` names."""
    types, hint = _item_types(whole), "only tuples and lists of known length come apart"
    hint = f"write {len(types)} names" if types else hint
    return f"{whole} does not come apart into {count}", hint


def _item_types(whole: t.Type) -> list[t.Type] | None:
    """Return the types of the items that a value comes apart into, None where it does not."""
    match whole:
        case t.TupleT(items):
            return list(items)
        case t.SequenceT(of, most):
            return [of] * most
        case t.DomainT(domain):
            return [t.element_type(domain)] * len(domain)
        case t.ElementT(Domain(elements=(first, *_) as elements)) if isinstance(first, tuple):
            if all(isinstance(e, tuple) and len(e) == len(first) for e in elements):
                columns = zip(*elements, strict=True)
                return [t.join_all(map(t.type_of, column)) for column in columns]
    return None


def empty_fold(kind: str, over: n.Expr, place: Place) -> n.Expr:
    """Return the value of a fold over an empty collection."""
    if kind in ("min", "max"):
        raise t.Wrong(f"this is the {kind} of nothing", "loop over a collection that is not empty")
    nothing = tables.const({"any": False, "all": True, "sum": 0, "union": frozenset()}[kind], place)
    if build.is_total(over):
        return nothing
    always = build.truth(True, place)
    return n.Fold(kind, "nothing", over, always, nothing, type=nothing.type, place=place)


def make_fold(
    kind: str, name: str, over: n.Expr, where: n.Expr, body: n.Expr, most: int, place: Place
) -> n.Expr:
    """Make a fold over at most so many values, or its value where the body decides it."""
    settled = kind in ("any", "all") and isinstance(body, n.Const) and body.value is (kind == "all")
    if settled and build.is_total(over) and build.is_total(where):
        return body
    return n.Fold(kind, name, over, where, body, type=_fold_type(kind, body, most), place=place)


def _fold_type(kind: str, body: n.Expr, most: int) -> t.Type:
    if kind in ("any", "all"):
        return t.BOOL
    if kind == "sum" and isinstance(body.type, t.IntT):
        return t.IntT(min(0, body.type.lo * most), max(0, body.type.hi * most))
    return body.type
