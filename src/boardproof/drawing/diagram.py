"""Decision diagrams as pictures: a row for each variable, an edge for the values that lead on.

A node stands for what may still be below it; two states that agree from there on share it. The
bits of a variable are drawn as one node, and edges say the variable's own values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from ..engines.symbolic.bdd.slots import branches
from ..engines.symbolic.bdd.state_set import StateSet
from ..errors import TooLarge
from .layered import RADIUS, SMALL, Edge, LayeredLayout, box_of, lay_out
from .strokes import circle, line_between, text_at
from .svg import stylesheet

#: Diagrams with more nodes are not drawn unless a larger number is allowed.
LIMIT = 60
#: Edges of diagrams with more nodes differ by colour and dashes, and have no labels.
LABELLED = 80


@dataclass(frozen=True)
class DiagramGraph:
    """A diagram value by value: the variables from top to bottom, nodes in each row, edges."""

    names: tuple[str, ...]
    rows: tuple[int, ...]
    edges: tuple[Edge, ...]
    values: tuple[str, ...]

    @property
    def nodes(self) -> int:
        """How many nodes there are, the leaf not counted."""
        return sum(self.rows[:-1])


def graph_of(states: StateSet, limit: int = LIMIT) -> DiagramGraph:
    """Read a set's diagram value by value; refuse one with more nodes than the limit.

    >>> from boardproof.algebra import Space
    >>> space = Space({"x": [0, 1, 2], "y": [0, 1, 2]})
    >>> graph = graph_of((space["x"] == space["y"])(space.everything))
    >>> graph.rows, [edge.label for edge in graph.edges]
    ((1, 3, 1), ['0', '1', '2', '0', '1', '2'])
    """
    space, edges, sizes = states.space, [], []
    row = [states.diagram] if states else []
    for number, values in enumerate(space.values.values()):
        sizes.append(len(row))
        below: dict[Any, int] = {}
        for start, node in enumerate(row):
            for end, label in _edges(branches(space.slots, number, node), values, below):
                edges.append(Edge(number, start, end, label))
        row = list(below)
    if sum(sizes) > limit:
        raise TooLarge(f"the diagram has {sum(sizes):,} nodes, and {limit:,} are drawn at most")
    spelt = dict.fromkeys(spell_value(v) for values in space.values.values() for v in values)
    names = tuple(map(spell_name, space.values))
    return DiagramGraph(names, (*sizes, 1), tuple(edges), tuple(spelt))


def _edges(
    under: list[Any], values: tuple[Any, ...], below: dict[Any, int]
) -> Iterator[tuple[int, str]]:
    """Join the values that lead to the same node."""
    joined: dict[int, list[str]] = {}
    for value, node in zip(values, under, strict=True):
        if node.satisfiable():
            end = below.setdefault(node, len(below))
            joined.setdefault(end, []).append(spell_value(value))
    for end, several in joined.items():
        yield end, ", ".join(several)


def spell_name(name: Any) -> str:
    """Return the name of a variable, or of a place in a position, as text."""
    return " ".join(map(str, name)) if isinstance(name, tuple) else str(name)


def spell_value(value: Any) -> str:
    """Return a value as a short text, with a proper minus sign."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


# Text


def as_text(states: StateSet, limit: int = LIMIT) -> str:
    """Write every path of a diagram, each variable further in than the one above it.

    >>> from boardproof.algebra import Space
    >>> print(as_text(Space({"x": [0, 1], "y": [0, 1]}).state(x=1, y=0)))
    x -|1|>
        y -|0|>
            TERMINAL [1]
    """
    graph = graph_of(states, limit)
    return "\n".join(_paths(graph, 0, 0)) if states else "TERMINAL [0]"


def _paths(graph: DiagramGraph, row: int, node: int) -> Iterator[str]:
    if row == len(graph.names):
        yield "    " * row + "TERMINAL [1]"
        return
    for edge in graph.edges:
        if (edge.row, edge.start) == (row, node):
            label = edge.label.replace("−", "-")
            yield f"{'    ' * row}{graph.names[row]} -|{label}|>"
            yield from _paths(graph, row + 1, edge.end)


def as_dot(states: StateSet, limit: int = 10_000) -> str:
    """Write a diagram in the language of Graphviz."""
    graph = graph_of(states, limit)
    lines = ["digraph diagram {", "  node [shape=circle];"]
    for row, name in enumerate(graph.names):
        nodes = " ".join(f"n{row}_{n} [label={_quoted(name)}];" for n in range(graph.rows[row]))
        lines.append(f"  {{ rank=same; {nodes} }}")
    lines.append(f'  n{len(graph.names)}_0 [shape=box, label="{int(bool(states))}"];')
    for e in graph.edges:
        label = _quoted(e.label)
        lines.append(f"  n{e.row}_{e.start} -> n{e.row + 1}_{e.end} [label={label}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# Pictures

#: The number of colours; further values share them, and their labels tell them apart.
SHADES = 6
#: The height of a line of the legend, and the least width of a picture that has one.
LEGEND_LINE, NARROWEST = 20, 360


def as_svg(states: StateSet, title: str = "", limit: int = LIMIT) -> str:
    """Draw a diagram as SVG, on light or dark paper as the reader's screen asks for."""
    graph = graph_of(states, limit)
    labelled = graph.nodes <= LABELLED
    layout = lay_out(graph.rows if states else (1,), graph.edges, labelled)
    return "\n".join(_svg(graph, layout, title or "decision diagram", labelled, bool(states)))


def _svg(
    graph: DiagramGraph, layout: LayeredLayout, title: str, labelled: bool, true: bool
) -> Iterator[str]:
    names = 34 + max(7.2 * len(name) for name in graph.names) if true else 24
    near, right, bottom = _extent(layout)
    left = names - near
    width = max(left + right + 24, 0 if labelled else NARROWEST)
    rows = [] if labelled else _legend_rows(_shown(graph), width - 40)
    legend = LEGEND_LINE * len(rows) + (10 if rows else 0)
    height = bottom + 60 + legend
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}"'
    yield f' viewBox="0 0 {width:.0f} {height:.0f}" role="img">'
    yield f"<title>{escape(title)}</title><style>\n{stylesheet('diagram')}</style>"
    yield from _legend(graph, rows)
    yield f'<g transform="translate({left:.1f} {24 + legend})">'
    yield from _names(graph, layout, near - 18, right + 8, 16 - left)
    yield from _lines(graph, layout, labelled)
    yield from _nodes(layout, RADIUS if labelled else SMALL, true)
    yield "</g></svg>\n"


def _extent(layout: LayeredLayout) -> tuple[float, float, float]:
    """Return how far a layout extends: left of the leftmost node, right, and down."""
    nodes = [place for row in layout.nodes for place in row]
    boxes = [box_of(edge.label, at) for edge, at in layout.labels.items()]
    near = min([0.0, *(box[0] + RADIUS for box in boxes)])
    right = max([x + RADIUS for x, _ in nodes] + [box[2] for box in boxes])
    return near, right, max(y for _, y in nodes)


def _names(
    graph: DiagramGraph, layout: LayeredLayout, start: float, end: float, margin: float
) -> Iterator[str]:
    for name, row in zip(graph.names, layout.nodes[:-1], strict=False):
        y = row[0][1]
        yield f'<line class="guide" x1="{start:.1f}" x2="{end:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield text_at("name", margin, y + 4, name)


def _lines(graph: DiagramGraph, layout: LayeredLayout, labelled: bool) -> Iterator[str]:
    for edge in graph.edges:
        start, end = layout.nodes[edge.row][edge.start], layout.nodes[edge.row + 1][edge.end]
        kind = f"edge {'' if labelled else 'thin '}{_shade(graph, edge.label)}"
        yield line_between(kind, start, end)
    for edge, (x, y) in layout.labels.items():
        yield text_at(f"label {_shade(graph, edge.label)}", x, y, edge.label)


def _shade(graph: DiagramGraph, label: str) -> str:
    return f"v{graph.values.index(label) % SHADES}" if label in graph.values else "many"


def _nodes(layout: LayeredLayout, radius: float, true: bool) -> Iterator[str]:
    for row in layout.nodes[:-1]:
        for x, y in row:
            yield circle("node", x, y, radius)
    (x, y) = layout.nodes[-1][0]
    yield f'<rect class="node" x="{x - 11:.1f}" y="{y - 11:.1f}" width="22" height="22" rx="2"/>'
    yield text_at("leaf", x, y, str(int(true)))


def _shown(graph: DiagramGraph) -> list[str]:
    """Return what the legend explains: each value on an edge, and the sign of several at once."""
    used = {edge.label for edge in graph.edges}
    several = not used <= set(graph.values)
    return [*(value for value in graph.values if value in used), *(["several"] if several else [])]


def _legend_rows(values: list[str], width: float) -> list[list[str]]:
    """Break the legend into lines that are no wider than this."""
    rows: list[list[str]] = [[]]
    for value in values:
        if rows[-1] and sum(map(_legend_width, [*rows[-1], value])) > width:
            rows.append([])
        rows[-1].append(value)
    return rows


def _legend(graph: DiagramGraph, rows: list[list[str]]) -> Iterator[str]:
    for number, row in enumerate(rows):
        x, y = 20.0, 20 + LEGEND_LINE * number
        for value in row:
            kind = f"edge thin {_shade(graph, value)}"
            yield f'<line class="{kind}" x1="{x:.1f}" x2="{x + 24:.1f}" y1="{y}" y2="{y}"/>'
            yield f'<text x="{x + 30:.1f}" y="{y + 4}">{escape(value)}</text>'
            x += _legend_width(value)


def _legend_width(value: str) -> float:
    return 50 + 7.5 * len(value)
