"""The style sheet of boards, for a site on which the reader chooses between day and night.

Pictures of boards follow the system. On the site there is a switch, so the colours for the night
are put under it; and `bp` is also a class of highlighted code, so only pictures are meant.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

from boardproof.drawing.svg import stylesheet

NIGHT = re.compile(r"@media \(prefers-color-scheme: dark\) \{\n  \.bp \{(.*?)\n  \}\n\}", re.DOTALL)


def switched(sheet: str) -> str:
    """Return a style sheet in which the switch decides, and the system where that is on `auto`.

    >>> print(switched("@media (prefers-color-scheme: dark) {\\n  .bp { --ink: #fff;\\n  }\\n}"))
    body[data-theme="dark"] svg.bp { --ink: #fff; }
    @media (prefers-color-scheme: dark) { body:not([data-theme="light"]) svg.bp { --ink: #fff; } }
    """
    switched, times = NIGHT.subn(
        r'body[data-theme="dark"] .bp {\1 }\n'
        r'@media (prefers-color-scheme: dark) { body:not([data-theme="light"]) .bp {\1 } }',
        sheet,
    )
    if not times:
        raise ValueError("board.css has no colours for the night where they are looked for")
    return re.sub(r"(?<![\w-])\.bp\b", "svg.bp", switched)


def write_sheet(app: Sphinx, error: Exception | None) -> None:
    """Write the sheet beside the theme's."""
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        folder.mkdir(exist_ok=True)
        (folder / "board.css").write_text(switched(stylesheet()), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register this part."""
    app.connect("build-finished", write_sheet)
    return {"parallel_read_safe": True}
