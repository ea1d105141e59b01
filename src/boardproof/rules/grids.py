"""Places that lie beside each other, and the board of squares: `Grid`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Set
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar, cast

from .domains import Domain, Range
from .elements import Pair, element_of

E_co = TypeVar("E_co", covariant=True)


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
