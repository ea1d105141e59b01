"""Motion: the changes of a move one after another, and computers that play at a pace."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Running, opened, spot

pytestmark = pytest.mark.xdist_group("web")


def test_a_move_of_many_changes_is_shown_change_by_change(page: Page, server: Running) -> None:
    page.emulate_media(reduced_motion="no-preference")
    opened(page, server, "kalah")
    page.evaluate(
        """() => { window.frames_seen = new Set(); new MutationObserver(() => {
        const svg = document.querySelector("#motion svg"); if (svg) frames_seen.add(svg.outerHTML);
        }).observe(document.getElementById("board"), {childList: true, subtree: true}); }"""
    )
    spot(page, "ring.South,1").click()
    expect(page.locator("#motion")).to_be_visible()
    expect(page.locator("#turn")).to_contain_text("North to move")
    expect(page.locator("#motion")).to_have_count(0)
    assert page.evaluate("frames_seen.size") >= 5
    page.locator("#moving").uncheck()
    spot(page, "ring.North,1").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    page.wait_for_timeout(400)
    assert page.locator("#motion").count() == 0


def test_a_piece_that_is_dropped_falls(page: Page, server: Running) -> None:
    page.emulate_media(reduced_motion="no-preference")
    opened(page, server, "connect-four")
    page.evaluate(
        """() => { window.falls = []; const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            falls.push([this.closest("[data-spot]").dataset.spot, frames[0].transform]);
            return animate.call(this, frames, how);
        }; }"""
    )
    spot(page, "cells.4,3").click()
    expect(page.locator(".where")).to_have_text("1 of 1")
    page.wait_for_function("falls.length")
    ((key, way),) = {tuple(one) for one in page.evaluate("falls")}
    assert key == "cells.0,3"
    assert way.startswith("translate(0px, -")  # from above


def test_nothing_moves_for_those_who_want_no_motion(page: Page, server: Running) -> None:
    opened(page, server, "kalah")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/ask") else None)
    spot(page, "ring.South,1").click()
    expect(page.locator(".where")).to_have_text("1 of 1")
    assert asked == []


def test_computers_play_at_a_pace_and_can_be_paused(page: Page, server: Running) -> None:
    large = {"with": "columns=16 rows=16 connect=16"}  # nobody wins, and nothing ends it soon
    opened(page, server, "connect-four", seats="P0=random P1=random", **large)
    page.locator("#pace").select_option("three seconds")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#thinking")).to_contain_text("is waiting")
    made = page.locator(".moves button").count()
    page.wait_for_timeout(300)
    assert page.locator(".moves button").count() == made
    page.get_by_role("button", name="let it continue").click()
    expect(page.locator("#pace")).to_have_value("3000")
