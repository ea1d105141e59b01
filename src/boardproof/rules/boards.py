"""Boards that are no rectangle of squares: graphs, hexagons, triangles, the edges between dots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any, ClassVar

from .elements import Element, Pair, element_of
from .grids import BoardDomain, Cell, Grid
from .state import Refused

#: Where something lies in the plane: x to the right, y downwards.
Point = tuple[float, float]

_EDGE_HINT = 'write a pair of points, ("a", "b"), or two letters, "ab"'


class Graph(BoardDomain[Any]):
    """Named points, and which of them are neighbours: by edges, or in a row along a line.

    A mapping says where points lie in the plane, x to the right and y downwards; they are drawn
    there, and straight runs of neighbours are lines.

    >>> points = Graph("abcd", ["ab", "bc", ("c", "d")])
    >>> points["b"].neighbours, sorted(points.reach("a", within=points - {"c"}))
    (('a', 'c'), ['a', 'b'])
    >>> Graph({"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1, 1)}, ["ab", "bc", "bd"]).lines(3)
    (('a', 'b', 'c'),)
    >>> Graph(range(5), lines=[(0, 1, 2), (3, 1, 4)]).lines(2)
    ((0, 1), (1, 2), (3, 1), (1, 4))
    """

    #: What its elements are, where words, numbers or tuples do not say it.
    kind: ClassVar[type[Element] | None] = None

    def __init__(
        self,
        points: Iterable[Any] | Mapping[Any, Point],
        edges: Iterable[Iterable[Any]] = (),
        lines: Iterable[Iterable[Any]] = (),
    ) -> None:
        self._build([element_of(self, point, self.kind) for point in points])
        self.plane: dict[Any, Point] = dict(points) if isinstance(points, Mapping) else {}
        self._given = tuple(tuple(map(self._point, line)) for line in lines)
        self.edges = tuple(self._edges(edges))
        self._beside: dict[Any, dict[Any, None]] = {point: {} for point in self}
        for a, b in self.edges:
            self._beside[a][b] = self._beside[b][a] = None

    def _point(self, name: Any) -> Any:
        if name not in self:
            raise Refused(f"no point is called {name!r}", f"the points are {self._listing()}")
        return self[name]

    def _listing(self) -> str:
        names = list(map(str, self))
        return ", ".join(names) if len(names) <= 8 else f"{names[0]} to {names[-1]}"

    def _edges(self, edges: Iterable[Iterable[Any]]) -> Iterator[tuple[Any, Any]]:
        """Return every edge once: those given, then those along the lines."""
        written = [tuple(edge) for edge in edges]
        along = [pair for line in self._given for pair in pairwise(line)]
        known = set[frozenset[Any]]()
        for edge in (*written, *along):
            if len(edge) != 2 or edge[0] == edge[1]:
                joint = "-".join(map(str, edge))
                raise Refused(f"the edge {joint} does not join two points", _EDGE_HINT)
            a, b = map(self._point, edge)
            if frozenset((a, b)) not in known:
                yield a, b
            known.add(frozenset((a, b)))

    def beside(self, place: Any) -> Iterable[Any]:
        """Return the points that edges join to a point."""
        return self._beside[place]

    def lines(self, length: int) -> tuple[tuple[Any, ...], ...]:
        """Return every run of `length` points along a line."""
        if length == 1:
            return tuple((point,) for point in self)
        if not self._runs:
            raise Refused("this graph has no lines", "write Graph(points, edges, lines=[...])")
        runs = (run[i : i + length] for run in self._runs for i in range(len(run) - length + 1))
        return tuple(dict.fromkeys(runs))

    @cached_property
    def _runs(self) -> tuple[tuple[Any, ...], ...]:
        """The longest lines: as given, or straight in the plane."""
        if self._given or not self.plane:
            return self._given
        ways = [pair for a, b in self.edges for pair in ((a, b), (b, a)) if self._forward(*pair)]
        heads = [(a, b) for a, b in ways if self._next(b, a) is None]
        return tuple(tuple(self._run(a, b)) for a, b in heads)

    def _run(self, a: Any, b: Any) -> Iterator[Any]:
        yield a
        while b is not None:
            yield b
            a, b = b, self._next(a, b)

    def _next(self, a: Any, b: Any) -> Any:
        """Return the neighbour of b straight on from a, None where there is none."""
        (x, y), (u, v) = self._way(a, b), (0.0, 0.0)
        for c in self.beside(b):
            u, v = self._way(b, c)
            if abs(x * v - y * u) < 1e-9 and x * u + y * v > 0:
                return c
        return None

    def _way(self, a: Any, b: Any) -> Point:
        return self.plane[b][0] - self.plane[a][0], self.plane[b][1] - self.plane[a][1]

    def _forward(self, a: Any, b: Any) -> bool:
        return self._way(a, b) > (0, 0)


class Hexagons(Grid):
    """A rhombus of hexagons: each row lies half a cell further right; a cell has six neighbours.

    >>> board = Hexagons(3, 3)
    >>> board[1, 1].neighbours
    ((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1))
    >>> board.connected(board.top, board.bottom, within={(0, 2), (1, 1), (2, 0)})
    True
    """

    directions: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, 0), (1, -1))

    def __init__(self, rows: int, columns: int, first: int = 0) -> None:
        super().__init__(rows, columns, first)

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The steps from a cell to its neighbours."""
        return ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))

    def __repr__(self) -> str:
        return super().__repr__().replace("Grid", "Hexagons")


class Triangle(Grid):
    """A triangle of cells: one in the first row, one more in each row; up to six neighbours.

    >>> board = Triangle(3)
    >>> board.elements[:4], board[1, 1].neighbours
    (((0, 0), (1, 0), (1, 1), (2, 0)), ((0, 0), (1, 0), (2, 1), (2, 2)))
    >>> [sorted(side) for side in board.sides][1]
    [(0, 0), (1, 1), (2, 2)]
    """

    directions: ClassVar[tuple[tuple[int, int], ...]] = ((0, 1), (1, 0), (1, 1))

    def __init__(self, side: int, first: int = 0) -> None:
        super().__init__(side, side, first)

    def _pairs(self) -> Iterable[tuple[int, int]]:
        return (pair for pair in super()._pairs() if pair[1] <= pair[0])

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The steps from a cell to its neighbours."""
        return ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))

    @property
    def sides(self) -> tuple[frozenset[Cell], ...]:
        """The left, the right and the bottom side."""
        return self.left, self.right, self.bottom

    def __repr__(self) -> str:
        first = f", first={self.rows.first}" if self.rows.first else ""
        return f"Triangle({len(self.rows)}{first})"


class DotPair(Pair):
    """An edge: a place of its own, where a chain stands for the places that it is made of."""

    def __str__(self) -> str:
        return "-".join(map(str, self))


class Edges(Graph):
    """The edges between neighbouring places of a board, its dots; those with a dot in common touch.

    Between the dots of a grid there are `boxes`, a grid of its own.

    >>> edges = Edges(Grid(2, 3))
    >>> len(edges), edges.boxes, print(*edges.around((0, 1)))
    (0,1)-(0,2) (1,1)-(1,2) (0,1)-(1,1) (0,2)-(1,2)
    (7, Grid(1, 2), None)
    """

    kind = DotPair

    def __init__(self, dots: BoardDomain[Any]) -> None:
        if not isinstance(dots, BoardDomain):
            raise Refused(f"{dots!r} is no board", "write Edges(Grid(3, 3))")
        self.dots = dots
        pairs = [(a, b) for a in dots for b in a.neighbours if dots.index(a) < dots.index(b)]
        touching = [(p, q) for p, q in combinations(pairs, 2) if not set(p).isdisjoint(q)]
        super().__init__(pairs, touching)

    @cached_property
    def _by_dots(self) -> dict[frozenset[Any], Any]:
        return {frozenset(edge): edge for edge in self}

    @property
    def boxed(self) -> bool:
        """Whether there are boxes between the edges."""
        return type(self.dots) is Grid and min(len(self.dots.rows), len(self.dots.columns)) > 1

    @cached_property
    def boxes(self) -> Grid:
        """The boxes between the dots of a grid, numbered as the dots at their upper left are."""
        dots = self.dots
        if type(dots) is not Grid:
            raise AttributeError("only the edges of a Grid bound boxes")
        rows = len(dots.rows) - (dots.wrap not in ("rows", "both"))
        columns = len(dots.columns) - (dots.wrap not in ("columns", "both"))
        return Grid(rows, columns, dots.rows.first, dots.bottom_up, dots.wrap)

    @property
    def drawn(self) -> tuple[tuple[Any, ...], ...]:
        """The edges in rows from the top: along a row of a grid's dots, then down from it."""
        if type(self.dots) is not Grid or self.dots.wrap:
            return super().drawn
        rows: dict[int, list[Any]] = {}
        for edge in self:
            rows.setdefault(edge[0].row + edge[1].row, []).append(edge)
        return tuple(tuple(rows[number]) for number in sorted(rows)[:: -self.dots.up])

    def around(self, box: Any) -> tuple[Any, ...]:
        """Return the four edges round a box: two along rows, then two along columns."""
        row, column = self.boxes[box]
        dots: Any = self.dots
        a, b, c, d = (dots.at(row + i, column + j) for i in (0, 1) for j in (0, 1))
        return tuple(self._by_dots[frozenset(ends)] for ends in ((a, b), (c, d), (a, c), (b, d)))
