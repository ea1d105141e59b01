"""How much of the GPU's memory is in use after answers, errors and Ctrl-C: a program of its own.

On a GPU garbage is not collected: what is not needed must go by itself. What was left is printed
with what left it; the exit status is 1 where anything was.
"""

import gc
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from boardproof.batch import Batch
from boardproof.engines.cuda.engine import CudaEngine
from boardproof.engines.cuda.kernels.intrinsics import SIMULATED, cuda
from boardproof.errors import RuleBroken
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits
from boardproof.reading.loader import load
from boardproof.statespace.goals import Aim, Goal

OVERFULL = str(Path(__file__).parents[1] / "rulebooks" / "overfull.py")
DEEP = "six-mens-morris"
#: On a GPU, a thousandth of the memory may be given back later, and compiled kernels take some.
SLACK = 0 if SIMULATED else 256 << 20
#: The ply that is interrupted: one with many positions, where a GPU takes them at once.
INTERRUPTED = 3 if SIMULATED else 18


def in_use() -> int:
    """Return how many bytes are taken."""
    if not SIMULATED:
        cuda.synchronize()
        free, total = cuda.current_context().get_memory_info()
        return int(total - free)
    from numba.cuda.simulator.cudadrv.devicearray import FakeCUDAArray

    return sum(one.nbytes for one in gc.get_objects() if isinstance(one, FakeCUDAArray))


def interrupt(ply: int, positions: int) -> None:
    """Press Ctrl-C after some plies."""
    if ply == INTERRUPTED:
        signal.raise_signal(signal.SIGINT)


def works(engine: CudaEngine) -> dict[str, Callable[[], object]]:
    """Return what is asked about a game, by its name."""
    rules, limits, stopped = engine.rules, Limits(threads=1), Limits(interrupt, threads=1)
    aim = Aim(results=frozenset({"draw"}))
    goal = Goal(frozenset(list(rules.game.players)[:1]), aim)
    return {
        "count": lambda: engine.enumerate(limits),
        "survey": lambda: engine.survey([aim], limits, None),
        "solve": lambda: engine.solve(limits),
        "force": lambda: engine.attract([goal], limits),
        "count stopped": lambda: engine.enumerate(stopped),
        "solve stopped": lambda: engine.solve(stopped),
        "batch": lambda: Batch(rules, device="cuda").init(2),
    }


def left_by(work: Callable[[], object], ends: str = "done") -> int:
    """Return how many more bytes are taken after some work, which must end as expected."""
    before = in_use()
    stopped = "done"
    try:
        work()
    except (KeyboardInterrupt, RuleBroken) as stop:
        stopped = type(stop).__name__
    assert stopped == ends
    if SIMULATED:  # what it raises is held by a frame that it holds
        gc.collect()
    return in_use() - before


def main(games: list[str]) -> int:
    gc.collect()
    gc.disable()
    left = {}
    for game in games:
        name, *words = game.split()
        engine = CudaEngine(load_rules(name, tuple(words)))
        for name, work in works(engine).items():
            ends = "KeyboardInterrupt" if "stopped" in name else "done"
            for _ in range(1 if SIMULATED else 2):  # kernels are compiled by the first
                left[f"{game}: {name}"] = left_by(work, ends)
    wrong = left_by(lambda: CudaEngine(load(OVERFULL)).enumerate(), "RuleBroken")
    left["rules that go wrong"] = wrong
    if not SIMULATED:  # an engine whose threads need large stacks
        for _ in range(2):
            left["deep rules"] = left_by(lambda: CudaEngine(load(DEEP)).enumerate())
    for name, size in left.items():
        if size > SLACK:
            print(f"{name} left {size:,} bytes")
    print(f"{len(left)} answers")
    return int(any(size > SLACK for size in left.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
