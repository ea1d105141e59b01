"""Input that cannot go wrong, and analysis that always answers, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from ...engines.variants import few_or_many
from .conftest import Running, opened, spot

pytestmark = pytest.mark.xdist_group("web")


def moves_made(page: Page) -> int:
    return page.locator(".moves button").count()


@few_or_many("number", 8, 50)
def test_double_clicks_never_play_the_opponents_move(
    page: Page, server: Running, number: int
) -> None:
    opened(page, server, "connect-four", **{"with": "columns=7 rows=16 connect=8"})
    for made in range(1, number + 1):
        spot(page, f"cells.0,{made % 7}").dblclick(delay=5)
        expect(page.locator(".where")).to_have_text(f"{made} of {made}")
    page.wait_for_timeout(100)
    assert moves_made(page) == number


@few_or_many("number", 8, 50)
def test_held_enters_play_one_move_each(page: Page, server: Running, number: int) -> None:
    opened(page, server, "connect-four", **{"with": "columns=7 rows=16 connect=8"})
    for made in range(1, number + 1):
        spot(page, f"cells.0,{made % 7}").focus()
        for _ in range(4):  # the first is a press, the others are the keyboard's repetition
            page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(page.locator(".where")).to_have_text(f"{made} of {made}")
    assert moves_made(page) == number


def test_fast_clicks_on_a_place_play_one_move(page: Page, server: Running) -> None:
    opened(page, server, "connect-four")
    page.evaluate(  # at once, before the answer, and as soon as the board has changed
        """() => { const click = () => document.querySelector('[data-spot="cells.0,3"]')
          .dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1}));
        click(); click(); setTimeout(click, 5);
        new MutationObserver((_, it) => { it.disconnect(); click(); })
          .observe(document.getElementById("board"), {childList: true}); }"""
    )
    expect(page.locator(".where")).to_have_text("1 of 1")
    page.wait_for_timeout(300)
    assert moves_made(page) == 1


def test_two_fast_clicks_on_different_places_play_one_move(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe")
    page.evaluate(  # the second is meant for the board before: it comes as soon as that has changed
        """() => { const click = (key) => document.querySelector(`[data-spot="${key}"]`)
          .dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1}));
        const late = () => setTimeout(() => click("cells.2,2"), 60);
        new MutationObserver((_, it) => { it.disconnect(); late(); })
          .observe(document.getElementById("board"), {childList: true});
        click("cells.0,0"); click("cells.1,1"); }"""
    )
    expect(page.locator(".where")).to_have_text("1 of 1")
    spot(page, "cells.0,2").click()  # and after a moment the other player may move
    expect(page.locator(".where")).to_have_text("2 of 2")
    assert page.locator(".moves").inner_text().split() == ["A", "(0,0)", "B", "(0,2)"]


#: All stones are placed, and White is to move one along a line.
MORRIS = {"moves": "(0,2) (0,1) (1,1) (0,0) (2,1) (2,2)"}


def test_a_from_to_move_shows_sources_then_targets_and_can_be_taken_back(
    page: Page, server: Running
) -> None:
    opened(page, server, "three-mens-morris", **MORRIS)
    assert page.locator(".spot.goal").count() == 0
    sources = page.locator(".spot.open")
    first, second = (sources.nth(at).get_attribute("data-spot") or "" for at in (0, 1))
    spot(page, first).click()
    expect(spot(page, first)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".spot.goal")).not_to_have_count(0)
    spot(page, second).click()
    expect(page.locator(".spot.chosen")).to_have_attribute("data-spot", second)
    page.keyboard.press("Escape")
    expect(page.locator(".spot.chosen")).to_have_count(0)
    spot(page, first).click()
    page.wait_for_timeout(600)  # not a double click
    spot(page, first).click()
    expect(page.locator(".spot.chosen")).to_have_count(0)
    expect(page.locator(".where")).to_have_text("6 of 6")


def test_a_move_can_be_dragged(page: Page, server: Running) -> None:
    opened(page, server, "three-mens-morris", **MORRIS)
    first = page.locator(".spot.open").first.get_attribute("data-spot") or ""
    spot(page, first).click()
    target = page.locator(".spot.goal").first.get_attribute("data-spot") or ""
    page.keyboard.press("Escape")
    spot(page, first).drag_to(spot(page, target))
    expect(page.locator(".where")).to_have_text("7 of 7")


def test_values_that_arrive_leave_a_half_made_move_and_what_is_typed(
    page: Page, server: Running
) -> None:
    opened(page, server, "three-mens-morris", hints="on", **MORRIS)
    first = page.locator(".spot.open").first.get_attribute("data-spot") or ""
    spot(page, first).click()
    page.locator("#position").fill("half a pos")
    seat = "document.querySelector('select[name^=seat]')"  # within the panel that is patched
    kept = f"[{seat} === window.held, scrollY]"
    page.evaluate(f"window.held = {seat}; scrollTo(0, 40)")
    before = page.evaluate(kept)
    expect(page.locator("#worth")).to_contain_text("perfect play", timeout=60_000)
    expect(page.locator(".arrow")).not_to_have_count(0)
    expect(page.locator(".arrow").first).to_be_hidden()  # another piece may be the best one's
    expect(page.locator("#board .value")).to_have_count(page.locator(".spot.goal").count())
    expect(page.locator(".spot.chosen")).to_have_attribute("data-spot", first)
    expect(page.locator("#position")).to_have_value("half a pos")
    expect(page.locator("#position")).to_be_focused()
    assert page.evaluate(kept) == before == [True, 40]  # an open select stays open
    page.keyboard.press("Escape")
    expect(page.locator(".arrow").first).to_be_visible()


def test_undo_against_a_computer_leads_to_the_persons_turn(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", seats="B=random")
    spot(page, "cells.1,1").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    page.get_by_role("button", name="undo").click()
    expect(page.locator(".where")).to_have_text("0 of 2")
    expect(page.locator("#turn")).to_contain_text("A to move")


def test_every_move_is_announced_in_words_and_marked_on_the_board(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", seats="A=random B=random")
    expect(page.locator("#turn")).to_have_class("over", timeout=60_000)
    made = moves_made(page)
    log = page.locator("#log p")
    expect(log).to_have_count(made)
    for at, text in enumerate(page.locator(".moves button").all_inner_texts(), 1):
        player, name = text.split()
        assert f"{at}. {player} plays {name}" in log.nth(at - 1).inner_text()
    expect(page.locator("#board :is(.ring, .reason)")).not_to_have_count(0)


def test_a_large_game_is_analysed_at_once_and_every_number_says_what_it_is(
    page: Page, server: Running
) -> None:
    opened(page, server, "connect-four", hints="on")
    expect(page.locator("#worth")).to_contain_text("estimate")
    expect(page.locator(".kind")).to_contain_text("to depth")
    expect(page.locator(".evaluation")).to_have_attribute("aria-label", re.compile("estimate"))
    expect(page.locator(".value.guess")).not_to_have_count(0)
    line = page.locator(".best-line button")
    first = line.first.inner_text()
    line.first.click()
    expect(page.locator(".moves button")).to_have_text([f"P0 {first}"])


#: A game of Connect Four 7×6 of 38 of its 42 moves.
LATE = "2 3 0 2 4 4 4 1 0 4 6 0 6 5 3 6 4 1 6 6 1 2 5 4 3 1 1 0 5 1 0 5 0 2 2 6 2 5"


def test_what_is_left_of_a_large_game_is_proved_and_kept_for_the_next_position(
    page: Page, server: Running
) -> None:
    opened(page, server, "connect-four", hints="on", moves=LATE)
    expect(page.locator(".kind")).to_have_text("proved")
    expect(page.locator(".worths tr")).to_have_text(
        ["3win in 1 move (proved) ★ best", "5loss in 2 moves (proved)"]
    )
    spot(page, "cells.5,5").click()
    expect(page.locator(".where")).to_have_text("39 of 39")
    expect(page.locator("#worth")).to_have_text("P1 wins in 1 move with perfect play")
    expect(page.locator(".known .far")).to_contain_text("looked up")


def test_only_what_can_be_played_reads_as_playable(page: Page, server: Running) -> None:
    opened(page, server, "kalah")
    cursor = "one => getComputedStyle(one).cursor"
    for key, mine in (("ring.South,1", True), ("ring.North,1", False), ("ring.South,0", False)):
        place = spot(page, key)
        assert ("can be played" in (place.get_attribute("aria-label") or "")) == mine
        assert place.evaluate(cursor) == ("pointer" if mine else "default")


def test_a_piece_is_dragged_with_a_finger(page: Page, server: Running) -> None:
    assert page.context.browser is not None
    phone = page.context.browser.new_context(
        viewport={"width": 390, "height": 740}, is_mobile=True, has_touch=True
    )
    touched = phone.new_page()
    opened(touched, server, "hexapawn")
    finger = phone.new_cdp_session(touched)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    boxes = [spot(touched, key).bounding_box() for key in ("cells.0,1", "cells.1,1")]
    start, end = (
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box
    )
    touch("touchStart", start)
    for part in range(1, 9):
        touch("touchMove", (end[0], start[1] + (end[1] - start[1]) * part / 8))
    touch("touchEnd")
    expect(touched.locator(".where")).to_have_text("1 of 1")
    phone.close()
