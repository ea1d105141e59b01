"""The engines beside OpenSpiel. Run: python benchmarks/openspiel.py (needs the test extra)

All states of Connect Four 4×4, and games of random moves on 7×6, in one run, taking turns.
"""

import random
import time
from statistics import median

import pyspiel

from boardproof import load
from boardproof.engines.compiled import CompiledEngine


def openspiel_states() -> int:
    game = pyspiel.load_game("connect_four(rows=4,columns=4)")
    seen, layer = set(), [game.new_initial_state()]
    while layer:
        following = []
        for state in layer:
            text = state.to_string()
            if text in seen:
                continue
            seen.add(text)
            if not state.is_terminal():
                following += [state.child(action) for action in state.legal_actions()]
        layer = following
    return len(seen)


def openspiel_playout(chance: random.Random) -> int:
    state = pyspiel.load_game("connect_four").new_initial_state()
    moves = 0
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        moves += 1
    return moves


def timed(work: object, *arguments: object) -> tuple[int, float]:
    started = time.perf_counter()
    found = work(*arguments)  # type: ignore[operator]
    return found, time.perf_counter() - started


def main() -> None:
    engine = CompiledEngine(load("connect-four", columns=4, rows=4))
    engine.enumerate()
    pairs = []
    for _ in range(3):
        theirs, ours = timed(openspiel_states), timed(lambda: engine.enumerate().positions)
        assert theirs[0] == ours[0] == 161_029
        pairs.append((theirs[1], ours[1]))
    theirs, ours = (median(pair[i] for pair in pairs) for i in (0, 1))
    print(
        f"{'all states of Connect Four 4×4':<34}{theirs:>8.2f} s{ours:>9.4f} s"
        f"{theirs / ours:>8.0f}×"
    )

    engine = CompiledEngine(load("connect-four"))
    engine.playouts(10, seed=1)
    rates = []
    for seed in range(3):
        chance = random.Random(seed)
        started, moves = time.perf_counter(), 0
        while time.perf_counter() - started < 0.5:
            moves += openspiel_playout(chance)
        theirs = moves / (time.perf_counter() - started)
        (found, seconds) = timed(lambda s=seed: engine.playouts(20_000, seed=s).moves)
        rates.append((theirs, found / seconds))
    theirs, ours = (median(rate[i] for rate in rates) for i in (0, 1))
    print(f"{'random moves a second, 7×6':<34}{theirs:>10,.0f}{ours:>13,.0f}{ours / theirs:>6.0f}×")


if __name__ == "__main__":
    main()
