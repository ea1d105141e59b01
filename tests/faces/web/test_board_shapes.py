"""Boards of all kinds on the page: moves are made by pointing at them."""

from itertools import combinations

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


@pytest.mark.parametrize(
    ("name", "more", "seen"),
    [
        ("pong-hau-ki", {}, {".joint": 7, ".spot": 5}),
        ("six-mens-morris", {"moves": "place(o7)"}, {".counter": 3, ".lamp": 1}),
        ("hexapawn", {}, {".white .disc": 3, ".black .disc": 3}),
        ("sim", {"moves": "ab ac"}, {".red .drawn": 1, ".blue .drawn": 1, ".undrawn": 15}),
        ("y", {}, {"polygon.square": 6}),
        ("kalah", {"moves": "3"}, {".bean": 48, '[data-spot="ring.South,0"] .bean': 1}),
        ("nim", {}, {".level": 3}),
    ],
)
def test_a_board_is_drawn_as_what_it_is(
    page: Page, server: Running, name: str, more: dict[str, str], seen: dict[str, int]
) -> None:
    opened(page, server, name, **more)
    found = {what: page.locator(f"#board {what}").count() for what in seen}
    assert found == seen


BOXES = """(all) => all.map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  const stroke = parseFloat(style.strokeWidth) * one.getScreenCTM().a / 2;
  return [left - stroke, right + stroke, top - stroke, bottom + stroke]; })"""


def test_values_on_lines_that_cross_keep_off_each_other_on_a_phone(
    page: Page, server: Running
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    opened(page, server, "sim", hints="on")
    values = page.locator("#board .value .shape")
    expect(values).to_have_count(15)
    boxes = values.evaluate_all(BOXES)
    for one, other in combinations(boxes, 2):
        apart = max(
            one[0] - other[1], other[0] - one[1], one[2] - other[3], other[2] - one[3],
        )  # fmt: skip
        assert apart > 0


def test_the_outline_of_a_chosen_place_is_clear_of_its_neighbours(
    page: Page, server: Running
) -> None:
    opened(page, server, "hexapawn")
    spot(page, "cells.0,1").click()
    places = [spot(page, f"cells.0,{column}").locator("> :first-child") for column in range(3)]
    (left,), (here,), (right,) = (place.evaluate_all(BOXES) for place in places)
    thin = 2  # what the neighbours' own lines take, and half of a pixel
    assert left[1] - thin < here[0] < here[1] < right[0] + thin
