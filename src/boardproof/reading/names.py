"""Reading names: arguments, locals, constants and state; attributes and items of them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .. import rules as words
from ..errors import Place, RulebookError
from ..ir import build, coerce, tables
from ..ir.nodes import At, Call, Const, Expr, Local, Lookup, MakeTuple, Pick, State
from ..ir.rules import BEFORE, board_prefix
from ..ir.types import (
    NEVER,
    DomainT,
    ElementT,
    IntT,
    MapT,
    MixedT,
    OptionT,
    SequenceT,
    TableT,
    TupleT,
    Type,
    Wrong,
    element_type,
)
from ..rules.decorators import STEP, derived
from ..rules.domains import Domain, Element, Players
from ..rules.state import Variable
from ..suggest import suggest
from .refusals import ATTRIBUTE_HINTS, REFUSED
from .scope import Scope, apply_facts
from .source import Source

if TYPE_CHECKING:
    from .reader import Reader, Signature


class Unreturned(Exception):
    """A call not known to return: what follows it counts as unreachable for now."""

    def __init__(self, call: Call) -> None:
        super().__init__(call.rule)
        self.call = call


#: The purposes of the rules that may change the position.
EFFECTS = {"move", "helper"}


class NameReader:
    """Reads names, attributes and items in the current scope of a rule."""

    def __init__(self, reader: Reader, source: Source, position: str = "") -> None:
        self.reader, self.game, self.source = reader, reader.game, source
        #: The prefix of the position that `self` denotes, in a rule called on another than usual.
        self.position = position
        self.scope = Scope()
        self.aliases: dict[str, Expr] = {}
        self.writes: set[str] = set()
        #: The call that is the entire value of a statement; only it may change the position.
        self.alone: ast.AST | None = None
        self.cuts: set[str] = set()
        names = [node for node in ast.walk(source.tree) if isinstance(node, ast.Name)]
        self.assigned = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        self._used = {node.id for node in names} | {a.arg for a in source.tree.args.args}
        self._hidden: dict[tuple[str, ...], str] = {}

    # -- errors -----------------------------------------------------------------------------

    def error(self, node: ast.AST | None, problem: str, instead: str = "") -> RulebookError:
        """Return an error that points at a node."""
        return RulebookError(problem, self.source.place(node), instead)

    def wrong(self, node: ast.AST, wrong: Wrong) -> RulebookError:
        """Return the error for an invalid construct, at its own place or else at the node."""
        return RulebookError(wrong.problem, wrong.at or self.source.place(node), wrong.instead)

    def refused(self, node: ast.AST) -> RulebookError:
        """Return the error for syntax that is not part of the language."""
        name = type(node).__name__
        problem, instead = REFUSED.get(
            type(node), (f"`{name}` is not part of the rule language", "write it in plainer words")
        )
        return self.error(node, problem, instead)

    def place(self, node: ast.AST) -> Place:
        """Return the place of a node in the source."""
        return self.source.place(node)

    # -- entry points -----------------------------------------------------------------------

    def read(self, node: ast.expr) -> Expr:
        """Read an expression that has a value; a whole map has none."""
        expr = self.read_any(node)
        if isinstance(expr.type, MapT):
            raise self.error(
                node,
                "a whole map is no value",
                "use its items: `self.m[k]`, `for k in self.domain`",
            )
        return expr

    def read_any(self, node: ast.expr) -> Expr:
        """Read any expression."""
        method: Callable[[Any], Expr] | None = getattr(self, f"_read_{type(node).__name__}", None)
        if method is None:
            raise self.refused(node)
        try:
            return method(node)
        except Wrong as wrong:
            raise self.wrong(node, wrong) from None

    def read_test(self, node: ast.expr) -> Expr:
        """Read a condition."""
        expr = self.read(node)
        try:
            return build.as_test(expr)
        except Wrong as wrong:
            raise self.wrong(node, wrong) from None

    def read_as(self, node: ast.expr, target: Type) -> Expr:
        """Read an expression as a value of a type."""
        expr = self.read(node)
        try:
            return coerce.fit(expr, target)
        except Wrong as wrong:
            raise self.wrong(node, wrong) from None

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

    def call(self, node: ast.AST, rule: str, arguments: tuple[Expr, ...]) -> Expr:
        """Read a call of another rule: widen its argument types, forget what it changes."""
        signature = self.reader.called(rule, tuple(a.type for a in arguments), self.place(node))
        self._check_alone(node, rule, signature)
        self.writes |= signature.writes
        self.scope.forget_state(signature.writes)
        if signature.writes:
            name = self.source.function.__name__
            self.reader.note_write(name, min(signature.writes), self.place(node))
        if signature.required and self.reader.purpose(rule) != "move":
            self.reader.note_require(self.source.function.__name__, self.place(node))
        call = Call(rule, arguments, type=signature.returns, place=self.place(node))
        if signature.returns == NEVER:
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
        if {self.reader.purpose(r) for r in (rule, self.source.function.__name__)} <= EFFECTS:
            does = "changes the position" if signature.writes else "may make the move illegal"
            raise self.error(
                node,
                f"{rule} {does}, in the middle of an expression",
                f"give it a line of its own: x = {ast.unparse(node)}",
            )

    # -- names ------------------------------------------------------------------------------

    def _read_Constant(self, node: ast.Constant) -> Expr:
        if isinstance(node.value, bool | int | str) or node.value is None:
            return tables.const(node.value, self.place(node))
        if isinstance(node.value, float):
            raise self.error(node, "rules have whole numbers only", "scale it to a whole number")
        raise self.error(
            node,
            f"{ast.unparse(node)} is not a value of the rule language",
            "use a number, a word, True, False or None",
        )

    def _read_Name(self, node: ast.Name) -> Expr:
        if node.id in self.aliases:
            return replace(self.aliases[node.id], place=self.place(node))
        if node.id in self.scope.locals:
            self._check_one_kind(node, self.scope.locals[node.id])
            local = Local(node.id, type=self.scope.locals[node.id], place=self.place(node))
            return apply_facts(self.scope, local)
        if self.position_of(node) is not None:
            hint = f"name a variable: {node.id}.turn"
            raise self.error(node, f"`{node.id}` alone is no value", hint)
        if node.id in self.assigned:
            raise self.error(
                node,
                f"{node.id} may have no value here",
                f"give {node.id} a value on every way here",
            )
        return self._global(node)

    def _check_one_kind(self, node: ast.Name, value: Type) -> None:
        if isinstance(value, MixedT):
            raise self.error(
                node,
                f"{node.id} has values of different kinds: {value}",
                "use two names, one for each kind",
            )

    def _global(self, node: ast.Name) -> Expr:
        value = self.outside(node.id)
        if value is MISSING:
            raise self.error(node, f"nothing is called {node.id}", self._similar(node.id))
        if isinstance(value, list | dict | set):
            raise self.error(
                node,
                f"{node.id} is a global that can change",
                f"keep it in setup: self.{node.id} = ...",
            )
        if callable(value) or isinstance(value, type(ast)):
            hint = self._function_hint(node.id) if callable(value) else "use it in setup"
            raise self.error(node, f"{node.id} is no value that a rule can use", hint)
        return tables.const(value, self.place(node))

    def _function_hint(self, name: str) -> str:
        if isinstance(self.reader.lookup(name), FunctionType):
            return f"write self.{name}(...)"
        return f"call it: {name}(...)"

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

    def _read_Attribute(self, node: ast.Attribute) -> Expr:
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
            case ast.Name(id="before") if self.compares:
                return BEFORE
            case ast.Subscript(ast.Name(id="board"), ast.Constant(int(number))) if self._boards:
                return board_prefix(number)
        return None

    @property
    def _boards(self) -> int:
        """How many boards this rule is about, if it is a question about several."""
        return self.reader.boards.get(self.source.function.__name__, 0)

    @property
    def compares(self) -> bool:
        """Whether this rule is a step, which compares the positions around a move."""
        return self.reader.purpose(self.source.function.__name__) == STEP

    def _own(self, node: ast.Attribute, position: str) -> Expr:
        name, place = node.attr, self.place(node)
        if name in self.game.variables:
            state = State(position + name, type=self.reader.state[name], place=place)
            return apply_facts(self.scope, state)
        attribute = self.reader.lookup(name)
        if isinstance(attribute, derived):
            return self.call(node, position + name, ())
        if name not in self.game.__dict__:
            self._check_readable(node, attribute)
        value = getattr(self.game, name)
        if callable(value) and not isinstance(value, Domain | Element):
            raise self.error(
                node, f"self.{name} is a function", "keep a dict in setup, or write a method"
            )
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

    def _attribute_of(self, base: Expr, node: ast.Attribute) -> Expr:
        name = node.attr

        def get(value: Any) -> Any:
            return getattr(value, name)

        self._check_attribute(base, node)
        result = self._apply(f".{name}", get, base, (), self.place(node))
        return apply_facts(self.scope, result)

    def _check_attribute(self, base: Expr, node: ast.Attribute, callable_: bool = False) -> None:
        match base.type:
            case ElementT(domain):
                sample: Any = domain.elements[0]
            case DomainT(domain):
                sample = domain
            case OptionT():
                raise self.error(node.value, "this may be None", coerce.MAY_BE_NONE)
            case _:
                raise self.error(
                    node,
                    f"{base.type} has no .{node.attr} in rules",
                    ATTRIBUTE_HINTS.get(node.attr, "sets have | & - ^, numbers + - * // %"),
                )
        if node.attr not in _documented(sample):
            raise self.error(
                node, f"{base.type} has no .{node.attr}", _attributes_hint(sample, node.attr)
            )
        value = getattr(sample, node.attr)
        if (callable(value) and not isinstance(value, Domain | Element)) != callable_:
            if callable_:
                problem, hint = f".{node.attr} is not called", f"write .{node.attr}"
            else:
                problem, hint = f".{node.attr} must be called", f"write .{node.attr}(...)"
            raise self.error(node, problem, hint)

    def _apply(
        self,
        label: str,
        function: Callable[..., Any],
        base: Expr,
        arguments: tuple[Expr, ...],
        place: Place,
    ) -> Expr:
        """Apply a constant function to a value and arguments, tabulated where they vary."""
        if isinstance(base, Const):
            value = base.value
            if not arguments:
                return tables.const(function(value), place)
            return tables.tabulate(label, lambda *a: function(value, *a), arguments, place)
        return tables.tabulate(label, function, (base, *arguments), place)

    # -- subscripts -------------------------------------------------------------------------

    def _read_Subscript(self, node: ast.Subscript) -> Expr:
        base = self.read_any(node.value)
        if isinstance(node.slice, ast.Slice):
            raise self.refused(node.slice)
        if isinstance(base.type, MapT):
            assert isinstance(base, State)
            key = self.read_as(node.slice, element_type(base.type.domain))
            at = At(base.name, key, type=base.type.value, place=self.place(node))
            return apply_facts(self.scope, at)
        if isinstance(base.type, DomainT):
            return self.read_as(node.slice, element_type(base.type.domain))
        return self._item(base, self.read(node.slice), node)

    def _item(self, base: Expr, key: Expr, node: ast.Subscript) -> Expr:
        label, place = ast.unparse(node.value).removeprefix("self."), self.place(node)

        def get(value: Any, key: Any) -> Any:
            return value[key]

        if isinstance(base.type, OptionT):
            raise self.error(node.value, "this may be None", coerce.MAY_BE_NONE)
        if isinstance(base.type, TableT):
            key = self._as_key(key, base, label, node.slice)
        if isinstance(base.type, ElementT) and isinstance(key, Const):
            return self._element_item(base, key, node)
        if isinstance(base, Const):
            return apply_facts(self.scope, self._constant_item(label, get, base, key, node))
        if isinstance(base, Lookup) and isinstance(base.type, TableT | SequenceT | TupleT):
            return apply_facts(self.scope, tables.compose(base.table.label, get, base, key, place))
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
            item = self._apply(label, get, base, (key,), self.place(node))
            if isinstance(item, Lookup) and isinstance(base.type, SequenceT | TupleT):
                return replace(item, table=replace(item.table, listed=True))
            return item
        except (LookupError, TypeError):
            shown = coerce.describe(key.value) if isinstance(key, Const) else str(key.type)
            problem, hint = f"{label} has no entry for {shown}", _keys_hint(base)
            raise self.error(node.slice, problem, hint) from None

    def _element_item(self, base: Expr, index: Const, node: ast.AST) -> Expr:
        """Read an item of an element that is a tuple: `end[0]` is the side of a place."""
        at = index.value
        try:
            return tables.tabulate(f"[{at}]", lambda v: v[at], (base,), self.place(node))
        except (TypeError, IndexError, Wrong):
            hint = "only elements that are tuples have items, counted from 0"
            raise self.error(node, f"{base.type} has no item {at}", hint) from None

    def _as_key(self, key: Expr, table: Expr, label: str, node: ast.expr) -> Expr:
        assert isinstance(table.type, TableT)
        try:
            return key if isinstance(key.type, IntT) else coerce.fit(key, table.type.key)
        except Wrong:
            shown = coerce.describe(key.value) if isinstance(key, Const) else str(key.type)
            problem = f"{label} has no entry for {shown}"
            if isinstance(key.type, OptionT):
                problem, hint = "this may be None", coerce.MAY_BE_NONE
            else:
                hint = _keys_hint(table)
            raise self.error(node, problem, hint) from None

    def _tuple_item(self, base: Expr, key: Const, node: ast.Subscript) -> Expr:
        assert isinstance(base.type, TupleT)
        try:
            item_type = base.type.items[key.value]
        except (IndexError, TypeError):
            problem = f"{base.type} has no item {key.value!r}"
            raise self.error(node.slice, problem, "items are counted from 0") from None
        if isinstance(base, MakeTuple) and build.is_total(base):
            item: Expr = base.items[key.value]
            return item
        return Pick(base, key, type=item_type, place=self.place(node))


#: The attributes of elements and of domains that rules may use.
OF_ELEMENTS = (
    "next",
    "previous",
    "row",
    "column",
    "up",
    "down",
    "left",
    "right",
    "neighbours",
    "step",
)
OF_DOMAINS = ("rows", "columns", "row", "column", "lines", "at", "index", "first", "last")


def _documented(sample: Any) -> list[str]:
    names = OF_DOMAINS if isinstance(sample, Domain) else OF_ELEMENTS
    players = list(map(str, sample)) if isinstance(sample, Players) else []
    return [*players, *(name for name in names if hasattr(sample, name))]


MISSING = object()
_ITEM_HINT = "maps, lists, tuples and tables have items"


def _attributes_hint(sample: Any, name: str) -> str:
    """Return a hint that lists the attributes of a domain or an element."""
    if isinstance(sample, Players):
        return f"the players are {coerce.listing(sample)}"
    own = _documented(sample)
    listed = f"it has .{', .'.join(own)}" if own else "it has nothing of that kind"
    return suggest(name, own, listed, ".{}")


def _keys_hint(base: Expr) -> str:
    """Return a hint that lists the keys of a constant table or list."""
    if isinstance(base, Const) and isinstance(base.value, dict):
        return f"its keys are {coerce.listing(map(repr, base.value))}"
    if isinstance(base, Const) and isinstance(base.value, tuple):
        return f"it has {len(base.value)} items, counted from 0"
    return "use a key that it has"
