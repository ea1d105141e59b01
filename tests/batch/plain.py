"""Batches whose kernels are run by Python: `test_batch.py` lets these run.

They run as they are written, or in the simulator of a GPU.
"""

import os
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from boardproof.batch import Batch
from boardproof.errors import BadInput, RuleBroken

from .agreement import DEVICE, agree, batch_of, in_memory

ON_A_GPU = DEVICE != "cpu" and "NUMBA_ENABLE_CUDASIM" not in os.environ
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
    stay, again = batch_of("tic-tac-toe"), batch_of("tic-tac-toe", autoreset=True)
    states = [stay.init(1), again.init(1)]
    for move in moves:
        states = [b.step(s, [move]) for b, s in zip((stay, again), states, strict=True)]
    before, states = states, list(map(in_memory, states))
    for state in states:
        assert state.rewards.tolist() == [[1.0, -1.0]]
        assert state.terminated.tolist() == [True]
    assert [state.current_player[0] for state in states] == [-1, 0]
    assert [state.legal_action_mask.sum() for state in states] == [0, 9]
    after = [stay.step(before[0], [5]), again.step(before[1], [5])]
    stayed, begun = map(in_memory, after)
    assert stayed.words == states[0].words
    assert (stayed.rewards.any(), stayed.terminated[0]) == (False, True)
    assert (begun.step_count[0], begun.terminated[0], begun.current_player[0]) == (1, False, 1)


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_state_that_is_not_needed_any_more_takes_the_new_one(autoreset):
    one, other = (batch_of("nim", autoreset=autoreset) for _ in range(2))
    state, reused = one.init(4, seed=3), other.init(4, seed=3)
    for _ in range(20):
        state = one.step(state, one.random_actions(state))
        assert other.step(reused, other.random_actions(reused), out=reused) is reused
        for name in ("current_player", "observation", "rewards", "terminated", "step_count"):
            assert (getattr(in_memory(state), name) == getattr(in_memory(reused), name)).all()


@pytest.mark.parametrize(("name", "games"), [("nim", 3), ("tic-tac-toe", 2), ("kalah", 3)])
def test_a_state_of_another_batch_takes_no_games(name, games):
    """Kernels would write beyond the ends of its arrays."""
    batch = batch_of("tic-tac-toe")
    state, other = batch.init(3), batch_of(name).init(games)
    with pytest.raises(BadInput, match="not a state of 3 games of tic-tac-toe"):
        batch.step(state, [0, 0, 0], out=other)
    kept = in_memory(state)
    assert kept.step_count.tolist() == [0, 0, 0]


def test_an_illegal_action_ends_the_game():
    batch = batch_of("tic-tac-toe")
    state = batch.step(batch.init(3), [4, 4, 4])
    state = in_memory(batch.step(state, [4, 9, 0]))
    assert state.rewards.tolist() == [[0.0, -1.0], [0.0, -1.0], [0.0, 0.0]]
    assert state.terminated.tolist() == [True, True, False]
    assert in_memory(batch.step(batch.init(2), [2**40, 4])).terminated.tolist() == [True, False]


def test_games_are_cut_off_after_their_steps():
    batch = batch_of("pong-hau-ki", max_steps=3)
    state = batch.init(2)
    for _ in range(3):
        assert not in_memory(state).truncated.any()
        state = batch.step(state, batch.random_actions(state))
    state = in_memory(state)
    assert state.truncated.all()
    assert not state.terminated.any()
    assert not state.legal_action_mask.any()


def test_a_seed_says_what_is_played():
    def played(seed):
        batch = batch_of(str(RULEBOOKS / "any_heaps.py"), autoreset=True)
        state = batch.init(5, seed)
        for _ in range(9):
            state = batch.step(state, batch.random_actions(state))
        return np.concatenate([*map(np.asarray, [state.words[0], batch.random_actions(state)])])

    assert played(1).tolist() == played(1).tolist() != played(2).tolist()


@pytest.mark.skipif(DEVICE == "cpu", reason="both devices are needed")
def test_a_seed_plays_the_same_games_on_a_gpu():
    batches = [Batch("tic-tac-toe", autoreset=True, device=name) for name in ("cpu", DEVICE)]
    states = [batch.init(5, seed=3) for batch in batches]
    for _ in range(12):
        pairs = list(zip(batches, states, strict=True))
        actions = [batch.random_actions(state) for batch, state in pairs]
        states = [b.step(s, a) for (b, s), a in zip(pairs, actions, strict=True)]
        ours, theirs = map(in_memory, states)
        for one in fields(ours):
            assert np.array_equal(getattr(ours, one.name), getattr(theirs, one.name))


@pytest.mark.skipif(ON_A_GPU, reason="NumPy takes nothing from a GPU")
def test_arrays_are_taken_by_dlpack_as_they_are():
    batch = batch_of("tic-tac-toe")
    state = batch.init(2)
    taken = np.from_dlpack(state.observation)
    before = taken.copy()
    batch.step(state, np.array([4, 4], np.int64), out=state)
    assert not np.array_equal(taken, before), "it is the same memory"


def test_what_goes_wrong_is_told_in_one_line():
    batch = batch_of("tic-tac-toe")
    with pytest.raises(BadInput, match="2 games take 2 actions"):
        batch.step(batch.init(2), [1, 2, 3])
    with pytest.raises(BadInput, match="a batch has 1 game or more"):
        batch.init(0)
    with pytest.raises(BadInput, match="a batch has 1 game or more"):
        batch.at([])
    with pytest.raises(BadInput, match="actions are whole numbers"):
        batch.step(batch.init(2), [0.5, 1.5])
    with pytest.raises(BadInput, match="max_steps=-1: give a number of actions"):
        Batch("tic-tac-toe", max_steps=-1, device=DEVICE)
    with pytest.raises(BadInput, match="give size to load"):
        Batch(batch.rules, size=3, device=DEVICE)
    with pytest.raises(RuleBroken, match="overfull"):
        agree(str(RULEBOOKS / "overfull.py"), games=2, steps=9)
