"""The shards of a game on a Ray cluster: an actor each, parcels from actor to actor."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from ... import __version__
from ...analysis.digest import digest
from ...errors import BadInput
from ...ir.rules import Rules
from ...limits import Limits, asides
from ..folder import disk_told
from .presence import check_nodes, missing
from .rulebook import Rulebook, rulebook_of
from .shard import NodeRate, Shard

#: A task with its arguments; those of the shards differ where there is a list of them.
Task = tuple[Any, ...]
#: Actors and nodes that die are replaced, and their tasks repeated, without end.
LASTING = {"max_restarts": -1, "max_task_retries": -1}
#: How many seconds a cluster has to answer, and all shards to begin.
ANSWERING, BEGINNING = 10, 120
#: What a shard claims of a processor: so half of the machines can do the work of all.
PROCESSORS = 0.5


class PlacedShard(Shard):
    """A shard that knows on which machine it is."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        ray: Any = import_module("ray")
        self._rate.address = ray.util.get_node_ip_address()


class Each(list[Any]):
    """Arguments that differ: one for each shard."""


class ShardTeam:
    """All shards of a game."""

    def __init__(self, rules: Rules, limits: Limits) -> None:
        assert limits.cluster is not None
        assert limits.disk is not None
        disk = limits.disk.absolute()
        _refuse_other_files(disk)
        ray = self._ray = connect(limits.cluster)
        self.size = _shards_in(disk) or max(1, int(ray.cluster_resources().get("CPU", 1)))
        check_nodes(ray, __version__, BEGINNING)
        with disk_told(disk):
            disk.mkdir(parents=True, exist_ok=True)
        made = ray.remote(PlacedShard).options(
            num_cpus=PROCESSORS, scheduling_strategy="SPREAD", **LASTING
        )
        share = None if limits.given_memory is None else limits.given_memory // self.size
        neighbours = -(-self.size // self.nodes())
        book = self._book = rulebook_of(rules.game)
        self._disk = disk
        self._actors = [
            made.remote(book, number, self.size, disk, share, neighbours, limits.symmetry)
            for number in range(self.size)
        ]
        self._refuse_others(rules)

    def _refuse_others(self, rules: Rules) -> None:
        """Refuse machines that have other rules."""
        for rulebook, node in self.each("greet", seconds=BEGINNING):
            if rulebook != digest(rules):
                raise BadInput(
                    f"{node} has other rules of {rules.game.identity}: install the same rulebook"
                )

    def each(self, task: str, *arguments: Any, seconds: float | None = None) -> list[Any]:
        """Let every shard do something; return what each answers."""
        return self._answers(self._started((task, *arguments), 1), seconds)

    def exchange(self, *tasks: Task) -> list[Any]:
        """Let every shard do the first task; what comes out goes to those it is for, and so on.

        A task but the last returns a parcel for each shard. Return what the last one returns.
        """
        parcels: list[list[Any]] = [[] for _ in range(self.size)]
        for task in tasks[:-1]:
            outs = self._started(task, self.size, parcels)
            outs = [[out] for out in outs] if self.size == 1 else outs
            parcels = [list(column) for column in zip(*outs, strict=True)]
        return self._answers(self._started(tasks[-1], 1, parcels))

    def _started(
        self, task: Task, returns: int, parcels: Sequence[Sequence[Any]] | None = None
    ) -> list[Any]:
        """Start a task on every shard."""
        name, *arguments = task
        started = []
        for number, actor in enumerate(self._actors):
            own = [one[number] if isinstance(one, Each) else one for one in arguments]
            method = getattr(actor, name).options(num_returns=returns)
            started.append(method.remote(*own, *(parcels[number] if parcels else ())))
        return started

    def _answers(self, started: Any, seconds: float | None = None) -> list[Any]:
        with failures_told(self._ray, self._book, self._disk):
            answers: list[Any] = self._ray.get(list(started), timeout=seconds)
            return answers

    def one(self, number: int, task: str, *arguments: Any) -> Any:
        """Let one shard do something."""
        with failures_told(self._ray, self._book, self._disk):
            return self._ray.get(getattr(self._actors[number], task).remote(*arguments))

    def tell_rates(self) -> None:
        """Tell who watches how quick each machine is."""
        nodes: dict[str, NodeRate] = {}
        for one in self.each("rate"):
            node = nodes.setdefault(one.address, NodeRate(one.address))
            node.positions += one.positions
            node.seconds = max(node.seconds, one.seconds)
        rates = (
            f"{node.address} {node.positions / max(node.seconds, 1e-3):,.0f}"
            for _, node in sorted(nodes.items())
        )
        asides.say(f"positions a second: {', '.join(rates)}")

    def nodes(self) -> int:
        """Return how many machines are alive."""
        return sum(bool(node["Alive"]) for node in self._ray.nodes())


#: The shards that engines of this process work with.
_teams: WeakValueDictionary[tuple[str, ...], ShardTeam] = WeakValueDictionary()


def team_of(rules: Rules, limits: Limits) -> ShardTeam:
    """Return the shards of a game in a folder: engines of one process have the same."""
    key = (str(limits.cluster), str(limits.disk), digest(rules), str(limits.symmetry))
    team = _teams.get(key) or ShardTeam(rules, limits)
    _teams[key] = team
    return team


def _refuse_other_files(disk: Path) -> None:
    """Refuse a folder that is in use for something else, before anything is written there."""
    with disk_told(disk):
        others = disk.exists() and any(not p.name.startswith("shard-") for p in disk.iterdir())
    if others:
        raise BadInput(f"{disk} has other files in it: choose a folder that is new")


def _shards_in(disk: Path) -> int:
    """Return into how many shards a folder is cut already, 0 for none."""
    names = sorted(path.name for path in disk.glob("shard-*-of-*")) if disk.is_dir() else []
    return int(names[0].rpartition("-")[2]) if names else 0


def _refuse_silent(address: str) -> None:
    """Refuse an address at which nobody listens: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    if not host or not port.isdecimal():
        raise BadInput(f"{address} is not the address of a cluster: write auto, or HOST:PORT")
    try:
        socket.create_connection((host, int(port)), timeout=ANSWERING).close()
    except (OSError, OverflowError) as failure:
        raise BadInput(
            f"no cluster answers at {address} ({failure}): start one with `ray start --head`"
        ) from None


@cache
def connect(address: str) -> Any:
    """Connect this process with a cluster; return the module that speaks to it."""
    lacking = missing()
    if lacking is not None:
        raise BadInput(f"the cluster engine cannot be used: {lacking}")
    _refuse_silent(address)
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # they are told here
    import ray

    try:
        ray.init(
            address=address, log_to_driver=False, logging_level=logging.ERROR,
            configure_logging=False, namespace="boardproof",
        )  # fmt: skip
    except (ConnectionError, OSError, RuntimeError, ValueError, ImportError) as failure:
        line = str(failure).strip().partition("\n")[0]
        raise BadInput(
            f"no cluster answers at {address} ({line}): start one with `ray start --head`"
        ) from None
    _silence()
    return ray


def _silence() -> None:
    """Keep Ray from writing about deaths among our answers: it prints to standard output."""
    worker: Any = import_module("ray._private.worker")
    if hasattr(worker, "print_to_stdstream"):
        worker.print_to_stdstream = lambda *_, **__: None


@contextmanager
def failures_told(ray: Any, book: Rulebook, disk: Path) -> Iterator[None]:
    """Raise what went wrong in a shard as if it had gone wrong here."""
    try:
        yield
    except ray.exceptions.RayTaskError as failure:
        cause = getattr(failure, "cause", None)
        with disk_told(disk):
            raise (failure if cause is None else book.place_here(cause)) from None
    except ray.exceptions.GetTimeoutError:
        raise BadInput(
            "the cluster does not start all shards: it has fewer processors free than it says"
        ) from None
    except ray.exceptions.RayActorError as failure:
        line = str(failure).strip().partition("\n")[0]
        raise BadInput(f"a shard cannot be started ({line}): look at the cluster") from None
    except ray.exceptions.RayError as failure:
        line = str(failure).strip().partition("\n")[0]
        raise BadInput(
            f"the cluster failed ({line}): all finished layers are kept; the same command resumes"
        ) from None
