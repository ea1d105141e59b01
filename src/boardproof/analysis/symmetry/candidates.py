"""Permutations worth trying: turns and mirrors of boards and rings, exchanges of what is alike.

Every grid is tried with its up to 8 turns and mirrors, every ring of up to 40 places with all its
turns and mirrors, up to 4 players in every order; of longer rings, more players and other domains
a step round, the reverse and exchanges of neighbours are tried, which generate all the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations, product
from math import prod
from typing import Any

from ...rules.domains import Domain, Grid, Players, Ring
from ...rules.game import Game
from ...rules.state import domain_label
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
    candidates = _named(domain).values() if isinstance(domain, Grid | Ring) else _exchanges(domain)
    distinct = {tuple(p[e] for e in domain): p for p in candidates}
    distinct.pop(domain.elements, None)
    return list(distinct.values())


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


def _named(domain: Domain[Any]) -> dict[str, Permutation]:
    """Return the turns and mirrors of a grid or ring by the names people know."""
    return _of_grid(domain) if isinstance(domain, Grid) else _of_ring(domain)


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
    if isinstance(domain, Grid | Ring):
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
