"""Verdicts on the page: a claim's text, its parts, what refutes it, and how far it is known."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from boardproof.faces.web.checking import check_game
from boardproof.faces.web.questions import PageQuestion
from boardproof.limits import memory_in_use

from .conftest import Running, opened

pytestmark = pytest.mark.xdist_group("web")

RULEBOOK = '''"""A game of two by two cells."""

from boardproof.rules import *


class Small(Game):
    """Mark all four cells."""

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(2, 2)
        self.mark = Map(self.cells, self.players | None)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def play(self, cell):
        require(self.mark[cell] is None, "taken")
        self.mark[cell] = self.turn
        self.turn = self.turn.next

    def result(self):
        return Draw() if all(self.mark[cell] is not None for cell in self.cells) else None

    def number(self, player):
        return sum(self.mark[cell] == player for cell in self.cells)

    @always(player="players")
    def few(self, player):
        return self.number(player) < 2 or self.mark[self.cells[0, 0]] is None

    @never
    def both(self):
        a, b = self.players
        return self.mark[self.cells[0, 0]] == a and self.mark[self.cells[1, 1]] == b

    @always
    def broken(self):
        return min(cell.row for cell in self.cells if self.mark[cell] is None) >= 0

    late = implies("number(A) > 1", "turn == A")
    drawn = implies("draw", "number(A) == 1")
    few_in_words = always("number(player) < 2", player="players")
    every_game_ends = terminates()
'''


def line_of(text: str) -> int:
    return RULEBOOK[: RULEBOOK.index(text)].count("\n") + 1


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("claims") / "small.py"
    file.write_text(RULEBOOK, encoding="utf-8")
    asked = {"game": str(file), "parameters": {}, "start": "", "moves": [], "at": None}
    told: list[Any] = []
    question = PageQuestion(
        {**asked, "text": "", "plies": None},
        lambda *_: None,
        memory_in_use() + (1 << 30),
        60.0,
        told.append,
    )
    found = check_game(question)["verdicts"]
    assert sorted(event["verdict"]["name"] for event in told) == sorted(
        one["name"] for one in found
    )
    return {one["name"]: one for one in found}


def parts(verdict: dict[str, Any]) -> dict[str, bool]:
    return {one["text"]: one["holds"] for one in verdict["refuted"]["parts"]}


def test_each_part_of_a_failing_claim_has_its_truth_at_the_last_board(
    verdicts: dict[str, Any],
) -> None:
    assert parts(verdicts["few"]) == {"number(A) < 2": False, "mark[(0,0)] is None": False}
    assert verdicts["few"]["refuted"]["given"] == "player = A"
    assert parts(verdicts["both"]) == {"mark[(0,0)] == A": True, "mark[(1,1)] == B": True}
    assert parts(verdicts["late"]) == {"number(A) > 1": True, "turn == A": False}
    assert parts(verdicts["drawn"]) == {"draw": True, "number(A) == 1": False}
    assert parts(verdicts["few_in_words"]) == {"number(A) < 2": False}


def test_what_refutes_a_claim_is_told_with_its_line(verdicts: dict[str, Any]) -> None:
    few = verdicts["few"]
    line = line_of("return self.number(player) < 2")
    assert few["refuted"]["grounds"][0] == {
        "text": "number(A) >= 2: 2 >= 2", "rule": "few", "line": line,
    }  # fmt: skip
    assert (few["line"], few["claim"].split("\n")[0]) == (line - 1, '@always(player="players")')
    late = verdicts["late"]
    assert (late["line"], late["claim"]) == (
        line_of("late ="), 'late = implies("number(A) > 1", "turn == A")',
    )  # fmt: skip


def test_one_property_that_goes_wrong_leaves_the_others_their_verdicts(
    verdicts: dict[str, Any],
) -> None:
    assert verdicts["broken"]["verdict"] == "unknown"
    assert "min() of an empty collection" in verdicts["broken"]["message"]
    decided = {name: one["verdict"] for name, one in verdicts.items() if name != "broken"}
    assert set(decided.values()) == {"holds", "fails"}
    assert decided["every_game_ends"] == "holds"


def test_a_verdict_says_how_far_it_holds_and_shows_its_claim(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "small.py"
    file.write_text(RULEBOOK.replace("min(", "sum("), encoding="utf-8")
    running = Running(str(file))
    try:
        opened(page, running, str(file), view="ask")
        page.locator("#check-plies").fill("1")
        page.locator("#ask-check").click()
        rows = page.locator(".verdicts tr")
        expect(rows.filter(has_text="few_in_words")).to_contain_text("✓ holds to depth 1")
        page.locator("#check-plies").fill("")
        page.locator("#ask-check").click()
        both = rows.filter(has=page.get_by_role("button", name="both", exact=True))
        expect(both.locator(".parts .true")).to_have_text(
            ["✓ mark[(0,0)] == A", "✓ mark[(1,1)] == B"]
        )
        both.locator(".claim .link").click()
        expect(page.locator("#rulebook .marked")).to_contain_text("def both(self):")
    finally:
        running.stop()


def test_nothing_that_was_shown_is_withdrawn_when_a_check_breaks_off(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", view="ask")
    verdict = {
        "name": "draw", "kind": "reachable", "verdict": "holds", "message": "in 16 positions",
        "trace": None, "line": None, "claim": "", "refuted": {}, "depth": None,
    }  # fmt: skip
    events = [("progress", {"ply": 1, "positions": 9, "verdict": verdict}),
              ("failed", {"error": "stopped: the worker was killed"})]  # fmt: skip
    body = "".join(f"event: {kind}\ndata: {json.dumps(data)}\n\n" for kind, data in events)

    def break_off(route: Route) -> None:
        route.fulfill(body=body, content_type="text/event-stream")

    page.route("**/api/ask", break_off)
    page.locator("#ask-check").click()
    expect(page.locator("#found .wrong")).to_contain_text("the worker was killed")
    expect(page.locator("#found tr.holds")).to_contain_text("in 16 positions")
