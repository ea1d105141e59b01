"""What kernels are launched with, noted in the simulator: a program of its own.

The first argument is a file to write to, the others are small games. Of each kernel the types of
its parameters are noted by name; the words of a position have one name.
"""

import pickle
import sys
from inspect import signature
from itertools import combinations
from pathlib import Path
from typing import Any

from numba.cuda.typing.typeof import typeof

from boardproof.batch import Batch
from boardproof.engines.cuda.device import Device
from boardproof.engines.cuda.engine import CudaEngine
from boardproof.faces.cli.options import load_rules
from boardproof.limits import Limits
from boardproof.statespace.goals import Aim, Goal


def ask_everything(game: str) -> None:
    """Ask a small game all that kernels answer."""
    name, *words = game.split()
    rules = load_rules(name, tuple(words))
    engine, limits = CudaEngine(rules), Limits(threads=1)
    players = list(rules.game.players)
    aims = [Aim(results=frozenset({f"{player} wins"})) for player in players]
    groups = [frozenset(g) for k in range(1, len(players) + 1) for g in combinations(players, k)]
    engine.enumerate(limits)
    engine.survey(aims, limits, None)
    assert engine.solve(limits).counts
    engine.attract([Goal(who, aim) for who in groups for aim in aims], limits)
    engine.perft(engine.initial(), 2)
    engine.playouts(2, seed=1)
    batch = Batch(rules, device="cuda")
    state = batch.init(2)
    batch.step(state, batch.random_actions(state))


def main(file: str, games: list[str]) -> None:
    launch, launches = Device.launch, dict[str, dict[str, Any]]()

    def noted(self: Device, kernel: Any, size: int, *arguments: Any) -> None:
        function = kernel.fn.__wrapped__
        names = [name.rstrip("01") for name in signature(function).parameters]
        types = dict(zip(names, map(typeof, arguments), strict=True))
        launches.setdefault(function.__name__, types)
        launch(self, kernel, size, *arguments)

    Device.launch = noted  # type: ignore[method-assign]
    for game in games:
        ask_everything(game)
    Path(file).write_bytes(pickle.dumps(launches))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
