"""The perfect player never gives away what is there, against anybody, at any seat."""

from random import Random

import pytest

from boardproof import load, make_engine
from boardproof.engines.planner import fastest, plan
from boardproof.engines.profile import SOLVE
from boardproof.errors import BadInput, BadTablebase
from boardproof.players import make_player, perfect, prepare
from boardproof.positions.notation import read_position
from boardproof.questions.known import known_games
from boardproof.tablebase import build_tablebase

from ..truths import named, rules_of

GAMES = [
    ("tic-tac-toe", {"size": 2}),
    ("pong-hau-ki", {}),
    ("territory", {"turns": 16}),
    ("kalah", {"holes": 3, "beans": 2}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
]
#: Every game whose value is known and whose positions can all be solved.
SOLVABLE = [
    known.identity
    for known in known_games()
    if known.value is not None and known.value.effort != "search"
]
#: A game that can be held for ever is stopped here, and counts as drawn.
LONG_ENOUGH = 60


def play(engine, seats, start):
    """Play a game; give every position it comes to."""
    positions = [start]
    while len(positions) <= LONG_ENOUGH and (mover := engine.player_to_move(positions[-1])):
        move = seats[mover].choose(engine, positions[-1])
        positions.append(engine.successor(positions[-1], move))
    return positions


def gained(engine, position):
    """Give what everybody gets; a game that still goes on is drawn."""
    if engine.player_to_move(position) is None:
        return engine.payoff(position)
    return dict.fromkeys(engine.rules.game.players, 0)


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=lambda x: str(x))
def test_perfect_gets_at_least_what_can_be_forced(name, parameters):
    engine = make_engine("reference", load(name, **parameters))
    solved = engine.solve()
    starts = [p for p in solved.graph.positions if not engine.is_over(p)]
    players, chance = engine.rules.game.players, Random(4)
    perfect, other = make_player("perfect", Random(1)), make_player("random", Random(2))
    for game in range(40):
        start = engine.initial() if game % 2 else chance.choice(starts)
        hero = players.elements[game // 2 % len(players)]
        seats = {player: perfect if player == hero else other for player in players}
        last = play(engine, seats, start)[-1]
        assert gained(engine, last)[hero] >= solved.value(start)[hero]


@pytest.mark.slow
@pytest.mark.parametrize("word", ["random", "smart:depth=3"])
@pytest.mark.parametrize("known", named(*SOLVABLE))
def test_a_thousand_games_give_nothing_away(known, word):
    rules = rules_of(known)
    engine, players = fastest(rules), rules.game.players
    solved = plan(SOLVE, rules).run(lambda runner, limits: runner.solve(limits))
    perfect, other = make_player("perfect", Random(1)), make_player(word, Random(2))
    prepare(perfect, engine)
    prepare(other, engine)
    for game in range(1000):
        hero = players.elements[game % len(players)]
        seats = {player: perfect if player == hero else other for player in players}
        positions = play(engine, seats, engine.initial())
        promised = [solved.value(position)[hero] for position in positions]
        assert promised == sorted(promised)
        if engine.is_over(positions[-1]):
            assert engine.payoff(positions[-1])[hero] >= promised[-1]


def test_perfect_wins_as_soon_as_can_be():
    engine = make_engine("reference", load("territory"))
    perfect = make_player("perfect", Random(1))
    position, moves = engine.initial(), 0
    while not engine.is_over(position):
        position = engine.successor(position, perfect.choose(engine, position))
        moves += 1
    assert moves == engine.solve().distance(engine.initial()) == 10
    assert str(engine.result(position)) == "Red wins"


def test_perfect_is_the_same_under_the_same_seed():
    engine = make_engine("reference", load("connect-four", columns=3, rows=3, connect=3))

    def choices(seed):
        player = make_player("perfect", Random(seed))
        return [player.choose(engine, engine.initial()).name for _ in range(12)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_perfect_plays_by_a_tablebase(tmp_path):
    rules = load("kalah", holes=3, beans=2)
    build_tablebase(rules, tmp_path / "table")
    engine = make_engine("reference", rules)
    player = make_player(f"perfect:store={tmp_path / 'table'}", Random(1))
    assert player.choose(engine, engine.initial()).name == "2"
    stranger = make_player(f"perfect:store={tmp_path}", Random(1))
    with pytest.raises(BadTablebase, match="is not a tablebase"):
        stranger.choose(engine, engine.initial())


def test_perfect_copes_with_a_position_nobody_comes_to():
    engine = make_engine("reference", load("tic-tac-toe"))
    odd = read_position(engine.rules.game, "mark=AAB/B../... turn=B")
    player = make_player("perfect", Random(1))
    player.choose(engine, engine.initial())
    assert player.choose(engine, odd) in engine.legal_moves(odd)
    assert player.choose(engine, engine.initial()) in engine.legal_moves(engine.initial())


def test_what_is_too_large_to_solve_is_proved(monkeypatch):
    monkeypatch.setattr(perfect, "MOST", 100)
    engine = make_engine("reference", load("tic-tac-toe"))
    corner = engine.successor(engine.initial(), engine.legal_moves(engine.initial())[0])
    player = make_player("perfect", Random(1))
    prepare(player, engine)
    for _ in range(5):
        assert player.choose(engine, corner).name == "(1,1)"
    odd = read_position(engine.rules.game, "mark=AAB/B../... turn=B")
    assert player.choose(engine, odd) in engine.legal_moves(odd)


def test_where_no_best_move_is_proved_that_is_told_with_what_to_do(monkeypatch):
    monkeypatch.setattr(perfect, "PROVING", 0.0)
    engine = make_engine("reference", load("connect-four"))
    with pytest.raises(BadInput, match="4,531,985,219,092 positions is too large") as refused:
        make_player("perfect", Random(1)).choose(engine, engine.initial())
    assert "\n" not in str(refused.value)
    assert "perfect:store=DIR" in str(refused.value)
