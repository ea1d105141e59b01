"""Every rulebook is an environment that PettingZoo's and Gymnasium's own tests pass."""

import pickle
import warnings
from random import Random

import numpy as np
import pytest

from boardproof.errors import BadInput, UnknownPlayer
from boardproof.reading.loader import game_names

pytest.importorskip("pettingzoo", reason="boardproof[zoo] is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="boardproof[zoo] is not installed")
zoo = pytest.importorskip("boardproof.interop.zoo")

#: Games of every kind: plain, with three players, turns of several steps, any start, a puzzle,
#: numbers on places.
KINDS = ["tic-tac-toe", "dstru-tac-toe", "six-mens-morris", "chess-endings", "hanoi", "nim"]
OTHERS = [name for name in game_names() if name not in KINDS]
GAMES = [*KINDS, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]


@pytest.fixture
def unwarned(monkeypatch):
    """Note what others warn of: filters of warnings are not kept where threads compile."""
    noted = []
    monkeypatch.setattr(warnings, "warn", lambda message, *_, **__: noted.append(str(message)))
    return noted


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_takes_the_environment_as_one_of_its_own(name, capsys, unwarned):
    from pettingzoo.test import api_test, render_test, seed_test

    api_test(zoo.env(name, max_cycles=30), num_cycles=20)
    seed_test(lambda: zoo.env(name, max_cycles=30), num_cycles=10)
    render_test(lambda render_mode=None: zoo.env(name, render_mode))
    assert [text for text in unwarned if not text.startswith("Observation")] == []


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_takes_a_seat_as_an_environment_of_its_own(name, capsys, unwarned):
    from gymnasium.utils.env_checker import check_env

    check_env(zoo.SeatEnv(name, render_mode="ansi", max_cycles=30), skip_render_check=True)


def play(game, chance):
    """Play an environment to its end at random; return what each agent was given in all."""
    game.reset(seed=chance.randrange(100))
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, over, truncated, _ = game.last()
        total[agent] += reward
        mask = observation["action_mask"]
        assert mask.any() != (over or truncated), "who is to move has a move"
        game.step(None if over or truncated else chance.choice(np.flatnonzero(mask).tolist()))
    return list(total.values())


@pytest.mark.parametrize("name", ["kalah", "dots-and-boxes", "connect-four", "six-mens-morris"])
def test_rewards_sum_to_the_payoff(name):
    game, chance = zoo.env(name), Random(name)
    for _ in range(2):
        total = play(game, chance)
        moment = game.unwrapped.moment
        payoff = moment.game.engine.payoff(moment.position)
        assert total == (list(payoff.values()) if payoff else [0.0] * len(total))


def test_only_who_is_to_move_has_a_mask():
    game = zoo.env("dstru-tac-toe")
    game.reset()
    masks = {agent: game.observe(agent)["action_mask"].any() for agent in game.agents}
    assert [agent for agent, any_ in masks.items() if any_] == [game.agent_selection]
    assert game.metadata["players"]["player_1"] == "Dos"


def test_a_game_is_left_after_its_cycles():
    game = zoo.env("pong-hau-ki", max_cycles=3)
    assert play(game, Random(1)) == [0.0, 0.0]
    assert game.unwrapped.moment.truncated


def test_a_game_may_be_left_in_the_middle_of_an_opponents_turn():
    """Whoever closes a mill takes a man: of the last turn only the first step is made."""
    game, left = zoo.SeatEnv("six-mens-morris", max_cycles=6), []
    for seed in range(20):
        chance, over = Random(seed), False
        _, info = game.reset(seed=seed)
        while not over:
            action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
            _, _, _, over, info = game.step(action)
        left.append(len(game.moment.steps))
    assert set(left) == {0, 1}


def test_a_seed_decides_of_later_games_too():
    game, met = zoo.raw_env("chess-endings"), []
    for seed in (5, None, 5, None):
        game.reset(seed=seed)
        met.append(str(game.moment))
    assert met[:2] == met[2:]
    assert met[0] != met[1]


def test_environments_have_names_of_their_own():
    import pettingzoo

    assert len(zoo.IDS) == len(game_names())
    game = pettingzoo.make("aec", "boardproof/connect_four-v0", columns=5, rows=4)
    assert game.observation_space("player_0")["observation"].shape == (5, 4, 5)
    several = gymnasium.make_vec("boardproof/tic_tac_toe-v0", num_envs=3, opponents="random")
    assert several.reset(seed=1)[0].shape == (3, 5, 3, 3)
    assert several.step(np.array([4, 4, 4]))[1].shape == (3,)
    several.close()


def test_a_seat_plays_against_players_of_ours():
    """Whoever replies in the centre and then blocks at random does not beat perfect play."""
    game, chance = zoo.SeatEnv("tic-tac-toe", seat=1, opponents="perfect"), Random(4)
    for seed in range(5):
        _, info = game.reset(seed=seed)
        over = False
        while not over:
            action = chance.choice(np.flatnonzero(info["action_mask"]).tolist())
            assert (game.action_masks() == info["action_mask"]).all()
            _, reward, over, _, info = game.step(action)
        assert reward in (-1.0, 0.0)


def test_a_seat_plays_against_a_player_of_your_own():
    class LastMove:
        name = "last move"

        def choose(self, engine, position):
            return engine.legal_moves(position)[-1]

    game = zoo.SeatEnv("tic-tac-toe", opponents=[LastMove()])
    game.reset(seed=1)
    game.step(0)
    assert game.moment.position.mark[2, 2] == "B"


def test_an_illegal_action_loses():
    game = zoo.SeatEnv("tic-tac-toe")
    game.reset(seed=1)
    game.step(4)
    assert game.step(4)[1:4] == (-1.0, True, False)
    table = zoo.env("tic-tac-toe")
    table.reset()
    table.step(4)
    table.step(4)
    assert table.rewards["player_1"] == -1.0


def test_a_game_starts_where_it_is_told_to_and_pickles():
    game = zoo.raw_env("nim", heaps=2)
    game.reset(options={"position": "heap=1,0 turn=Second"})
    assert game.agent_selection == "player_1"
    game.reset(options={"position": "heap=0,0 turn=First"})
    assert (game.last()[1:3], game.rewards) == ((-1.0, True), {"player_0": -1.0, "player_1": 1.0})
    game.reset(options={"position": "heap=1,0 turn=Second"})
    again = pickle.loads(pickle.dumps(game))
    assert again.action_space("player_0") == game.action_space("player_0")
    again.step(0)
    assert (again.terminations["player_0"], game.terminations["player_0"]) == (True, False)


def test_pixels_show_the_drawing():
    game = zoo.raw_env("connect-four", "rgb_array")
    game.reset()
    empty = game.render()
    game.step(3)
    red = np.array([0xCF, 0x3B, 0x3B])
    assert not (empty == red).all(axis=2).any()
    assert (game.render() == red).all(axis=2).sum() > 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"render_mode": "hologram"}, "render_mode=hologram: it is one of human, ansi, rgb_array"),
        ({"max_cycles": -1}, "max_cycles=-1: give a number of actions"),
        ({"seat": 5}, "seat=5: the seats are 0 .A., 1 .B."),
        ({"opponents": ["random", "random"]}, "name 1 opponents"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments, message):
    with pytest.raises(BadInput, match=message):
        zoo.SeatEnv("tic-tac-toe", **arguments)
    with pytest.raises(UnknownPlayer):
        zoo.SeatEnv("tic-tac-toe", opponents="wizard")
