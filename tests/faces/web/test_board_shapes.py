"""Boards that are no rectangle on the page: a whole game is played by pointing at them."""

import pytest
from playwright.sync_api import Page

from boardproof import load, make_engine

from .conftest import Running, opened
from .test_page import play_through

pytestmark = pytest.mark.xdist_group("web")


@pytest.mark.parametrize("name", ["hex", "y", "dots-and-boxes"])
def test_a_whole_game_is_played_by_pointing_at_cells_and_edges(
    page: Page, server: Running, name: str
) -> None:
    engine = make_engine("reference", load(name))
    opened(page, server, name)
    assert engine.is_over(play_through(page, engine, 5)[-1])
