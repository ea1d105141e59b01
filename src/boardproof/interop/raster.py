"""Pictures as arrays of pixels: our drawing, made by a renderer of SVG."""

from __future__ import annotations

import io
import re

import numpy as np

from ..drawing.svg import position_svg
from ..packing.columns import Array
from ..positions.position import Position
from . import extra

with extra("zoo"):
    import resvg_py
    from PIL import Image

#: The class of every picture.
ROOT = ".bp"


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

    >>> style = ".bp { --ink: #222; } .bp .red { --tone: red; } .bp .disc { fill: var(--tone); }"
    >>> plain_colours(f"<style>{style} .bp :is(.a, .b) {{ fill: var(--ink); }}</style>")
    '<style>.bp .red .disc, .bp .red.disc { fill: red; } .bp .a, .bp .b { fill: #222; }</style>'
    """
    return re.sub(
        "<style>(.*?)</style>", lambda style: _plain_style(style[1]), svg, flags=re.DOTALL
    )


def _plain_style(style: str) -> str:
    """Return a style without variables: a tone is what the group of a shape says it is."""
    style = re.sub(r"/\*.*?\*/|@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", style, flags=re.DOTALL)
    rules = [(a.strip(), body) for a, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style)]
    sets = {a: dict(re.findall(r"--([\w-]+):\s*([^;]+);", body)) for a, body in rules}
    common = sets.pop(ROOT)
    tones = {a: values for a, values in sets.items() if values}
    written = []
    for selector, body in rules:
        below = selector.removeprefix(ROOT)
        if "var(--tone" in body and selector not in tones:
            written += [
                f"{tone}{below}, {tone}{below.strip()} {{{_resolved(body, common | values)}}}"
                for tone, values in tones.items()
            ]
        elif selector != ROOT and selector not in tones:
            written.append(f"{_alternatives(selector)} {{{_resolved(body, common)}}}")
    return f"<style>{' '.join(written)}</style>"


def _resolved(body: str, values: dict[str, str]) -> str:
    """Put values in the place of variables; one that is not set has what stands behind a comma."""
    use = re.compile(r"var\(--([\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
    while use.search(body):
        body = use.sub(lambda found: values.get(found[1], found[2] or "inherit"), body)
    return body


def _alternatives(selector: str) -> str:
    """Write the alternatives of a selector one by one."""
    either = re.search(r":is\(([^)]*)\)", selector)
    if either is None:
        return selector
    return ", ".join(selector.replace(either[0], one.strip()) for one in either[1].split(","))
