"""Steps on the page: along a trace, back and forward in the browser, players in turn, its looks."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from .conftest import Running, opened, spot

pytestmark = pytest.mark.xdist_group("web")


def at(page: Page, made: int, of: int) -> None:
    expect(page.locator(".where")).to_have_text(f"{made} of {of}")


def looked_at(page: Page, board: int) -> None:
    expect(page.locator(f"#Board{board}")).to_have_attribute("aria-current", "step")


def ask_every_board(page: Page, question: str) -> None:
    page.locator("#ask").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()


# Traces


def test_a_trace_is_stepped_with_keys_and_buttons_and_asked(page: Page, server: Running) -> None:
    opened(page, server, "connect-four", moves="3 3 2 2 4 4 1", view="trace")
    expect(page.locator("figcaption")).to_have_text(
        ["Board0"] + [f"Board{n}: after P{(n - 1) % 2} {m}" for n, m in enumerate("3322441", 1)]
    )
    expect(page.locator("#Board7 .reason")).to_have_count(4)
    expect(page.locator("#turn .dot")).to_have_class("dot red")
    page.evaluate("document.getElementById('Board0').dataset.kept = 'yes'")
    for key, board in (("Left", 6), ("Up", 5), ("Up", 4), ("Down", 5), ("Right", 6), ("Left", 5)):
        page.keyboard.press(f"Arrow{key}")
        looked_at(page, board)
    page.get_by_role("button", name="previous board").click()
    looked_at(page, 4)
    page.locator("#Board5 figcaption button").click()
    looked_at(page, 5)
    expect(page.locator("#Board0")).to_have_attribute("data-kept", "yes")  # no board is drawn anew
    name = page.locator("#Board5 figcaption button").bounding_box()
    assert name
    assert name["height"] >= 24
    ask_every_board(page, "winning(P0)")
    expect(page.locator(".strip .cell.true")).to_have_count(1)
    expect(page.locator(".strip .cell")).to_have_count(8)
    ask_every_board(page, "turn == P1 or not P0 wins")
    expect(page.locator(".strip .cell.true")).to_have_count(1 + 8)
    ask_every_board(page, "__import__('os').getcwd()")
    expect(page.locator("#ask-wrong")).to_contain_text("rules cannot call __import__")
    expect(page.locator("#ask-wrong")).to_be_in_viewport()
    page.get_by_role("button", name="In rows").click()
    expect(page.locator("#trace")).to_have_class("rows")
    page.locator("#view-trace").focus()
    tops = page.locator("figure").evaluate_all("all => all.map((one) => one.offsetTop)")
    page.keyboard.press("ArrowUp")
    looked_at(page, 5 - tops.count(tops[5]))


def test_a_button_below_a_board_of_a_trace_plays_on_from_there(page: Page, server: Running) -> None:
    opened(page, server, "connect-four", moves="3 3 2 2 4", view="trace")
    expect(page.locator("#board [aria-hidden]")).to_have_count(0)
    board = page.get_by_role("button", name="Board 3 of 5, after P0: drop 2")
    expect(board).to_have_accessible_description(re.compile(r"board: .*; turn: P1"))
    further = page.get_by_role("button", name="continue from Board3", exact=True)
    expect(further).to_be_hidden()
    board.hover()
    expect(further).to_be_visible()
    further.click()
    at(page, 3, 3)
    expect(page.locator("#turn")).to_contain_text("P1 to move")
    expect(page.locator("#note")).to_have_text("continued from Board3; Back returns to the trace")
    spot(page, "cells.0,3").click()
    at(page, 4, 4)
    page.go_back()
    page.go_back()
    looked_at(page, 5)
    page.locator("#Board2 .fork").focus()
    page.keyboard.press("ArrowLeft")
    focused = page.locator("#Board4 .fork")
    expect(focused).to_be_focused()
    expect(focused).to_have_css("outline-style", "solid")
    page.keyboard.press("Space")
    looked_at(page, 4)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="continue from Board4", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    at(page, 4, 4)


def test_a_trace_says_what_it_is_about_and_what_is_wrong(page: Page, server: Running) -> None:
    start = "board=..../.0../.... turn=P1"
    small = {
        "with": "columns=4 rows=3",
        "start": start,
        "view": "trace",
        "about": "a floating disc",
    }
    opened(page, server, "connect-four", **small)
    expect(page.locator("#about")).to_have_text("a floating disc")
    expect(page.locator("#panel .defects")).to_contain_text("floating (1,1)")
    page.locator("#fork").click()
    expect(page.locator("#new-game")).to_be_visible()
    assert "about" not in parse_qs(urlsplit(page.url).query)


# Back and Forward


def test_back_and_forward_lead_along_moves_and_games(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe")
    for made, key in enumerate(("cells.0,0", "cells.1,1", "cells.2,2"), 1):
        spot(page, key).click()
        at(page, made, made)
    page.get_by_role("button", name="undo").click()
    at(page, 2, 3)
    page.go_back()
    at(page, 2, 2)
    page.go_back()
    at(page, 1, 1)
    page.go_forward()
    at(page, 2, 2)
    expect(spot(page, "cells.1,1")).to_have_attribute("aria-label", "row 1, column 1, B")
    page.locator("#new-game").click()
    left_and_back(page)
    page.locator("input[name=size]").fill("4")
    page.keyboard.press("Enter")
    left_and_back(page)
    page.locator("#game").select_option("kalah")
    left_and_back(page)


def left_and_back(page: Page) -> None:
    expect(page.locator("#note")).to_have_text("new game; Back returns to the previous one")
    at(page, 0, 0)
    page.go_back()
    at(page, 2, 2)
    expect(page).to_have_title("tic-tac-toe · boardproof")


def test_back_leads_past_a_computers_answer(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", seats="B=random")
    spot(page, "cells.1,1").click()
    at(page, 2, 2)
    page.go_back()
    at(page, 0, 0)
    page.go_forward()
    at(page, 2, 2)


# Players


def test_a_computer_waits_where_a_move_of_its_was_taken_back(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", seats="B=perfect", moves="(1,1) (0,0)", at="77")
    at(page, 2, 2)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#thinking")).to_contain_text("B is waiting: move in its place")
    page.get_by_role("button", name="let it continue").click()
    at(page, 2, 2)
    expect(page.locator("#turn")).to_contain_text("A to move")


def test_any_players_word_can_be_seated(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", seats="B=mcts:time=5")
    seat = page.locator("[name=seat-B]")
    expect(seat).to_have_value("mcts:time=5")
    seat.select_option("another…")
    seat.fill("smart: deep")
    seat.press("Enter")
    expect(page.locator("#message")).to_contain_text("'smart: deep' is not a player")
    seat.fill("smart:depth=6,time=2")
    seat.press("Enter")
    expect(page.locator("select[name=seat-B]")).to_have_value("smart:depth=6,time=2")
    assert parse_qs(urlsplit(page.url).query)["seats"] == ["B=smart:depth=6,time=2"]
    page.reload()
    expect(seat).to_have_value("smart:depth=6,time=2")


def test_in_place_of_a_player_that_fails_or_is_stopped_one_may_move(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", seats="A=nobody B=mcts:time=60")
    expect(page.locator("#message")).to_contain_text("A (nobody): no player is called 'nobody'")
    expect(page.locator("#thinking")).to_contain_text("A is waiting: move in its place")
    spot(page, "cells.1,1").click()
    expect(page.locator("#thinking")).to_contain_text("B (mcts:time=60) is thinking")
    expect(page.locator("#message")).to_be_empty()
    spot(page, "cells.0,0").click()
    expect(page.locator("#message")).to_have_text("B is choosing a move")
    page.get_by_role("button", name="Pause").click()
    spot(page, "cells.0,0").click()
    at(page, 2, 2)
    expect(page.locator("#thinking")).to_contain_text("A is waiting")


# Looks


def test_the_board_stays_in_sight_beside_a_long_panel(page: Page, server: Running) -> None:
    page.set_viewport_size({"width": 1100, "height": 640})
    opened(page, server, "territory")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 100
    expect(page.locator("#board svg")).to_be_in_viewport(ratio=0.99)


def test_the_page_fits_a_phone(page: Page, server: Running) -> None:
    page.set_viewport_size({"width": 360, "height": 700})
    wide = "document.documentElement.scrollWidth"
    for game, more in (
        ("connect-four", {"with": "players=3", "seats": "P2=smart:depth=6,time=2"}),
        ("kalah", {"view": "trace", "moves": "3 6 2"}),
        ("territory", {"view": "ask"}),
        ("tic-tac-toe", {"view": "explore", "moves": "(0,0) (1,1)"}),
    ):
        opened(page, server, game, **more)
        assert page.evaluate(wide) <= 360, game
    page.locator("#depth").fill("1")
    page.locator("#ask-graph").click()
    expect(page.locator(".graph .root")).to_be_in_viewport(ratio=0.99)
    node = page.locator(".graph [data-position]").first.bounding_box()
    assert node
    assert node["width"] > 70
    assert page.evaluate(wide) <= 360


def test_two_readings_are_compared(page: Page, server: Running) -> None:
    opened(page, server, "territory", view="ask")
    page.locator("#other").select_option("capture=takes")
    page.locator("#ask-same").click()
    expect(page.locator("#answer")).to_contain_text("not the same game")
    page.get_by_role("button", name="Show it under capture=takes").click()
    expect(page.locator(".trace-board").last).to_have_attribute("aria-current", "step")
    expect(page).to_have_title("territory capture=takes · boardproof")
