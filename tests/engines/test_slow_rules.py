"""Rules that take long: games tried are cut short and judged, and a search can be stopped."""

from random import Random

import pytest

from boardproof import load
from boardproof.engines.planner import runner
from boardproof.engines.tree_search import TreeSearch, play_out
from boardproof.limits import Limits
from boardproof.positions.notation import read_position, write_position
from boardproof.statespace import graph
from boardproof.statespace.graph import StateGraph


class Enough(Exception):
    """Raised by whoever watches."""


def test_a_game_cut_short_is_won_by_who_stands_better() -> None:
    engine = runner(load("draughts", size=6))
    start = engine.initial()
    ahead = start.replace(man={**start.man, "a1": None, "c1": None})  # White has two men more
    assert play_out(engine, ahead, 3, Random(1), seconds=0) == {"Black": -3.0, "White": 3.0}
    tree = TreeSearch(engine, ahead, Random(1), batch=1, seconds=0)
    for _ in range(4):
        tree.step()
    assert tree.root.mean(engine.rules.game.players["White"]) == 1


def test_a_game_cut_short_without_an_evaluation_is_nobodys() -> None:
    engine = runner(load("tic-tac-toe"))
    middle = read_position(engine.rules.game, write_position(engine.initial()))
    assert play_out(engine, middle, 2, Random(1), seconds=0) == {"A": 0.0, "B": 0.0}
    assert sum(map(abs, play_out(engine, middle, 50, Random(1)).values())) > 0


def test_a_search_shows_where_it_is_amid_a_ply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph, "PAUSE", 0)
    shown: list[tuple[int, int]] = []

    def watch(ply: int, positions: int) -> None:
        shown.append((ply, positions))
        if ply == 2 and positions > 100:
            raise Enough

    with pytest.raises(Enough):
        StateGraph(runner(load("tic-tac-toe")), Limits(watch))
    assert len(shown) > 10
    assert shown[-1][0] == 2
