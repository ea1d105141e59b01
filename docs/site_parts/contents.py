"""The contents of the site, from the front page: a heading is a part, a link below it a page.

So that `index.md` stays plain Markdown, its toctrees are written only when the site is built.
"""

import re
from typing import Any

from sphinx.application import Sphinx

LINK = re.compile(r"^- \[([^\]]+)\]\(([^)#]+)\.md\)", re.MULTILINE)


def contents(text: str) -> dict[str, list[tuple[str, str]]]:
    """Return the parts of a front page, each with its pages: a title and a name.

    >>> contents("# Site\\n## How to\\n- [Draw](how-to/draw.md): boards\\n")
    {'How to': [('Draw', 'how-to/draw')]}
    """
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    found = {
        title: LINK.findall(below) for title, below in zip(parts[::2], parts[1::2], strict=True)
    }
    return {title: pages for title, pages in found.items() if pages}


def toctree(title: str, pages: list[tuple[str, str]]) -> str:
    """Return a hidden toctree."""
    entries = "\n".join(f"{text} <{page}>" for text, page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{entries}\n```\n"


def add_toctrees(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the toctrees to the front page."""
    if page == app.config.root_doc:
        source[0] += "".join(toctree(*part) for part in contents(source[0]).items())


def level_captions(
    app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object
) -> None:
    """Give the headings beside the pages a level, which the theme leaves out."""
    beside = context.get("furo_navigation_tree", "")
    heading = 'role="heading"'
    context["furo_navigation_tree"] = beside.replace(heading, f'{heading} aria-level="2"')


def setup(app: Sphinx) -> dict[str, bool]:
    """Register this part."""
    app.connect("source-read", add_toctrees)
    app.connect("html-page-context", level_captions, priority=900)
    return {"parallel_read_safe": True}
