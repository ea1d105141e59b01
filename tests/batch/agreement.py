"""Games of a batch beside the same games by the reference engine: all that is seen is the same."""

from __future__ import annotations

import numpy as np

from boardproof.batch import Batch, BatchState
from boardproof.interop.stepping import Moment, stepped


def agree(name: str, games: int, steps: int, seed: int = 1, **parameters: object) -> int:
    """Play random games in a batch and by the reference engine, compare them at every step.

    Return how many steps there were.
    """
    batch = Batch(name, max_steps=steps, **parameters)
    game = stepped(name, steps, **parameters)
    state = batch.init(games, seed)
    moments = [Moment(game, position) for position in batch.positions(state)]
    made = 0
    while True:
        for row, moment in enumerate(moments):
            compare(batch, state, row, moment)
        if all(moment.over for moment in moments):
            return made
        actions = batch.random_actions(state)
        state = batch.step(state, actions)
        for row, moment in enumerate(moments):
            if moment.over:
                assert not state.rewards[row].any(), "nothing is given twice"
            else:
                moments[row] = moment.after(int(actions[row]))
                assert state.rewards[row].tolist() == moments[row].returns
                made += 1


def compare(batch: Batch, state: BatchState, row: int, moment: Moment) -> None:
    assert int(state.current_player[row]) == (-1 if moment.mover is None else moment.mover)
    assert bool(state.terminated[row]) == (moment.over and not moment.truncated)
    assert bool(state.truncated[row]) == (moment.over and moment.truncated)
    assert int(state.step_count[row]) == moment.ply
    assert np.flatnonzero(state.legal_action_mask[row]).tolist() == moment.legal
    assert np.allclose(state.observation[row] / batch.scale[:, None, None], moment.observe())
    assert batch.positions(state, [row]) == [moment.board]
