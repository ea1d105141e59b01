"""Laying out a graph whose edges all lead from one row to the next, and its edges' labels.

Rows are ordered so that few edges cross, nodes stand as near as they can to what they are joined
with, and each gap between two rows grows until every label in it has a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

#: A node's radius, with labels and without.
RADIUS, SMALL = 8.0, 3.5
#: The least height of a gap between two rows; a label's height, and the width of a letter.
GAP, LINE, LETTER = 58.0, 15.0, 6.8
#: A gap grows up to here so that labels keep off other edges too.
CLEAR = 110.0
#: A gap becomes no higher than this; labels are then placed as well as they can be.
HIGHEST = 1500.0
#: The number of sweeps that order the rows and move the nodes.
SWEEPS = 12

Point = tuple[float, float]
#: Left, top, right, bottom.
Box = tuple[float, float, float, float]
#: Where an edge begins and ends across.
Span = tuple[float, float]


@dataclass(frozen=True)
class Edge:
    """From a node of a row to a node of the next row, with a label."""

    row: int
    start: int
    end: int
    label: str


@dataclass(frozen=True)
class LayeredLayout:
    """Where everything stands: the nodes of each row, and the labels of edges."""

    nodes: tuple[tuple[Point, ...], ...]
    labels: dict[Edge, Point]


def lay_out(rows: Sequence[int], edges: Sequence[Edge], labelled: bool = True) -> LayeredLayout:
    """Place every node and label, for rows with these numbers of nodes."""
    orders = _ordered(rows, edges)
    apart = _apart(edges) if labelled else 3 * SMALL
    across = _across(orders, edges, apart)
    labels: dict[Edge, Point] = {}
    heights = [0.0]
    for row in range(len(rows) - 1):
        spans = {e: (across[row][e.start], across[row + 1][e.end]) for e in edges if e.row == row}
        gap, placed = _gap(spans) if labelled else (_fan(spans), {})
        labels.update({edge: (x, y + heights[row]) for edge, (x, y) in placed.items()})
        heights.append(heights[row] + gap)
    places = [tuple((x, y) for x in xs) for xs, y in zip(across, heights, strict=True)]
    return LayeredLayout(tuple(places), labels)


def width_of(label: str) -> float:
    """Return the width of a label, with a small margin."""
    return LETTER * len(label) + 6


def box_of(label: str, at: Point) -> Box:
    """Return the box that a label takes around its middle."""
    half = width_of(label) / 2
    return at[0] - half, at[1] - LINE / 2, at[0] + half, at[1] + LINE / 2


def overlap(a: Box, b: Box) -> bool:
    """Whether two boxes share any space."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _apart(edges: Iterable[Edge]) -> float:
    widest = max((width_of(edge.label) for edge in edges), default=0.0)
    return max(7 * RADIUS, min(widest, 90) + 2 * RADIUS)


# Order


def _ordered(rows: Sequence[int], edges: Sequence[Edge]) -> list[list[int]]:
    """Order the nodes of each row so that few edges cross; the best of several sweeps."""
    orders = [list(range(size)) for size in rows]
    best, least = [list(order) for order in orders], _crossings(orders, edges)
    for sweep in range(SWEEPS):
        _sweep(orders, edges, down=sweep % 2 == 0)
        crossings = _crossings(orders, edges)
        if crossings < least:
            best, least = [list(order) for order in orders], crossings
    return best


def _sweep(orders: list[list[int]], edges: Sequence[Edge], down: bool) -> None:
    steps = range(1, len(orders)) if down else range(len(orders) - 2, -1, -1)
    for row in steps:
        other = row - 1 if down else row + 1
        rank = {node: place for place, node in enumerate(orders[other])}
        seen: dict[int, list[int]] = {}
        for edge in edges:
            if edge.row == min(row, other):
                mine, theirs = (edge.end, edge.start) if down else (edge.start, edge.end)
                seen.setdefault(mine, []).append(rank[theirs])
        means = {node: sum(places) / len(places) for node, places in seen.items()}
        orders[row].sort(key=lambda node: means.get(node, 0.0))


def _crossings(orders: list[list[int]], edges: Sequence[Edge]) -> int:
    ranks = [{node: place for place, node in enumerate(order)} for order in orders]
    total = 0
    for row in range(len(orders) - 1):
        ends = sorted((ranks[row][e.start], ranks[row + 1][e.end]) for e in edges if e.row == row)
        total += sum(a[1] > b[1] for i, a in enumerate(ends) for b in ends[i + 1 :] if a[0] < b[0])
    return total


# Places across


def _across(orders: list[list[int]], edges: Sequence[Edge], apart: float) -> list[list[float]]:
    xs = [[0.0] * len(order) for order in orders]
    for row, order in enumerate(orders):
        for place, node in enumerate(order):
            xs[row][node] = (place - (len(order) - 1) / 2) * apart
    for sweep in range(SWEEPS):
        rows = range(len(orders)) if sweep % 2 == 0 else reversed(range(len(orders)))
        for row in rows:
            _pull(xs, orders[row], row, edges, apart)
    left = min((x for row in xs for x in row), default=0.0)
    return [[x - left for x in row] for row in xs]


def _pull(
    xs: list[list[float]], order: list[int], row: int, edges: Sequence[Edge], apart: float
) -> None:
    """Move a row's nodes towards what they are joined with, in their order and not too close."""
    seen: dict[int, list[float]] = {node: [] for node in order}
    for edge in edges:
        if edge.row == row:
            seen[edge.start].append(xs[row + 1][edge.end])
        elif edge.row == row - 1:
            seen[edge.end].append(xs[row - 1][edge.start])
    wanted = [sum(s) / len(s) if (s := seen[node]) else xs[row][node] for node in order]
    for node, x in zip(order, _spread(wanted, apart), strict=True):
        xs[row][node] = x


def _spread(wanted: list[float], apart: float) -> list[float]:
    """Return the places nearest to the wanted ones that keep order and distance."""
    blocks: list[tuple[float, int]] = []  # the sum of what a block wants, and its size
    for place, want in enumerate(wanted):
        blocks.append((want - place * apart, 1))
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            (a, m), (b, n) = blocks[-2:]
            blocks[-2:] = [(a + b, m + n)]
    levels = [total / size for total, size in blocks for _ in range(size)]
    return [level + place * apart for place, level in enumerate(levels)]


# Gaps and labels


def _fan(spans: dict[Edge, Span]) -> float:
    """Return a gap in which no edge lies too flat."""
    reach = max((abs(start - end) for start, end in spans.values()), default=0.0)
    return min(160.0, max(GAP, 0.3 * reach))


def _gap(spans: dict[Edge, Span]) -> tuple[float, dict[Edge, Point]]:
    """Return a gap in which the labels of all edges have a place, and these places."""
    gap = _fan(spans)
    while True:
        labels, cut = _labels(spans, gap)
        if gap > HIGHEST or (len(labels) == len(spans) and (not cut or gap > CLEAR)):
            return gap, labels
        gap *= 1.15


def _labels(spans: dict[Edge, Span], gap: float) -> tuple[dict[Edge, Point], int]:
    """Place labels on their edges, off each other; count the other edges that run through them."""
    labels: dict[Edge, Point] = {}
    boxes: list[Box] = []
    cut = 0
    for edge in sorted(spans, key=lambda e: (sum(spans[e]), e.label)):
        others = [span for other, span in spans.items() if other != edge]
        along = ((away, at, box_of(edge.label, at)) for away, at in _along(spans[edge], gap))
        places = [
            (sum(_cuts(other, box, gap) for other in others), away, at)
            for away, at, box in along
            if not any(overlap(box, taken) for taken in boxes)
        ]
        if not places:
            return labels, cut
        cuts, _, at = min(places)
        cut += cuts
        labels[edge] = at
        boxes.append(box_of(edge.label, at))
    return labels, cut


def _along(span: Span, gap: float) -> Iterator[tuple[float, Point]]:
    """Return points of an edge where a label may stand, with how far they are from its middle."""
    x, end = span
    lowest, step = RADIUS + LINE / 2 + 1, LINE / 3
    y = lowest
    while y <= gap - lowest:
        yield abs(y - gap / 2), (x + (end - x) * y / gap, y)
        y += step


def _cuts(span: Span, box: Box, gap: float) -> bool:
    """Whether an edge runs through a box; looked at along the box's height."""
    x, end = span
    slope = (end - x) / gap
    at = sorted(x + slope * side for side in (box[1], box[3]))
    return at[0] < box[2] and box[0] < at[1]
