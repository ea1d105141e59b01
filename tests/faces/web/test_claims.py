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

    @step(player="players")
    def slow(self, before, player):
        return self.number(player) == before.number(player) or before.number(player) == 0

    late = implies("number(A) > 1", "turn == A")
    drawn = implies("draw", "number(A) == 1")
    few_in_words = always("number(player) < 2", player="players")
    every_game_ends = terminates()
    all_of_it = force("A", "number(A) == 4")
    kept = force("B", always("number(A) < 2"))
'''
WALK = '''"""To and fro."""

from boardproof.rules import *


class Walk(Game):
    """Walk on a row of three, away from its middle or back; at its end nobody may move."""

    def setup(self):
        self.players = Players("A")
        self.at = Count(0, 2, start=1)
        self.turn = Turn(self.players)

    @move
    def left(self):
        require(self.at == 1, "only from the middle")
        self.at = 0

    @move
    def back(self):
        require(self.at == 0, "only from the end")
        self.at = 1

    def result(self):
        return Win(self.turn) if self.at == 2 else None

    every_game_ends = terminates()
'''


def line_of(text: str) -> int:
    return RULEBOOK[: RULEBOOK.index(text)].count("\n") + 1


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return checked(tmp_path_factory.mktemp("claims") / "small.py", RULEBOOK)


def checked(file: Path, rulebook: str) -> dict[str, Any]:
    """Return the verdicts that the page is told, by name."""
    file.write_text(rulebook, encoding="utf-8")
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


def test_a_step_is_refuted_by_the_boards_before_and_after_a_move(
    verdicts: dict[str, Any],
) -> None:
    assert parts(verdicts["slow"]) == {
        "number(A) == before.number(A)": False, "before.number(A) == 0": False,
    }  # fmt: skip
    assert verdicts["slow"]["refuted"]["given"] == "player = A"
    assert verdicts["slow"]["line"] == line_of("def slow")


def test_what_cannot_be_forced_is_refuted_by_a_game_of_those_who_prevent_it(
    verdicts: dict[str, Any],
) -> None:
    assert len(verdicts["all_of_it"]["trace"]["moves"]) == 4
    assert parts(verdicts["all_of_it"]) == {"number(A) == 4": False}
    assert len(verdicts["kept"]["trace"]["moves"]) == 3
    assert parts(verdicts["kept"]) == {"number(A) < 2": False}
    grounds = {
        name: [one["text"] for one in verdicts[name]["refuted"]["grounds"]]
        for name in ("all_of_it", "kept")
    }
    assert grounds["all_of_it"][-1] == "B can prevent it, whatever A may do"
    assert grounds["kept"][-1] == "A can prevent it, whatever B may do"


def test_a_game_without_end_is_refuted_by_one_that_comes_round(tmp_path: Path) -> None:
    verdict = checked(tmp_path / "walk.py", WALK)["every_game_ends"]
    assert parts(verdict) == {"the game is over": False, "a move is legal": True}
    told = verdict["refuted"]["grounds"]
    line = WALK[: WALK.index("def result")].count("\n") + 1
    assert told[0] == {"text": "result is None", "rule": "result", "line": line}
    assert told[1]["text"] == "the last board is Board0 again: a game can go on so forever"


def test_what_every_game_claims_is_refuted_too(tmp_path: Path) -> None:
    stuck = WALK.replace("require(self.at == 0,", "require(self.at == 2,")
    found = checked(tmp_path / "stuck.py", stuck)
    for name in ("every_game_ends", "never_stuck"):
        assert parts(found[name]) == {"the game is over": False, "a move is legal": False}
        assert found[name]["trace"]["moves"] == ["left"]
    message = found["every_game_ends"]["message"]
    assert message == "1 position is not over and has no legal move"


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
