"""Boards that are no rectangle on the page: a whole game is played by pointing at them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from boardproof import load, make_engine

from .conftest import ROOT, Running, opened
from .test_page import play_through

pytestmark = pytest.mark.xdist_group("web")

FOLDER = "tests/engines/rulebooks"
BOARDS = ("hex", "y", "dots_and_boxes")


@pytest.fixture(scope="module")
def shapes() -> Iterator[Running]:
    running = Running(*(f"{FOLDER}/{name}.py" for name in BOARDS))
    yield running
    running.stop()


@pytest.mark.parametrize("name", BOARDS)
def test_a_whole_game_is_played_by_pointing_at_cells_and_edges(
    page: Page, shapes: Running, name: str
) -> None:
    path = f"{FOLDER}/{name}.py"
    engine = make_engine("reference", load(str(ROOT / path)))
    opened(page, shapes, path)
    assert engine.is_over(play_through(page, engine, 5)[-1])
