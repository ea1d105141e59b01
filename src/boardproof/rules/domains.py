"""Finite, ordered sets: the boards, rings, ranges and players that games are made of.

An element is a plain Python value that also knows its neighbours: a `Cell` is a pair, a `Player`
a string, so sets of plain pairs and plain words mix with them freely.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Set
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, cast, overload

E_co = TypeVar("E_co", covariant=True)
E = TypeVar("E")


class Domain(Set[E_co], Generic[E_co]):
    """A finite, ordered set of values, usable wherever Python expects a set.

    >>> colours = Domain("red", "green", "blue")
    >>> "red" in colours, len(colours), list(colours)
    (True, 3, ['red', 'green', 'blue'])
    >>> sorted(colours - {"red"})
    ['blue', 'green']

    Its elements may be tuples or sets of elements of another domain, and such may be given names.

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
        self._build([*plain, *(_named(self, name, value) for name, value in named.items())])

    def _build(self, elements: Iterable[Any]) -> None:
        self.elements: tuple[E_co, ...] = tuple(elements)
        self._places: dict[Any, int] = {e: i for i, e in enumerate(self.elements)}
        names = set(map(str, self.elements))
        if min(len(names), len(self._places)) != len(self.elements):
            raise ValueError(f"{type(self).__name__} names an element twice")
        for element in self.elements:
            _check_words(element)

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
        if not isinstance(self.domain, BoardDomain):
            raise AttributeError(f"{self.domain!r} is no board: its elements have no neighbours")
        return tuple(self.domain.beside(self))


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


def element_of(domain: Domain[Any], value: Any, kind: type[Any] | None = None) -> Any:
    """Turn a plain value into an equal element of a domain, which knows its neighbours."""
    if kind is None:
        kind = {str: Name, int: Number}.get(type(value)) or _kind_of(value)
    element = kind(value)
    element.domain = domain
    return element


#: What the members of a set that is an element can be.
_PARTS = (Element, str, int)


def _kind_of(value: Any) -> type[Element]:
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


def _named(domain: Domain[Any], name: str, value: Any) -> Any:
    """Turn a tuple or a set into an element of a domain that has a name."""
    element = element_of(domain, value)
    if not isinstance(element, Chain | Region):
        raise TypeError(f"{name}={value!r}: only sets and tuples of elements are given names")
    _check_words(name)
    element.called = name
    return element


def _check_words(element: Any) -> None:
    """Refuse words that would make position strings ambiguous."""
    for word in element if isinstance(element, tuple | frozenset) else (element,):
        if isinstance(word, str) and (word in ("", "-", ".") or set(word) & set(" ,/:=[]()\t\n")):
            raise ValueError(
                f"{word!r} cannot name an element: use a plain word without , / : = ( )"
            )


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
        kinds = [_kind_of(place) for place in places]
        pairs = zip(places, kinds, strict=True)
        self._build([element_of(self, place, _ON_RING.get(kind, kind)) for place, kind in pairs])


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


_ON_RING: dict[type[Element], type[Element]] = {
    Name: NameOnRing,
    Number: NumberOnRing,
    Pair: PairOnRing,
}


class BoardDomain(Domain[E_co]):
    """A domain of places that lie beside each other: a grid, a graph, a board of hexagons."""

    def beside(self, place: Any) -> Iterable[Any]:
        """Return the neighbours of a place."""
        raise NotImplementedError

    @property
    def drawn(self) -> tuple[tuple[E_co, ...], ...]:
        """The places in rows, as they are drawn from the top."""
        return (self.elements,)

    def reach(self, start: object, within: Set[Any]) -> frozenset[E_co]:
        """Return what steps between neighbours reach from a place or places, all inside a set.

        >>> grid = Grid(2, 3)
        >>> sorted(grid.reach((0, 0), within=grid - {(0, 1), (1, 2)}))
        [(0, 0), (1, 0), (1, 1)]
        """
        reached = ahead = frozenset(place for place in self._places_of(start) if place in within)
        while ahead:
            beside = (other for place in ahead for other in place.neighbours)
            ahead = frozenset(place for place in beside if place in within) - reached
            reached |= ahead
        return reached

    def connected(self, a: object, b: object, within: Set[Any]) -> bool:
        """Whether steps inside a set lead from a place of the first to one of the second.

        >>> grid = Grid(2, 3)
        >>> grid.connected(grid.left, grid.right, within=grid.top)
        True
        """
        return not self._places_of(b).isdisjoint(self.reach(a, within))

    def _places_of(self, places: Any) -> frozenset[Any]:
        """Return the own places of one place, or of several."""
        alone = not isinstance(places, Set | list) and places in self
        return frozenset(self[place] for place in ((places,) if alone else places))


class Cell(Pair):
    """A square of a grid: a pair (row, column) that knows its neighbours.

    >>> cell = Grid(3, 3, first=1)[1, 2]
    >>> cell.row, cell.column, cell.down, cell.up
    (1, 2, (2, 2), None)
    """

    domain: Grid

    @property
    def row(self) -> int:
        """The number of the cell's row."""
        return cast(int, self[0])

    @property
    def column(self) -> int:
        """The number of the cell's column."""
        return cast(int, self[1])

    @cached_property
    def up(self) -> Cell | None:
        """The neighbour above, None off the board."""
        return self.step(self.domain.up, 0)

    @cached_property
    def down(self) -> Cell | None:
        """The neighbour below, None off the board."""
        return self.step(-self.domain.up, 0)

    @cached_property
    def left(self) -> Cell | None:
        """The neighbour to the left, None off the board."""
        return self.step(0, -1)

    @cached_property
    def right(self) -> Cell | None:
        """The neighbour to the right, None off the board."""
        return self.step(0, 1)

    def step(self, rows: int, columns: int) -> Cell | None:
        """Return the cell at this offset in rows and columns, None off the board."""
        return self.domain.at(self.row + rows, self.column + columns)


class Grid(BoardDomain[Cell]):
    """A board of rows × columns cells, numbered from `first`.

    Row numbers grow downwards, as on paper; with `bottom_up=True` row `first` is at the bottom.
    With `wrap="columns"` the last column lies beside the first, as on a cylinder; with `"rows"`
    the last row beside the first; with `"both"` the board is a torus.

    >>> grid = Grid(2, 3)
    >>> grid.column(1), len(grid.lines(2)), grid[0, 0].right
    (((0, 1), (1, 1)), 11, (0, 1))
    >>> Grid(2, 3, wrap="columns")[0, 0].left
    (0, 2)
    """

    #: The steps that straight lines take.
    directions: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, 0), (1, 1), (1, -1))

    def __init__(
        self,
        rows: int,
        columns: int,
        first: int = 0,
        bottom_up: bool = False,
        wrap: Literal["", "columns", "rows", "both"] = "",
    ) -> None:
        if wrap not in ("", "columns", "rows", "both"):
            raise ValueError(f'wrap={wrap!r} is not one of "columns", "rows" and "both"')
        self.rows = Range(first, first + rows - 1)
        self.columns = Range(first, first + columns - 1)
        self.bottom_up, self.up, self.wrap = bottom_up, 1 if bottom_up else -1, wrap
        self._build([element_of(self, pair, Cell) for pair in self._pairs()])

    def _pairs(self) -> Iterable[tuple[int, int]]:
        """Return the rows and columns of all cells, in order."""
        return itertools.product(self.rows, self.columns)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The steps from a cell to its neighbours."""
        return ((self.up, 0), (-self.up, 0), (0, -1), (0, 1))

    def beside(self, place: Cell) -> Iterable[Cell]:
        """Return the neighbours of a cell."""
        cells = (place.step(*step) for step in self.steps)
        return dict.fromkeys(cell for cell in cells if cell is not None and cell != place)

    @property
    def drawn(self) -> tuple[tuple[Cell, ...], ...]:
        """The rows from the top."""
        return tuple(self.row(number) for number in list(self.rows)[:: -self.up])

    def at(self, row: int, column: int) -> Cell | None:
        """Return the cell at a row and column, None off the board."""
        if self.wrap in ("rows", "both"):
            row = _wrapped(row, self.rows)
        if self.wrap in ("columns", "both"):
            column = _wrapped(column, self.columns)
        index = self._places.get((row, column))
        return None if index is None else self.elements[index]

    def row(self, number: int) -> tuple[Cell, ...]:
        """Return the cells of one row, left to right."""
        cells = tuple(cell for cell in self if cell.row == number)
        return cells or (self[number, self.columns.first],)

    def column(self, number: int) -> tuple[Cell, ...]:
        """Return the cells of one column, by increasing row number."""
        cells = tuple(cell for cell in self if cell.column == number)
        return cells or (self[self.rows.first, number],)

    @cached_property
    def top(self) -> frozenset[Cell]:
        """The cells of the uppermost row."""
        return frozenset(self.drawn[0])

    @cached_property
    def bottom(self) -> frozenset[Cell]:
        """The cells of the lowest row."""
        return frozenset(self.drawn[-1])

    @cached_property
    def left(self) -> frozenset[Cell]:
        """The first cell of every row."""
        return frozenset(row[0] for row in self.drawn)

    @cached_property
    def right(self) -> frozenset[Cell]:
        """The last cell of every row."""
        return frozenset(row[-1] for row in self.drawn)

    def lines(self, length: int) -> tuple[tuple[Cell, ...], ...]:
        """Return every straight line of `length` cells, along rows, columns and diagonals."""
        directions = self.directions if length > 1 else self.directions[:1]
        lines = (self._line(cell, direction, length) for direction in directions for cell in self)
        distinct: dict[frozenset[Cell], tuple[Cell, ...]] = {}
        for line in filter(None, lines):  # round a cylinder, a line may start at each of its cells
            distinct.setdefault(frozenset(line), line)
        return tuple(distinct.values())

    def _line(self, start: Cell, direction: tuple[int, int], length: int) -> tuple[Cell, ...]:
        cells = [start.step(direction[0] * i, direction[1] * i) for i in range(length)]
        whole = None not in cells and len(set(cells)) == length
        return tuple(cast(list[Cell], cells)) if whole else ()

    def __repr__(self) -> str:
        bottom_up = ", bottom_up=True" if self.bottom_up else ""
        first = f", first={self.rows.first}" if self.rows.first else ""
        wrap = f', wrap="{self.wrap}"' if self.wrap else ""
        return f"Grid({len(self.rows)}, {len(self.columns)}{first}{bottom_up}{wrap})"


def _wrapped(number: int, numbers: Range) -> int:
    """Return the number of a range that one beyond its ends comes round to."""
    return numbers.first + (number - numbers.first) % len(numbers)
