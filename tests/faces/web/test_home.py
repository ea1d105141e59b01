"""The first minute: a card for each game, and help."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from boardproof.reading.loader import game_names

from .conftest import NIM, Running, opened
from .raw_http import send

pytestmark = pytest.mark.xdist_group("web")


def test_the_start_page_has_a_card_for_each_game(page: Page, server: Running) -> None:
    page.goto(server.url)
    cards = page.locator(".card")
    expect(cards).to_have_count(len(game_names()) + 1)
    assert cards.first.inner_text().split()[0] == NIM  # a file of one's own, then the quick ones
    expect(cards.nth(1)).to_contain_text(re.compile("analysed to the end at once|solved here"))
    card = cards.filter(has_text="tic-tac-toe").first
    expect(card).to_contain_text("N in a line on an N×N board.")
    expect(card).to_contain_text(re.compile("5,478 positions, (analysed to the end|solved here)"))
    expect(cards.filter(has_text="connect-four").first).to_contain_text("4,531,985,219,092")
    card.get_by_role("link").click()
    expect(page).to_have_title("tic-tac-toe · boardproof")
    expect(page.locator("#worth")).to_contain_text("draw in 9 moves", timeout=60_000)
    page.get_by_role("link", name="boardproof").click()
    expect(card).to_contain_text(re.compile(r"5,478 positions, solved here in [\d.]+ s"))


def test_a_cards_picture_is_the_board_a_game_starts_with(server: Running) -> None:
    status, body, headers = send(server, "GET", "/api/picture?game=kalah")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert body.startswith(b"<svg")
    assert send(server, "GET", "/api/picture?game=../x")[0] == 404


def test_the_rules_of_every_shipped_game_are_told_in_words(server: Running) -> None:
    listed = json.loads(send(server, "GET", "/api/games")[1])["games"]
    rules = {one["game"]: one["rules"].split("\n\n") for one in listed if not one["file"]}
    assert set(rules) == set(game_names())
    short = {game for game, (_, *more) in rules.items() if len(" ".join(more).split()) < 30}
    assert short == set()


def test_help_has_the_rules_the_rulebook_and_the_keys(page: Page, server: Running) -> None:
    opened(page, server, "kalah")
    page.keyboard.press("?")
    box = page.locator("#help")
    expect(box).to_contain_text("whoever has more in the pot at the end wins")
    expect(box).to_contain_text("take back what was chosen of a move")
    page.locator("#read-rulebook").click()
    expect(box.locator("pre")).to_contain_text("class Kalah(Game):")
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    page.locator("#open-help").click()
    page.locator("#close-help").click()
    expect(box).to_be_hidden()


def test_home_and_end_lead_to_the_first_and_the_last_position(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", moves="(0,0) (1,1) (2,2)")
    page.keyboard.press("Home")
    expect(page.locator(".where")).to_have_text("0 of 3")
    page.keyboard.press("End")
    expect(page.locator(".where")).to_have_text("3 of 3")
