"""One real server and one real browser for all tests of the page."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

ROOT = Path(__file__).parents[3]
NIM = "examples/nim.py"
SIZE = ViewportSize(width=1100, height=900)
CODE = "from boardproof.faces.cli import main; main()"


class Running:
    """A server in a process of its own."""

    def __init__(self, *words: str, port: int | None = 0) -> None:
        """Serve; or run other words that serve in the end, when no port is given."""
        serving = ["serve", *words, "--port", str(port)]
        command = [sys.executable, "-c", CODE, *(words if port is None else serving)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        while self.said and "http://" not in self.said:
            self.said = self.process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)", self.said)
        assert found, self.said
        self.url, self.port = found[0], int(found[1])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Editing(Running):
    """A server with the editor, on a file of its own."""

    def __init__(self, file: Path) -> None:
        super().__init__("--edit", str(file))
        self.file, self.address = file, self.said.split()[1]
        self.secret = urlsplit(self.address).fragment.removeprefix("edit=")


def opened(page: Page, server: Running, game: str, **more: str) -> None:
    """Open a game at its address, with more that stands there; without analysis unless asked."""
    page.goto(f"{server.url}/?{urlencode({'game': game, 'hints': 'off', **more})}")
    expect(page.locator("#turn")).not_to_be_empty()


def spot(page: Page, key: str) -> Locator:
    """Find a place of the board, once a click on it is no longer one meant for the board before."""
    page.locator("#board:not([aria-busy])").wait_for()
    return page.locator(f'[data-spot="{key}"]').first


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    running = Running(NIM)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editing]:
    running = Editing(tmp_path_factory.mktemp("edited") / "mine.py")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed: scripts/test installs it from Debian's packages")
    expect.set_options(timeout=15_000)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


class Window:
    """A browser's window; what its pages complain of is kept, and what they load from elsewhere."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context(viewport=SIZE, reduced_motion="reduce")
        self.wrong: list[str] = []
        self.context.on("page", self._listen)

    def _listen(self, page: Page) -> None:
        wrong = self.wrong
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: wrong.append(asked.url) if _elsewhere(asked.url) else None)

    def check(self) -> None:
        """See that nothing was wrong.

        An answer that refuses is told on the console too; the page shows it, and tests read it
        there.
        """
        told = ("the server responded with a status", "net::ERR_CONNECTION_REFUSED")
        assert [text for text in self.wrong if not any(known in text for known in told)] == []


def _elsewhere(url: str) -> bool:
    return not url.startswith(("http://127.0.0.1:", "blob:", "about:"))


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A window of one's own, for tests of several pages."""
    window = Window(browser)
    yield window.context
    window.context.close()
    window.check()


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[Window]:
    window = Window(browser)
    window.context.new_page()
    yield window
    window.context.close()


@pytest.fixture
def page(window: Window, server: Running) -> Iterator[Page]:
    """The one page that tests share: a new one takes longer than most of them."""
    window.wrong.clear()
    (page,) = window.context.pages
    yield page
    page.unroute_all(behavior="ignoreErrors")
    if not page.url.startswith(server.url):  # which may be gone now
        page.goto("about:blank")
    page.set_viewport_size(SIZE)
    page.emulate_media(color_scheme="light", forced_colors="none", reduced_motion="reduce")
    window.check()
