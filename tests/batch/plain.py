"""Batches whose kernels are run by Python as they are written: `test_batch.py` lets these run."""

from pathlib import Path

import numpy as np
import pytest

from boardproof.batch import Batch
from boardproof.errors import BadInput, RuleBroken

from .agreement import agree

RULEBOOKS = Path(__file__).parents[1] / "engines" / "rulebooks"
#: One word and two, boards as bits and as numbers, three players, turns of several steps, a turn
#: that cannot be finished, any start, a pass, points.
KINDS = [
    ("tic-tac-toe", {}),
    ("connect-four", {}),
    ("connect-four", {"columns": 4, "rows": 4, "players": 3}),
    ("kalah", {}),
    ("six-mens-morris", {}),
    ("othello", {}),
    ("dots-and-boxes", {}),
    (str(RULEBOOKS / "any_heaps.py"), {}),
    (str(RULEBOOKS / "steps.py"), {}),
    (str(RULEBOOKS / "hops.py"), {}),
]


@pytest.mark.parametrize(("name", "parameters"), KINDS)
def test_random_games_agree_with_the_reference_engine(name, parameters):
    assert agree(name, games=2, steps=12, **parameters)


def test_a_game_that_ended_stays_or_begins_anew():
    moves = [0, 3, 1, 4, 2]  # the first player completes a row
    stay, again = Batch("tic-tac-toe"), Batch("tic-tac-toe", autoreset=True)
    states = [stay.init(1), again.init(1)]
    for move in moves:
        states = [b.step(s, [move]) for b, s in zip((stay, again), states, strict=True)]
    for state in states:
        assert state.rewards.tolist() == [[1.0, -1.0]]
        assert state.terminated.tolist() == [True]
    assert [state.current_player[0] for state in states] == [-1, 0]
    assert [state.legal_action_mask.sum() for state in states] == [0, 9]
    stayed, begun = stay.step(states[0], [5]), again.step(states[1], [5])
    assert (stayed.words, stayed.rewards.any(), stayed.terminated[0]) == (
        states[0].words,
        False,
        True,
    )
    assert (begun.step_count[0], begun.terminated[0], begun.current_player[0]) == (1, False, 1)


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_state_that_is_not_needed_any_more_takes_the_new_one(autoreset):
    one, other = (Batch("nim", autoreset=autoreset) for _ in range(2))
    state, reused = one.init(4, seed=3), other.init(4, seed=3)
    for _ in range(20):
        state = one.step(state, one.random_actions(state))
        assert other.step(reused, other.random_actions(reused), out=reused) is reused
        for name in ("current_player", "observation", "rewards", "terminated", "step_count"):
            assert (getattr(state, name) == getattr(reused, name)).all()


def test_an_illegal_action_ends_the_game():
    batch = Batch("tic-tac-toe")
    state = batch.step(batch.init(3), [4, 4, 4])
    state = batch.step(state, [4, 9, 0])
    assert state.rewards.tolist() == [[0.0, -1.0], [0.0, -1.0], [0.0, 0.0]]
    assert state.terminated.tolist() == [True, True, False]


def test_games_are_cut_off_after_their_steps():
    batch = Batch("pong-hau-ki", max_steps=3)
    state = batch.init(2)
    for _ in range(3):
        assert not state.truncated.any()
        state = batch.step(state, batch.random_actions(state))
    assert state.truncated.all()
    assert not state.terminated.any()
    assert not state.legal_action_mask.any()


def test_a_seed_says_what_is_played():
    def played(seed):
        batch = Batch(str(RULEBOOKS / "any_heaps.py"), autoreset=True)
        state = batch.init(5, seed)
        for _ in range(9):
            state = batch.step(state, batch.random_actions(state))
        return np.concatenate([state.words[0], batch.random_actions(state)]).tolist()

    assert played(1) == played(1) != played(2)


def test_what_goes_wrong_is_told_in_one_line():
    batch = Batch("tic-tac-toe")
    with pytest.raises(BadInput, match="2 games take 2 actions"):
        batch.step(batch.init(2), [1, 2, 3])
    with pytest.raises(BadInput, match="a batch has 1 game or more"):
        batch.init(0)
    with pytest.raises(RuleBroken, match="overfull"):
        agree(str(RULEBOOKS / "overfull.py"), games=2, steps=9)
