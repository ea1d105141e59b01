"""The elements of domains: plain Python values that also know what comes before and after them.

A `Cell` is a pair and a `Player` a string, so sets of plain pairs and plain words mix with them
freely.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from .domains import Domain


class Element:
    """An element of a domain: it knows its domain, and its neighbours in the order."""

    domain: Domain[Any]

    @cached_property
    def next(self) -> Any:
        """The next element, cyclically: after the last comes the first."""
        at = self.domain.index(self)
        return self.domain.elements[(at + 1) % len(self.domain)]

    @cached_property
    def previous(self) -> Any:
        """The previous element, cyclically: before the first comes the last."""
        return self.domain.elements[self.domain.index(self) - 1]

    @cached_property
    def neighbours(self) -> tuple[Any, ...]:
        """The places beside this one; only places of a board have any."""
        beside = getattr(self.domain, "beside", None)
        if beside is None:
            raise AttributeError(f"{self.domain!r} is no board: its elements have no neighbours")
        return tuple(beside(self))


class Name(Element, str):
    """An element written as a word."""

    def __str__(self) -> str:
        return str.__str__(self)


class Number(Element, int):
    """An element written as a number."""


class Pair(Element, tuple[Any, ...]):
    """An element written as a tuple: `("South", 3)`."""

    def __str__(self) -> str:
        return "(" + ",".join(map(str, self)) + ")"


class Chain(Pair):
    """An element made of elements of other domains, in order: a step from a cell to a cell."""

    called = ""

    def __str__(self) -> str:
        return self.called or "-".join(map(str, self))


class Region(Element, frozenset[Any]):
    """An element that is a set, gone through in order: the cells of a domino."""

    called = ""

    @cached_property
    def members(self) -> tuple[Any, ...]:
        """What the set has, in the order of its domain."""
        return tuple(sorted(super().__iter__(), key=_rank))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.members)

    def __str__(self) -> str:
        joint = "" if all(isinstance(member, tuple) for member in self) else "+"
        return self.called or joint.join(map(str, self))

    def __repr__(self) -> str:
        return f"{{{', '.join(map(repr, self))}}}"


def _rank(value: Any) -> Any:
    return value.domain.index(value) if isinstance(value, Element) else value


class Player(Name):
    """A player."""

    @cached_property
    def next(self) -> Player:
        """The next player, cyclically: after the last comes the first."""
        return cast(Player, super().next)

    @cached_property
    def previous(self) -> Player:
        """The previous player, cyclically: before the first comes the last."""
        return cast(Player, super().previous)


class OnRing(Element):
    """A place of a ring: a number is added to it, or taken away, by going round."""

    def __add__(self, steps: Any) -> Any:
        return _round(self, steps) if type(steps) is int else super().__add__(steps)  # type: ignore[misc]

    def __radd__(self, steps: Any) -> Any:
        return _round(self, steps) if type(steps) is int else super().__radd__(steps)  # type: ignore[misc]

    def __sub__(self, steps: Any) -> Any:
        return _round(self, -steps) if type(steps) is int else super().__sub__(steps)  # type: ignore[misc]


def _round(place: Element, steps: int) -> Any:
    elements = place.domain.elements
    return elements[(place.domain.index(place) + steps) % len(elements)]


class NameOnRing(OnRing, Name):
    """A place of a ring, written as a word."""


class NumberOnRing(OnRing, Number):
    """A place of a ring, written as a number."""


class PairOnRing(OnRing, Pair):
    """A place of a ring, written as a tuple."""


#: The kind that an element of a ring is, where it would be another elsewhere.
ON_RING: dict[type[Element], type[Element]] = {
    Name: NameOnRing,
    Number: NumberOnRing,
    Pair: PairOnRing,
}


def element_of(domain: Domain[Any], value: Any, kind: type[Any] | None = None) -> Any:
    """Turn a plain value into an equal element of a domain, which knows its neighbours."""
    if kind is None:
        kind = {str: Name, int: Number}.get(type(value)) or kind_of(value)
    element = kind(value)
    element.domain = domain
    return element


def kind_of(value: Any) -> type[Element]:
    """Return the kind of element that a value becomes."""
    match value:
        case str():
            return Name
        case int() if not isinstance(value, bool):
            return Number
        case set() | frozenset() if value and all(
            isinstance(m, Element | str | int) for m in value
        ):
            return Region
        case tuple():
            whole = value and all(isinstance(item, Element) for item in value)
            return Chain if whole and not isinstance(value[0], Player) else Pair
    problem = "use words, numbers, tuples, or sets of elements: {cells[0, 0], cells[0, 1]}"
    raise TypeError(f"{value!r} cannot be an element: {problem}")


def named_element(domain: Domain[Any], name: str, value: Any) -> Any:
    """Turn a tuple or a set into an element of a domain that has a name."""
    element = element_of(domain, value)
    if not isinstance(element, Chain | Region):
        raise TypeError(f"{name}={value!r}: only sets and tuples of elements are given names")
    check_words(name)
    element.called = name
    return element


def check_words(element: Any) -> None:
    """Refuse words that would make position strings ambiguous."""
    for word in element if isinstance(element, tuple | frozenset) else (element,):
        if isinstance(word, str) and (word in ("", "-", ".") or set(word) & set(" ,/:=[]()\t\n")):
            raise ValueError(
                f"{word!r} cannot name an element: use a plain word without , / : = ( )"
            )
