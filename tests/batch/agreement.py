"""Games of a batch beside the same games by the reference engine: all that is seen is the same.

`BATCH_DEVICE` says where they are played.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from boardproof.batch import Batch, BatchState
from boardproof.interop.stepping import Moment, stepped

HERE = Path(__file__).parent
DEVICE = os.environ.get("BATCH_DEVICE", "cpu")


def run_plain(*options: str, **variables: str) -> None:
    """Run the tests of `plain.py` in a process of their own: Numba reads variables only once."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", str(HERE / "plain.py")]
    env = {**os.environ, **variables}
    run = subprocess.run(
        [*command, *options], env=env, capture_output=True, text=True, cwd=HERE.parents[1]
    )
    assert run.returncode == 0, run.stdout
    assert " passed" in run.stdout


def batch_of(name: str, **options: Any) -> Batch:
    """Return a batch on the device that is tested."""
    return Batch(name, device=DEVICE, **options)


def in_memory(state: BatchState) -> BatchState:
    """Return a state with all arrays in this machine's memory."""
    columns = {one.name: getattr(state, one.name) for one in fields(state)}
    words = tuple(map(np.asarray, columns.pop("words")))
    return replace(state, words=words, **{name: np.asarray(a) for name, a in columns.items()})


def agree(name: str, games: int, steps: int, seed: int = 1, **parameters: object) -> int:
    """Play random games in a batch and by the reference engine, compare them at every step.

    Return how many steps there were.
    """
    batch = _batch(name, steps, tuple(parameters.items()))
    game = stepped(name, parameters, steps)
    state = batch.init(games, seed)
    moments = [Moment(game, position) for position in batch.positions(state)]
    made = 0
    while True:
        seen = in_memory(state)
        for row, moment in enumerate(moments):
            compare(batch, seen, row, moment)
        if all(moment.over for moment in moments):
            return made
        actions = batch.random_actions(state)
        state = batch.step(state, actions)
        rewards, chosen = np.asarray(state.rewards), np.asarray(actions)
        for row, moment in enumerate(moments):
            if moment.over:
                assert not rewards[row].any(), "nothing is given twice"
            else:
                moments[row] = moment.after(int(chosen[row]))
                assert rewards[row].tolist() == moments[row].returns
                made += 1


@cache
def _batch(name: str, steps: int, parameters: tuple[tuple[str, Any], ...]) -> Batch:
    return batch_of(name, max_steps=steps, **dict(parameters))


def compare(batch: Batch, state: BatchState, row: int, moment: Moment) -> None:
    assert int(state.current_player[row]) == (-1 if moment.mover is None else moment.mover)
    assert bool(state.terminated[row]) == (moment.over and not moment.truncated)
    assert bool(state.truncated[row]) == (moment.over and moment.truncated)
    assert int(state.step_count[row]) == moment.ply
    board, mask, seen = _expected(batch, moment)
    assert tuple(int(column[row]) for column in state.words) == board
    assert state.legal_action_mask[row].tobytes() == mask
    assert state.observation[row].tobytes() == seen


#: What was expected of positions: games come to them again.
_known: dict[tuple[Any, ...], tuple[tuple[int, ...], bytes, bytes]] = {}


def _expected(batch: Batch, moment: Moment) -> tuple[tuple[int, ...], bytes, bytes]:
    """Return the words of a position, its mask, and its observation as whole numbers."""
    key = (id(batch), moment.position, moment.steps, moment.over)
    if key not in _known:
        mask = np.zeros(batch.num_actions, np.bool_)
        mask[moment.legal] = True
        seen = np.rint(moment.observe() * batch.scale[:, None, None])
        kind = np.uint8 if batch.scale.max() < 256 else np.uint16
        words = batch.engine.layout.pack(moment.board)
        _known[key] = words, mask.tobytes(), seen.astype(kind).tobytes()
    return _known[key]
