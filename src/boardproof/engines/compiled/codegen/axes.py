"""What the loops of a move run over: its arguments, those that are tuples taken apart.

A step from a cell to a cell is two loops, and the inner one walks only the cells to which a step
leads. Likewise where the domain of an argument depends on those before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations, product
from math import prod
from typing import Any

from ....ir import nodes as n
from ....ir import types as t
from ....ir.coerce import ELEMENT
from ....ir.rules import Function
from ....positions.moves import Move
from ....rules.domains import Domain
from ....rules.elements import Chain

#: A set that depends on more values of other axes than this is asked in the innermost loop.
MOST_KEYS = 4096

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Axis:
    """One loop: the name that it gives values to, their type, and all of them in order."""

    name: str
    kind: t.Type
    values: tuple[Any, ...]

    @property
    def local(self) -> n.Local:
        """The axis as an expression."""
        return n.Local(self.name, type=self.kind)


class Axes:
    """The loops of all moves of one rule, and the rule as a block that runs inside them."""

    def __init__(self, function: Function, moves: list[Move]) -> None:
        self._function, self._moves = function, moves
        self._apart = {
            name: kinds
            for name, kind in function.parameters
            if (kinds := part_types(kind)) and not _is_assigned(function.body, name)
        }
        self.rows = [self._row(move.arguments) for move in moves]
        self.all = [
            Axis(name, kind, self._values(at, kind))
            for at, (name, kind) in enumerate(self._named_kinds())
        ]
        parts = self._parts()
        #: The value of each argument, as an expression of the axes.
        self.given = {
            name: whole_of(kind.domain, parts[name])
            if name in self._apart and isinstance(kind, t.ElementT)
            else parts[name][0]
            for name, kind in function.parameters
        }
        apart = {name: parts[name] for name in self._apart}
        self.body = PartRewriter(apart, self.given).block(function.body)

    def _named_kinds(self) -> Iterator[tuple[str, t.Type]]:
        used = {part.name for part in n.walk(self._function.body) if isinstance(part, n.Local)}
        for name, kind in self._function.parameters:
            if name not in self._apart:
                yield name, kind
            for at, part in enumerate(self._apart.get(name, ())):
                own = f"{name}_{at}"
                while own in used:
                    own += "_"
                yield own, part

    def _row(self, arguments: Row) -> Row:
        """Return the values of the axes that make a move's arguments."""
        pairs = zip(self._function.parameters, arguments, strict=True)
        return tuple(
            part
            for (name, _), value in pairs
            for part in (value if name in self._apart else (value,))
        )

    def _values(self, at: int, kind: t.Type) -> tuple[Any, ...]:
        values = tuple(dict.fromkeys(row[at] for row in self.rows))
        if isinstance(kind, t.ElementT) and not self._is_product:
            return tuple(kind.domain)  # so that boards need not be shifted
        return values

    @cached_property
    def _is_product(self) -> bool:
        """Whether the moves are all combinations of their arguments, in order."""
        columns = [tuple(dict.fromkeys(column)) for column in zip(*self.rows, strict=True)]
        return self.rows == list(product(*columns))

    def _parts(self) -> dict[str, list[n.Local]]:
        """Return the axes of each argument."""
        axes = iter(self.all)
        return {
            name: [next(axes).local for _ in self._apart.get(name, [kind])]
            for name, kind in self._function.parameters
        }

    # -- which combinations there are ----------------------------------------------------------

    def exists(self, level: int) -> n.Expr | None:
        """Return the test that a move has the value of an axis, given those before; None for any.

        It looks at as few of the axes before as possible.
        """
        if self._is_product:
            return None
        return self._member(self.all[level], *following(self.rows, level))

    def _member(self, axis: Axis, chosen: Row, sets: dict[Row, set[Any]]) -> n.Expr | None:
        kind = t.SetT(axis.kind)
        if not chosen:
            every = frozenset(sets[()])
            of: n.Expr = n.Const(every, type=kind)
            return None if every == set(axis.values) else self._test(axis, of)
        keys = [self.all[at] for at in chosen]
        if prod(len(key.values) for key in keys) > MOST_KEYS:
            entries = sets
        else:
            entries = {row: sets.get(row, set()) for row in product(*(k.values for k in keys))}
        single = len(keys) == 1
        table = {row[0] if single else row: frozenset(values) for row, values in entries.items()}
        parts = tuple(key.local for key in keys)
        whole = n.MakeTuple(parts, type=t.TupleT(tuple(part.type for part in parts)))
        key: n.Expr = parts[0] if single else whole
        return self._test(axis, n.Lookup(n.Table(f"of {axis.name}", table), key, type=kind))

    def _test(self, axis: Axis, of: n.Expr) -> n.Expr:
        return n.Member(axis.local, of, type=t.BOOL, place=self._function.place)

    def numbers(self) -> list[int] | None:
        """Return the number of the move at each combination of places; None if it is that place."""
        if self._is_product:
            return None
        at = {row: number for number, row in enumerate(self.rows)}
        return [at.get(row, 0) for row in product(*(axis.values for axis in self.all))]


def following(rows: list[Row], level: int) -> tuple[Row, dict[Row, set[Any]]]:
    """Return the values at a level by values before it, and at which levels these are.

    >>> following([(0, 5, 1), (0, 6, 2), (3, 5, 1)], 2)
    ((1,), {(5,): {1}, (6,): {2}})
    """
    after = dict[Row, set[Any]]()
    for row in rows:
        after.setdefault(row[:level], set()).add(row[level])
    for size in range(level + 1):
        for chosen in combinations(range(level), size):
            sets = _by(after, chosen)
            if sets is not None:
                return chosen, sets
    raise AssertionError("all values before determine what follows")


def _by(after: dict[Row, set[Any]], chosen: Row) -> dict[Row, set[Any]] | None:
    """Return what follows as a function of some values before, None where it is none."""
    sets: dict[Row, set[Any]] = {}
    for row, values in after.items():
        if sets.setdefault(tuple(row[at] for at in chosen), values) != values:
            return None
    return sets


def part_types(kind: t.Type) -> list[t.Type]:
    """Return the types of what the elements of a domain come apart into, if they do."""
    if not isinstance(kind, t.ElementT):
        return []
    elements = kind.domain.elements
    if not all(isinstance(e, Chain) and len(e) == len(elements[0]) for e in elements):
        return []
    return [t.join_all(map(t.type_of, column)) for column in zip(*elements, strict=True)]


def whole_of(domain: Domain[Any], parts: list[n.Local]) -> n.Expr:
    """Return the element of a domain that is made of some parts."""
    kind = t.ElementT(domain)
    key = n.MakeTuple(tuple(parts), type=t.TupleT(tuple(part.type for part in parts)))
    made = {tuple(element): element for element in domain}
    # Nobody asks for what no move has; an element for it makes the table one without gaps.
    gaps = dict.fromkeys(t.values_of(key.type) or (), domain.elements[0])
    return n.Lookup(n.Table(ELEMENT, gaps | made), key, type=kind)


def _is_assigned(block: n.Block, name: str) -> bool:
    """Whether a block gives a name another value."""
    return any(isinstance(part, n.Assign | n.For) and part.name == name for part in n.walk(block))


class PartRewriter:
    """Writes a rule with the parts of its arguments in place of the arguments."""

    def __init__(self, parts: dict[str, list[n.Local]], whole: dict[str, n.Expr]) -> None:
        self._parts, self._whole = dict(parts), dict(whole)

    def block(self, block: n.Block) -> n.Block:
        """Rewrite statements; a further name for an argument means the same."""
        kept = list[n.Stmt]()
        for at, node in enumerate(block):
            match node:
                case n.Assign(name, n.Local(of)) if of in self._parts and not _is_assigned(
                    block[:at] + block[at + 1 :], name
                ):
                    self._parts[name], self._whole[name] = self._parts[of], self._whole[of]
                case _:
                    kept.append(self.node(node))
        return tuple(kept)

    def node(self, node: Any, hidden: frozenset[str] = frozenset()) -> Any:
        """Rewrite a node; names that a fold hides mean something else."""
        match node:
            case n.Lookup(table, n.Local(name)) if self._is_apart(name, hidden):
                for at, part in enumerate(self._parts[name]):
                    if all(entry is key[at] for key, entry in table.entries.items()):
                        return part
            case n.Local(name) if self._is_apart(name, hidden):
                return self._whole[name]
            case n.Fold(_, name, over, where, body):
                inner = hidden | {name}
                changed = {"where": self.node(where, inner), "body": self.node(body, inner)}
                return replace(node, over=self.node(over, hidden), **changed)
            case tuple() if any(isinstance(item, n.Node) for item in node):
                return tuple(self.node(item, hidden) for item in node)
        if not isinstance(node, n.Node):
            return node
        parts = {
            part.name: self.node(getattr(node, part.name), hidden)
            for part in fields(node)
            if part.name not in ("place", "type")
        }
        return replace(node, **parts)

    def _is_apart(self, name: str, hidden: frozenset[str]) -> bool:
        return name in self._parts and name not in hidden
