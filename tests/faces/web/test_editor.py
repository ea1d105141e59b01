"""The editor: a rulebook is written in the page, and nobody else's text is ever run."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from jsonschema import validate
from playwright.sync_api import Locator, Page, expect

from boardproof.errors import BadInput
from boardproof.faces.cli import main
from boardproof.faces.web.editing import OFFERED, PATH, TEMPLATES, RulebookFile
from boardproof.faces.web.requests import Save
from boardproof.questions.check import check
from boardproof.questions.lint import lint
from boardproof.reading.loader import load

from .conftest import NIM, ROOT, Editing, Running, spot
from .raw_http import send
from .test_claims import RULEBOOK as SMALL_RULEBOOK

pytestmark = pytest.mark.xdist_group("web")

ENDPOINTS = ("open", "disk", "colours", "describe", "view", "ask", "save")
PLACING = (TEMPLATES / "placing.py").read_text(encoding="utf-8")


@pytest.fixture
def editing_server(running: Editing) -> Iterator[Editing]:
    """A server whose file does not exist yet."""
    yield running
    running.file.unlink(missing_ok=True)


def write(page: Page, before: str, now: str) -> None:
    """Select some text of the rulebook and type over it."""
    field = page.locator("#rulebook-text")
    field.evaluate(
        """(field, text) => { field.focus(); const at = field.value.indexOf(text);
        field.setSelectionRange(at, at + text.length); }""",
        before,
    )
    page.keyboard.type(now)


def status(page: Page) -> Locator:
    return page.locator("#edit-status")


def test_a_new_users_path(page: Page, editing_server: Editing) -> None:
    page.goto(editing_server.address)
    page.get_by_role("button", name="A game of placing").click()
    expect(page.locator("#turn")).to_contain_text("Black to move")
    expect(page.locator(".lines .word").first).to_have_text("Game")  # it is coloured
    spot(page, "cells.1,1").click()
    expect(page.locator(".where")).to_have_text("1 of 1")

    write(page, "self.stone[cell] = self.turn", "self.stone[cel] = self.turn")
    expect(page.locator(".bubble")).to_contain_text("nothing is called cel")
    expect(page.locator(".bubble .caret")).to_have_text("^^^")
    expect(status(page)).to_contain_text("line 24")
    expect(page.locator(".where")).to_have_text("1 of 1")  # the last board stays
    write(page, "[cel]", "[cell]")
    expect(status(page)).to_have_text("✓ the rulebook reads")
    expect(page.locator(".bubble")).to_be_hidden()
    expect(page.locator(".where")).to_have_text("1 of 1")  # and its position is kept

    spot(page, "cells.0,0").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    page.locator("#edit-check").click()
    expect(page.locator("#edit-found tr.holds")).to_have_count(4, timeout=60_000)
    page.locator("#edit-found").get_by_role("button", name="both_have_won", exact=True).click()
    expect(page.locator("#rulebook-text")).to_be_focused()

    page.keyboard.press("Control+s")
    expect(page.locator("#edit-bar .name")).to_have_text(f"{editing_server.file} saved")
    assert editing_server.file.read_text(encoding="utf-8") == PLACING
    page.reload()
    expect(page.locator("#rulebook-text")).to_have_value(PLACING)
    expect(page.locator(".where")).to_have_text("2 of 2")


def test_keys_indent_and_escape_lets_the_keyboard_out(page: Page, editing_server: Editing) -> None:
    page.goto(editing_server.address)
    field = page.locator("#rulebook-text")
    field.focus()
    page.keyboard.type("class G(Game):\n'''G.'''\n\ndef setup(self):\nreturn 1\nx")
    expect(field).to_have_value(
        "class G(Game):\n    '''G.'''\n    \n    def setup(self):\n        return 1\n    x"
    )
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    expect(field).to_have_value(
        "class G(Game):\n    '''G.'''\n    \n    def setup(self):\n        return 1\nx   "
    )
    page.keyboard.press("Control+a")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".numbers")).to_have_text("1\n2\n3\n4\n5\n6", use_inner_text=True)
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(field).not_to_be_focused()


def test_a_file_that_changes_on_disk_is_not_overwritten_unasked(
    page: Page, editing_server: Editing
) -> None:
    file = editing_server.file
    file.write_bytes(PLACING.replace("\n", "\r\n").encode())
    page.goto(editing_server.address)
    expect(status(page)).to_have_text("✓ the rulebook reads")
    write(page, "place a stone", "put a stone")
    file.write_text("# another\n", encoding="utf-8")
    page.locator("#edit-save").click()
    expect(page.locator("#edit-offer")).to_contain_text("has changed on disk")
    assert file.read_text(encoding="utf-8") == "# another\n"
    page.locator("#edit-over").click()
    expect(page.locator("#edit-bar .name")).to_have_text(f"{editing_server.file} saved")
    assert "put a stone" in file.read_text(encoding="utf-8")
    file.write_text(PLACING, encoding="utf-8")  # nothing is unsaved: it is read again
    expect(page.locator("#rulebook-text")).to_have_value(PLACING)


@pytest.mark.parametrize("dark_when", [390, pytest.param(1440, marks=pytest.mark.slow)])
def test_axe_finds_nothing_in_the_editor(
    page: Page, editing_server: Editing, dark_when: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    editing_server.file.write_text(SMALL_RULEBOOK.replace("min(", "sum("), encoding="utf-8")
    page.goto(editing_server.address)
    expect(status(page)).to_have_text("✓ the rulebook reads")
    page.locator("#edit-lint").click()
    expect(page.locator("#edit-found #lint")).to_be_visible(timeout=60_000)
    write(page, "self.turn.next", "self.trun.next")
    expect(page.locator(".bubble")).to_be_visible()
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if width == dark_when else "light")
        assert axe.run(page).response["violations"] == []


def test_the_editor_is_not_loaded_without_its_address(page: Page, server: Running) -> None:
    loaded: list[str] = []
    page.on("request", lambda asked: loaded.append(asked.url))
    page.goto(f"{server.url}/?game={NIM}&hints=off#edit")
    expect(page.locator("#turn")).not_to_be_empty()
    assert not [url for url in loaded if "edit" in urlsplit(url).path or "text_area" in url]
    page.goto(f"{server.url}/?game={NIM}&hints=off#edit=wrong")
    page.reload()  # an address that differs behind the # only is not loaded anew
    expect(page.locator("#message")).to_contain_text("nothing is served at this address")


# The server


def post(server: Editing, name: str, **body: Any) -> tuple[int, Any]:
    """Send a request of the editor, with the secret."""
    headers = {"content_type": "application/json", "x_boardproof_secret": server.secret}
    code, told, _ = send(server, "POST", PATH + name, json.dumps(body).encode(), **headers)
    return code, json.loads(told)


def test_a_text_that_never_ends_or_takes_all_memory_is_told(editing_server: Editing) -> None:
    hanging = "import time\nwhile True:\n    time.sleep(60)\n"
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(post, editing_server, "describe", game="x.py", source=hanging)
        code, told = post(editing_server, "describe", game="x.py", source=PLACING)
        assert (code, told["sentence"]) == (200, "Three in a line win.")  # meanwhile
        eater = "rows = [bytearray(1 << 36)]\n"
        code, told = post(editing_server, "describe", game="x.py", source=eater)
        assert (code, "memory" in told["error"].lower()) == (400, True)
        code, told = waiting.result()
    assert (code, "does this rulebook loop for ever" in told["error"]) == (400, True)


def test_what_is_wrong_is_told_with_its_place_and_the_name_of_the_file(
    editing_server: Editing,
) -> None:
    wrong = PLACING.replace("self.turn.next", "self.trun.next")
    _, told = post(editing_server, "describe", game="mine.py", source=wrong)
    assert told["place"] == {"line": 25, "column": 21, "end": 30}
    assert told["error"].startswith("mine.py:25:21: ")
    moves = ["(0,0)", "(0,0)"]
    code, told = post(editing_server, "view", game="mine.py", source=PLACING, moves=moves)
    assert (code, told["made"]) == (409, 1)


def test_without_the_secret_nothing_is_run_and_nothing_written(
    editing_server: Editing, tmp_path: Path
) -> None:
    ran, secret = tmp_path / "ran", editing_server.secret
    source = f"open({str(ran)!r}, 'w').close()\n"
    body = json.dumps({"game": "x.py", "source": source}).encode()
    wrong = [{"x_boardproof_secret": one} for one in ("", "x", secret[:-1], secret + "x", "\xff")]
    elsewhere = [{"origin": "http://evil.example"}, {"host": "evil.example"}]
    for name in ENDPOINTS:
        for more in [{}, *wrong, *({"x_boardproof_secret": secret, **one} for one in elsewhere)]:
            headers = {"content_type": "application/json", **more}
            assert send(editing_server, "POST", PATH + name, body, **headers)[0] == 403, more
    assert not ran.exists()
    assert not editing_server.file.exists()
    post(editing_server, "describe", game="x.py", source=source)
    assert ran.exists()  # with the secret it is run: the test would see it


def test_every_address_is_described_and_answers_as_described(
    editing_server: Editing, server: Running
) -> None:
    described = json.loads(send(editing_server, "GET", "/api/schema")[1])
    plain = json.loads(send(server, "GET", "/api/schema")[1])
    assert set(described["paths"]) - set(plain["paths"]) == {PATH + name for name in ENDPOINTS}
    text = {"game": "mine.py", "source": PLACING}
    bodies: dict[str, dict[str, Any]] = {
        "open": {}, "disk": {}, "colours": {"source": PLACING}, "describe": text, "view": text,
        "save": text,
    }  # fmt: skip
    for name, body in bodies.items():
        operation = described["paths"][PATH + name]["post"]
        assert operation["security"] == [{"secret": []}]
        wrong = {**text, "moves": ["x"], "base": "x", "source": "class X(Game): pass"}
        for sent in (body, {key: wrong[key] for key in wrong if key in body or name == "view"}):
            code, told = post(editing_server, name, **sent)
            content = operation["responses"][str(code)]["content"]["application/json"]["schema"]
            validate(
                told, described["components"]["schemas"]["Refusal"] if code >= 400 else content
            )
        if body:
            reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            validate(body, described["components"]["schemas"][reference.rpartition("/")[2]])


def test_without_the_flag_there_is_no_endpoint_that_takes_a_text(server: Running) -> None:
    for name in ENDPOINTS:
        assert send(server, "POST", PATH + name, b"{}", content_type="application/json")[0] == 404
    for question in ("describe text", "view text"):
        body = json.dumps({"game": NIM, "question": question}).encode()
        answer = send(server, "POST", "/api/ask", body, content_type="application/json")
        assert (answer[0], "unknown question" in answer[1].decode()) == (400, True)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("serve --edit --host 0.0.0.0", "only this machine may reach it"),
        ("serve --edit --allow-host box", "only this machine may reach it"),
        ("serve --edit notes.txt", "notes.txt is not a Python file"),
        ("serve --edit nowhere/mine.py", "there is no folder nowhere"),
        (f"serve --edit {ROOT}/docs/pictures/page-check.png", "is not a Python file"),
    ],
)
def test_what_cannot_be_edited_is_told_in_one_line(
    line: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(line.split())
    told = capsys.readouterr().err
    assert left.value.code == 2
    assert message in told
    assert told.count("\n") == 1


def test_a_rulebook_without_a_file_is_saved_under_a_plain_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.py").write_text("# mine\n", encoding="utf-8")
    file = RulebookFile(None)
    for name in ("../out.py", "/tmp/out.py", "out.txt", ".py", "a b.py"):
        with pytest.raises(BadInput, match="name it like mygame"):
            file.save(Save(game=name, source=PLACING))
    assert "exists" in file.save(Save(game="there.py", source=PLACING))["error"]
    file.save(Save(game="mine.py", source=PLACING))
    assert (file.name, file.text()) == ("mine.py", PLACING)
    assert Path("there.py").read_text(encoding="utf-8") == "# mine\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py", "there.py"]


#: Small games, where a template has them: what lint looks at is the same.
SMALL: dict[str, dict[str, int]] = {
    "placing": {},
    "moving": {},
    "sowing": {"holes": 2, "seeds": 2},
    "puzzle": {"side": 4},
}


@pytest.mark.parametrize("name", OFFERED)
def test_a_template_is_clean(name: str) -> None:
    rules = load(str(TEMPLATES / f"{name}.py"), **SMALL[name])
    assert {one.severity for one in lint(rules).findings} <= {"note"}
    assert {one.verdict for one in check(rules, engine="reference")} == {"holds"}
