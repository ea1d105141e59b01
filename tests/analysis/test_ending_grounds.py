"""What the end of a game rests on: the return taken, and the conditions that decided it."""

import inspect
from random import Random

import pytest

from boardproof import load, make_engine
from boardproof.analysis.ending_grounds import EndingExplainer
from boardproof.positions.notation import read_position
from boardproof.reading import read
from boardproof.rules import Draw, Flag, Game, Grid, Players, Subset, Turn, Win, move, require


def grounds(game, text, **parameters):
    rules = load(game, **parameters)
    position = read_position(rules.game, text)
    return [f"{g.rule}: {g.text}" for g in EndingExplainer(rules).grounds(position)]


@pytest.mark.parametrize(
    ("game", "text", "expected"),
    [
        ("tic-tac-toe", "mark=AAA/BB./... turn=B", "winner: mark[cell] == A for every cell in "
         "(0,0) (0,1) (0,2)"),
        ("tic-tac-toe", "mark=AAB/BBA/AAB turn=B", "full: mark[cell] is not None for every cell in "
         "cells"),
        ("kalah", "board=0,0,0,0,0,0,30,0,0,0,0,0,0,18 turn=South", "result: in_play(side) > 0 "
         "for no side in players"),
        ("dstru-tac-toe", "Uno=xxxx/..../..../.... Tres=..../xx../..../.... turn=false go=false",
         "achieved: (1,1) (1,2) (1,3) (1,4) <= Uno"),
    ],
)  # fmt: skip
def test_what_decided_is_named(game, text, expected):
    assert expected in grounds(game, text)


def territory(reds, blues, val, start=False):
    rules = load("territory")
    start_of_game = make_engine("reference", rules).initial()
    position = start_of_game.replace(R=set(reds), B=set(blues), val=val, start=start)
    return [f"{g.rule}: {g.text}" for g in EndingExplainer(rules).grounds(position)]


def test_every_reason_that_holds_is_named_with_its_numbers():
    top, middle = [(1, 1), (1, 2), (1, 3)], [(2, 1), (2, 2), (2, 3)]
    few, sizes = "over: len(F) <= 3: 3 <= 3", "GameOver: len(R) == len(B): 3 == 3"
    assert territory(top, middle, 7)[:2] == [few, sizes]
    assert territory(top, middle, 20)[:2] == [few, "over: val == 20"]
    assert territory(top, [], 7)[:2] == ["over: not start", "over: len(B) == 0"]


def test_a_game_that_goes_on_rests_on_nothing():
    assert grounds("tic-tac-toe", "mark=AA./BB./... turn=A") == []


def test_two_lines_at_once_are_both_named():
    lines = grounds("tic-tac-toe", "mark=AAA/ABB/ABB turn=B")
    assert lines == [
        "winner: mark[cell] == A for every cell in (0,0) (0,1) (0,2)",
        "winner: mark[cell] == A for every cell in (0,0) (1,0) (2,0)",
        "result: return Win(player)",
    ]


def test_the_line_is_the_rulebooks():
    rules = load("tic-tac-toe")
    won = read_position(rules.game, "mark=AAA/BB./... turn=B")
    source = inspect.getsource(inspect.getmodule(type(rules.game))).splitlines()
    for ground in EndingExplainer(rules).grounds(won):
        line = source[ground.line - 1]
        assert ("return Win(player)" in line) == (ground.rule == "result")
        assert ("for line in self.lines" in line) == (ground.rule == "winner")


class Loops(Game):
    """A result computed by loops, `while`, `break` and local names that change."""

    def setup(self):
        self.players = Players("A", "B")
        self.cells = Grid(1, 3)
        self.taken = Subset(self.cells)
        self.late = Flag(False)
        self.turn = Turn(self.players)

    @move(cell="cells")
    def take(self, cell):
        require(cell not in self.taken, "it is taken")
        self.taken |= {cell}
        self.late = len(self.taken) > 1
        self.turn = self.turn.next

    def result(self):
        count = 0
        while count < 5:
            count += 1
            if count == 3:
                break
            if not self.late:
                continue
        enough = len(self.taken) >= count
        for cell in self.cells:
            if cell not in self.taken:
                return None
        if enough:
            return Win(self.players.A)
        return Draw()


def test_loops_and_local_names_are_followed():
    rules = read(Loops())
    full = make_engine("reference", rules).initial().replace(taken=set(rules.game.cells), late=True)
    assert [g.text for g in EndingExplainer(rules).grounds(full)] == [
        "len(taken) >= 3: 3 >= 3",
        "return Win(self.players.A)",
    ]


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("territory", {}),
        ("territory", {"free_end": "exactly", "capture": "takes"}),
        ("connect-four", {"players": 3, "columns": 4, "rows": 4}),
        ("connect-four", {"columns": 4, "rows": 4, "after_win": "continues"}),
        ("tic-tac-toe", {"noting": "step"}),
        ("kalah", {"holes": 3, "beans": 2, "ends": "mover"}),
        ("dstru-tac-toe", {"win": "equals", "order": "dos_uno_tres"}),
    ],
)
def test_every_end_rests_on_a_return_of_the_rulebook(game, parameters):
    rules = load(game, **parameters)
    engine, explainer, chance = make_engine("ir", rules), EndingExplainer(rules), Random(7)
    for _ in range(5):
        position = engine.initial()
        while legal := engine.legal_moves(position):
            assert explainer.grounds(position) == []
            position = engine.successor(position, chance.choice(legal))
        found = explainer.grounds(position)
        assert bool(found) == (engine.result(position) is not None)
        if found:
            assert found[-1].text.startswith("return ")
            assert len(found) > 1
