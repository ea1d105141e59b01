"""Boards of all kinds on the page: moves are made by pointing at them."""

import pytest
from playwright.sync_api import Page, expect

from boardproof import load, make_engine

from .conftest import Running, opened, spot
from .test_page import play_through

pytestmark = pytest.mark.xdist_group("web")


@pytest.mark.parametrize(
    "name", ["hex", "dots-and-boxes", pytest.param("y", marks=pytest.mark.slow)]
)
def test_a_whole_game_is_played_by_pointing_at_cells_and_edges(
    page: Page, server: Running, name: str
) -> None:
    engine = make_engine("reference", load(name))
    opened(page, server, name)
    assert engine.is_over(play_through(page, engine, 5)[-1])


@pytest.mark.parametrize(
    ("name", "places", "move"),
    [
        ("hanoi", ["places.1", "places.3"], "Solver 1-3"),
        ("draughts", ["squares.c3", "squares.d4"], "Black step(c3-ne)"),
        ("oware", ["ring.2"], "South 3"),
    ],
)
def test_a_move_is_made_from_where_a_thing_is_to_where_it_comes(
    page: Page, server: Running, name: str, places: list[str], move: str
) -> None:
    opened(page, server, name)
    for place in places:
        spot(page, place).click()
    expect(page.locator(".moves button")).to_have_text([move])
