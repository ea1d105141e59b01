"""What goes wrong is told and recovers: rulebooks that change, refused values, slow connections."""

import asyncio
import gzip
import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from boardproof import load, solve
from boardproof.errors import BadInput, BadQuestion
from boardproof.faces.web import choosing
from boardproof.faces.web.app import Server
from boardproof.faces.web.choosing import choose
from boardproof.faces.web.guard import RequestGuard
from boardproof.faces.web.questions import PageQuestion
from boardproof.questions.find import find

from .conftest import CODE, NIM, ROOT, Running, opened
from .raw_http import send

pytestmark = pytest.mark.xdist_group("web")


def test_a_rule_that_is_wrong_is_told_and_the_game_goes_on_once_it_is_mended(
    page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    right = (ROOT / NIM).read_text(encoding="utf-8")
    file.write_text(right, encoding="utf-8")

    def write(text: str) -> None:
        """Write the file, and come back to the page: it looks at once, and else by and by."""
        file.write_text(text, encoding="utf-8")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    running = Running(str(file))
    try:
        with page.expect_response("**/api/stamp*"):  # when the file was changed is known then
            opened(page, running, str(file), moves="1-1")
        expect(page.locator(".where")).to_have_text("1 of 1")
        wrong = right.replace("require(", "require(nothing and ", 1)
        assert wrong != right
        write(wrong)
        expect(page.locator("#message")).to_contain_text("nothing")
        options = page.locator("#game option").all_inner_texts()
        assert all("\n" not in text and "Traceback" not in text for text in options)
        write(right)
        expect(page.locator("#note")).to_contain_text("was read again")
        expect(page.locator("#message")).to_be_empty()
        write(wrong)
        expect(page.locator("#message")).to_contain_text("nothing")
        page.reload()
        expect(page.locator("#turn")).to_have_text("This rulebook cannot be read")
        write(right)
        expect(page.locator(".where")).to_have_text("1 of 1")
        file.write_text(right + "\n# the same\n", encoding="utf-8")
        expect(page.locator("#note")).to_contain_text("was read again")
        expect(page.locator(".where")).to_have_text("1 of 1")
    finally:
        running.stop()


def test_a_refused_parameter_returns_to_its_value_and_what_is_sought_survives_back(
    page: Page, server: Running
) -> None:
    opened(page, server, "kalah")
    page.locator("input[name=holes]").fill("99")
    page.locator("input[name=holes]").press("Enter")
    expect(page.locator("#message")).to_contain_text("holes must be 1 to 12")
    expect(page.locator("input[name=holes]")).to_have_value("6")
    opened(page, server, "tic-tac-toe", view="ask")
    page.locator("#sought").fill("winner(A")
    page.locator("#ask-find").click()
    expect(page.locator("#found .wrong")).to_contain_text(re.compile(r"winner\(A\n.*\^"))
    page.locator("#sought").fill("winner(A)")
    page.locator("#ask-find").click()
    page.locator("#follow").click()
    expect(page.locator("#trace")).to_be_visible()
    page.go_back()
    expect(page.locator("#sought")).to_have_value("winner(A)")


@pytest.mark.parametrize("view", ["constructor", "__proto__", "toString"])
def test_a_view_that_is_none_is_the_first(page: Page, server: Running, view: str) -> None:
    opened(page, server, "tic-tac-toe", view=view)
    expect(page.locator("#view-play")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize(
    ("text", "caret"),
    [("winning(P0", 7), ("winning(P0))", 11), ("turn == P0 and (", 15), ("cells[0", 5)],
)
def test_a_caret_points_at_the_bracket_that_is_wrong(text: str, caret: int) -> None:
    with pytest.raises(BadQuestion) as refused:
        find(load("connect-four"), text, depth=1)
    *_, marked = str(refused.value).splitlines()
    assert marked.partition("| ")[2].index("^") == caret


def test_answers_are_compressed_and_streams_are_not(server: Running) -> None:
    status, body, headers = send(server, "GET", "/api/games", accept_encoding="gzip")
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert json.loads(gzip.decompress(body))["games"]
    asked = json.dumps({"game": "tic-tac-toe", "question": "choose"}).encode()
    kind = {"accept_encoding": "gzip", "content_type": "application/json"}
    assert "content-encoding" not in send(server, "POST", "/api/ask", asked, **kind)[2]


def test_a_players_time_is_bounded() -> None:
    asked = {"game": "tic-tac-toe", "parameters": {}, "start": "", "moves": [], "at": None}
    asked["player"] = "mcts:time=99999"
    question = PageQuestion(asked, lambda ply, positions: None, memory=4 << 30, seconds=0.4)
    assert choose(question)["move"].startswith("(")


PLAYED = "2 0 1 3 4 2 4 4 2 1 5 6 4 4 5 5 5 0 3 6 6 6 5 6 4 3 3 2 2 1 2 0"


@pytest.mark.parametrize(("moves", "known"), [(PLAYED, True), ("3 3", False)])
def test_a_perfect_player_of_a_large_game_plays_what_is_proved(
    moves: str, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "PROVING", 10.0 if known else 0.0)  # no code is made
    body = {"game": "connect-four", "parameters": {}, "start": "", "at": None, "player": "perfect"}
    question = PageQuestion({**body, "moves": moves.split()}, lambda *_: None, 1 << 30, 60.0)
    if known:
        best = solve(question.rules, position=question.position).best
        assert choose(question)["move"] in best
    else:
        with pytest.raises(BadInput, match=r"no best move is proved .* let smart or mcts play"):
            choose(question)


def test_a_signal_and_an_aborted_body_leave_no_traceback() -> None:
    command = [sys.executable, "-c", CODE, "serve", "--port", "0"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    port = int(process.stdout.readline().split(":")[3].partition("/")[0])
    head = "POST /api/{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", port)) as aborted:
        aborted.sendall(f"{head.format('view', port)}Content-Length: 500\r\n\r\n{{".encode())
    body = json.dumps({"game": "connect-four", "question": "analyse"})
    with socket.create_connection(("127.0.0.1", port)) as listening:
        text = f"{head.format('ask', port)}Content-Length: {len(body)}\r\n\r\n{body}"
        listening.sendall(text.encode())
        assert listening.recv(100)
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=30)
    assert "Traceback" not in told


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RequestGuard, "patience", 0.05)
    app, sent = Server().app(), []
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "method": "POST", "path": "/api/view", "raw_path": b"/api/view",
        "query_string": b"", "headers": headers, "http_version": "1.1", "scheme": "http",
        "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 1), "root_path": "",
    }  # fmt: skip

    async def receive() -> dict[str, object]:
        await asyncio.sleep(60)
        return {}

    async def send_back(message: dict[str, object]) -> None:
        sent.append(message)

    answering = Thread(target=lambda: asyncio.run(app(scope, receive, send_back)))  # type: ignore
    answering.start()  # the browser's loop runs in this thread
    answering.join(30)
    assert sent[0]["status"] == 408
