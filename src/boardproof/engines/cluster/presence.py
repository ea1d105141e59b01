"""Whether there is what a cluster needs, told without importing it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from ...errors import BadInput


def _installed() -> Any:
    """Return a function that finds the version of boardproof where it is run.

    It is made here, and so it is sent to other machines whole: they may have another version, or
    none.
    """

    def version() -> str | None:
        try:
            import boardproof
        except ImportError:
            return None
        return getattr(boardproof, "__version__", "of another kind")

    return version


def check_nodes(ray: Any, here: str, seconds: float) -> None:
    """Refuse a cluster with machines that have another version of boardproof, or none."""
    strategy = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
    asked = {}
    for node in ray.nodes():
        if node["Alive"]:
            where = strategy(node["NodeID"], soft=False)
            version = ray.remote(_installed()).options(num_cpus=0, scheduling_strategy=where)
            asked[node["NodeManagerAddress"]] = version.remote()
    for address, answer in asked.items():
        try:
            there = ray.get(answer, timeout=seconds)
        except ray.exceptions.RayError as failure:
            line = str(failure).strip().partition("\n")[0]
            raise BadInput(f"{address} does not answer ({line}): look at the cluster") from None
        if there is None:
            raise BadInput(f"{address} has no boardproof: install {here} there")
        if there != here:
            raise BadInput(
                f"{address} has boardproof {there}, and this is {here}: install the same"
            )


def missing() -> str | None:
    """Return what the engine needs that is not there."""
    return None if find_spec("ray") else "Ray is not installed: pip install 'boardproof[ray]'"
