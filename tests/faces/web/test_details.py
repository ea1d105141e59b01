"""Details of the page: values on choices, letters on phones, records, sizes, words."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Running, opened, spot
from .raw_http import send

pytestmark = pytest.mark.xdist_group("web")

#: All that the page fetches before there is a game: more would be felt.
MOST_BYTES = 150_000


def in_module(page: Page, name: str, expression: str, value: Any = None) -> Any:
    """Evaluate an expression of a module of the page."""
    return page.evaluate(
        f"(value) => import('/static/{name}').then((module) => {expression})", value
    )


def test_choices_without_a_place_have_their_values_too(page: Page, server: Running) -> None:
    opened(page, server, "nim", hints="on")
    spot(page, "row.1").click()
    choice = page.locator("#choices button").first
    expect(choice.locator(".value")).to_have_count(1)
    expect(choice).to_have_attribute("aria-label", "1-1, loss in 12 moves")


def test_coordinates_are_legible_on_a_phone_and_small_boards_are_shown_larger(
    page: Page, server: Running
) -> None:
    high = "all => Math.min(...all.map((one) => one.getBoundingClientRect().height))"
    scale = "svg => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width"
    page.set_viewport_size({"width": 390, "height": 800})
    for game, size in (("kalah", ""), ("connect-four", "columns=9"), ("hex", "rows=9 columns=9")):
        opened(page, server, game, **{"with": size})
        assert page.locator("#board .coordinate").evaluate_all(high) >= 9, game
    page.set_viewport_size({"width": 1100, "height": 900})
    opened(page, server, "tic-tac-toe")
    assert page.locator("#board svg").evaluate(scale) > 1.5


def test_a_record_is_copied(page: Page, server: Running) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    opened(page, server, "tic-tac-toe", moves="(1,1) (0,0)")
    page.locator("#games-kept summary").click()
    page.get_by_role("button", name="Copy the record").click()
    expect(page.locator("#note")).to_have_text("copied")
    assert '"(0,0)"' in page.evaluate("navigator.clipboard.readText()")
    page.context.clear_permissions()


def test_a_review_by_estimates_says_so_and_numbers_have_their_plural(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe")
    guesses = [{"estimate": {"A": worth}} for worth in (0.5, 0.1, -0.5)]
    judged = "value.slice(1).map((after) => module.judge(value[0], after, 'A')?.words)"
    assert in_module(page, "record.js", judged, guesses) == [
        "mistake (estimate)", "blunder (estimate)",
    ]  # fmt: skip
    many = "[0, 1, 2000].map((number) => module.many(number, 'move'))"
    assert in_module(page, "messages.js", many) == ["0 moves", "1 move", "2,000 moves"]


def test_the_page_is_small(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe")
    paths = page.evaluate(
        """performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname)"""
    )
    fetched = {"/", *(path for path in paths if not path.startswith("/api/"))}
    assert {"/board.css", "/static/main.js", "/static/style.css"} <= fetched
    assert "/static/editor.js" not in fetched
    assert sum(len(send(server, "GET", path)[1]) for path in fetched) <= MOST_BYTES


def test_one_thinks_longer_on_request(page: Page, server: Running) -> None:
    asked: list[dict[str, Any]] = []

    def shorten(route: Route) -> None:
        body = json.loads(route.request.post_data or "")
        asked.append(body)
        route.continue_(post_data=json.dumps({**body, "seconds": 0.3, "patient": False}))

    page.route("**/api/ask", shorten)
    opened(page, server, "connect-four", hints="on")
    page.locator("#longer").click(timeout=20_000)
    expect(page.locator("#longer")).to_be_visible(timeout=20_000)
    first, longer = (body["seconds"] for body in asked[:2])
    assert longer > first


def test_a_move_after_undo_is_announced_in_place_of_the_other(page: Page, server: Running) -> None:
    opened(page, server, "connect-four", moves="3 3 2")
    page.get_by_role("button", name="undo").click()
    expect(page.locator(".where")).to_have_text("2 of 3")
    spot(page, "cells.0,6").click()
    log = page.locator("#log p")
    expect(log.last).to_contain_text("3. P0 plays 6")
    expect(log).to_have_count(3)


def test_enter_asks_and_keys_follow_the_eye(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", view="ask")
    page.locator("#sought").fill("A wins")
    page.locator("#sought").press("Enter")
    expect(page.locator("#found")).to_contain_text("626 found", timeout=20_000)
    opened(page, server, "tic-tac-toe", moves="(0,0)")
    page.locator("#games-kept summary").click()
    page.locator("#turn-board").click()
    spot(page, "cells.1,1").focus()
    before = spot(page, "cells.1,1").bounding_box()
    page.keyboard.press("ArrowRight")
    after = page.locator("[data-spot]:focus").bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] > before["x"]
    page.keyboard.press("?")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".where")).to_have_text("1 of 1")
