"""How text is set: docstrings with drawings in them, blocks that end as doctests have to."""

import re
from typing import Any

from sphinx.application import Sphinx


def drawn(lines: list[str]) -> list[str]:
    """Return a docstring in which all after the first paragraph is set as it stands.

    >>> drawn(["Errors:", "", "A", "└─ B"])
    ['Errors:', '', '.. code-block:: none', '', '   A', '   └─ B']
    """
    head = lines[: lines.index("")] if "" in lines else lines
    rest = lines[len(head) + 1 :]
    return (
        [*head, "", ".. code-block:: none", "", *("   " + line for line in rest)] if rest else head
    )


def set_drawings(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Set the docstring of a module so, unless it goes on with an example."""
    if what == "module" and not any(line.startswith(">>>") for line in lines):
        lines[:] = drawn(lines)


def end_blocks(app: Sphinx, page: str, source: list[str]) -> None:
    """Drop the empty line at the end of a block, which tells a doctest that its output is over."""
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register this part."""
    app.connect("source-read", end_blocks)
    app.connect("autodoc-process-docstring", set_drawings)
    return {"parallel_read_safe": True}
