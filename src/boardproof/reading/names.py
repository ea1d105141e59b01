"""Reading names: arguments, locals, constants and state; attributes and items of them."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from operator import attrgetter, getitem, itemgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .. import rules as words
from ..errors import Place, RulebookError
from ..ir import build, coerce, tables
from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import BEFORE, board_prefix
from ..rules.decorators import STEP, derived
from ..rules.domains import Domain, Players
from ..rules.elements import Chain, Element
from ..rules.state import Variable
from ..suggest import suggest
from .refusals import ATTRIBUTE_HINTS, REFUSED
from .scope import Scope, apply_facts
from .source import Source

if TYPE_CHECKING:
    from .reader import Reader, Signature


class Unreturned(Exception):
    """A call not known to return: what follows it counts as unreachable for now."""

    def __init__(self, call: n.Call) -> None:
        super().__init__(call.rule)
        self.call = call


#: The purposes of the rules that may change the position.
EFFECTS = {"move", "helper"}


class NameReader:
    """Reads names, attributes and items in the current scope of a rule."""

    def __init__(self, reader: Reader, source: Source, position: str = "") -> None:
        self.reader, self.game, self.source = reader, reader.game, source
        self.rule = source.function.__name__
        #: The prefix of the position that `self` denotes, in a rule called on another than usual.
        self.position = position
        self.scope = Scope()
        self.aliases: dict[str, n.Expr] = {}
        #: Local names that stand for one constant all the way.
        self.constants: dict[str, n.Const] = {}
        self.writes: set[str] = set()
        #: The call that is the entire value of a statement; only it may change the position.
        self.alone: ast.AST | None = None
        self.cuts: set[str] = set()
        names = [node for node in ast.walk(source.tree) if isinstance(node, ast.Name)]
        self.stores = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
        self.assigned = set(self.stores)
        self._used = {node.id for node in names} | {a.arg for a in source.tree.args.args}
        self._hidden: dict[tuple[str, ...], str] = {}

    # -- errors -----------------------------------------------------------------------------

    def error(self, node: ast.AST | None, problem: str, instead: str) -> RulebookError:
        """Return an error that points at a node."""
        return RulebookError(problem, self.source.place(node), instead)

    @contextmanager
    def reading(self, node: ast.AST) -> Iterator[None]:
        """Raise the error for an invalid construct at its own place, or else at the node."""
        try:
            yield
        except t.Wrong as wrong:
            place = wrong.at or self.place(node)
            raise RulebookError(wrong.problem, place, wrong.instead) from None

    def refused(self, node: ast.AST) -> RulebookError:
        """Return the error for syntax that is not part of the language."""
        problem = f"`{type(node).__name__}` is not part of the rule language"
        return self.error(node, *REFUSED.get(type(node), (problem, "write it in plainer words")))

    def place(self, node: ast.AST) -> Place:
        """Return the place of a node in the source."""
        return self.source.place(node)

    # -- entry points -----------------------------------------------------------------------

    def read(self, node: ast.expr) -> n.Expr:
        """Read an expression that has a value; a whole map has none."""
        expr = self.read_any(node)
        if isinstance(expr.type, t.MapT):
            hint = "use its items: `self.m[k]`, `for k in self.domain`"
            raise self.error(node, "a whole map is no value", hint)
        return expr

    def read_any(self, node: ast.expr) -> n.Expr:
        """Read any expression."""
        method: Callable[[Any], n.Expr] | None = getattr(self, f"_read_{type(node).__name__}", None)
        if method is None:
            raise self.refused(node)
        with self.reading(node):
            return method(node)

    def read_as(self, node: ast.expr, target: t.Type) -> n.Expr:
        """Read an expression as a value of a type."""
        expr = self.read(node)
        with self.reading(node):
            return coerce.fit(expr, target)

    @contextmanager
    def within(self, scope: Scope) -> Iterator[None]:
        """Read something in an inner scope."""
        outer, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = outer

    def hidden(self, *names: str) -> str:
        """Return a local name that the rule does not use, always the same for the same names."""
        if names not in self._hidden:
            name = "_".join(names)
            while name in self._used or name in self._hidden.values():
                name += "_"
            self._hidden[names] = name
        return self._hidden[names]

    def call(self, node: ast.AST, rule: str, arguments: tuple[n.Expr, ...]) -> n.Expr:
        """Read a call of another rule: widen its argument types, forget what it changes."""
        signature = self.reader.called(rule, tuple(a.type for a in arguments), self.place(node))
        pairs = zip(arguments, signature.parameters.values(), strict=True)
        arguments = tuple(
            coerce.contents(given) if isinstance(wanted, t.SetT) else given
            for given, wanted in pairs
        )
        self._check_alone(node, rule, signature)
        self.writes |= signature.writes
        self.scope.forget_state(signature.writes)
        place = self.place(node)
        if signature.writes:
            self.reader.first_write.setdefault(self.rule, (min(signature.writes), place))
        if signature.required and self.reader.purpose(rule) != "move":
            self.reader.first_require.setdefault(self.rule, place)
        call = n.Call(rule, arguments, type=signature.returns, place=place)
        if signature.returns == t.NEVER:
            self.cuts.add(rule)
            raise Unreturned(call)
        return call

    def _check_alone(self, node: ast.AST, rule: str, signature: Signature) -> None:
        """Refuse a call with effects inside a larger expression.

        So no effect is ever skipped, repeated or reordered. Rules that must not have effects at
        all are checked once everything is read.
        """
        if node is self.alone or not (signature.writes or signature.required):
            return
        if {self.reader.purpose(r) for r in (rule, self.rule)} <= EFFECTS:
            does = "changes the position" if signature.writes else "may make the move illegal"
            hint = f"give it a line of its own: x = {ast.unparse(node)}"
            raise self.error(node, f"{rule} {does}, in the middle of an expression", hint)

    # -- names ------------------------------------------------------------------------------

    def _read_Constant(self, node: ast.Constant) -> n.Expr:
        if isinstance(node.value, bool | int | str) or node.value is None:
            return tables.const(node.value, self.place(node))
        if isinstance(node.value, float):
            raise self.error(node, "rules have whole numbers only", "scale it to a whole number")
        problem = f"{ast.unparse(node)} is not a value of the rule language"
        raise self.error(node, problem, "use a number, a word, True, False or None")

    def _read_Name(self, node: ast.Name) -> n.Expr:
        name = node.id
        if name in self.aliases:
            return replace(self.aliases[name], place=self.place(node))
        if name in self.scope.locals:
            kind = self.scope.locals[name]
            if isinstance(kind, t.MixedT):
                problem = f"{name} has values of different kinds: {kind}"
                raise self.error(node, problem, "use two names, one for each kind")
            return apply_facts(self.scope, n.Local(name, type=kind, place=self.place(node)))
        if self.position_of(node) is not None:
            raise self.error(node, f"`{name}` alone is no value", f"name a variable: {name}.turn")
        if name in self.assigned:
            hint = f"give {name} a value on every way here"
            raise self.error(node, f"{name} may have no value here", hint)
        return self._global(node)

    def _global(self, node: ast.Name) -> n.Expr:
        name, value = node.id, self.outside(node.id)
        if value is MISSING:
            raise self.error(node, f"nothing is called {name}", self._similar(name))
        if isinstance(value, list | dict | set):
            hint = f"keep it in setup: self.{name} = ..."
            raise self.error(node, f"{name} is a global that can change", hint)
        if callable(value) or isinstance(value, type(ast)):
            hint = f"call it: {name}(...)" if callable(value) else "use it in setup"
            if isinstance(self.reader.lookup(name), FunctionType):
                hint = f"write self.{name}(...)"
            raise self.error(node, f"{name} is no value that a rule can use", hint)
        return tables.const(value, self.place(node))

    def outside(self, name: str) -> Any:
        """Return the value of a name outside the rule: in its closure, its module, in Python."""
        function = self.source.function
        cells = function.__closure__ or ()
        closure = dict(zip(function.__code__.co_freevars, cells, strict=True))
        if name in closure:
            return closure[name].cell_contents
        if name in function.__globals__:
            return function.__globals__[name]
        return getattr(builtins, name, MISSING)

    def _similar(self, name: str) -> str:
        if hasattr(self.game, name):
            return f"did you mean self.{name}?"
        if name == "before":
            return "only a @step knows the position before: def name(self, before)"
        if name in words.__all__:
            return "import it from boardproof.rules"
        known = [*self.scope.locals, *self.aliases]
        return suggest(name, known, "use an argument, a local name or self.…")

    # -- attributes -------------------------------------------------------------------------

    def _read_Attribute(self, node: ast.Attribute) -> n.Expr:
        position = self.position_of(node.value)
        if position is not None:
            return self._own(node, position)
        return self._attribute_of(self.read_any(node.value), node)

    def position_of(self, node: ast.expr) -> str | None:
        """Return the prefix of the position a name denotes: `self`, a step's `before`, `board[0]`.

        Names of variables and rules of that position begin with it; None for other names.
        """
        match node:
            case ast.Name(id="self"):
                return self.position
            case ast.Name(id="before") if self.reader.purpose(self.rule) == STEP:
                return BEFORE
            case ast.Subscript(ast.Name(id="board"), ast.Constant(int(number))) if self._boards:
                return board_prefix(number)
        return None

    @property
    def _boards(self) -> int:
        """How many boards this rule is about, if it is a question about several."""
        return self.reader.boards.get(self.rule, 0)

    def _own(self, node: ast.Attribute, position: str) -> n.Expr:
        name, place = node.attr, self.place(node)
        if name in self.game.variables:
            state = n.State(position + name, type=self.reader.state[name], place=place)
            return apply_facts(self.scope, state)
        attribute = self.reader.lookup(name)
        if isinstance(attribute, derived):
            return self.call(node, position + name, ())
        if name not in self.game.__dict__:
            self._check_readable(node, attribute)
        value = getattr(self.game, name)
        if callable(value) and not isinstance(value, Domain | Element):
            hint = "keep a dict in setup, or write a method"
            raise self.error(node, f"self.{name} is a function", hint)
        return tables.const(value, place)

    def _check_readable(self, node: ast.Attribute, attribute: Any) -> None:
        """Raise the error for `self.name` where the class has a method of that name, or nothing."""
        name = node.attr
        if isinstance(attribute, FunctionType):
            problem, hint = f"{name} is a rule: it must be called", f"write self.{name}(...)"
        elif isinstance(attribute, property):
            problem, hint = f"{name} is a Python property", "write @derived in place of @property"
        elif isinstance(attribute, Variable):
            problem = f"{name} is declared outside setup"
            hint = f"write self.{name} = {attribute} in setup"
        elif attribute is None:
            problem, whose = f"the game has no {name}", ast.unparse(node.value)
            hint = suggest(name, self.reader.names(), "declare it in setup", f"{whose}.{{}}")
        else:
            return
        raise self.error(node, problem, hint)

    def _attribute_of(self, base: n.Expr, node: ast.Attribute) -> n.Expr:
        self._check_attribute(base, node)
        get, place = attrgetter(node.attr), self.place(node)
        return apply_facts(self.scope, tables.tabulate(f".{node.attr}", get, (base,), place))

    def _check_attribute(self, base: n.Expr, node: ast.Attribute, callable_: bool = False) -> None:
        match base.type:
            case t.ElementT(domain):
                sample: Any = domain.elements[0]
            case t.DomainT(domain):
                sample = domain
            case t.OptionT():
                raise self.error(node.value, "this may be None", coerce.MAY_BE_NONE)
            case _:
                hint = ATTRIBUTE_HINTS.get(node.attr, "sets have | & - ^, numbers + - * // %")
                raise self.error(node, f"{base.type} has no .{node.attr} in rules", hint)
        if node.attr not in _documented(sample):
            hint = _attributes_hint(sample, node.attr)
            raise self.error(node, f"{base.type} has no .{node.attr}", hint)
        value = getattr(sample, node.attr)
        if (callable(value) and not isinstance(value, Domain | Element)) != callable_:
            if callable_:
                problem, hint = f".{node.attr} is not called", f"write .{node.attr}"
            else:
                problem, hint = f".{node.attr} must be called", f"write .{node.attr}(...)"
            raise self.error(node, problem, hint)

    # -- subscripts -------------------------------------------------------------------------

    def _read_Subscript(self, node: ast.Subscript) -> n.Expr:
        base = self.read_any(node.value)
        if isinstance(node.slice, ast.Slice):
            raise self.refused(node.slice)
        if isinstance(base.type, t.MapT):
            assert isinstance(base, n.State)
            key = self.read_as(node.slice, t.element_type(base.type.domain))
            at = n.At(base.name, key, type=base.type.value, place=self.place(node))
            return apply_facts(self.scope, at)
        if isinstance(base.type, t.DomainT):
            return self._element_of(base.type.domain, node)
        return self._item(base, self.read(node.slice), node)

    def _element_of(self, domain: Domain[Any], node: ast.Subscript) -> n.Expr:
        """Read `self.cells[...]`: an element by a value equal to it, or by its name."""
        match node.slice:
            case ast.Constant(str(name)) if name not in domain:
                with suppress(KeyError):
                    return tables.const(domain[name], self.place(node))
        return self.read_as(node.slice, t.element_type(domain))

    def _item(self, base: n.Expr, key: n.Expr, node: ast.Subscript) -> n.Expr:
        label, place = ast.unparse(node.value).removeprefix("self."), self.place(node)
        if isinstance(base.type, t.OptionT):
            raise self.error(node.value, "this may be None", coerce.MAY_BE_NONE)
        if isinstance(base.type, t.TableT):
            key = self._as_key(key, base, label, node.slice)
        if isinstance(base.type, t.ElementT) and isinstance(key, n.Const):
            return self._element_item(base, key.value, node)
        if isinstance(base, n.Const):
            return apply_facts(self.scope, self._constant_item(label, base, key, node))
        if isinstance(base, n.Lookup) and isinstance(base.type, t.TableT | t.SequenceT | t.TupleT):
            return apply_facts(self.scope, tables.compose(base, key, place))
        if isinstance(base.type, t.TupleT) and isinstance(key, n.Const):
            return self._tuple_item(base, key, node)
        if isinstance(base.type, t.SequenceT):
            return n.Pick(base, key, type=base.type.of, place=place)
        if isinstance(base.type, t.TableT):
            return n.Pick(base, key, type=base.type.value, place=place)
        raise self.error(
            node, f"{base.type} has no items", "maps, lists, tuples and tables have items"
        )

    def _constant_item(self, label: str, base: n.Expr, key: n.Expr, node: ast.Subscript) -> n.Expr:
        try:
            item = tables.tabulate(label, getitem, (base, key), self.place(node))
            if isinstance(item, n.Lookup) and isinstance(base.type, t.SequenceT | t.TupleT):
                return replace(item, table=replace(item.table, listed=True))
            return item
        except (LookupError, TypeError):
            raise self._no_entry(label, key, base, node.slice) from None

    def _no_entry(self, label: str, key: n.Expr, base: n.Expr, node: ast.expr) -> RulebookError:
        shown = coerce.describe(key.value) if isinstance(key, n.Const) else str(key.type)
        return self.error(node, f"{label} has no entry for {shown}", _keys_hint(base))

    def _element_item(self, base: n.Expr, at: Any, node: ast.AST) -> n.Expr:
        """Read an item of an element that is a tuple: `end[0]` is the side of a place."""
        try:
            return tables.tabulate(f"[{at}]", itemgetter(at), (base,), self.place(node))
        except (TypeError, IndexError, t.Wrong):
            hint = "only elements that are tuples have items, counted from 0"
            raise self.error(node, f"{base.type} has no item {at}", hint) from None

    def _as_key(self, key: n.Expr, table: n.Expr, label: str, node: ast.expr) -> n.Expr:
        assert isinstance(table.type, t.TableT)
        if isinstance(table.type.key, t.TupleT) and _is_tuple(key.type):
            return key
        try:
            return key if isinstance(key.type, t.IntT) else coerce.fit(key, table.type.key)
        except t.Wrong:
            if isinstance(key.type, t.OptionT):
                raise self.error(node, "this may be None", coerce.MAY_BE_NONE) from None
            if isinstance(table, n.Const) and _has_keys(table.value, key.type):
                return key
            raise self._no_entry(label, key, table, node) from None

    def _tuple_item(self, base: n.Expr, key: n.Const, node: ast.Subscript) -> n.Expr:
        assert isinstance(base.type, t.TupleT)
        try:
            item_type = base.type.items[key.value]
        except (IndexError, TypeError):
            problem = f"{base.type} has no item {key.value!r}"
            raise self.error(node.slice, problem, "items are counted from 0") from None
        if isinstance(base, n.MakeTuple) and build.is_total(base):
            item: n.Expr = base.items[key.value]
            return item
        return n.Pick(base, key, type=item_type, place=self.place(node))


def _has_keys(table: Any, kind: t.Type) -> bool:
    """Whether values of a type are keys of a table: elements are the words and pairs they are."""
    return any(value in table for value in t.values_of(kind) or ())


def _is_tuple(a: t.Type) -> bool:
    """Whether the values of a type are elements that are tuples of others."""
    return isinstance(a, t.ElementT) and all(isinstance(e, Chain) for e in a.domain)


#: The attributes of cells, of elements and of domains that rules may use.
OF_CELLS = ("row", "column", "up", "down", "left", "right", "neighbours")
OF_ELEMENTS = ("next", "previous", *OF_CELLS, "step")
OF_BOARDS = ("top", "bottom", "left", "right", "sides", "boxes", "around", "reach", "connected")
OF_DOMAINS = (
    *("rows", "columns", "row", "column", "lines", "at", "index", "first", "last"),
    *OF_BOARDS,
)


def _documented(sample: Any) -> list[str]:
    names = OF_DOMAINS if isinstance(sample, Domain) else OF_ELEMENTS
    players = list(map(str, sample)) if isinstance(sample, Players) else []
    return [*players, *(name for name in names if hasattr(sample, name))]


#: Stands for the value of a name that nothing has.
MISSING = object()


def _attributes_hint(sample: Any, name: str) -> str:
    """Return a hint that lists the attributes of a domain or an element."""
    if isinstance(sample, Players):
        return f"the players are {coerce.listing(sample)}"
    if name in ("neighbours", "reach", "connected"):
        return "only boards have neighbours: Grid, Graph, Hexagons, Triangle and Edges"
    own = _documented(sample)
    listed = f"it has .{', .'.join(own)}" if own else "it has nothing of that kind"
    return suggest(name, own, listed, ".{}")


def _keys_hint(base: n.Expr) -> str:
    """Return a hint that lists the keys of a constant table or list."""
    if isinstance(base, n.Const) and isinstance(base.value, dict):
        return f"its keys are {coerce.listing(map(repr, base.value))}"
    if isinstance(base, n.Const) and isinstance(base.value, tuple):
        return f"it has {len(base.value)} items, counted from 0"
    return "use a key that it has"
