"""Tablebases: how long building, opening and a probe take, and how many bytes a position has."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

from boardproof import load, make_engine
from boardproof.engines.contract import Engine
from boardproof.ir.rules import Rules
from boardproof.positions.position import Position
from boardproof.tablebase import build_tablebase, open_tablebase

CASES: list[tuple[str, dict[str, Any]]] = [
    ("connect-four", {"columns": 4, "rows": 4}),
    ("tic-tac-toe", {}),
    ("kalah", {"holes": 3, "beans": 3}),
]
LARGER: list[tuple[str, dict[str, Any]]] = [("connect-four", {"columns": 5, "rows": 4})]


def played(engine: Engine, number: int) -> list[Position]:
    """Give positions of random games."""
    chance, found = Random(1), []
    while len(found) < number:
        position = engine.initial()
        while following := engine.successors(position):
            found.append(position)
            position = chance.choice(following)[1]
    chance.shuffle(found)
    return found[:number]


def seconds(work: Any) -> tuple[float, Any]:
    started = time.perf_counter()
    done = work()
    return time.perf_counter() - started, done


def measure(rules: Rules, folder: Path, probes: int) -> str:
    built, table = seconds(lambda: build_tablebase(rules, folder, "compiled"))
    opened, table = seconds(lambda: open_tablebase(folder, rules))
    took = [seconds(lambda p=p: table.probe(p))[0] for p in played(table.engine, probes)]
    size = sum(layer.size for layer in table.manifest.layers)
    return (
        f"{rules.game.identity:<32} {table.positions:>11,} positions  "
        f"{size / table.positions:5.2f} bytes each  built in {built:6.1f} s  "
        f"opened in {1000 * opened:5.0f} ms  a probe {1e6 * median(took):4.0f} µs, "
        f"9 of 10 below {1e6 * quantiles(took, n=10)[-1]:4.0f} µs"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    quick = parser.parse_args().quick
    for name, parameters in CASES if quick else CASES + LARGER:
        with tempfile.TemporaryDirectory() as folder:
            rules = load(name, **parameters)
            make_engine("compiled", rules)
            print(measure(rules, Path(folder) / "table", 2000 if quick else 10_000), flush=True)


if __name__ == "__main__":
    main()
