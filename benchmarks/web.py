"""The page: how soon it is there, answers a click and many, how large it is, whether it grows.

A real server in a process of its own, asked over loopback; a real browser where there is one.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from math import inf
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlencode

from boardproof import load, make_engine
from boardproof.questions.solve import solve

SERVE = "from boardproof.faces.cli import main; main(['serve', 'connect-four', '--port', '0'])"
#: Games that are played to their end, each with its parameters.
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("connect-four", {"columns": 4, "rows": 4}),
    ("kalah", {"holes": 3, "beans": 2}),
    ("dstru-tac-toe", {}),
    ("territory", {}),
]
CLIENTS, REQUESTS = 20, 200
#: The games that one meets first, each with moves after which at most 100,000 positions are left.
ENDINGS = {
    "tic-tac-toe": "",
    "connect-four": "2 0 1 3 4 2 4 4 2 1 5 6 4 4 5 5 5 0 3 6 6 6 5 6 4 3 3",
    "kalah": "3 2 4 1 1 2 3 6 1 2 2 3 6 5 2 3 1 6 5 1 6 2 2 6 3 4 4 2 1 5 2 5 6 3",
    "dstru-tac-toe": "(3,3) (1,3) (3,3) (3,4) (1,1) (1,1) (4,4) (3,2) (1,3) (2,2) (4,1) (2,2) (3,1)"
    " (1,4) (1,4) (1,2) (2,4) (3,2) (1,3) (2,2) (1,3) (4,3) (3,3) (1,2) (1,2) (1,3) (4,4) (1,1)"
    " (4,2) (4,2) (3,2) (1,4) (1,4)",
    "territory": "",
    "pong-hau-ki": "",
}
#: The button that leads to the last position, and how one sees that machine code is at work.
TO_THE_END = '[aria-label="to the end"]'
WARM = re.compile("searched|solved|looked up")
#: A board that has just changed takes no click for a moment: that was meant for the one before.
SETTLED = "#board:not([aria-busy])"
#: What is aimed at, in milliseconds, and the bytes of the page.
SOON = {"board": 40, "estimate": 300, "proved": 1_000}
PAGE = 150_000
#: Clicks a place, and notes when the board is another, when anything is known of the position
#: there, and when its value is; what was known before is none of these.
CLICK = """
([place, longest]) => new Promise((done) => {
  const [times, began] = [{}, performance.now()];
  const before = document.querySelector("#board svg");
  const watching = new MutationObserver(() => {
    if (document.querySelector("#board svg") === before) return;
    const kind = document.querySelector("#analysis .kind")?.textContent ?? "unknown";
    const over = document.querySelector("#turn.over") ? "proved" : kind;
    times.board ??= performance.now() - began;
    if (document.querySelector("#panel[aria-busy]")) return; // about the position before
    if (over !== "unknown") times.estimate ??= performance.now() - began;
    if (over === "proved") times.proved ??= performance.now() - began;
    if (times.proved) end();
  });
  const late = setTimeout(() => end(), longest);
  const end = () => { watching.disconnect(); clearTimeout(late); done(times); };
  const all = {childList: true, subtree: true, characterData: true, attributes: true};
  watching.observe(document.body, all);
  document.querySelector(place)
    .dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1}));
})
"""
#: A game need not end; after so many moves it is left.
MOST_MOVES = 30
#: Notes when the first board comes into the document.
WATCH = """
new MutationObserver((_, watching) => {
  if (document.querySelector("svg.bp")) {
    window.boardAt = performance.now();
    watching.disconnect();
  }
}).observe(document, {childList: true, subtree: true});
"""
#: Waits for the first paint of anything on the page.
PAINT = """
new Promise(done => new PerformanceObserver(list => {
  for (const entry of list.getEntriesByName("first-contentful-paint")) done(entry.startTime);
}).observe({type: "paint", buffered: true}))
"""


class Served:
    """A server in a process of its own, from its start until it has answered once."""

    def __init__(self) -> None:
        started = time.perf_counter()
        words = [sys.executable, "-c", SERVE]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+:(\d+)/\S*", self.process.stdout.readline())
        assert found is not None, "the server does not start"
        self.address, self.port = found[0], int(found[1])
        # Not the page itself: the server gets ready for a visitor when that is fetched.
        Client(self.port).get("/board.css")
        self.ready = time.perf_counter() - started

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    def resident(self) -> int:
        """Add up the memory that the server and its workers hold, in bytes."""
        pages = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                held = (folder / "statm").read_text().split()[1]
            except OSError:
                continue
            if str(self.process.pid) in (folder.name, parent):
                pages += int(held)
        return pages * os.sysconf("SC_PAGE_SIZE")


class Client:
    """One connection to a server, kept open."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def get(self, path: str) -> bytes:
        """Fetch a page."""
        self._connection.request("GET", path)
        return self._answered()

    def view(self, **asked: Any) -> dict[str, Any]:
        """Look at a game in progress."""
        shown: dict[str, Any] = json.loads(self._post("/api/view", asked))
        return shown

    def ask(self, **asked: Any) -> dict[str, Any]:
        """Ask a long question, and wait for its answer."""
        *_, last = self._post("/api/ask", asked).decode().strip().split("\n\n")
        kind, _, data = last.partition("\ndata: ")
        assert kind == "event: answer", data
        answer: dict[str, Any] = json.loads(data)["answer"]
        return answer

    def _post(self, path: str, value: dict[str, Any]) -> bytes:
        headers = {"content-type": "application/json"}
        self._connection.request("POST", path, json.dumps(value), headers)
        return self._answered()

    def _answered(self) -> bytes:
        answer = self._connection.getresponse()
        body = answer.read()
        assert answer.status == 200, body
        return body


def start_up(rounds: int) -> None:
    """Print how soon a server is ready, and how soon a board is on the screen after that."""
    with Served():
        pass  # what is compiled and cached at the first start is there at the next
    browser = Browser()
    ready, painted, drawn = [], [], []
    for _ in range(rounds):
        with Served() as server:
            ready.append(server.ready)
            if browser.there:
                paint, board = browser.open(server.address)
                painted.append(paint)
                drawn.append(board)
    print(f"ready after start, warm     {1000 * median(ready):6.0f} ms  (median of {rounds})")
    if browser.there:
        print(f"first paint of the page     {median(painted):6.0f} ms  after it is opened")
        print(f"board in the document       {median(drawn):6.0f} ms  after it is opened")
    else:
        print(f"first paint                 not measured: {browser.missing}")
    browser.close()


class Browser:
    """Chromium, if it and the library that drives it are installed."""

    def __init__(self) -> None:
        self.missing, self.there = "", False
        path = shutil.which("chromium")
        try:
            from playwright.sync_api import sync_playwright
        except ImportError:
            self.missing = "playwright is not installed"
            return
        if path is None:
            self.missing = "chromium is not installed"
            return
        self.there, self._driver = True, sync_playwright().start()
        self._browser = self._driver.chromium.launch(executable_path=path, args=["--no-sandbox"])

    def open(self, address: str) -> tuple[float, float]:
        """Open the page with nothing kept from before; give when it painted, when a board came."""
        context = self._browser.new_context()
        page = context.new_page()
        page.add_init_script(WATCH)
        page.goto(address)
        page.wait_for_selector("svg.bp")
        times = float(page.evaluate(PAINT)), float(page.evaluate("window.boardAt"))
        context.close()
        return times

    def play(
        self, address: str, keys: list[str], longest: int, warm: bool = False
    ) -> list[dict[str, float]]:
        """Open a game and click on places one after another; give when what came after each.

        A game that is `warm` has been looked at until it is machine code, or as good as solved.
        """
        page = self._browser.new_page(reduced_motion="reduce")
        page.goto(address)
        page.wait_for_selector("#analysis .known")
        if warm:
            ready = page.locator("#analysis .far").filter(has_text=WARM)
            ready.or_(page.locator("#longer")).first.wait_for(timeout=120_000)
        times = []
        for key in keys:
            page.wait_for_selector(SETTLED)
            times.append(page.evaluate(CLICK, [key, longest]))
        page.close()
        return times

    def close(self) -> None:
        """Close the browser."""
        if self.there:
            self._browser.close()
            self._driver.stop()


def many_clients(server: Served) -> None:
    """Print how long analysis takes many clients at once; every answer is compared with `solve`."""
    rules = load("tic-tac-toe")
    engine = make_engine("reference", rules)
    wanted = {m.name: solve(rules, position=p) for m, p in engine.successors(engine.initial())}
    first, _ = timed(lambda: Client(server.port).ask(game="tic-tac-toe", question="solve"))

    def client(number: int) -> list[float]:
        connection, took = Client(server.port), []
        for at in range(number, REQUESTS, CLIENTS):
            name = list(wanted)[at % len(wanted)]
            asked = {"game": "tic-tac-toe", "moves": [name], "question": "solve"}
            seconds, answer = timed(lambda asked=asked: connection.ask(**asked))
            told = answer["value"], answer["distance"], answer["best"]
            assert told == (wanted[name].value, wanted[name].distance, wanted[name].best), name
            took.append(seconds)
        return took

    with ThreadPoolExecutor(CLIENTS) as pool:
        took = [1000 * one for times in pool.map(client, range(CLIENTS)) for one in times]
    print(f"analysis, the first         {1000 * first:6.0f} ms  with a process started and solving")
    print(
        f"analysis, {REQUESTS} of {CLIENTS} clients  {median(took):6.0f} ms  (median); 95 % within "
        f"{quantiles(took, n=20)[-1]:.0f} ms, all within {max(took):.0f} ms; all as `solve` says",
        flush=True,
    )


def page_bytes() -> None:
    """Print how large the page is: all that it fetches before there is a game, not compressed."""
    folder = files("boardproof")
    static = folder / "faces" / "web" / "static"
    linked = re.findall(r'="/static/(.*?)"', (static / "index.html").read_text(encoding="utf-8"))
    named = {"index.html", *linked, *_modules(static, "main.js")}
    size = sum(len((static / name).read_bytes()) for name in named)
    size += len((folder / "drawing" / "board.css").read_bytes())
    print(f"bytes of the page           {size:6,}     {_judged(size, PAGE)}")


def _modules(static: Any, name: str) -> set[str]:
    """Return a script with all that it imports, and so on, unless only when asked for."""
    names, new = {name}, [name]
    while new:
        text = (static / new.pop()).read_text(encoding="utf-8")
        fresh = set(re.findall(r'^import .* from "\./(.*)";$', text, re.M)) - names
        names |= fresh
        new += fresh
    return names


def after_clicks(server: Served, rounds: int) -> None:
    """Print how soon after a click there is a board, an estimate, a proved value."""
    browser, chance = Browser(), Random(5)
    if not browser.there:
        print(f"after a click               not measured: {browser.missing}")
        return
    load_now = os.getloadavg()[0]
    print(f"after a click, in ms; the machine's load is {load_now:.1f} on {os.cpu_count()} cores")
    for game, line in ENDINGS.items():
        opening = _places(Client(server.port), chance, game, rounds)
        address = f"http://127.0.0.1:{server.port}/?{urlencode({'game': game})}"
        first = browser.play(address, opening, 2_000)
        there = f"{address}&{urlencode({'moves': line, 'at': 0})}" if line else address
        proof = browser.play(there, [TO_THE_END] if line else opening[:1], 10_000, warm=True)
        board, estimate = ([one.get(name, inf) for one in first] for name in ("board", "estimate"))
        proved = proof[0].get("proved", inf)
        print(
            f"  {game:<15} board {_shown(median(board), 'board')}  estimate "
            f"{_shown(median(estimate), 'estimate')} (first {estimate[0]:.0f}, last "
            f"{max(estimate):.0f})  proved {_shown(proved, 'proved')}",
            flush=True,
        )
    browser.close()


def _places(client: Client, chance: Random, game: str, number: int) -> list[str]:
    """Choose moves by chance that are made by one click, and give where; none ends the game."""
    keys, moves = list[str](), list[str]()
    while len(keys) < number:
        shown = client.view(game=game, moves=moves)
        choices = [m for m in shown["moves"] if m["legal"] and len(m["clicks"]) == 1]
        chance.shuffle(choices)
        after = (
            m for m in choices if not client.view(game=game, moves=[*moves, m["name"]])["result"]
        )
        move = next(after, None)
        if move is None:
            break
        place = f'[data-spot="{min(move["clicks"][0])}"]'
        if place in keys[-1:]:  # a second click there at once is not meant
            break
        keys.append(place)
        moves.append(move["name"])
    return keys


def _shown(milliseconds: float, what: str) -> str:
    return f"{milliseconds:5.0f} {_judged(milliseconds, SOON[what])}"


def _judged(number: float, most: float) -> str:
    return "ok  " if number <= most else f"over {most:,}"


def timed(work: Any) -> tuple[float, Any]:
    started = time.perf_counter()
    done = work()
    return time.perf_counter() - started, done


def memory(server: Served, marks: list[int]) -> None:
    """Print how much memory the server and its workers hold after so many games."""
    client, chance, held = Client(server.port), Random(1), []
    for number in range(1, marks[-1] + 1):
        play(client, chance, *GAMES[number % len(GAMES)], analysed=number % 10 == 0)
        if number in marks:
            held.append(server.resident())
    for number, size in zip(marks, held, strict=True):
        ratio = size / held[0]
        print(f"memory after {number:>5} games    {size / 2**20:6.0f} MB  {ratio:.3f} of the first")


def play(
    client: Client, chance: Random, game: str, parameters: dict[str, Any], analysed: bool
) -> None:
    """Play a game by random legal moves, the first a worker's; have its end analysed if asked."""
    moves: list[str] = []
    asked: dict[str, Any] = {"game": game, "parameters": parameters, "moves": moves}
    moves.append(client.ask(**asked, question="choose", player="random")["move"])
    while len(moves) < MOST_MOVES:
        shown = client.view(**asked)
        legal = [move["name"] for move in shown["moves"] if move["legal"]]
        if shown["result"] or not legal:
            break
        moves.append(chance.choice(legal))
    if analysed:
        client.ask(**asked, question="solve")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    page_bytes()
    start_up(3 if quick else 5)
    with Served() as server:
        after_clicks(server, 4 if quick else 8)
        many_clients(server)
        memory(server, [20, 100] if quick else [100, 500, 1_000])


if __name__ == "__main__":
    main()
