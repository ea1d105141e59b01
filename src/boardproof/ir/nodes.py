"""The nodes of the IR. Expressions compare by meaning: types and places do not count.

expression   Const  State  Local  Lookup  At  Arith  Compare  Not  And  Or  Member  Choose
             Fold  Steps  MakeSet  SetOp  Size  Extreme  Call  MakeTuple  Pick  Some
             Reach  MakeWin  MakeScore
statement    Assign  SetState  SetAt  If  For  While  Return  Break  Continue  Require  Do
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, dataclass_transform

from ..errors import Place
from ..rules.grids import BoardDomain
from .types import Type, parts_of

NOWHERE = Place("", 0)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Node:
    """Anything in the IR, a frozen dataclass; it knows where in the rulebook it was written."""

    place: Place = field(default=NOWHERE, compare=False, kw_only=True, repr=False)

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def children(self) -> Iterator[Node]:
        """Return the nodes directly below this one."""
        return parts_of(self, Node)

    def walk(self) -> Iterator[Node]:
        """Return this node and all below it."""
        yield self
        yield from walk(self.children())


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Return all nodes of a block, or of several."""
    for node in nodes:
        yield from node.walk()


def state_read(node: Node) -> str | None:
    """Return the state variable that a node itself reads."""
    if isinstance(node, State):
        return node.name
    return node.map if isinstance(node, At) else None


class Expr(Node):
    """Something that has a value."""

    type: Type = field(compare=False, kw_only=True, repr=False)


class Const(Expr):
    """A value known when the rulebook is read."""

    value: Any


class State(Expr):
    """The present value of a state variable."""

    name: str


class Local(Expr):
    """The present value of an argument, a local name or a loop's name."""

    name: str


@dataclass(frozen=True, eq=False)
class Table:
    """A constant function of finite arguments, tabulated; a key it lacks is an error.

    `listed` when the keys are places in a list.
    """

    label: str
    entries: Mapping[Any, Any]
    listed: bool = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table) or self.label != other.label:
            return False
        return self.entries is other.entries or self.entries == other.entries

    def __hash__(self) -> int:
        return hash((self.label, len(self.entries)))


class Lookup(Expr):
    """An entry of a constant table: `cell.up`, `self.after[side]`, `self.cells.column(c)`."""

    table: Table
    key: Expr


class At(Expr):
    """The present value of a map at a key."""

    map: str
    key: Expr


class Arith(Expr):
    """`+ - * // %` on numbers."""

    op: str
    left: Expr
    right: Expr


class Compare(Expr):
    """`== != < <= > >=`; on sets the last four are inclusion."""

    op: str
    left: Expr
    right: Expr


class Not(Expr):
    """The opposite."""

    of: Expr


class And(Expr):
    """All hold; the rest is not looked at after the first that does not."""

    items: tuple[Expr, ...]


class Or(Expr):
    """One holds; the rest is not looked at after the first that does."""

    items: tuple[Expr, ...]


class Member(Expr):
    """An item is in a set, a domain or a list."""

    item: Expr
    of: Expr


class Choose(Expr):
    """One of two values."""

    test: Expr
    yes: Expr
    no: Expr


class Fold(Expr):
    """`any all sum min max union` of a body over the values of a collection."""

    kind: str
    name: str
    over: Expr
    where: Expr
    body: Expr


class Steps(Expr):
    """`range(start, stop, step)`."""

    start: Expr
    stop: Expr
    step: int


class MakeSet(Expr):
    """A set of the given items."""

    items: tuple[Expr, ...]


class SetOp(Expr):
    """`| & - ^` on sets."""

    op: str
    left: Expr
    right: Expr


class Reach(Expr):
    """What steps between neighbours of a board reach from a set, all inside a set."""

    board: BoardDomain[Any]
    start: Expr
    within: Expr


class Size(Expr):
    """How many values a set or list has."""

    of: Expr


class Extreme(Expr):
    """The `min` or `max` of the given numbers."""

    kind: str
    items: tuple[Expr, ...]


class Call(Expr):
    """Another rule, run with arguments."""

    rule: str
    arguments: tuple[Expr, ...]


class MakeTuple(Expr):
    """Several values at once."""

    items: tuple[Expr, ...]


class Pick(Expr):
    """One value of a tuple, list or table that a local name or a call holds."""

    of: Expr
    index: Expr


class Some(Expr):
    """A value that might have been None, where the rules have made sure that it is not."""

    of: Expr


class MakeWin(Expr):
    """The result in which a player wins."""

    player: Expr


class MakeScore(Expr):
    """The result in which every player has points."""

    players: tuple[Any, ...]
    points: tuple[Expr, ...]


class Stmt(Node):
    """Something that is done."""


Block = tuple[Stmt, ...]


class Assign(Stmt):
    """Assign a value to a local name."""

    name: str
    value: Expr


class SetState(Stmt):
    """Change a state variable; `checked` when its range is not proved to be kept."""

    name: str
    value: Expr
    checked: bool = False


class SetAt(Stmt):
    """Change a map at a key; `checked` when its range is not proved to be kept."""

    map: str
    key: Expr
    value: Expr
    checked: bool = False


class If(Stmt):
    """Do one of two things."""

    test: Expr
    then: Block
    otherwise: Block


class For(Stmt):
    """Do something for each value of an ordered collection."""

    name: str
    over: Expr
    body: Block


class While(Stmt):
    """Do something as long as a test holds."""

    test: Expr
    body: Block


class Return(Stmt):
    """Leave the rule with a value."""

    value: Expr


class Break(Stmt):
    """Leave the loop."""


class Continue(Stmt):
    """Go on with the loop's next value."""


class Require(Stmt):
    """Make the move illegal unless the test holds."""

    test: Expr
    otherwise: str


class Do(Stmt):
    """Run another rule for what it changes."""

    call: Call
