"""The page for everybody: no violation that axe knows of, forced colours, every move in words."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from .conftest import Running, opened

pytestmark = pytest.mark.xdist_group("web")

LINE = "(1,1) (0,1) (0,0)"
#: What is looked at: the address, what is clicked there in turn, and what is waited for.
SIGHTS: dict[str, tuple[dict[str, str], list[str], str]] = {
    "start page": ({}, [], ".card img"),
    "a game analysed": (
        {"game": "tic-tac-toe", "moves": LINE, "line": "1:(2,2) (0,0)~?", "hints": "on"},
        ["#games-kept summary"],
        ".value.best",
    ),
    "a game won": (
        {"game": "tic-tac-toe", "moves": "(0,0) (1,0) (0,1) (1,1) (0,2)"},
        [],
        ".reason",
    ),
    "a move half made": ({"game": "hexapawn"}, ['[data-spot="cells.0,0"]'], ".spot.goal"),
    "counters and flags": ({"game": "six-mens-morris", "moves": "place(o7)"}, [], ".lamp"),
    "pits": ({"game": "kalah", "seats": "North=random"}, [], ".pit"),
    "a position that is wrong": (
        {"game": "tic-tac-toe", "start": "mark=AAA/A../... turn=A"},
        [],
        ".defects",
    ),
    "a trace": (
        {"game": "kalah", "moves": "3 6", "view": "trace", "ask": "turn"},
        ["#unfold"],
        "#steps figure",
    ),
    "neighbours": (
        {"game": "tic-tac-toe", "moves": LINE, "view": "explore"},
        ["#ask-graph"],
        "#found svg",
    ),
    "properties checked": (
        {"game": "tic-tac-toe", "view": "ask"},
        ["#ask-check"],
        ".verdicts",
    ),
    "help": ({"game": "nim"}, ["#open-help", "#read-rulebook"], "dialog pre"),
}
WIDE = ViewportSize(width=1440, height=900)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
NARROW = ViewportSize(width=390, height=800)


def look_at(page: Page, server: Running, sight: str) -> None:
    """Bring a page to where there is something to see."""
    address, clicked, awaited = SIGHTS[sight]
    if address:
        opened(page, server, **address)
    else:
        page.goto(server.url)
    for target in clicked:
        page.locator(target).first.click()
    page.locator(awaited).first.wait_for(timeout=60_000)


def violations(page: Page, size: ViewportSize, scheme: Scheme) -> list[tuple[str, str]]:
    """Return what axe finds at this size by day or night: the rule that is broken, and where."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    found: dict[str, Any] = Axe().run(page).response
    return [
        (broken["id"], node["html"]) for broken in found["violations"] for node in broken["nodes"]
    ]


@pytest.mark.parametrize("sight", SIGHTS)
def test_axe_finds_no_violation(page: Page, server: Running, sight: str) -> None:
    look_at(page, server, sight)
    wide = [*SIGHTS].index(sight) % 2 == 0
    assert violations(page, *((WIDE, "light") if wide else (NARROW, "dark"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("sight", SIGHTS)
def test_axe_finds_no_violation_large_or_small_by_day_or_night(
    page: Page, server: Running, sight: str
) -> None:
    look_at(page, server, sight)
    for size in (WIDE, NARROW):
        for scheme in SCHEMES:
            assert violations(page, size, scheme) == []


def test_where_the_system_chooses_colours_players_and_what_is_current_are_told_apart(
    page: Page, server: Running
) -> None:
    page.emulate_media(forced_colors="active")
    opened(page, server, "three-mens-morris", moves="(1,1) (0,0)", at="1")
    painted = "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).fill].join()"

    def colours(*targets: str) -> list[str]:
        return [page.locator(target).first.evaluate(painted) for target in targets]

    for pair in (
        ("#view-play", "#view-trace"),
        (".moves button[aria-current]", ".moves button:not([aria-current])"),
        (".dot.white", ".dot.black"),
        ("#board .white .disc", "#board .black .disc"),
    ):
        one, other = colours(*pair)
        assert one != other, pair


def test_a_screen_reader_is_told_every_move_of_a_game(page: Page, server: Running) -> None:
    seats = {"with": "holes=3 beans=2", "seats": "South=random North=random"}
    opened(page, server, "kalah", **seats)
    page.wait_for_selector("#turn.over", timeout=60_000)
    moves = page.locator(".moves button").all_inner_texts()
    lines = page.locator("#log p").all_text_contents()
    assert len(moves) == len(lines) > 4
    for number, (move, line) in enumerate(zip(moves, lines, strict=True), 1):
        mover, name = move.split()
        assert line.startswith(f"{number}. {mover} plays {name}")
    assert lines[-1].endswith(page.locator("#turn").inner_text())
    assert page.locator("#log").get_attribute("aria-live") == "polite"
