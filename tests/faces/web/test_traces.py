"""Traces and questions: any value on every board, a click that selects, graphs that say more."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Running, opened
from .raw_http import ask, post

pytestmark = pytest.mark.xdist_group("web")

LINE = "(0,0) (1,1) (2,2)"
EMPTY = "{c for c in cells if mark[c] is None}"


def test_a_click_selects_a_board_and_a_button_plays_on(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", moves=LINE, view="trace")
    page.locator("#Board1 .fork").click()
    expect(page.locator("#Board1")).to_have_attribute("aria-current", "step")
    expect(page.locator(".which")).to_have_text("Board 1 of 3")
    page.get_by_role("button", name="continue from Board1", exact=True).click()
    expect(page.locator(".where")).to_have_text("1 of 1")
    expect(page.locator("#view-play")).to_have_attribute("aria-current", "page")


def test_any_expression_is_evaluated_on_every_board_and_a_set_is_lit(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", moves=LINE, view="trace")
    for text in ("turn", f"len({EMPTY})", EMPTY):
        page.locator("#ask").fill(text)
        page.get_by_role("button", name="Ask", exact=True).click()
        expect(page.locator(".strips th").last).to_contain_text(text)
    expect(page.locator("#ask")).to_have_value("")
    rows = page.locator(".strips tr")
    expect(rows.nth(0).locator(".cell")).to_have_text(["A", "B", "A", "B"])
    expect(rows.nth(1).locator(".cell")).to_have_text(["9", "8", "7", "6"])
    expect(page.locator("#Board3 .lit")).to_have_count(6)


def test_the_stepper_stays_in_sight_on_a_phone(page: Page, server: Running) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, server, "tic-tac-toe", moves=LINE, view="trace")
    for top in (0, 600):
        page.evaluate(f"scrollTo(0, {top})")
        expect(page.locator(".along")).to_be_in_viewport()


def test_the_graph_shows_values_and_how_much_it_leaves_out(server: Running) -> None:
    drawn = ask(server, game="tic-tac-toe", question="graph", moves=LINE.split())[-1][1]["answer"]
    assert 'class="edge-label draw"' in drawn["svg"]
    assert drawn["first"] == "A"
    large = ask(server, game="connect-four", question="graph", depth=3)[-1][1]["answer"]["svg"]
    assert "48 positions are shown; " in large
    assert large.count('class="edge-label guess"') == large.count('data-position="') == 48


def test_values_are_sent_with_the_places_they_name(server: Running) -> None:
    asked = {"game": "tic-tac-toe", "moves": ["(0,0)"], "asks": [EMPTY, "turn", "full"]}
    told = post(server, "/api/view", asked)[1]["truths"]
    assert told["turn"] == [{"text": "A", "spots": []}, {"text": "B", "spots": []}]
    assert len(told[EMPTY][1]["spots"]) == 8
    assert told["full"] == [False, False]


def test_making_machine_code_is_a_phase_with_a_name(server: Running) -> None:
    events = ask(
        server, game="connect-four", parameters={"columns": 4, "rows": 3}, question="count"
    )
    phases = [told["phase"] for _, told in events if "phase" in told]
    assert any("engine)" in phase for phase in phases)


def test_the_phases_of_a_question_are_shown_and_a_large_graph_says_what_it_leaves_out(
    page: Page, server: Running
) -> None:
    opened(page, server, "connect-four", **{"with": "columns=4 rows=3"}, view="explore")
    page.evaluate(
        """() => { window.said = []; const box = document.getElementById("found");
        new MutationObserver(() => said.push(box.textContent))
          .observe(box, {childList: true, subtree: true, characterData: true}); }"""
    )
    page.locator("#ask-count").click()
    expect(page.locator("#counted")).to_contain_text("positions", timeout=60_000)
    assert any("engine)" in text for text in page.evaluate("said"))
    opened(page, server, "tic-tac-toe", view="explore")
    page.locator("#depth").fill("3")
    page.locator("#ask-graph").click()
    expect(page.locator("#found svg")).to_contain_text("48 positions are shown; ", timeout=60_000)
    expect(page.locator("#found [data-position] > .edge-label")).to_have_count(48)


def test_a_verdict_shows_the_text_of_its_claim(page: Page, server: Running) -> None:
    small = "columns=3 rows=3 connect=3"
    opened(page, server, "connect-four", **{"with": small}, view="ask")
    page.locator("#check-plies").fill("1")
    page.locator("#ask-check").click()
    claim = page.locator(".claim").first
    claim.locator("summary").click(timeout=60_000)
    expect(claim.locator("pre")).to_contain_text("def ")
