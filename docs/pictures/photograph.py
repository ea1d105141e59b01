"""Serves the page, opens it in Debian's chromium, and keeps what it shows as PNG."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent

#: Each picture: the address, what is clicked, what is waited for, and the height of the window.
PICTURES = {
    "page-games": ("", "", ".card img", 760),
    "page-draughts": ("game=draughts&moves=step(c3-nw) step(f6-sw)", "", "#longer", 720),
    "page-hex": ("game=hex&with=rows=5 columns=5&moves=(2,2) (1,2) (3,1)", "", "#longer", 640),
    "page-hanoi": ("game=hanoi&moves=1-3 2-2 1-2", "", ".value.best", 640),
    "page-variations": (
        "game=three-mens-morris&moves=(1,1) (0,0) (0,2)~! (2,0) (1,0)&line=1:(0,1)~? (0,0) (2,2)"
        "&line=3:(1,2) (2,0)&hints=on",
        "",
        ".kind.proved",
        720,
    ),
    "page-connect-four": ("game=connect-four&moves=3 3 2 2 4 4 1", "", ".reason", 720),
    "page-three": (
        "game=connect-four&with=players=3 columns=6 rows=5&moves=2 2 3 3 1 2 4 4",
        "",
        ".disc",
        680,
    ),
    "page-tic-tac-toe": ("game=tic-tac-toe&moves=(0,0) (0,1)&hints=on", "", ".value.best", 640),
    "page-kalah": ("game=kalah&moves=3 6 2&seats=North=random&at=3", "", ".pit", 640),
    "page-dstru-tac-toe": (
        "game=dstru-tac-toe&moves=(1,1) (2,2) (1,1) (4,4) (1,2)",
        "",
        ".disc",
        680,
    ),
    "page-territory": ("game=territory&moves=(3,1) (1,3) (3,1) (1,3) (3,1)", "", ".disc", 640),
    "page-trace": (
        "game=connect-four&with=columns=5 rows=4&moves=2 2 1 1 3 3 0&view=trace&across=0"
        "&ask=winning(P0)&ask=guaranteed_win(P0)",
        "",
        ".strip",
        760,
    ),
    "page-unfold": ("game=kalah&moves=3 6&view=trace&across=0", "#unfold", "#steps figure", 700),
    "page-graph": (
        "game=tic-tac-toe&moves=(0,0) (1,1) (0,1) (0,2) (2,0)&view=explore",
        "#ask-graph",
        "#found svg",
        760,
    ),
    "page-diagram": (
        "game=tic-tac-toe&moves=(1,1)&view=explore",
        "#ask-diagram",
        "#found img",
        600,
    ),
    "page-check": (
        "game=connect-four&with=columns=4 rows=4&view=ask",
        "#ask-check",
        ".verdicts",
        900,
    ),
}


def photograph(page: Page, url: str, name: str) -> None:
    """Open one address, do what is to be done there, and keep the picture."""
    query, clicked, awaited, height = PICTURES[name]
    pairs = [tuple(part.split("=", 1)) for part in query.split("&") if part]
    page.set_viewport_size({"width": 1080, "height": height})
    page.goto(f"{url}/?{urlencode(pairs)}" if pairs else url)
    if pairs:
        page.wait_for_selector("#turn:not(:empty)", timeout=60_000)
    else:
        page.wait_for_load_state("networkidle", timeout=60_000)
    if clicked:
        page.click(clicked)
        page.mouse.move(0, 0)
    page.wait_for_selector(awaited, timeout=120_000)
    if pairs and "view=" not in query:
        page.wait_for_selector("#analysis .known", timeout=60_000)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=str(FOLDER / f"{name}.png"), full_page="view=" in query)


#: The picture of the editor, for which another server is needed.
EDITOR = "page-edit"


def photograph_editor(page: Page, url: str) -> None:
    """Write a rulebook with a mistake in it, and keep the picture."""
    page.set_viewport_size({"width": 1440, "height": 820})
    page.goto(url)
    page.get_by_role("button", name="A game of placing").click()
    page.wait_for_selector("#edit-check:enabled", timeout=60_000)
    page.click("#edit-check")
    page.wait_for_selector("#edit-found tr:nth-child(4)", timeout=60_000)
    page.click('[data-spot="cells.1,1"]')
    page.wait_for_selector(".disc, .token")
    page.evaluate(
        """() => { const field = document.getElementById("rulebook-text"); field.focus();
        const at = field.value.indexOf("self.turn.next"); field.setSelectionRange(at, at + 9); }"""
    )
    page.keyboard.type("self.trun")
    page.wait_for_selector(".bubble:not([hidden])")
    page.screenshot(path=str(FOLDER / f"{EDITOR}.png"))


@contextmanager
def served(*words: str) -> Iterator[str]:
    """Serve the page, and give its address."""
    code = "from boardproof.faces.cli import main; main()"
    server = subprocess.Popen(
        [sys.executable, "-c", code, "serve", "--port", "0", *words],
        stdout=subprocess.PIPE, text=True, cwd=FOLDER,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split()[1]
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    names = sys.argv[1:] or [*PICTURES, EDITOR]
    with sync_playwright() as playwright, served() as url, served("--edit") as editor:
        path = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        for name in names:
            if name == EDITOR:
                photograph_editor(page, editor)
            else:
                photograph(page, url.rstrip("/"), name)
        browser.close()


if __name__ == "__main__":
    main()
