"""A cluster beside one process. Run: python benchmarks/cluster.py [--quick]

Connect Four is counted and solved in memory, in a folder, and on a Ray cluster of three nodes.
These are addresses of this machine: so processor seconds are compared, those of all processes
together, and not those of the clock. Ray is an extra: pip install 'boardproof[ray]'.
"""

import importlib.util
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from boardproof import load
from boardproof.files import bytes_used
from boardproof.limits import Limits

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "engines" / "cluster"))

GAME = {"columns": 5, "rows": 5}
SMALLER = {"columns": 5, "rows": 4}


def measure(name: str, engine: Any, question: str, limits: Limits, nodes: Any) -> None:
    """Answer a question of all positions, and print what that took."""
    busy, began, started = nodes.processor_seconds(), process_time(), perf_counter()
    found = engine.enumerate(limits) if question == "count" else engine.solve(limits)
    others = nodes.processor_seconds() - busy if name == "cluster" else 0.0
    seconds, took = process_time() - began + others, perf_counter() - started
    used = 0 if limits.disk is None else bytes_used(limits.disk)
    size = f"{used / found.positions:5.2f} bytes each" if used else "-"
    print(
        f"{question:<6} {name:<9} {found.positions:>11,}  {seconds:6.1f} cpu s"
        f"  {found.positions / seconds / 1e6:6.2f} M a cpu s  {size:>16}"
        f"  {took:6.1f} s by the clock",
        flush=True,
    )


def main() -> None:
    if not importlib.util.find_spec("ray"):
        print("Ray is not installed, and nothing measured: pip install 'boardproof[ray]'")
        return
    from nodes import LoopbackCluster

    from boardproof.engines.cluster.engine import ClusterEngine
    from boardproof.engines.compiled.engine import CompiledEngine
    from boardproof.engines.disk.engine import DiskEngine

    rules = load("connect-four", **(SMALLER if "--quick" in sys.argv else GAME))
    nodes = LoopbackCluster()
    try:
        with tempfile.TemporaryDirectory(prefix="boardproof-") as folder:
            many = Limits(cluster=nodes.address, disk=Path(folder) / "shards")
            alone = Limits(threads=1, disk=Path(folder) / "layers")
            engines = {
                "compiled": (CompiledEngine(rules), Limits(threads=1)),
                "disk": (DiskEngine(rules), alone),
                "cluster": (ClusterEngine(rules), many),
            }
            for question in ("count", "solve"):
                for name, (engine, limits) in engines.items():
                    measure(name, engine, question, limits, nodes)
            print("solve goes on from the layers that count has left; compiled begins anew")
    finally:
        nodes.stop()


if __name__ == "__main__":
    main()
