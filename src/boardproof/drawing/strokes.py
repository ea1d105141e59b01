"""The strokes that pictures are made of: elements of SVG with the classes of a style sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from ..rules.boards import Point
from .spots import Spot

#: The corners of a place, in halves of a square and in halves and quarters of a hexagon.
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))
HEXAGON = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


@dataclass(frozen=True)
class Drawing:
    """A piece of a picture with its size."""

    width: float
    height: float
    lines: tuple[str, ...] = field(repr=False)


def circle(kind: str, x: float, y: float, radius: float) -> str:
    """Return a circle by its centre."""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'


def box(kind: str, x: float, y: float, width: float, height: float, round_: float = 0) -> str:
    """Return a box by its upper left corner, with round corners or without."""
    corner = f' rx="{round_:g}"' if round_ else ""
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" {size}{corner}/>'


def line_between(kind: str, start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return a line from one point to another."""
    (x, y), (to_x, to_y) = start, end
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def text_at(kind: str, x: float, y: float, text: str) -> str:
    """Return a text at a point; its class says how it is aligned."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def corners_of(spot: Spot, inset: float) -> list[Point]:
    """Return the corners of a spot but for an inset: of a hexagon on its corner, or of its box."""
    half = spot.width / 2 - inset
    if spot.shape != "hexagon":
        high = spot.height / 2 - inset
        return [(spot.x + x * half, spot.y + y * high) for x, y in SQUARE]
    quarter = half * spot.height / (2 * spot.width)
    return [(spot.x + x * half, spot.y + y * quarter) for x, y in HEXAGON]


def hexagon(kind: str, spot: Spot, inset: float) -> str:
    """Return a hexagon that stands on a corner and fills a spot's box but for an inset."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners_of(spot, inset))
    return f'<polygon class="{kind}" points="{points}"/>'


def hollow(spot: Spot) -> tuple[float, float, float]:
    """Return the centre and the radius of a well or pit; a pit leaves room for its number."""
    up = (spot.height - spot.width) / 2 if spot.shape == "pit" else 0.0
    return spot.x, spot.y - up, spot.width * 0.42
