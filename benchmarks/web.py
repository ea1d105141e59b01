"""The page: how soon it is there, how soon it answers many, and whether it grows.

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
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

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
    start_up(3 if quick else 5)
    with Served() as server:
        many_clients(server)
        memory(server, [20, 100] if quick else [100, 500, 1_000])


if __name__ == "__main__":
    main()
