"""Games as people keep them: reviewed, taken along, brought back, turned round."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Running, opened, spot

pytestmark = pytest.mark.xdist_group("web")

#: B's answer in a corner to A's centre keeps the draw; (0,1) gives it away.
LINE = "(1,1) (0,1) (0,0)"


def test_a_review_marks_what_was_given_away_and_one_tries_again(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", moves=LINE)
    page.locator("#games-kept summary").click()
    page.locator("#ask-review").click()
    expect(page.locator("ul.given li")).to_have_count(1, timeout=60_000)
    expect(page.locator("ul.given")).to_contain_text("2. B (0,1) ? mistake (proved)")
    expect(page.locator(".moves b.given")).to_have_text(" ?")
    page.get_by_role("button", name="try again before move 2").click()
    expect(page.locator(".where")).to_have_text("1 of 3")


def test_a_record_is_saved_and_read_back(page: Page, server: Running, tmp_path: Path) -> None:
    opened(page, server, "kalah", **{"with": "holes=3"}, moves="3 1")
    page.locator("#games-kept summary").click()
    with page.expect_download() as saved:
        page.locator("#save-json").click()
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    assert json.loads(text) == {"game": "kalah", "parameters": {"holes": 3}, "moves": ["3", "1"]}
    for kind, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as saved:
            page.locator(f"#save-{kind}").click()
        assert Path(saved.value.path()).read_bytes().startswith(begins)
    opened(page, server, "tic-tac-toe")
    page.locator("#games-kept summary").click()
    page.locator("#record").fill(text)
    page.locator("#open-record").click()
    expect(page).to_have_title("kalah holes=3 · boardproof")
    expect(page.locator(".where")).to_have_text("2 of 2")
    page.locator("#record").fill("1 2")
    page.locator("#open-record").click()
    expect(page.locator(".moves button")).to_have_count(2)
    page.locator("#record").fill('{"moves": 3}')
    page.locator("#open-record").click()
    expect(page.locator("#message")).to_contain_text("this is not a record")
    before, after = "ring.South,1", "ring.South,3"
    assert middle(page, before) < middle(page, after)
    page.locator("#turn-board").click()
    expect(page.locator("#board")).to_have_class("turned")
    assert middle(page, before) > middle(page, after)
    page.locator("#game").select_option("tic-tac-toe")
    expect(page).to_have_title("tic-tac-toe · boardproof")
    expect(page.locator("#board")).not_to_have_class("turned")


def middle(page: Page, key: str) -> float:
    """Return where the middle of a place is, across the page."""
    box = spot(page, key).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2


def test_a_record_has_the_result_of_its_game_wherever_one_looks(
    page: Page, server: Running
) -> None:
    won = "(0,0) (1,0) (0,1) (1,1) (0,2)"
    opened(page, server, "tic-tac-toe", moves=won, at="2")
    page.locator("#games-kept summary").click()
    with page.expect_download() as saved:
        page.locator("#save-json").click()
    kept = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert (kept["moves"], kept["result"]) == (won.split(), "A wins")


@pytest.mark.parametrize("text", ['["(0,0)", "(1,1)"]', "1. (0,0) 2. (1,1)", "(0,0) (1,1)"])
def test_a_list_of_moves_is_read_as_people_write_it(page: Page, server: Running, text: str) -> None:
    opened(page, server, "tic-tac-toe")
    page.locator("#games-kept summary").click()
    page.locator("#record").fill(text)
    page.locator("#open-record").click()
    expect(page.locator(".where")).to_have_text("2 of 2")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "'nonsense' is not a move"),
        ('{"variations": 3}', "variations must be a list"),
        ('{"moves": [1]}', "moves must be a list of names"),
    ],
)
def test_what_is_no_record_is_told_and_the_game_stays(
    page: Page, server: Running, text: str, told: str
) -> None:
    opened(page, server, "tic-tac-toe", moves="(0,0) (1,1) (2,2)")
    page.locator("#games-kept summary").click()
    page.locator("#record").fill(text)
    page.locator("#open-record").click()
    expect(page.locator("#message")).to_contain_text(told)
    expect(page.locator(".where")).to_have_text("3 of 3")
