"""The page in a real browser: played by clicking, stepped with keys, kept by its address."""

import re
from pathlib import Path
from random import Random
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from boardproof import load, make_engine
from boardproof.drawing.clicks import clicks
from boardproof.engines.contract import Engine
from boardproof.positions.moves import Move
from boardproof.positions.position import Position

from .conftest import NIM, ROOT, Running, opened, spot

#: Seeds of games that are over soon.
SHORT = {"dstru-tac-toe": 269, "connect-four": 9}

pytestmark = pytest.mark.xdist_group("web")


#: Where the last move was made.
clicked: list[str] = []


def click_move(page: Page, engine: Engine, position: Position, move: Move) -> None:
    """Make a move as a person would: click its places, then choose among what is left."""
    mover = engine.player_to_move(position)
    for click in clicks(engine.rules.game, move, mover, position):
        if clicked == [min(click)]:  # a second click at once would not be taken as meant
            page.wait_for_timeout(400)
        clicked[:] = [min(click)]
        spot(page, min(click)).click()
    if page.locator("#choices").is_visible():
        page.locator("#choices").get_by_role("button", name=move.name, exact=True).click()


def told(engine: Engine, position: Position) -> str:
    """Say what the page must say of a position."""
    result = engine.result(position)
    if result is not None:
        points = ", ".join(f"{p} {n}" for p, n in getattr(result, "points", {}).items())
        return f"{result} ({points})" if points else str(result)
    return f"{engine.player_to_move(position)} to move"


def play_through(page: Page, engine: Engine, seed: int) -> list[Position]:
    chance, positions = Random(seed), [engine.initial()]
    while following := engine.successors(positions[-1]):
        move, after = chance.choice(following)
        click_move(page, engine, positions[-1], move)
        positions.append(after)
        made = len(positions) - 1
        expect(page.locator(".where")).to_have_text(f"{made} of {made}")
        expect(page.locator("#turn")).to_contain_text(told(engine, after))
    return positions


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("connect-four", {"columns": 5, "rows": 4}),
        ("kalah", {"holes": 3, "beans": 2}),
        ("dstru-tac-toe", {}),
        (NIM, {}),
        pytest.param("tic-tac-toe", {}, marks=pytest.mark.slow),
        pytest.param(
            "connect-four",
            {"columns": 4, "rows": 3, "connect": 3, "players": 3},
            marks=pytest.mark.slow,
        ),
        pytest.param("territory", {}, marks=pytest.mark.slow),
    ],
    ids=lambda value: str(value),
)
def test_a_whole_game_is_played_by_clicking(
    page: Page, server: Running, game: str, parameters: dict[str, int]
) -> None:
    engine = make_engine("reference", load(str(ROOT / game) if game == NIM else game, **parameters))
    opened(page, server, game, **{"with": " ".join(f"{n}={v}" for n, v in parameters.items())})
    positions = play_through(page, engine, SHORT.get(game, 5))
    assert engine.is_over(positions[-1])
    spot(page, page.locator("[data-spot]").first.get_attribute("data-spot") or "").click()
    expect(page.locator("#message")).to_contain_text("the game is over")


def test_a_click_that_is_no_legal_move_is_explained(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", moves="(0,0)")
    spot(page, "cells.0,0").click()
    expect(page.locator("#message")).to_have_text("(0,0) is not legal: the cell is taken")
    expect(page.locator(".where")).to_have_text("1 of 1")
    opened(page, server, "connect-four", **{"with": "rows=1"}, moves="2")
    spot(page, "cells.0,2").click()
    expect(page.locator("#message")).to_have_text("2 is not legal: the column is full")
    opened(page, server, "kalah")
    spot(page, "ring.North,3").click()
    expect(page.locator("#message")).to_contain_text("South to move: choose a hole to sow")


def test_kalahs_extra_turn_and_sweep_are_shown(page: Page, server: Running) -> None:
    opened(page, server, "kalah")
    spot(page, "ring.South,3").click()
    expect(page.locator("#turn")).to_have_text("South to move again: choose a hole to sow")
    last = "board=0,0,0,0,0,1,20,1,2,0,0,0,0,24 turn=South"
    opened(page, server, "kalah", start=last)
    spot(page, "ring.South,6").click()
    expect(page.locator("#turn")).to_have_text("North wins (South 21, North 27)")
    for key in ("ring.North,6", "ring.North,5", "ring.South,6"):
        expect(spot(page, key)).to_have_attribute(
            "aria-label", f"{key[5:].replace(',', ' ')}, holds 0"
        )


def test_dos_is_asked_to_remove_a_piece(page: Page, server: Running) -> None:
    opened(page, server, "dstru-tac-toe", moves="(1,1) (2,2)")
    expect(page.locator("#turn")).to_have_text("Dos to move: remove a piece")
    spot(page, "P.3,3").click()
    expect(page.locator("#message")).to_have_text("(3,3) is not legal: there is no piece to remove")
    spot(page, "P.2,2").click()
    expect(page.locator("#turn")).to_have_text("Tres to move: place a piece")
    expect(spot(page, "P.2,2")).to_have_attribute(
        "aria-label", "row 2, column 2, empty, can be played"
    )


def test_a_move_that_is_made_on_no_place_is_offered_by_its_name(
    page: Page, server: Running
) -> None:
    line = "(0,0) (1,0) (0,1) (1,1) (0,2)"
    opened(page, server, "tic-tac-toe", **{"with": "noting=step"}, moves=line)
    page.locator("#choices").get_by_role("button", name="note", exact=True).click()
    expect(page.locator("#turn")).to_have_text("A wins")


def test_the_keyboard_is_enough(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe")
    spot(page, "cells.0,0").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#turn")).to_have_text("B to move: mark a cell")
    expect(spot(page, "cells.1,1")).to_have_attribute("aria-label", "row 1, column 1, A")
    expect(spot(page, "cells.1,1")).to_be_focused()
    page.locator("#view-play").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".where")).to_have_text("0 of 1")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where")).to_have_text("1 of 1")


def test_the_focus_stays_where_it_was(page: Page, server: Running) -> None:
    opened(page, server, "connect-four", moves="3 3 2")
    undo = page.get_by_role("button", name="undo", exact=True)
    undo.focus()
    for made in (2, 1):
        page.keyboard.press("Enter")
        expect(page.locator(".where")).to_have_text(f"{made} of 3")
        expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(undo).to_be_disabled()
    expect(page.locator("#view-play")).to_be_focused()
    rows = page.locator('input[name="rows"]')
    rows.fill("5")
    rows.press("Enter")
    expect(page).to_have_title("connect-four rows=5 · boardproof")
    expect(rows).to_be_focused()
    page.locator("#view-trace").press("Enter")
    expect(page.locator("#trace")).to_be_visible()
    expect(page.locator("#view-trace")).to_be_focused()


def test_undo_redo_and_time_travel_keep_the_moves(page: Page, server: Running) -> None:
    opened(page, server, "connect-four", moves="3 3 2")
    page.get_by_role("button", name="undo").click()
    expect(page.locator(".where")).to_have_text("2 of 3")
    page.get_by_role("button", name="to the start").click()
    expect(page.locator(".where")).to_have_text("0 of 3")
    page.locator(".moves button").nth(2).click()
    expect(page.locator(".where")).to_have_text("3 of 3")
    page.locator(".moves button").nth(0).click()
    expect(page.locator(".where")).to_have_text("1 of 3")
    spot(page, "cells.5,6").click()
    expect(page.locator(".where")).to_have_text("2 of 2")


def test_positions_are_read_and_written_and_wrong_ones_explained(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe")
    field = page.locator("#position")
    field.fill("mark=AB./.../... turn=A")
    field.press("Enter")
    expect(spot(page, "cells.0,1")).to_have_attribute("aria-label", "row 0, column 1, B")
    page.locator("#position").fill("mark=AB./... turn=A")
    page.locator("#position").press("Enter")
    expect(page.locator("#message")).to_have_text("mark: 2 rows, where the board has 3")


def test_an_ill_formed_board_says_which_cell_floats(page: Page, server: Running) -> None:
    opened(page, server, "connect-four", **{"with": "columns=4 rows=3"},
           start="board=..../.0../.... turn=P1")  # fmt: skip
    expect(page.locator(".defects")).to_contain_text("floating (1,1): A piece needs a piece below")
    expect(page.locator('[data-spot="cells.1,1"] .defect')).to_have_count(1)


def test_parameters_and_readings_are_chosen_with_the_sentence_they_read(
    page: Page, server: Running
) -> None:
    opened(page, server, "territory")
    expect(page.locator("blockquote")).to_have_count(8)
    page.locator("select[name=capture]").select_option("takes")
    expect(page).to_have_title("territory capture=takes · boardproof")
    page.locator("#game").select_option("kalah")
    expect(page).to_have_title("kalah · boardproof")
    page.get_by_role("spinbutton", name="holes").fill("3")
    page.get_by_role("spinbutton", name="holes").press("Enter")
    expect(page.locator(".pit")).to_have_count(6)
    page.get_by_role("spinbutton", name="holes").fill("99")
    page.get_by_role("spinbutton", name="holes").press("Enter")
    expect(page.locator("#message")).to_have_text("holes=99: holes must be 1 to 12")


def test_two_tabs_play_two_games_and_a_reload_keeps_them(
    context: BrowserContext, server: Running
) -> None:
    first, second = context.new_page(), context.new_page()
    opened(first, server, "tic-tac-toe")
    opened(second, server, "kalah")
    spot(first, "cells.1,1").click()
    spot(second, "ring.South,6").click()
    expect(first.locator(".where")).to_have_text("1 of 1")
    expect(second.locator(".where")).to_have_text("1 of 1")
    for page, says in ((first, "B to move"), (second, "North to move")):
        page.reload()
        expect(page.locator("#turn")).to_contain_text(says)
        expect(page.locator(".where")).to_have_text("1 of 1")


def test_a_new_server_loses_nothing(page: Page, tmp_path: Path) -> None:
    """A rulebook of one's own, given by its path, goes on where it was."""
    file = tmp_path / "mine.py"
    file.write_text((Path(__file__).parents[3] / NIM).read_text(encoding="utf-8"), "utf-8")
    running = Running(str(file), "heaps=2")
    assert "heaps%3D2" in running.said
    opened(page, running, str(file), **{"with": "heaps=2"})
    spot(page, "heap.2").click()
    expect(page.locator(".chosen")).to_have_attribute("data-spot", "heap.2")
    page.locator("#choices").get_by_role("button", name="2-4", exact=True).click()
    expect(page.locator("#turn")).to_have_text("Second to move")
    running.stop()
    spot(page, "heap.1").click()
    page.locator("#choices").get_by_role("button", name="1-3", exact=True).click()
    expect(page.locator("#message")).to_contain_text("the server does not answer")
    again = Running(str(file), port=running.port)
    page.reload()
    expect(page.locator("#turn")).to_have_text("Second to move")
    spot(page, "heap.1").click()
    page.locator("#choices").get_by_role("button", name="1-3", exact=True).click()
    expect(page.locator("#turn")).to_have_text("Second wins")
    again.stop()


def test_a_computer_player_answers_at_its_seat(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", seats="B=random")
    spot(page, "cells.1,1").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    expect(page.locator("#turn")).to_contain_text("A to move")
    page.locator("select[name=seat-A]").select_option("random")
    expect(page.locator("#turn")).to_have_text(re.compile("wins|draw"), timeout=20_000)


def test_explore_draws_the_neighbourhood_the_plot_and_the_diagram(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", moves="(1,1)", view="explore")
    page.locator("#depth").fill("1")
    page.locator("#ask-graph").click()
    expect(page.locator("#found [data-position]")).to_have_count(9)
    expect(page.locator("#found .edge-label:is(.win, .draw, .loss)")).to_have_count(9)
    expect(page.locator("#found")).to_contain_text("Signs are values for A: + wins")
    page.locator("#ask-count").click()
    expect(page.locator("#counted")).to_contain_text("5,478 positions")
    expect(page.locator("#found .bar")).to_have_count(10)
    page.locator("#ask-diagram").click()
    expect(page.locator("#found img")).to_have_js_property("complete", True)
    assert page.locator("#found img").evaluate("image => image.naturalWidth") > 100
    page.locator("#depth").fill("1")
    page.locator("#ask-graph").click()
    node = page.locator('#found [data-moves="(0,2)"]')
    expect(node).to_have_attribute("aria-label", "continue after (0,2): mark=..B/.A./... turn=A")
    node.press("Space")
    expect(page.locator(".where")).to_have_text("2 of 2")
    expect(page.locator("#turn")).to_have_text("A to move: mark a cell")
    page.go_back()
    page.locator('#found [data-moves="(2,1)"]').press("Enter")
    expect(page.locator(".moves button").last).to_have_text("B (2,1)")


def test_hints_show_what_each_move_is_worth_until_they_are_turned_off(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe", moves="(0,0) (0,1)")
    page.locator("#hints").check()
    expect(page.locator("#worth")).to_have_text("A wins in 5 moves with perfect play")
    expect(page.locator(".value.win.best")).to_have_count(3)
    expect(page.locator(".value.draw")).to_have_count(4)
    kinds = {name: page.locator(f".value.{name} .shape").first for name in ("win", "draw")}
    outlines = {name: shape.get_attribute("d") or "" for name, shape in kinds.items()}
    assert (" a" in outlines["win"], " a" in outlines["draw"]) == (True, False)
    expect(spot(page, "cells.1,1")).to_have_attribute(
        "aria-label", "row 1, column 1, empty, can be played, win in 5 moves"
    )
    spot(page, "cells.2,2").click()
    expect(page.locator("#worth")).to_contain_text("draw in 6 moves")
    page.reload()
    expect(page.locator("#worth")).to_contain_text("draw in 6 moves")
    page.locator("#hints").uncheck()
    expect(page.locator(".value")).to_have_count(0)
    ended = "(0,0) (0,1) (1,1) (0,2) (2,2)"
    opened(page, server, "tic-tac-toe", moves=ended, hints="on")
    expect(page.locator("#worth")).to_have_text("A wins: the game is over")
    cells = page.locator(".bar button")
    expect(cells).to_have_count(6)
    expect(cells.last).to_have_attribute("aria-current", "step")
    assert all(
        (box := cells.first.bounding_box()) and box[side] >= 24 for side in ("width", "height")
    )
    cells.nth(3).click()
    expect(page.locator(".where")).to_have_text("3 of 5")
    expect(page.locator(".value.loss")).not_to_have_count(0)
    opened(page, server, "kalah", **{"with": "holes=3 beans=2"}, hints="on")
    expect(page.locator("#worth")).to_have_text("South wins by 4 in 8 moves with perfect play")
    few = "columns=3 rows=2 connect=2 players=3"
    opened(page, server, "connect-four", **{"with": few}, hints="on")
    expect(page.locator("#worth")).to_contain_text("can force")
    expect(page.locator("#analysis")).to_contain_text("alone against all others together")


def test_a_rulebook_that_cannot_be_read_leaves_the_other_games(page: Page, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text((ROOT / NIM).read_text(encoding="utf-8"), encoding="utf-8")
    running = Running(str(broken))
    try:
        broken.write_text("class Nim(Game:\n", encoding="utf-8")
        page.goto(f"{running.url}/?hints=off")
        expect(page.locator("#turn")).to_contain_text("to move")
        marked = page.locator("#game option:disabled")
        expect(marked).to_contain_text("broken.py:1")
        expect(page.locator("#game option:enabled", has_text="kalah")).to_have_count(1)
        page.goto(
            f"{running.url}/?{urlencode({'game': str(broken), 'moves': '1-1 2-2', 'hints': 'off'})}"
        )
        expect(page.locator("#message")).to_contain_text("broken.py:1")
        expect(page.locator("#message")).to_have_css("white-space", "pre-wrap")
        page.reload()
        expect(page.locator("#mended")).to_be_visible()
        page.evaluate("window.loaded = true")
        page.locator("#mended").click()  # once it is mended, the page may be quicker
        page.wait_for_function("window.loaded === undefined")
        expect(page.locator("#mended")).to_be_visible()
        broken.write_text((ROOT / NIM).read_text(encoding="utf-8"), encoding="utf-8")
        expect(page.locator(".where")).to_have_text("2 of 2")
        text = broken.read_text(encoding="utf-8")
        broken.write_text(text.replace("heaps", "piles"), encoding="utf-8")
        page.locator("#new-game").click()
        expect(page.locator("input[name=piles]")).to_have_count(1)
    finally:
        running.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_where_one_may_play_stands_out_by_day_and_night(
    page: Page, server: Running, scheme: Literal["light", "dark"]
) -> None:
    page.emulate_media(color_scheme=scheme)
    for game, ground in (("connect-four", ".well"), ("tic-tac-toe", ".square")):
        opened(page, server, game)
        under, over = (
            page.locator(f"[data-spot]:has(.target) {part}").first.evaluate(
                "one => getComputedStyle(one).fill"
            )
            for part in (ground, ".target")
        )
        light = [sum(map(int, re.findall(r"\d+", fill))) for fill in (under, over)]
        assert abs(light[0] - light[1]) > 300, (game, under, over)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ({"game": "nosuch"}, "there is no game 'nosuch' here (ignored)"),
        ({"seats": "A"}, "seats=A names no player (ignored)"),
        ({"seats": "P7=random"}, "P7 is not a player of this game (ignored)"),
        ({"at": "-1"}, "at=-1 is not a number of moves (ignored)"),
        ({"at": "x", "moves": "(0,0)"}, "at=x is not a number of moves (ignored)"),
        ({"start": "zzz"}, "zzz"),
        ({"with": "size=99"}, "size must be 1 to 8"),
        ({"with": "depth=2", "start": "zzz"}, "has no parameter"),
        ({"view": "trace", "ask": "nothing(A)"}, "nothing"),
        ({"view": "nowhere"}, ""),
        ({"moves": "(0,0) (0,0)", "start": "zzz"}, "zzz"),
    ],
    ids=str,
)
def test_of_a_wrong_address_what_can_be_shown_is_shown(
    page: Page, server: Running, address: dict[str, str], told: str
) -> None:
    page.goto(f"{server.url}/?{urlencode({'game': 'tic-tac-toe', **address})}")
    expect(page.locator("#turn")).to_contain_text("to move")
    expect(page.locator("#message")).to_contain_text(told)
    assert "Expected" not in (page.locator("#message").text_content() or "")
    page.locator("#game").select_option("kalah")
    expect(page).to_have_title("kalah · boardproof")


def test_a_second_click_before_the_answer_is_not_taken_for_the_opponents_move(
    page: Page, server: Running
) -> None:
    opened(page, server, "tic-tac-toe")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/view", hold_the_first)
    spot(page, "cells.0,0").click()
    spot(page, "cells.2,2").click()
    held[0].continue_()
    expect(page.locator(".where")).to_have_text("1 of 1")
    expect(page.locator("#turn")).to_have_text("B to move: mark a cell")
    spot(page, "cells.1,1").click()
    expect(page.locator(".where")).to_have_text("2 of 2")


def test_a_question_is_taken_back_when_its_view_is_left(page: Page, server: Running) -> None:
    def taken_back(asked: Request) -> bool:
        return asked.url.endswith("/api/ask")

    opened(page, server, "connect-four", hints="on")
    expect(page.locator("#worth")).to_contain_text("estimate")
    with page.expect_event("requestfailed", taken_back):
        spot(page, "cells.5,3").click()
    expect(page.locator(".where")).to_have_text("1 of 1")
    expect(page.locator("#worth")).to_contain_text("estimate")
    with page.expect_event("requestfailed", taken_back):
        page.locator("#hints").uncheck()
    expect(page.locator("#worth")).to_have_count(0)
    page.locator("#view-explore").click()
    page.locator("#ask-count").click()
    expect(page.locator("#found .working")).to_be_visible()
    with page.expect_event("requestfailed", taken_back):
        page.locator("#view-ask").click()
    expect(page.locator("#found")).to_be_empty()
    page.locator("#ask-lint").click()
    expect(page.locator("#found .working .seconds")).not_to_be_empty()
    page.locator("#found").get_by_role("button", name="Cancel").click()
    expect(page.locator("#found .wrong")).to_have_text("cancelled")


def test_an_analysis_that_comes_late_is_not_shown_with_another_position(
    page: Page, server: Running
) -> None:
    held: list[Route] = []
    page.route("**/api/ask", lambda route: route.continue_() if held else held.append(route))
    opened(page, server, "tic-tac-toe", moves="(0,0)", hints="on")
    expect(page.locator("#analysis .working")).to_be_visible()
    spot(page, "cells.0,1").click()
    expect(page.locator(".where")).to_have_text("2 of 2")
    expect(page.locator("#worth")).to_have_text("A wins in 5 moves with perfect play")
    said = page.evaluate(
        "import('/static/question.js').then((job) => job.progress({ waiting: 2 }))"
    )
    assert said == "waiting for 2 others…"


def test_a_counterexample_is_shown_as_a_trace_and_stepped_with_the_keyboard(
    page: Page, server: Running
) -> None:
    opened(page, server, "territory", view="ask")
    page.locator("#check-plies").fill("2")
    with page.expect_request("**/api/ask") as asked:
        page.locator("#ask-check").click()
    assert (asked.value.post_data_json or {})["plies"] == 2
    page.locator("#check-plies").fill("")
    page.locator("#ask-check").click()
    expect(page.locator(".verdicts tr.holds")).not_to_have_count(0)
    expect(page.locator(".verdicts tr.fails")).to_have_count(0)
    beside = "one.closest('th').nextElementSibling.getBoundingClientRect().left"
    inside = f"all => all.every((one) => one.getBoundingClientRect().right <= {beside})"
    assert page.locator(".verdicts th button").evaluate_all(inside)  # long names, too
    page.get_by_role("button", name="blue_can_win", exact=True).click()
    expect(page.locator(".verdicts tr.fails")).to_have_count(1)
    box, below = (page.locator(one).bounding_box() for one in ("#anywhere", "#ask-find"))
    assert box
    assert below
    assert below["y"] > box["y"] + box["height"]
    page.locator("#sought").fill("len(R) == 4 and Red wins")
    page.locator("#ask-find").click()
    expect(page.locator("#answer")).to_contain_text("found")
    page.locator("#follow").click()
    expect(page.locator("#about")).to_contain_text("find len(R) == 4 and Red wins: 249 found")
    expect(page.locator(".strip .cell").last).to_have_class("cell true")
    boards = page.locator(".trace-board")
    expect(boards.last).to_have_attribute("aria-current", "step")
    expect(page.locator("#about")).to_be_in_viewport()  # though the last board is looked at
    last = boards.count() - 1
    page.get_by_role("button", name="In rows").click()
    expect(page.locator("#trace")).to_have_class("rows")
    page.go_back()
    expect(page.locator("#answer")).to_contain_text("found")
    page.go_forward()
    expect(boards).to_have_count(last + 1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(f"#Board{last - 1}")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(page.locator(f"#Board{last}")).to_have_attribute("aria-current", "step")
    expect(page.locator(f"#Board{last} .result")).to_have_text("Red wins")
    page.locator("#unfold").click()
    expect(page.locator("#steps figure")).not_to_have_count(0)
    page.locator("#steps .link").first.click()
    expect(page.locator("#rulebook .marked")).to_have_count(1)


def test_what_can_be_forced_is_asked_of_the_position_shown(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", view="ask", moves="(0,0) (0,1)")
    page.locator("#ask-force").click()
    expect(page.locator("#answer")).to_contain_text("A can force A wins, and from")
    page.locator("#goal").fill("B wins")
    page.locator("#ask-force").click()
    expect(page.locator("#answer")).to_contain_text("A cannot force B wins, but it can from")
    page.locator("#goal").fill("B wins or drow")
    page.locator("#ask-force").click()
    expect(page.locator(".wrong")).to_contain_text("unknown name 'drow'")
    expect(page.locator(".wrong.pointing")).to_have_css("font-family", re.compile("monospace"))


def test_check_opens_its_trace_in_the_page(page: Page) -> None:
    words = ["check", "territory", "wipe_out=exactly_one", "never_stuck", "--open"]
    running = Running(*words, port=None)
    try:
        page.goto(running.said.split()[1])
        expect(page).to_have_title("territory wipe_out=exactly_one · boardproof")
        expect(page.locator("#turn")).to_contain_text("stuck")
        expect(page.locator(".trace-board").last).to_have_attribute("aria-current", "step")
    finally:
        running.stop()


def test_what_lint_finds_leads_to_its_line(page: Page, server: Running) -> None:
    opened(page, server, "tic-tac-toe", view="ask", **{"with": "size=2 noting=step"})
    page.locator("#ask-lint").click()
    expect(page.locator("#lint tr.note")).not_to_have_count(0)
    link = page.locator("#lint .link").first
    link.click()
    expect(page.locator("#rulebook .marked")).to_be_in_viewport()
    expect(link).to_be_in_viewport()
    page.set_viewport_size({"width": 390, "height": 700})
    link.click()
    expect(page.locator("#rulebook .marked")).to_be_in_viewport()
    page.get_by_role("button", name="Back to the finding").click()
    expect(link).to_be_in_viewport()
    expect(page.locator("#rulebook")).to_have_count(0)
