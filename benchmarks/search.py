"""The search beside its peers. Run: python benchmarks/search.py [--quick] [--moves]

The C++ peer is a program of ours for Kalah(6,4): the same alpha-beta with the same table, its rules
written by hand; both search to one depth, and positions a second are compared. OpenSpiel, of the
test extra, has a minimax of its own; both find the value of Connect Four on 4×4. All take turns in
one run; medians of five are compared. With --moves, a thousand moves of `smart` under a time limit
are measured as well.
"""

import importlib.util
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from statistics import median

from peers.measuring import HAS_CPP, HEADER, Run, built, table, taking_turns, timed, told
from peers.ours import engine_for

from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.minimax.driver import DEEPEST, MinimaxDriver
from boardproof.players import make_player, prepare

DEPTH, MEGABYTES = 22, 256
FOUR = "connect_four(rows=4,columns=4)"


def kalah_ours(engine: CompiledEngine) -> tuple[int, int]:
    """Search Kalah to a depth; return how many positions that took, and the value."""
    minimax = MinimaxDriver(engine, MEGABYTES << 20, at_once=True)
    minimax.stand(engine.initial(), engine.game.players.elements[0])
    guess = 0
    for depth in range(2, DEPTH + 1, 2):
        _, guess, _ = minimax.best_at(depth, guess)
    return minimax.nodes, guess


def four_ours(engine: CompiledEngine) -> tuple[int, int]:
    """Find the value of Connect Four on 4×4."""
    minimax = MinimaxDriver(engine, 16 << 20, at_once=True)
    minimax.stand(engine.initial(), engine.game.players.elements[0])
    wins = minimax.ask(minimax.worth, DEEPEST).value >= minimax.worth
    holds = wins or minimax.ask(1 - minimax.worth, DEEPEST).value > -minimax.worth
    return 1, wins + holds - 1


def four_openspiel() -> tuple[int, int]:
    """Find the same value by OpenSpiel."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    value, _ = minimax.alpha_beta_search(pyspiel.load_game(FOUR), maximum_depth=16)
    return 1, int(value)


def kalah(rounds: int) -> None:
    """Compare positions a second, and the value found at that depth."""
    engine = engine_for("kalah")
    contenders: dict[str, Callable[[int], Run]] = {
        "ours": lambda _: timed(lambda: kalah_ours(engine))
    }
    contenders["ours"](0)
    with tempfile.TemporaryDirectory() as folder:
        if HAS_CPP:
            words = [*built("kalah_search", folder), str(DEPTH), str(MEGABYTES)]
            contenders["C++"] = lambda _: _by_value(told(words, compared=2))
        runs = taking_turns(contenders, rounds)
    print(table(f"kalah, positions of an alpha-beta to depth {DEPTH}", runs), flush=True)


def _by_value(run: Run) -> Run:
    """Return the peer's run with the value it found: both need not visit as many positions."""
    assert isinstance(run.found, tuple)
    return run._replace(found=int(run.found[1]))


def four(rounds: int) -> None:
    """Compare the time to a value."""
    engine = engine_for("connect-four", "columns=4", "rows=4")
    contenders: dict[str, Callable[[int], Run]] = {
        "ours": lambda _: timed(lambda: four_ours(engine))
    }
    contenders["ours"](0)
    if importlib.util.find_spec("pyspiel"):
        contenders["OpenSpiel"] = lambda _: timed(four_openspiel)
    print(table("connect-four 4×4, its value", taking_turns(contenders, rounds)), flush=True)


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
    print(HEADER)
    kalah(rounds)
    four(rounds)
    if "--moves" in sys.argv:
        moves_in_time(1000, 0.4)


if __name__ == "__main__":
    main()
