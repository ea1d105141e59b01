"""The perfect player never gives away what is there, against anybody, at any seat."""

from random import Random

import pytest

from boardproof import load, make_engine
from boardproof.engines.notation import read_position
from boardproof.errors import BadTablebase
from boardproof.players import make_player
from boardproof.tablebase import build_tablebase

GAMES = [
    ("tic-tac-toe", {"size": 2}),
    ("pong-hau-ki", {}),
    ("territory", {"turns": 16}),
    ("kalah", {"holes": 3, "beans": 2}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
]
#: A game that can be held for ever is stopped here, and counts as drawn.
LONG_ENOUGH = 60


def play(engine, seats, start):
    """Play a game; give what everybody gets."""
    position = start
    for _ in range(LONG_ENOUGH):
        mover = engine.player_to_move(position)
        if mover is None:
            return engine.payoff(position)
        position = engine.successor(position, seats[mover].choose(engine, position))
    return dict.fromkeys(seats, 0)


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
        assert play(engine, seats, start)[hero] >= solved.value(start)[hero]


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
    with pytest.raises(BadTablebase, match="is no tablebase"):
        stranger.choose(engine, engine.initial())


def test_perfect_copes_with_a_position_nobody_comes_to():
    engine = make_engine("reference", load("tic-tac-toe"))
    odd = read_position(engine.rules.game, "mark=AAB/B../... turn=B")
    player = make_player("perfect", Random(1))
    player.choose(engine, engine.initial())
    assert player.choose(engine, odd) in engine.legal_moves(odd)
    assert player.choose(engine, engine.initial()) in engine.legal_moves(engine.initial())
