"""Details of the page: values on choices, letters on phones, records, sizes, words."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

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
