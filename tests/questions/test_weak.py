"""Weak solve: known values, strong solve's values, and what it says when it is stopped."""

import json

import pytest

from boardproof import load, make_engine
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.minimax import endgame_values, searcher
from boardproof.engines.compiled.minimax.driver import DEEPEST, MinimaxDriver
from boardproof.errors import BadInput, BoardproofError
from boardproof.limits import Limits
from boardproof.questions.known import known_games
from boardproof.questions.solve_weak import solve_weak

from ..truths import rules_of

pytestmark = pytest.mark.xdist_group("weak")

#: What a search to the end of every game can find, all but the last and longest.
KNOWN = [
    pytest.param(
        known, id=known.identity, marks=[pytest.mark.slow] * (known.identity != "tic-tac-toe")
    )
    for known in known_games()
    if known.value and len(known.value.numbers) == 1
    if known.identity not in ("pong-hau-ki", "connect-four")
]
#: Wins by lines, points with extra turns, points that change hands no more, lines that win late.
SMALL = [
    ("tic-tac-toe", {}),
    ("kalah", {"holes": 2, "beans": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
]


#: What a search to the end cannot follow, and what is said of it.
REFUSED = {
    **dict.fromkeys(
        (
            "dodgem",
            "dodgem size=4",
            "hare-and-hounds",
            "hare-and-hounds escape=level",
            "l-game",
            "mu-torere",
            "mu-torere into_centre=beside_an_enemy",
            "oware houses=2 seeds=2",
            "six-mens-morris men=4",
            "six-mens-morris men=4 flying=true",
            "six-mens-morris men=6",
            "three-mens-morris",
            "three-mens-morris centre=barred",
            "three-mens-morris moving=like_a_king",
        ),
        "can come back to a position",
    ),
    **dict.fromkeys(
        ("hanoi", "peg-solitaire", "sliding-tiles", "sliding-tiles rows=2"),
        "has 1 player: a weak solve takes two",
    ),
    "chomp rows=8 columns=10": "needs 80 bits for one set",
    "draughts size=4": "a turn has several steps",
    "oware houses=2 seeds=2 circling=shared": "a game without end is no draw",
}

#: What goes round, which a search down to the last ply does not always meet.
UNKNOWN = ("three-mens-morris moving=anywhere",)


@pytest.mark.parametrize("known", KNOWN)
def test_values_are_the_known_ones(known):
    rules = rules_of(known)
    if known.identity in REFUSED:
        with pytest.raises(BoardproofError, match=REFUSED[known.identity]):
            solve_weak(rules)
        return
    first, second = rules.game.players
    (value,) = known.value.numbers
    expected = None if known.identity in UNKNOWN else {first: value, second: -value}
    assert solve_weak(rules).value == expected


@pytest.mark.parametrize(
    ("game", "parameters"),
    [SMALL[0], *(pytest.param(*one, marks=pytest.mark.slow) for one in SMALL[1:])],
)
def test_every_position_has_the_value_that_strong_solve_gives_it(game, parameters):
    _finds_what_strong_solve_does(load(game, **parameters), 0)


@pytest.mark.parametrize("endgames", [200, 1_000, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("empty_capture", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_endgames_worked_out_beforehand_change_no_answer(empty_capture, endgames):
    rules = load("kalah", holes=2, beans=3, empty_capture=empty_capture)
    _finds_what_strong_solve_does(rules, endgames)


def test_endgames_worked_out_meanwhile_change_no_answer(monkeypatch):
    """A layer is begun at once, goes on a few endgames at a time, and is used when it is there."""
    monkeypatch.setattr(endgame_values, "AT_ONCE", 20)
    monkeypatch.setattr(endgame_values, "WORTH_WHILE", 0)
    monkeypatch.setattr(searcher, "FIRST_PORTION", 1)
    rules = load("kalah", holes=2, beans=3)
    minimax = _finds_what_strong_solve_does(rules, 40, 10_000)
    assert minimax.endgame_reach > MinimaxDriver(minimax.engine, 1 << 20, endgames=40).endgame_reach


def test_endgames_are_the_same_at_once_and_piece_by_piece(monkeypatch):
    engine = CompiledEngine(load("kalah", holes=2, beans=3))
    at_once = MinimaxDriver(engine, 1 << 20, endgames=3_000)
    monkeypatch.setattr(endgame_values, "AT_ONCE", 7)
    later = MinimaxDriver(engine, 1 << 20, endgames=40, most_endgames=3_000)
    while later.endgame_reach < at_once.endgame_reach:
        assert later.work_out_more(1 << 40)
    assert not later.work_out_more(1 << 40)
    assert (later._endgames.known[0] == at_once._endgames.known[0]).all()


def test_no_layer_is_worked_out_before_it_is_small_beside_the_search():
    engine = CompiledEngine(load("kalah", holes=2, beans=3))
    assert not MinimaxDriver(engine, 1 << 20, endgames=40, most_endgames=3_000).work_out_more(10)


def _finds_what_strong_solve_does(rules, endgames, most=0):
    plain, compiled = make_engine("reference", rules), CompiledEngine(rules)
    solved = plain.solve()
    minimax = MinimaxDriver(compiled, 1 << 20, endgames=endgames, most_endgames=most)
    for position in _some_positions(plain):
        for hero in rules.game.players:
            minimax.stand(position, hero)
            value = solved.value(position)[hero] * minimax.worth
            for goal in (value, value + 1):
                found = minimax.ask(goal, DEEPEST)
                assert found.sure
                assert (found.value >= goal) == (value >= goal)
    return minimax


def _some_positions(engine):
    """Go through the positions that are not over; of many, every so many-th."""
    seen, waiting = {engine.initial()}, [engine.initial()]
    while waiting:
        position = waiting.pop()
        for _, after in engine.successors(position):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    going_on = [position for position in seen if not engine.is_over(position)]
    going_on = [position for position in going_on if engine.legal_moves(position)]
    return going_on[:: len(going_on) // 300 + 1]


@pytest.mark.slow
def test_connect_fours_first_player_is_never_said_not_to_win():
    answer = solve_weak(load("connect-four"), time=600, memory=4 << 30)
    assert answer.at_most in (None, 1)
    assert answer.value in (None, {"P0": 1, "P1": -1})


def test_a_best_move_keeps_the_value():
    rules = load("kalah", holes=2, beans=3)
    answer = solve_weak(rules)
    engine = make_engine("reference", rules)
    after = {str(m): p for m, p in engine.successors(engine.initial())}[answer.best[0]]
    assert engine.solve().value(after) == answer.value


def test_a_position_can_be_asked_about():
    rules = load("tic-tac-toe")
    engine = make_engine("reference", rules)
    near = engine.initial().replace(mark={(0, 0): "A", (0, 1): "A", (1, 1): "B", (2, 2): "B"})
    answer = solve_weak(rules, near)
    assert (answer.result, answer.best, answer.value) == ("A wins", ["(0,2)"], {"A": 1, "B": -1})


def test_a_search_that_is_stopped_gives_a_bound_and_no_value():
    answer = solve_weak(load("tic-tac-toe"), time=1e-9)
    assert answer.value is None
    assert answer.result.startswith("unknown")
    assert json.loads(answer.to_json())["value"] is None


def test_a_bound_is_told_in_words():
    from boardproof.questions.solve_weak import _Proof

    rules = load("kalah", holes=2, beans=3)
    engine = make_engine("compiled", rules)
    proof = _Proof(engine, engine, engine.initial(), Limits(), None, None)
    proof.bounds.least = 2
    assert proof.answer(0.0).result == "unknown, at least +2 for South"
    proof.bounds.most = 4
    assert proof.answer(0.0).result == "unknown, at least +2 and at most +4 for South"


def test_a_game_that_can_come_back_is_left_to_strong_solve():
    with pytest.raises(BadInput, match=r"come back to a position .*without --weak"):
        solve_weak(load("pong-hau-ki"))


def test_three_players_are_left_to_strong_solve():
    with pytest.raises(BadInput, match="3 players: a weak solve takes two"):
        solve_weak(load("dstru-tac-toe"))


def test_too_little_memory_is_said():
    with pytest.raises(BadInput, match="--memory"):
        solve_weak(load("kalah", holes=2, beans=3), memory=1000)


@pytest.mark.parametrize(
    ("game", "parameters"),
    [*SMALL[:2], pytest.param(*SMALL[2], marks=pytest.mark.slow), SMALL[3]],
)
def test_every_position_on_the_line_has_the_value(game, parameters):
    rules = load(game, **parameters)
    answer, engine = solve_weak(rules), make_engine("reference", rules)
    solved, position = engine.solve(), engine.initial()
    for name in answer.line:
        assert solved.value(position) == answer.value
        position = {str(move): after for move, after in engine.successors(position)}[name]
    assert engine.payoff(position) == answer.value
    assert answer.to_the_end


def test_the_line_begins_at_the_position_asked_about():
    rules = load("tic-tac-toe")
    near = make_engine("reference", rules).initial().replace(mark={(0, 0): "A", (0, 1): "A"})
    answer = solve_weak(rules, near)
    assert (answer.value, answer.line, answer.to_the_end) == ({"A": 1, "B": -1}, ["(0,2)"], True)


def test_a_search_that_is_stopped_has_no_line():
    answer = solve_weak(load("tic-tac-toe"), time=1e-9)
    assert (answer.line, answer.to_the_end) == ([], False)
