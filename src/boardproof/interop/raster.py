"""Pictures as arrays of pixels: our drawing, made by a renderer of SVG."""

from __future__ import annotations

import io
import re

import numpy as np
import resvg_py
from PIL import Image

from ..drawing.svg import position_svg
from ..packing.columns import Array
from ..positions.position import Position


def pixels(position: Position) -> Array:
    """Return a position as rows of pixels, each red, green and blue from 0 to 255.

    >>> from boardproof import load
    >>> from boardproof.positions.position import starting_position
    >>> pixels(starting_position(load("tic-tac-toe").game)).shape[2]
    3
    """
    picture = bytes(resvg_py.svg_to_bytes(svg_string=plain_colours(position_svg(position))))
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))


def plain_colours(svg: str) -> str:
    """Write a picture's colours where they are used, the light ones: the renderer knows no others.

    >>> plain_colours("<style>.bp { --ink: #222; } .bp text { fill: var(--ink); }</style>")
    '<style>.bp { --ink: #222; } .bp text { fill: #222; }</style>'
    """
    svg = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", svg)
    colours = dict(re.findall(r"--([\w-]+):\s*([^;]+);", svg))
    return re.sub(r"var\(--([\w-]+)\)", lambda use: colours[use[1]], svg)
