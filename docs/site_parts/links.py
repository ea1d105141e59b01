"""Every link inside the site that was built leads to a file and, after a #, to an anchor in it."""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.errors import SphinxError


class BrokenLinks(SphinxError):
    """Links that lead nowhere."""

    category = "broken links"


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Keep what a tag refers to, and what it can be referred to by."""
        for name, value in attributes:
            if name in ("href", "src") and value and tag != "use":
                self.links.add(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def broken(pages: dict[Path, Page]) -> list[str]:
    """List the links that lead nowhere, each with its page.

    >>> page = Path(__file__).resolve()
    >>> broken({page: Page('<a id="a" href="#a"> <a href="#b"> <img src="gone.png">')})
    ['links.py: #b', 'links.py: gone.png']
    """
    return [
        f"{path.name}: {link}"
        for path, page in pages.items()
        for link in sorted(page.links)
        if not _leads_somewhere(path, link, pages)
    ]


def _leads_somewhere(path: Path, link: str, pages: dict[Path, Page]) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True  # out of what can be checked anywhere
    file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    anchors = pages[file].anchors if file in pages else {unquote(parts.fragment)}
    return file.exists() and unquote(parts.fragment) in anchors


def check_links(app: Sphinx, error: Exception | None) -> None:
    """Refuse a site with a link that leads nowhere."""
    if error is None and app.builder.format == "html":
        files = [file.resolve() for file in Path(app.outdir).rglob("*.html")]
        lost = broken({file: Page(file.read_text(encoding="utf-8")) for file in files})
        if lost:
            raise BrokenLinks("\n".join(lost))


def setup(app: Sphinx) -> dict[str, bool]:
    """Register this part, to be done when all else is."""
    app.connect("build-finished", check_links, priority=900)
    return {"parallel_read_safe": True}
