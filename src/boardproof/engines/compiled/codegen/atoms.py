"""Constant functions of what only the running code knows: one table each.

An expression that looks at no board depends on a few *atoms*: local names that are elements or
small numbers, and state variables of that kind. It is computed now for all their values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import or_
from typing import TYPE_CHECKING, Any

from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from .staging import Stager, is_known
from .values import Dyn

if TYPE_CHECKING:
    from .program import Program

#: A table has at most so many entries.
MOST_ENTRIES = 4096
#: What is not worth a table by itself.
PLAIN = (n.Const, n.Local, n.State, n.Arith, n.Compare, n.Not, n.And, n.Or, n.Choose, n.Some)


class NotConstant(Exception):
    """An expression that is no constant function of a few atoms."""


@dataclass(frozen=True)
class Atom:
    """A name or a state variable, and the values that it may have."""

    name: str
    is_state: bool
    at: Dyn
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Needs:
    """What an expression looks at: local names, state variables, and whether it needs a table."""

    names: Mapping[str, t.Type]
    state: frozenset[str]
    looks_up: bool
    boards: bool

    def joined(self, other: Needs) -> Needs:
        """Return what two expressions need."""
        names = dict(self.names)
        for name, kind in other.names.items():
            names[name] = _join(names.get(name, t.NEVER), kind)
        return Needs(
            names, self.state | other.state,
            self.looks_up or other.looks_up, self.boards or other.boards,
        )  # fmt: skip


class ConstantStager(Stager):
    """Evaluates expressions of which everything is known."""

    tabulates = False

    def visit_Call(self, node: n.Call) -> Any:
        body = self.program.inliner.body(node.rule)
        if body is None:
            raise NotConstant
        values = [self.visit_expr(argument) for argument in node.arguments]
        function = self.rules.functions[node.rule]
        return ConstantStager(self.program, function.bind(values), self.known).visit_expr(body)

    def visit_Fold(self, node: n.Fold) -> Any:
        return self.unrolled(node)


class Tabulator:
    """Finds out which expressions are constant functions of atoms, and computes them."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._needs: dict[int, tuple[n.Node, Needs]] = {}

    def needs(self, node: n.Node) -> Needs:
        """Return what an expression looks at."""
        known = self._needs.get(id(node))
        if known is None:
            known = self._needs[id(node)] = (node, self._find_needs(node))
        return known[1]

    def names(self, node: n.Node) -> frozenset[str]:
        """Return the local names that occur in a node."""
        return frozenset(part.name for part in node.walk() if isinstance(part, n.Local))

    def _find_needs(self, node: n.Node) -> Needs:
        inner = reduce(Needs.joined, map(self.needs, node.children()), _NOTHING)
        match node:
            case n.Local(name):
                return Needs({name: node.type}, inner.state, False, False)
            case n.State(name):
                boards = isinstance(self._program.rules.state[name], t.SetT | t.MapT)
                return Needs(inner.names, frozenset({name}), False, boards)
            case n.At():
                return Needs(inner.names, inner.state, inner.looks_up, True)
            case n.Call(rule):
                body = self._program.inliner.body(rule)
                if body is None:
                    return Needs(inner.names, inner.state, True, True)
                of = self.needs(body)
                return inner.joined(Needs({}, of.state, True, of.boards))
            case n.Fold(_, name, over):
                names = {one: kind for one, kind in inner.names.items() if one != name}
                # What is gone over may have a name that the fold hides.
                return Needs({**self.needs(over).names, **names}, inner.state, True, inner.boards)
        return Needs(
            inner.names, inner.state, inner.looks_up or not isinstance(node, PLAIN), inner.boards
        )

    def entry(self, stager: Stager, node: n.Expr) -> Any:
        """Return an expression's value as an entry of a table, None where it is none."""
        try:
            return self._entry(stager, node)
        except NotConstant:
            return None

    def _entry(self, stager: Stager, node: n.Expr) -> Any:
        if isinstance(node, PLAIN[:3]) or not _is_entry(node.type):
            raise NotConstant
        needs = self.needs(node)
        if needs.boards or not needs.looks_up:
            raise NotConstant
        atoms = self.atoms(stager, needs)
        if not atoms:
            raise NotConstant
        entries = list(self.values(stager, node, atoms))
        return self._program.tables.entry(entries, self.index(atoms), node.type)

    def atoms(self, stager: Stager, needs: Needs, lanes: Collection[str] = ()) -> list[Atom]:
        """Return the atoms of an expression, lanes left out; `NotConstant` where it has others."""
        if needs.boards:
            raise NotConstant
        found = []
        for name in sorted(set(needs.names) - set(lanes)):
            if name not in stager.env:
                raise NotConstant
            if not is_known(stager.env[name]):
                found.append(self._atom(name, False, stager.env[name], needs.names[name]))
        for name in sorted(needs.state - set(stager.known)):
            kind = self._program.rules.state[name]
            read = stager.visit_State(n.State(name, type=kind))
            found.append(self._atom(name, True, read, kind))
        size = 1
        for atom in found:
            size *= len(atom.values)
        if size > MOST_ENTRIES:
            raise NotConstant
        return found

    def _atom(self, name: str, is_state: bool, value: Any, kind: t.Type) -> Atom:
        if not isinstance(value, Dyn) or not _is_index(kind):
            raise NotConstant
        values = t.values_of(kind)
        if not values or len(values) > MOST_ENTRIES:
            raise NotConstant
        return Atom(name, is_state, Dyn(value.code, kind), tuple(values))

    def values(self, stager: Stager, node: n.Expr, atoms: list[Atom], **more: Any) -> Iterator[Any]:
        """Return an expression's value for each combination of its atoms' values."""
        for combo in product(*(atom.values for atom in atoms)):
            env, known = {**stager.env, **more}, dict(stager.known)
            for atom, value in zip(atoms, combo, strict=True):
                (known if atom.is_state else env)[atom.name] = value
            yield self.value(node, env, known)

    def value(self, node: n.Expr, env: dict[str, Any], known: dict[str, Any]) -> Any:
        """Return the value of an expression of which everything is known."""
        try:
            value = ConstantStager(self._program, env, known).visit_expr(node)
        except (TooLarge, LookupError, TypeError, AttributeError):
            raise NotConstant from None  # it goes wrong for these values
        if not is_known(value):
            raise NotConstant
        return value

    def index(self, atoms: list[Atom]) -> str:
        """Write the place of the atoms' values among all combinations."""
        code = ""
        for atom in atoms:
            at = place_of(atom.at)
            code = f"({code} * {len(atom.values)} + {at})" if code else at
        return code


_NOTHING = Needs({}, frozenset(), False, False)


def _join(a: t.Type, b: t.Type) -> t.Type:
    """Return the type of a name that has two; where there is none, nobody can list its values."""
    try:
        return t.join(a, b)
    except t.Mismatch:
        return t.MixedT(a, b)


def place_of(value: Dyn) -> str:
    """Write the place of a value among the values of its type."""
    match value.type:
        case t.IntT(lo, _):
            return f"({value.code} - {lo})" if lo else value.code
        case t.OptionT():
            return f"({value.code} + 1)"
    return value.code


def _is_index(kind: t.Type) -> bool:
    """Whether the values of a type are told apart by numbers from 0 or -1 on."""
    inner = kind.of if isinstance(kind, t.OptionT) else kind
    return isinstance(inner, t.ElementT) or (inner == kind and isinstance(kind, t.IntT))


def _is_entry(kind: t.Type) -> bool:
    """Whether values of a type are entries of a table."""
    inner = kind.of if isinstance(kind, t.OptionT) else kind
    if isinstance(kind, t.SetT):
        return isinstance(kind.of, t.ElementT | t.IntT)
    return isinstance(inner, t.BoolT | t.ElementT | t.IntT) and not (
        inner != kind and isinstance(inner, t.BoolT)
    )


def mask_where(tests: list[bool]) -> int:
    """Return a word with a bit for each test that holds."""
    return reduce(or_, (1 << i for i, test in enumerate(tests) if test), 0)
