"""Variations: what was played before is kept when one tries again, with marks, in the record."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Running, opened, spot

pytestmark = pytest.mark.xdist_group("web")


def variations(page: Page) -> list[str]:
    """Return each variation with those below it, in one line."""
    return [" ".join(text.split()) for text in page.locator(".variations > li").all_inner_texts()]


def test_nothing_is_lost_by_undo_and_another_move(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", moves="(0,0) (0,1) (0,2)")
    page.get_by_role("button", name="undo", exact=True).click()
    expect(page.locator(".where")).to_have_text("2 of 3")
    spot(page, "cells.1,1").click()
    expect(page.locator(".where")).to_have_text("3 of 3")
    assert variations(page) == ["3. (0,2) ×"]
    page.locator(".moves button").first.click()
    spot(page, "cells.2,2").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    assert variations(page) == ["2. (0,1) (0,2) × 3. (1,1) ×"]
    page.reload()
    expect(page.locator(".variations > li")).to_have_count(1)
    assert variations(page) == ["2. (0,1) (0,2) × 3. (1,1) ×"]
    page.locator(".variations button", has_text="(1,1)").click()
    expect(page.locator(".where")).to_have_text("3 of 3")
    expect(page.locator(".moves button").last).to_have_text("A (1,1)")
    assert variations(page) == ["2. (2,2) ×", "3. (0,2) ×"]
    page.get_by_role("button", name="remove the variation 2. (2,2)").click()
    expect(page.locator(".variations > li")).to_have_count(1)
    spot(page, "cells.1,0").click()
    expect(page.locator(".where")).to_have_text("4 of 4")
    page.go_back()
    expect(page.locator(".where")).to_have_text("3 of 3")
    assert variations(page) == ["3. (0,2) ×", "4. (1,0) ×"]


def test_moves_are_marked_and_the_record_keeps_marks_and_variations(
    page: Page, server: Running
) -> None:
    opened(page, server, "connect-four", moves="3 3 2", line="1:4 4~!?")
    page.get_by_role("button", name="mark ?", exact=True).click()
    expect(page.locator(".moves b.given")).to_have_text(" ?")
    assert variations(page) == ["2. 4 4 !? ×"]
    page.locator("#games-kept summary").click()
    with page.expect_download() as saved:
        page.locator("#save-json").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    kept = json.loads(text)
    assert kept["marks"] == {"3": "?"}
    assert kept["variations"] == [{"after": 1, "moves": ["4", "4"], "marks": {"3": "!?"}}]
    opened(page, server, "tic-tac-toe")
    page.locator("#games-kept summary").click()
    page.locator("#record").fill(text)
    page.locator("#open-record").click()
    expect(page).to_have_title("connect-four · boardproof")
    expect(page.locator(".moves b.given")).to_have_text(" ?")
    assert variations(page) == ["2. 4 4 !? ×"]
    page.get_by_role("button", name="mark ?", exact=True).click()
    expect(page.locator(".moves b.given")).to_have_count(0)
    page.locator("#record").fill('{"game": "connect-four", "moves": ["3"], "marks": {"1": "x"}}')
    page.locator("#open-record").click()
    expect(page.locator("#message")).to_contain_text("'x' is not a mark")


def test_one_tries_again_where_a_review_found_a_mistake(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", moves="(1,1) (0,1) (0,0)")
    page.locator("#games-kept summary").click()
    page.locator("#ask-review").click()
    page.get_by_role("button", name="try again before move 2").click()
    expect(page.locator(".where")).to_have_text("1 of 3")
    spot(page, "cells.2,2").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    assert variations(page) == ["2. (0,1) ? (0,0) ×"]
