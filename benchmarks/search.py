"""The search beside its peers. Run: python benchmarks/search.py [--quick] [--moves]

The C++ peer is a program of ours for Kalah(6,4): the same alpha-beta with the same table, its rules
written by hand; both search to one depth, and positions a second are compared. OpenSpiel, of the
test extra, has a minimax of its own; both find the value of Connect Four on 4×4, and seconds are
compared. All take turns in one run; medians of five are compared. With --moves, a thousand moves
of `smart` under a time limit are measured as well.
"""

import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from peers.ours import engine_for

from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.minimax.driver import DEEPEST, MinimaxDriver
from boardproof.players import make_player, prepare

PEERS = Path(__file__).parent / "peers"
DEPTH, MEGABYTES = 22, 256
FOUR = "connect_four(rows=4,columns=4)"


class Run(NamedTuple):
    """What a search found, how many positions it looked at, and how long it took."""

    value: int
    nodes: int
    seconds: float


def kalah_ours(engine: CompiledEngine) -> Run:
    minimax = MinimaxDriver(engine, MEGABYTES << 20, at_once=True)
    minimax.stand(engine.initial(), engine.game.players.elements[0])
    started, guess = time.perf_counter(), 0
    for depth in range(2, DEPTH + 1, 2):
        _, guess, _ = minimax.best_at(depth, guess)
    return Run(guess, minimax.nodes, time.perf_counter() - started)


def kalah_cpp(program: str) -> Run:
    words = [program, str(DEPTH), str(MEGABYTES)]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    return Run(int(told[0]), int(told[1]), float(told[2]))


def four_ours(engine: CompiledEngine) -> Run:
    minimax = MinimaxDriver(engine, 16 << 20, at_once=True)
    minimax.stand(engine.initial(), engine.game.players.elements[0])
    started, worth = time.perf_counter(), minimax.worth
    wins = minimax.ask(worth, DEEPEST).value >= worth
    holds = wins or minimax.ask(1 - worth, DEEPEST).value > -worth
    return Run(wins + holds - 1, minimax.nodes, time.perf_counter() - started)


def four_openspiel() -> Run:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(FOUR)
    started = time.perf_counter()
    value, _ = minimax.alpha_beta_search(game, maximum_depth=16)
    return Run(int(value), 0, time.perf_counter() - started)


def taking_turns(contenders: dict[str, Callable[[], Run]], rounds: int) -> dict[str, list[Run]]:
    runs: dict[str, list[Run]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            runs[name].append(run())
    assert len({run.value for own in runs.values() for run in own}) == 1, "values differ"
    return runs


def kalah(rounds: int) -> None:
    engine = engine_for("kalah")
    contenders: dict[str, Callable[[], Run]] = {"ours": lambda: kalah_ours(engine)}
    contenders["ours"]()
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/kalah_search"
        source = PEERS / "kalah_search.cpp"
        if shutil.which("g++"):
            subprocess.run(["g++", "-O3", "-march=native", "-o", program, source], check=True)
            contenders["C++"] = lambda: kalah_cpp(program)
        runs = taking_turns(contenders, rounds)
    rates = {name: median(r.nodes / r.seconds / 1e6 for r in own) for name, own in runs.items()}
    told = ", ".join(f"{name} {rate:.2f} M positions a second" for name, rate in rates.items())
    ratio = f", ratio {rates['ours'] / rates['C++']:.2f}" if "C++" in rates else ""
    print(f"kalah, alpha-beta to depth {DEPTH}: {told}{ratio}", flush=True)


def four(rounds: int) -> None:
    engine = engine_for("connect-four", "columns=4", "rows=4")
    contenders: dict[str, Callable[[], Run]] = {"ours": lambda: four_ours(engine)}
    contenders["ours"]()
    if importlib.util.find_spec("pyspiel"):
        contenders["OpenSpiel"] = four_openspiel
    runs = taking_turns(contenders, rounds)
    seconds = {name: median(r.seconds for r in own) for name, own in runs.items()}
    told = ", ".join(f"{name} {taken:.4f} s" for name, taken in seconds.items())
    faster = seconds.get("OpenSpiel", 0.0) / seconds["ours"]
    print(f"connect-four 4×4, its value: {told}, {faster:,.0f} times as fast", flush=True)


def moves_in_time(count: int, limit: float) -> None:
    """Let smart make so many moves under a limit, at positions of random games."""
    engine, chance = engine_for("kalah"), Random(1)
    player = make_player(f"smart:time={limit}", Random(1))
    prepare(player, engine)
    taken, position = list[float](), engine.initial()
    while len(taken) < count:
        legal = engine.legal_moves(position)
        if not legal:
            position = engine.initial()
            continue
        started = time.perf_counter()
        player.choose(engine, position)
        taken.append(time.perf_counter() - started)
        position = engine.successor(position, chance.choice(legal))
    over = sum(one > limit for one in taken)
    print(
        f"smart:time={limit}, {count} moves at kalah: median {median(taken):.3f} s, "
        f"longest {max(taken):.3f} s, {over} over the limit"
    )


def main() -> None:
    rounds = 2 if "--quick" in sys.argv else 5
    kalah(rounds)
    four(rounds)
    if "--moves" in sys.argv:
        moves_in_time(1000, 0.4)


if __name__ == "__main__":
    main()
