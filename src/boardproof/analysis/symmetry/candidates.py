"""Permutations worth trying: turns and mirrors of boards and rings, exchanges of what is alike.

Every grid is tried with its up to 8 turns and mirrors, one that wraps also shifted, every triangle
with 6, every graph with what keeps neighbours neighbours, every ring of up to 40 places with all
its turns and mirrors, up to 4 players in every order; of longer rings, more players and other
domains a step round, the reverse and exchanges of neighbours are tried, which generate the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, pairwise, permutations, product
from math import prod
from typing import Any

from ...rules.boards import Edges, Graph, Triangle
from ...rules.domains import Domain, Players, Ring
from ...rules.game import Game
from ...rules.grids import Grid
from ...rules.state import domain_label
from .automorphisms import automorphisms
from .kinds import Permutation, held_domains, is_compound

#: Where there are more joint permutations than this, only two domains move at a time.
MOST_JOINT = 128

LONGEST_RING, MOST_PLAYERS = 40, 4

Joint = dict[Domain[Any], Permutation]


def moving_domains(game: Game) -> list[Domain[Any]]:
    """List the domains whose elements a position holds, or what these are made of; the players."""
    bases = (base for domain in held_domains(game) for base in _bases(domain))
    domains = dict.fromkeys([*bases, game.players])
    return [domain for domain in domains if len(domain) > 1]


def _bases(domain: Domain[Any]) -> Iterator[Domain[Any]]:
    """Return the domain itself, or those that its elements are made of."""
    if not is_compound(domain):
        yield domain
        return
    homes = (getattr(part, "domain", None) for element in domain for part in element)
    for home in dict.fromkeys(homes):
        if home is not None:
            yield from _bases(home)


def joint_candidates(game: Game) -> Iterator[Joint]:
    """Return joint permutations, those that move fewer domains first."""
    domains = moving_domains(game)
    choices = {domain: _permutations(domain) for domain in domains}
    size = prod(len(choice) + 1 for choice in choices.values())
    most = len(domains) if size <= MOST_JOINT else 2
    for number in range(1, most + 1):
        for chosen in combinations(domains, number):
            for joint in product(*(choices[domain] for domain in chosen)):
                yield dict(zip(chosen, joint, strict=True))


def _permutations(domain: Domain[Any]) -> list[Permutation]:
    candidates = _named(domain).values() or _unnamed(domain)
    distinct = {tuple(p[e] for e in domain): p for p in candidates}
    distinct.pop(domain.elements, None)
    return list(distinct.values())


def _unnamed(domain: Domain[Any]) -> Iterable[Permutation]:
    if isinstance(domain, Edges):
        return [_of_edges(domain, dots) for dots in _permutations(domain.dots)]
    return automorphisms(domain) if isinstance(domain, Graph) else _exchanges(domain)


def _exchanges(domain: Domain[Any]) -> Iterator[Permutation]:
    elements = domain.elements
    if isinstance(domain, Players) and len(domain) <= MOST_PLAYERS:
        yield from (dict(zip(elements, other, strict=True)) for other in permutations(elements))
        return
    yield dict(zip(elements, reversed(elements), strict=True))
    yield dict(zip(elements, elements[1:] + elements[:1], strict=True))
    for a, b in pairwise(elements):
        yield {**{e: e for e in elements}, a: b, b: a}


# -- turns and mirrors ----------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _named(domain: Domain[Any]) -> dict[str, Permutation]:
    """Return the turns and mirrors of a grid, triangle or ring by the names people know."""
    match domain:
        case Triangle():
            return _of_triangle(domain)
        case Grid():
            return {**_of_grid(domain), **_shifted(domain)}
        case Ring():
            return _of_ring(domain)
        case Edges():
            by_name = _named(domain.dots).items()
            return {name: _of_edges(domain, dots) for name, dots in by_name}
    return {}


def _of_edges(edges: Edges, dots: Permutation) -> Permutation:
    """Permute edges by their dots."""
    by_dots = {frozenset(edge): edge for edge in edges}
    images = {edge: by_dots.get(frozenset(dots[dot] for dot in edge)) for edge in edges}
    # Where dots do not stay neighbours, an edge becomes none: the permutation is good for nothing.
    return images if None not in images.values() else {edge: edge for edge in edges}


def _of_triangle(board: Triangle) -> dict[str, Permutation]:
    """Exchange a cell's distances from the three sides."""
    first, last = board.rows.first, board.rows.last
    names = {
        (1, 2, 0): "third of a turn",
        (2, 0, 1): "two thirds of a turn",
        (1, 0, 2): "mirror left-right",
        (0, 2, 1): "mirror through the lower left corner",
        (2, 1, 0): "mirror through the lower right corner",
    }

    def image(cell: Any, order: tuple[int, ...]) -> Any:
        away = cell.column - first, cell.row - cell.column, last - cell.row
        left, _, bottom = (away[i] for i in order)
        return board[last - bottom, first + left]

    return {name: {cell: image(cell, order) for cell in board} for order, name in names.items()}


def _shifted(grid: Grid) -> dict[str, Permutation]:
    """Shift a grid that wraps, alone and after each of its turns and mirrors."""
    rows = range(len(grid.rows) if grid.wrap in ("rows", "both") else 1)
    columns = range(len(grid.columns) if grid.wrap in ("columns", "both") else 1)
    turns = {"": grid.own, **{f"{name}, ": turn for name, turn in _of_grid(grid).items()}}
    return {
        f"{name}shift by {down} down and {right} right": {
            cell: image.step(down * -grid.up, right) for cell, image in turn.items()
        }
        for name, turn in turns.items()
        for down, right in product(rows, columns)
        if down or right
    }


def _of_grid(grid: Grid) -> dict[str, Permutation]:
    rows, columns = len(grid.rows), len(grid.columns)
    h, w = rows - 1, columns - 1
    places: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "mirror left-right": lambda r, c: (r, w - c),
        "mirror top-bottom": lambda r, c: (h - r, c),
        "half turn": lambda r, c: (h - r, w - c),
    }
    if rows == columns:
        places |= {
            "quarter turn": lambda r, c: (c, h - r),
            "three-quarter turn": lambda r, c: (h - c, r),
            "mirror in the falling diagonal": lambda r, c: (c, r),
            "mirror in the rising diagonal": lambda r, c: (h - c, h - r),
        }
    return {name: _by_place(grid, place) for name, place in places.items()}


def _by_place(grid: Grid, place: Callable[[int, int], tuple[int, int]]) -> Permutation:
    """Permute cells by their row from the top and column from the left."""
    first, last = grid.rows.first, grid.rows.last

    def row(r: int) -> int:
        return last - r if grid.bottom_up else r - first

    def image(cell: Any) -> Any:
        r, c = place(row(cell.row), cell.column - grid.columns.first)
        return grid[last - r if grid.bottom_up else r + first, c + grid.columns.first]

    return {cell: image(cell) for cell in grid}


def _of_ring(ring: Domain[Any]) -> dict[str, Permutation]:
    places, size = ring.elements, len(ring)
    by_name: dict[str, Permutation] = {}
    for s in range(1, size) if size <= LONGEST_RING else (1, size // 2):
        turn = {place: places[(at + s) % size] for at, place in enumerate(places)}
        by_name["half turn" if 2 * s == size else f"turn by {s} of {size}"] = turn
    for s in range(size) if size <= LONGEST_RING else (0, size - 1):
        mirror = {place: places[(s - at) % size] for at, place in enumerate(places)}
        fixed = [str(place) for place in places if mirror[place] == place]
        axis = f"through {fixed[0]}" if fixed else f"between {places[0]} and {mirror[places[0]]}"
        by_name[f"mirror {axis}"] = mirror
    return by_name


def with_coordinates(joint: Joint) -> Joint:
    """Add what a mirrored grid does to the numbers of its own rows and columns."""
    added = dict(joint)
    for grid, cells in joint.items():
        if isinstance(grid, Grid):
            for axis, numbers in enumerate((grid.rows, grid.columns)):
                images = {(cell[axis], cells[cell][axis]) for cell in grid}
                if numbers not in joint and len(images) == len(numbers):
                    added[numbers] = dict(images)
    return added


# -- names ----------------------------------------------------------------------------------------


def name_of(domain: Domain[Any], permutation: Permutation, alone: bool) -> str:
    """Name a permutation: "quarter turn", "swap A and B", "1 → 2 → 3 → 1 of heaps"."""
    for name, other in _named(domain).items():
        if other == permutation:
            return name if alone else f"{name} of {domain_label(domain)}"
    cycles = list(_cycles(domain, permutation))
    text = ", ".join(" → ".join(map(str, [*cycle, cycle[0]])) for cycle in cycles)
    if all(len(cycle) == 2 for cycle in cycles):
        text = "swap " + ", ".join(f"{a} and {b}" for a, b in cycles)
    return text if isinstance(domain, Players) else f"{text} of {domain_label(domain)}"


def _cycles(domain: Domain[Any], permutation: Permutation) -> Iterator[list[Any]]:
    seen = set[Any]()
    for start in domain:
        cycle = [start]
        while permutation[cycle[-1]] != start:
            cycle.append(permutation[cycle[-1]])
        if start not in seen and len(cycle) > 1:
            yield cycle
        seen.update(cycle)
