"""Finite, ordered sets: named things, players, ranges and rings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import Any, Generic, TypeVar, cast, overload

from .elements import ON_RING, Player, check_words, element_of, kind_of, named_element

E_co = TypeVar("E_co", covariant=True)

#: A range has at most so many numbers: they are listed.
MOST_NUMBERS = 1 << 20
E = TypeVar("E")


class Domain(Set[E_co], Generic[E_co]):
    """A finite, ordered set of values, usable wherever Python expects a set.

    >>> colours = Domain("red", "green", "blue")
    >>> "red" in colours, len(colours), list(colours)
    (True, 3, ['red', 'green', 'blue'])
    >>> sorted(colours - {"red"})
    ['blue', 'green']

    Its elements may be tuples or sets of elements of another domain, and such may be given names.

    >>> from boardproof.rules import Grid
    >>> grid = Grid(2, 2)
    >>> print(*Domain(*[(a, b) for a in grid.row(0) for b in a.neighbours]))
    (0,0)-(1,0) (0,0)-(0,1) (0,1)-(1,1) (0,1)-(0,0)
    >>> print(*Domain(frozenset(grid.row(0))), *Domain(left={grid[0, 0], grid[1, 0]}))
    (0,0)(0,1) left
    """

    def __init__(self, *values: Any, **named: Any) -> None:
        for value in values:
            named = {**value, **named} if isinstance(value, dict) else named
        plain = [element_of(self, value) for value in values if not isinstance(value, dict)]
        self._build([*plain, *(named_element(self, name, value) for name, value in named.items())])

    def _build(self, elements: Iterable[Any]) -> None:
        self.elements: tuple[E_co, ...] = tuple(elements)
        self._places: dict[Any, int] = {e: i for i, e in enumerate(self.elements)}
        names = set(map(str, self.elements))
        if min(len(names), len(self._places)) != len(self.elements):
            raise ValueError(f"{type(self).__name__} names an element twice")
        for element in self.elements:
            check_words(element)

    def __iter__(self) -> Iterator[E_co]:
        return iter(self.elements)

    def __len__(self) -> int:
        return len(self.elements)

    def __contains__(self, value: object) -> bool:
        return value in self._places

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other or (not isinstance(other, Domain) and self.elements_set == other)

    def __getitem__(self, value: Any) -> E_co:
        """Return the element equal to a plain value, or so named: `cells[1, 2]`, `rows["top"]`."""
        named = self._named.get(value) if isinstance(value, str) else None
        return self.elements[self.index(value)] if named is None else named

    @cached_property
    def _named(self) -> dict[str, E_co]:
        """The elements that are sets or tuples and were given names."""
        return {e.called: e for e in self.elements if getattr(e, "called", "")}  # type: ignore[attr-defined]

    def index(self, value: Any) -> int:
        """Return the index of an element in the domain's order."""
        try:
            return self._places[value]
        except (KeyError, TypeError):
            raise KeyError(f"{value!r} is not in {self!r}") from None

    @cached_property
    def own(self) -> dict[Any, E_co]:
        """The domain's own element for every value equal to one: the player A for `"A"`."""
        return {element: element for element in self.elements}

    @cached_property
    def elements_set(self) -> frozenset[E_co]:
        """The elements as a frozen set."""
        return frozenset(self.elements)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> frozenset[Any]:
        return frozenset(it)

    @overload  # type: ignore[override]
    def __or__(self, other: None) -> Domain[E_co | None]: ...
    @overload
    def __or__(self, other: Set[E]) -> frozenset[E_co | E]: ...
    def __or__(self, other: Any) -> Any:
        return OrNone(self) if other is None else self.elements_set | other

    def __sub__(self, other: Set[Any]) -> frozenset[E_co]:
        return self.elements_set - other

    def __and__(self, other: Set[Any]) -> frozenset[E_co]:
        return self.elements_set & other

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.elements))})"


class OrNone(Domain[Any]):
    """A domain with `None` added: the values of a partial map. Written `domain | None`."""

    def __init__(self, of: Domain[Any]) -> None:
        self.of = of
        self._build((None, *of))

    def __repr__(self) -> str:
        return f"{self.of!r} | None"


class Players(Domain[Player]):
    """The players, in seating order.

    >>> players = Players("Uno", "Dos", "Tres")
    >>> players.Uno.next, players["Tres"].next
    ('Dos', 'Uno')
    """

    def __init__(self, *names: str, colours: Iterable[str] = ()) -> None:
        if not names:
            raise ValueError("a game needs at least one player")
        self._build([element_of(self, name, Player) for name in names])
        self.colours = tuple(colours)

    def __getattr__(self, name: str) -> Player:
        for player in self.__dict__.get("elements", ()):
            if player == name:
                return cast(Player, player)
        raise AttributeError(f"no player is called {name!r}")


class Range(Domain[int]):
    """The whole numbers from `first` to `last`, both included.

    >>> list(Range(1, 4))
    [1, 2, 3, 4]
    """

    def __init__(self, first: int, last: int) -> None:
        if last < first:
            raise ValueError(f"Range({first}, {last}) is empty")
        if last - first >= MOST_NUMBERS:
            raise ValueError(f"Range({first}, {last}) has more than {MOST_NUMBERS:,} numbers")
        self.first, self.last = first, last
        self._build(range(first, last + 1))

    def __repr__(self) -> str:
        return f"Range({self.first}, {self.last})"


class Ring(Domain[Any]):
    """Places in a circle, given by number or by name; each knows its `next` and `previous`.

    A number added to a place goes so many places on, one taken away goes back.

    >>> ring = Ring(4)
    >>> ring[3].next, Ring("N", "E", "S", "W")["N"].previous, ring[3] + 2, ring[1] - 5
    (0, 'W', 1, 0)
    """

    def __init__(self, *places: Any) -> None:
        if len(places) == 1 and isinstance(places[0], int):
            places = tuple(range(places[0]))
        kinds = [kind_of(place) for place in places]
        pairs = zip(places, kinds, strict=True)
        self._build([element_of(self, place, ON_RING.get(kind, kind)) for place, kind in pairs])
