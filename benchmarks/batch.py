"""Steps a second of processor time, of many games at once; and Pgx's, where it is installed.

    python benchmarks/batch.py [GAMES]

Each step makes a random legal move in every game, and has masks and observations ready after it.
"""

import sys
import time
from collections.abc import Callable

from boardproof.batch import Batch

CASES = [
    ("connect-four", {"columns": 6, "rows": 5}),
    ("connect-four", {}),
    ("tic-tac-toe", {}),
    ("kalah", {}),
]
SECONDS = 3.0


def rate(step: Callable[[], object], games: int) -> float:
    """Return how many steps a second of processor time makes."""
    step()
    started, steps = time.process_time(), 0
    while time.process_time() - started < SECONDS:
        for _ in range(20):
            step()
            steps += games
    return steps / (time.process_time() - started)


def ours(name: str, parameters: dict[str, int], games: int) -> float:
    batch = Batch(name, autoreset=True, **parameters)
    state = batch.init(games, seed=1)
    return rate(lambda: batch.step(state, batch.random_actions(state), out=state), games)


def theirs(name: str, games: int) -> float:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))
    move = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    def choose(key: object, mask: object) -> object:
        return jax.random.categorical(key, jax.numpy.log(mask.astype(float)), axis=-1)

    choose = jax.jit(choose)
    key = jax.random.PRNGKey(1)
    states = [begin(jax.random.split(key, games)), key]

    def step() -> None:
        key, chosen, fresh = jax.random.split(states[1], 3)
        actions = choose(chosen, states[0].legal_action_mask)
        states[0] = move(states[0], actions, jax.random.split(fresh, games))
        states[1] = key
        states[0].terminated.block_until_ready()

    return rate(step, games)


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    for name, parameters in CASES:
        shown = " ".join([name, *(f"{key}={value}" for key, value in parameters.items())])
        print(f"{shown:34} {ours(name, parameters, games) / 1e6:8.2f} M steps/s")
    try:
        for name in ("connect_four", "tic_tac_toe"):
            print(f"{'Pgx ' + name:34} {theirs(name, games) / 1e6:8.2f} M steps/s")
    except ImportError:
        print("Pgx is not installed")
