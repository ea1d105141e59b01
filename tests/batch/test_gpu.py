"""Many games at once on a GPU: `scripts/test -m gpu` where there is one."""

import numpy as np
import pytest

from boardproof.batch import Batch
from boardproof.engines.cuda import CUDA

from .agreement import run_plain

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(CUDA.missing() is not None, reason=str(CUDA.missing())),
]


def test_batches_agree_with_the_reference_engine_and_with_the_processor():
    kinds = "parameters1 or kalah or any_heaps or steps"
    run_plain("-k", f"{kinds} or not random_games", BATCH_DEVICE="cuda")


@pytest.mark.filterwarnings("ignore")  # whatever others warn of
@pytest.mark.parametrize("library", ["torch", "cupy", "jax.numpy"])
def test_others_take_arrays_by_dlpack_and_give_actions(library, monkeypatch):
    monkeypatch.setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    theirs = pytest.importorskip(library)
    batch = Batch("tic-tac-toe", device="cuda")
    state = batch.init(3)
    before = np.asarray(state.observation)
    taken = theirs.from_dlpack(state.observation)
    mask = theirs.from_dlpack(state.legal_action_mask)
    assert tuple(taken.shape) == state.observation.shape
    assert bool(mask.all())
    actions = mask.sum(1) * 0 + 4  # of another kind than ours
    after = batch.step(state, actions)
    assert np.asarray(after.legal_action_mask).sum() == 24
    batch.step(state, actions, out=state)
    assert not np.array_equal(np.asarray(state.observation), before)
    if library != "jax.numpy":  # its arrays never change, so nothing is expected of them
        assert int(taken.sum()) == int(np.asarray(state.observation).sum())
    del batch, state, after
    assert int(mask.sum()) >= 0, "its memory is kept"


def test_a_hundred_thousand_games_are_played_to_their_end():
    batch = Batch("connect-four", device="cuda")
    state = batch.init(100_000, seed=1)
    rewards = np.zeros((100_000, 2))
    for _ in range(42):
        batch.step(state, batch.random_actions(state), out=state)
        rewards += np.asarray(state.rewards)
    assert np.asarray(state.terminated).all()
    won = rewards[:, 0] == 1
    assert (rewards.sum(axis=1) == 0).all()
    assert 0.5 < won.mean() < 0.6, "whoever begins wins a little more often"
