"""Tablebases on the page: what is solved on disk is looked up, and not solved again."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from boardproof import load
from boardproof.faces.cli import main
from boardproof.tablebase import build_tablebase

from .conftest import Running, opened
from .raw_http import ask, send

pytestmark = pytest.mark.xdist_group("web")


def test_a_game_with_a_tablebase_is_looked_up_and_others_are_solved(
    page: Page, tmp_path: Path
) -> None:
    build_tablebase(load("tic-tac-toe", size=2), tmp_path / "table")
    build_tablebase(load("chomp"), tmp_path / "chomp")
    running = Running("--store", str(tmp_path / "table"), "--store", str(tmp_path / "chomp"))
    try:
        engines = []
        for size in (2, 1):
            asked = {"game": "tic-tac-toe", "parameters": {"size": size}}
            answer = ask(running, **asked, question="solve")[-1][1]["answer"]
            engines.append(answer["engine"])
            assert answer["result"] == "A wins"
        assert engines[0] == "tablebase" != engines[1]
        asked = {"game": "tic-tac-toe", "parameters": {"size": 2}}
        known = ask(running, **asked, question="analyse", seconds=1.0)[-1][1]["answer"]
        assert (known["here"]["value"]["A"], known["here"]["distance"]) == (1, 3)
        chosen = ask(running, **asked, question="choose", player="perfect")[-1][1]["answer"]
        assert chosen["move"].startswith("(")
        for game in ("chomp", "nim"):
            assert ask(running, game=game, question="analyse")[-1][1]["answer"]["complete"]
        listed = json.loads(send(running, "GET", "/api/games")[1])["games"]
        solved = {one["game"] for one in listed if one["solved_in"] is not None}
        assert solved == {"nim"}  # and not what was only looked up
        opened(page, running, "chomp", hints="on")
        expect(page.locator(".known .far")).to_contain_text("68 positions, solved before")
    finally:
        running.stop()


def test_a_folder_that_is_no_tablebase_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["serve", "--store", str(tmp_path)])
    told = capsys.readouterr().err
    assert (left.value.code, told.count("\n")) == (2, 1)
    assert "is not a tablebase" in told
