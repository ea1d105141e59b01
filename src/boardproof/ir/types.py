"""The types of the rule language, and the intervals its numbers lie in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any, ClassVar, TypeVar, dataclass_transform

from ..errors import Place
from ..rules.domains import Domain, OrNone, Players, Range
from ..rules.elements import Element
from ..rules.grids import Grid
from ..rules.results import Draw, Score, Win
from ..rules.state import (
    FlagVariable,
    MapVariable,
    OneVariable,
    SubsetVariable,
    Variable,
    domain_label,
)

#: Beyond this a number counts as having no bound.
UNBOUNDED = 1 << 62


Part = TypeVar("Part")


def parts_of(whole: Any, kind: type[Part]) -> Iterator[Part]:
    """Return the fields of a dataclass that are of a kind, and the items of its tuples that are."""
    for part in fields(whole):
        value = getattr(whole, part.name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, kind):
                yield item


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Type:
    """What the values of an expression are; every type is a frozen dataclass."""

    #: How it is called in messages, with its fields in braces.
    text: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return self.text.format(**vars(self))

    def walk(self) -> Iterator[Type]:
        """Return this type and all that it is made of."""
        yield self
        for part in parts_of(self, Type):
            yield from part.walk()


class NeverT(Type):
    """No value at all: an element of the empty set, the result of a call that never returns."""

    text = "nothing"


class BoolT(Type):
    """True or false."""

    text = "true or false"


class IntT(Type):
    """A whole number between two bounds."""

    lo: int
    hi: int

    def __str__(self) -> str:
        if self.hi >= UNBOUNDED or self.lo <= -UNBOUNDED:
            return "a number without bounds"
        return f"a number {self.lo}..{self.hi}" if self.lo != self.hi else f"the number {self.lo}"


class ElementT(Type):
    """An element of one domain."""

    domain: Domain[Any]

    def __str__(self) -> str:
        return _kind(self.domain)[0]


class NoneT(Type):
    """None and nothing else."""

    text = "None"


class OptionT(Type):
    """A value or None."""

    of: Type

    text = "{of} or None"


class TextT(Type):
    """A constant word, such as the value of a reading."""

    text = "a word"


class SetT(Type):
    """A set of values of one type."""

    of: Type

    def __str__(self) -> str:
        return f"a set of {_many(self.of)}"


class DomainT(Type):
    """A whole domain: iterable in order, and a set."""

    domain: Domain[Any]

    def __str__(self) -> str:
        return f"the domain {domain_label(self.domain)}"


class MapT(Type):
    """A state variable of kind `Map`."""

    domain: Domain[Any]
    value: Type

    def __str__(self) -> str:
        return f"a map over {domain_label(self.domain)}"


class TupleT(Type):
    """A fixed number of values, each of its own type."""

    items: tuple[Type, ...]

    def __str__(self) -> str:
        return f"a tuple ({', '.join(map(str, self.items))})"


class SequenceT(Type):
    """A sequence of values of one type, with a maximal length."""

    of: Type
    most: int

    def __str__(self) -> str:
        return f"a list of {_many(self.of)}" if self.most else "an empty list"


class TableT(Type):
    """A constant dictionary."""

    key: Type
    value: Type

    text = "a table from {key} to {value}"


class ResultT(Type):
    """How a game ends."""

    text = "a result"


class MixedT(Type):
    """Values of different kinds, on different ways through a rule: nothing can be done with it."""

    a: Type
    b: Type

    text = "{a} or {b}"


def _kind(domain: Domain[Any]) -> tuple[str, str]:
    """Return what one element, and what several elements of a domain are called."""
    if isinstance(domain, Players):
        return "a player", "players"
    if isinstance(domain, Grid):
        name = domain_label(domain)
        return f"a cell of {name}", "cells" if name == "cells" else f"cells of {name}"
    return f"an element of {domain_label(domain)}", f"elements of {domain_label(domain)}"


def _many(of: Type) -> str:
    if isinstance(of, ElementT):
        return _kind(of.domain)[1]
    return {IntT: "numbers", SetT: "sets", TextT: "words"}.get(type(of), str(of))


class Wrong(Exception):
    """Something a rule cannot mean: the problem, what to write instead, and where it is."""

    def __init__(self, problem: str, instead: str = "", at: Place | None = None) -> None:
        super().__init__(problem)
        self.problem, self.instead, self.at = problem, instead, at


class Mismatch(Wrong):
    """Two types that have no type in common."""

    def __init__(self, a: Type, b: Type) -> None:
        a, b = sorted((a, b), key=str)  # one order, whatever that of the set they come from
        super().__init__(f"{a} and {b} are different kinds of value", "use one kind only")
        self.a, self.b = a, b


BOOL, NONE, NEVER, TEXT, RESULT = BoolT(), NoneT(), NeverT(), TextT(), ResultT()


def join(a: Type, b: Type) -> Type:
    """Return the smallest type that has the values of both.

    >>> print(join(IntT(0, 3), IntT(5, 9)), "/", join(IntT(1, 1), NONE))
    a number 0..9 / the number 1 or None
    """
    if a == b or isinstance(b, NeverT):
        return a
    if isinstance(a, NeverT):
        return b
    match a, b:
        case (IntT(), IntT()):
            return IntT(min(a.lo, b.lo), max(a.hi, b.hi))
        case (NoneT(), _) | (OptionT(), NoneT()):
            return a if isinstance(a, OptionT) else b if isinstance(b, OptionT) else OptionT(b)
        case (OptionT(), OptionT()):
            return OptionT(join(a.of, b.of))
        case (OptionT(), _):
            return OptionT(join(a.of, b))
        case (_, NoneT() | OptionT()):
            return join(b, a)
        case (TupleT(), TupleT()) if len(a.items) == len(b.items):
            return TupleT(tuple(map(join, a.items, b.items)))
        case (SetT(), SetT()):
            return SetT(join(a.of, b.of))
        case (DomainT(), SetT() | DomainT()):
            return join(as_set(a), as_set(b))
        case (SetT(), DomainT()):
            return join(a, as_set(b))
        case (SequenceT(), SequenceT()):
            return SequenceT(join(a.of, b.of), max(a.most, b.most))
        case (TableT(), TableT()):
            return TableT(join(a.key, b.key), join(a.value, b.value))
    raise Mismatch(a, b)


def as_set(a: Type) -> Type:
    """Read a domain as the set of its elements."""
    return SetT(element_type(a.domain)) if isinstance(a, DomainT) else a


def element_type(domain: Domain[Any]) -> Type:
    """Return the type of a domain's elements."""
    if isinstance(domain, OrNone):
        return OptionT(element_type(domain.of))
    if isinstance(domain, Range):
        return IntT(domain.first, domain.last)
    return ElementT(domain)


def variable_type(variable: Variable) -> Type:
    """Return the type of a state variable's values."""
    match variable:
        case FlagVariable():
            return BOOL
        case MapVariable():
            return MapT(variable.domain, element_type(variable.values))
        case SubsetVariable():
            return SetT(element_type(variable.domain))
        case OneVariable():
            return element_type(variable.domain)
    raise TypeError(f"{variable} has no type")


def type_of(value: Any) -> Type:
    """Return the type of a constant.

    >>> print(type_of((1, 5, 3)), "/", type_of((1, "A", None)))
    a list of numbers / a tuple (the number 1, a word, None)
    """
    match value:
        case None:
            return NONE
        case bool():
            return BOOL
        case Domain():
            return DomainT(value)
        case Element():
            return ElementT(value.domain)
        case int():
            return IntT(value, value)
        case str():
            return TEXT
        case range():
            return SequenceT(IntT(min(value), max(value)) if value else NEVER, len(value))
        case frozenset() | set():
            return SetT(join_all(map(type_of, value)))
        case tuple() | list():
            return _sequence_type(tuple(value))
        case dict():
            return TableT(_key_type(tuple(value)), join_all(map(type_of, value.values())))
        case Win() | Draw() | Score():
            return RESULT
    raise TypeError(f"{value!r} is not a value of the rule language")


def _key_type(keys: tuple[Any, ...]) -> Type:
    """Return the type of a table's keys; tuples of one length are tuples, also of one kind."""
    sizes = {len(key) if type(key) is tuple else 0 for key in keys}
    if len(sizes) > 1 or 0 in sizes:
        return join_all(map(type_of, keys))
    return join_all(TupleT(tuple(map(type_of, key))) for key in keys)


def _sequence_type(value: tuple[Any, ...]) -> Type:
    """Two or three things of unlike kinds are a tuple; otherwise it is a list."""
    types = tuple(map(type_of, value))
    try:
        return SequenceT(join_all(types), len(value))
    except Mismatch:
        return TupleT(types)


def join_all(types: Iterable[Type]) -> Type:
    """Return the smallest type that has the values of all."""
    nothing: Type = NEVER
    return reduce(join, types, nothing)


def values_of(a: Type) -> list[Any] | None:
    """List the values of a type, None where there are too many to list.

    >>> values_of(IntT(1, 3)), values_of(OptionT(BOOL))
    ([1, 2, 3], [None, False, True])
    """
    match a:
        case NeverT():
            return []
        case BoolT():
            return [False, True]
        case IntT(lo, hi):
            return list(range(lo, hi + 1)) if hi - lo < 4096 else None
        case ElementT(domain):
            return list(domain)
        case NoneT():
            return [None]
        case OptionT(of):
            inner = values_of(of)
            return None if inner is None else [None, *inner]
        case TupleT(items):
            return _product([values_of(item) for item in items])
    return None


def _product(choices: list[list[Any] | None]) -> list[Any] | None:
    combined: list[tuple[Any, ...]] = [()]
    for choice in choices:
        if choice is None or len(combined) * len(choice) > 1 << 16:
            return None
        combined = [(*head, value) for head in combined for value in choice]
    return combined


def contains(a: Type, value: Any) -> bool:
    """Whether a constant is a value of a type."""
    match a:
        case BoolT():
            return isinstance(value, bool)
        case IntT(lo, hi):
            return isinstance(value, int) and not isinstance(value, bool) and lo <= value <= hi
        case ElementT(domain):
            return _hashable(value) and value in domain and not isinstance(value, bool)
        case NoneT():
            return value is None
        case OptionT(of):
            return value is None or contains(of, value)
        case SetT(of):
            return isinstance(value, frozenset | set) and all(contains(of, v) for v in value)
        case TupleT(items):
            return (
                isinstance(value, tuple)
                and len(value) == len(items)
                and all(map(contains, items, value))
            )
        case TextT():
            return isinstance(value, str)
    return False


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
