"""The GPU engine in one run: counts, solutions, batches, memory; and its counts beside `compiled`.

    python benchmarks/gpu.py [--seconds 450] [--workers 8] [--skip games]

Each row is printed as soon as it is known, and what fails is a row as well; nothing is begun after
so many seconds. A row has the seconds of the first time, the compiler's included, and of a second;
the rate is the second's. `left` is what the GPU's memory has lost since before the row, once its
answer is forgotten. `--skip` leaves out a part: start, answers, batches, games.
"""

import argparse
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

from boardproof.batch import Batch
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.cuda.engine import CudaEngine
from boardproof.errors import TooLarge
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits, TooMany
from boardproof.questions.known import known_games
from boardproof.reading.loader import game_names
from boardproof.statespace.goals import Aim, Goal

STARTED = time.perf_counter()
PARTS = ("start", "answers", "batches", "games")
#: No row may take longer.
ROW = 100
ANSWERS = [
    ("count", "connect-four columns=5 rows=5"),
    ("solve", "connect-four columns=5 rows=5"),
    ("count", "connect-four columns=6 rows=5"),
    ("solve", "connect-four columns=6 rows=5"),
    ("force", "dstru-tac-toe"),
    ("solve", "kalah holes=4 beans=4"),
    ("solve", "six-mens-morris men=6"),
]
BATCHES = [("connect-four", 1 << 16), ("connect-four", 1 << 20), ("kalah", 1 << 20)]
#: Games are compared up to so many positions, with so many threads each.
MOST, THREADS = 150_000_000, 4
LARGER = [game for what, game in ANSWERS if "rows=5" not in game or "columns=5" in game]


class RowTimeout(Exception):
    """A row took too long."""


def say(text: str) -> None:
    print(text, flush=True)


def spent() -> float:
    return time.perf_counter() - STARTED


@contextmanager
def guarded(label: str, limit: float) -> Iterator[None]:
    """Let a row fail without the others, and end it when its time is over."""

    def stop(*_: Any) -> None:
        raise RowTimeout(f"not done after {min(ROW, limit):.0f} s")

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, max(1.0, min(ROW, limit)))
    try:
        yield
    except Exception as failure:
        line = " ".join(f"{type(failure).__name__}: {failure}".split())
        say(f"{label:46} FAILED: {line[:300]}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.perf_counter()
    answer = work()
    return time.perf_counter() - started, answer


# -- memory -------------------------------------------------------------------------------------


def free_memory() -> int:
    """Return the bytes that are free on the GPU, once garbage is collected."""
    from numba import cuda

    gc.collect()
    cuda.synchronize()
    return int(cuda.current_context().get_memory_info().free)


# -- rows -----------------------------------------------------------------------------------------


def cold_start() -> None:
    """Count in a process of its own, with nothing in any cache."""
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"BOARDPROOF_CACHE": folder, "CUDA_CACHE_DISABLE": "1"}
        command = [
            sys.executable,
            "-m",
            "boardproof",
            "count",
            "connect-four",
            "columns=5",
            "rows=5",
        ]
        for times in ("cold", "warm"):
            seconds, done = timed(
                lambda: subprocess.run(
                    [*command, "--engine", "cuda"], env=env, capture_output=True, text=True
                )
            )
            counted = "69,763,700" in done.stdout
            failed = "" if counted else f"  WRONG: {(done.stdout + done.stderr)[-200:]!r}"
            say(f"{'count connect-four 5×5, ' + times + ' start':46} {seconds:25.2f} s{failed}")


def asked(what: str, engine: Any) -> Callable[[], Any]:
    if what == "count":
        return lambda: engine.enumerate(Limits())
    if what == "solve":
        return lambda: engine.solve(Limits())
    players = list(engine.game.players)
    groups = [frozenset(g) for k in range(1, len(players) + 1) for g in combinations(players, k)]
    aims = [Aim(results=frozenset({f"{player} wins"})) for player in players]
    return lambda: engine.attract([Goal(who, aim) for who in groups for aim in aims], Limits())


def answer_row(what: str, game: str) -> None:
    name, *words = game.split()
    before = free_memory()
    engine: Any = CudaEngine(load_rules(name, tuple(words)))
    first, _ = asked_once(what, engine)
    seconds, positions = asked_once(what, engine)
    kept = before - free_memory()
    del engine
    left = before - free_memory()
    say(
        f"{what + ' ' + game:46} {positions:>15,} {first:8.2f} s {seconds:8.3f} s"
        f" {positions / seconds / 1e6:8,.0f} M/s {left >> 20:6} MiB left"
        f" ({kept >> 20} with its engine){as_known(game, positions)}"
    )


def asked_once(what: str, engine: Any) -> tuple[float, int]:
    """Return how long a question takes, and how many positions it is about; forget the answer."""
    seconds, answer = timed(asked(what, engine))
    return seconds, answer.positions


def as_known(game: str, positions: int) -> str:
    """Say whether there are as many positions as known, where that is known."""
    name, *words = game.split()
    for known in known_games():
        if known.game == name and sorted(known.arguments) == sorted(words):
            for count in known.count:
                if count.positions is not None:
                    return "  as known" if count.positions == positions else "  NOT AS KNOWN"
    return ""


def batch_row(game: str, games: int) -> None:
    before = free_memory()
    rates = batch_rates(game, games)
    say(f"{f'batch {game}, {games:,} games':46} {rates} {(before - free_memory()) >> 20} MiB left")


def batch_rates(game: str, games: int) -> str:
    """Play at random, with masks and observations; actions are chosen on the GPU as well."""
    batch = Batch(game, autoreset=True, device="cuda")
    state = batch.init(games, seed=1)
    first, _ = timed(lambda: batch.step(state, batch.random_actions(state), out=state))
    chosen = rate(lambda: batch.step(state, batch.random_actions(state), out=state), games)
    actions = batch.random_actions(state)
    given = rate(lambda: batch.step(state, actions, out=state), games)
    return f"{chosen:13,.1f} M steps/s, {given:,.1f} with actions given; first step {first:.2f} s,"


def rate(step: Callable[[], Any], games: int) -> float:
    """Return how many million steps a second makes."""
    steps, started = 0, time.perf_counter()
    while time.perf_counter() - started < 2.0:
        step()
        steps += games
    return steps / (time.perf_counter() - started) / 1e6


# -- beside the compiled engine -------------------------------------------------------------------


def counted(kind: Any, game: str) -> tuple[float, Any]:
    name, *words = game.split()
    engine = kind(load_rules(name, tuple(words)))
    return timed(lambda: engine.enumerate(Limits(threads=THREADS).bounded(MOST)))


def compared(game: str) -> str:
    """Count a game by both engines; return the row that says whether they agree."""
    try:
        seconds, ours = counted(CudaEngine, game)
    except (TooLarge, TooMany) as refusal:
        return f"not compared: {refusal or f'more than {MOST:,} positions'}"
    except Exception as failure:
        return f"FAILED on cuda: {type(failure).__name__}: {failure}"[:200]
    try:
        beside, theirs = counted(CompiledEngine, game)
    except (TooLarge, TooMany) as refusal:
        return f"{ours.positions:>15,}  only on cuda: {refusal or 'too many'}"
    except Exception as failure:
        return f"FAILED on compiled: {type(failure).__name__}: {failure}"[:200]
    verdict = "equal by ply" if ours == theirs else f"DIFFERENT: {ours} {theirs}"[:300]
    return f"{ours.positions:>15,} {seconds:8.2f} s {beside:8.2f} s  {verdict}"


def compare_games(workers: int, limit: float) -> None:
    """Compare engines on all games, in processes of their own, until time is over."""
    end = time.perf_counter() + limit
    left = [*LARGER, *game_names()]
    pool = multiprocessing.get_context("spawn").Pool(workers, maxtasksperchild=4)
    try:
        rows = [(game, pool.apply_async(compared, (game,))) for game in left]
        for game, row in rows:
            try:
                text = row.get(max(0.1, end - time.perf_counter()))
            except multiprocessing.TimeoutError:
                text = "not done in time"
            say(f"{game:46} {text}")
    finally:
        pool.terminate()
        pool.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=450)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--skip", nargs="*", choices=PARTS, default=[])
    chosen = parser.parse_args()

    rows: list[tuple[str, str, Callable[[], None]]] = [("start", "cold start", cold_start)]
    rows += [
        ("answers", f"{what} {game}", lambda what=what, game=game: answer_row(what, game))
        for what, game in ANSWERS
    ]
    rows += [
        ("batches", f"batch {game}", lambda game=game, games=games: batch_row(game, games))
        for game, games in BATCHES
    ]
    for part, label, row in rows:
        left = chosen.seconds - spent()
        if part in chosen.skip:
            continue
        if left < 1:
            say(f"{label:46} not begun: time is over")
            continue
        with guarded(label, left):
            row()
    if "games" not in chosen.skip and chosen.seconds - spent() > 1:
        say(f"\n{'counts beside compiled':46} {'positions':>15} {'cuda':>10} {'compiled':>10}")
        compare_games(chosen.workers, chosen.seconds - spent())
    say(f"\n{spent():.0f} s in all")


if __name__ == "__main__":
    main()
