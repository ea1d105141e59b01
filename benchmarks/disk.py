"""Positions on disk beside memory and beside DuckDB. Run: python benchmarks/disk.py [--quick]

First the engines: Connect Four counted and solved in memory and in a folder, with one thread. Then
the keys alone: those of the largest ply, each three times and shuffled, as moves lead to positions
again and again, are sorted, made unique and written, by our runs and merges and by DuckDB. Each
contender is a process of its own, so that its memory can be told; all take turns, and medians of
processor seconds are compared. DuckDB is of the bench extra: pip install 'boardproof[bench]'.
"""

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from boardproof import load
from boardproof.files import bytes_used
from boardproof.limits import Limits, memory_in_use, peak_memory

GAME = {"columns": 5, "rows": 5}
SMALLER = {"columns": 5, "rows": 4}
#: How often a key is met, and how many keys come at a time.
TIMES, CHUNK = 3, 1 << 22
MEMORY = 500 << 20


def engine_of(name: str, parameters: dict[str, int]) -> Any:
    from boardproof.engines.compiled.engine import CompiledEngine
    from boardproof.engines.disk.engine import DiskEngine

    return {"compiled": CompiledEngine, "disk": DiskEngine}[name](
        load("connect-four", **parameters)
    )


def run_engine(name: str, question: str, folder: Path, parameters: dict[str, int]) -> int:
    """Answer a question of all positions; return how many there are."""
    disk = folder / "layers" if name == "disk" else None
    limits = Limits(threads=1, memory=MEMORY if disk else None, disk=disk)
    engine = engine_of(name, parameters)
    work: Callable[[Any], Any] = engine.enumerate if question == "count" else engine.solve
    return int(work(limits).positions)


def chunks(folder: Path) -> Any:
    """Yield the keys that are to be sorted, some at a time."""
    keys = np.load(folder / "keys.npy", mmap_mode="r")
    for start in range(0, len(keys), CHUNK):
        yield np.array(keys[start : start + CHUNK])


def run_ours(folder: Path) -> int:
    """Sort keys into runs, merge them, and write each once."""
    from boardproof.engines.disk.sorted_file import SortedWriter
    from boardproof.packing.merge import first_of_each, merged

    runs = []
    for number, keys in enumerate(chunks(folder)):
        keys.sort()
        with SortedWriter(folder / f"{number}.run", 1) as writer:
            writer.add([keys[first_of_each([keys])]])
            runs.append(writer.close())
    with SortedWriter(folder / "sorted.keys", 1) as writer:
        for part in merged(runs):
            writer.add(part)
        return writer.close().rows


def run_duckdb(folder: Path) -> int:
    """Let DuckDB do the same, into a Parquet file."""
    import duckdb

    base = duckdb.connect(str(folder / "keys.duckdb"))
    base.execute("SET threads = 1")
    base.execute(f"SET memory_limit = '{MEMORY >> 20}MiB'")
    base.execute(f"SET temp_directory = '{folder / 'spilled'}'")
    base.execute("CREATE TABLE met (key UBIGINT)")
    for keys in chunks(folder):
        base.register("chunk", {"key": keys})
        base.execute("INSERT INTO met SELECT key FROM chunk")
        base.unregister("chunk")
    out = folder / "sorted.parquet"
    base.execute(
        f"COPY (SELECT DISTINCT key FROM met ORDER BY key) TO '{out}' "
        "(FORMAT parquet, COMPRESSION zstd)"
    )
    found = base.execute(f"SELECT count(*) FROM '{out}'").fetchone()
    assert found is not None
    return int(found[0])


def one(words: list[str]) -> None:
    """Run one contender in this process, and print what it took."""
    contender, question, folder, parameters = words
    path, chosen = Path(folder), json.loads(parameters)
    before = memory_in_use()
    if question in ("count", "solve"):  # the code is made before time is taken
        with tempfile.TemporaryDirectory() as first:
            run_engine(contender, question, Path(first), chosen)
    began = process_time()
    if question == "keys":
        number = {"disk": run_ours, "DuckDB": run_duckdb}[contender](path)
        size = (path / ("sorted.keys" if contender == "disk" else "sorted.parquet")).stat().st_size
    else:
        number = run_engine(contender, question, path, chosen)
        size = bytes_used(path / "layers")
    seconds = process_time() - began
    memory = peak_memory() - before
    print(json.dumps({"number": number, "seconds": seconds, "bytes": size, "memory": memory}))


def measure(contender: str, question: str, folder: Path, parameters: dict[str, int]) -> Any:
    command = [sys.executable, __file__, "--one", contender, question, str(folder)]
    done = subprocess.run(
        [*command, json.dumps(parameters)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def compare(question: str, names: list[str], parameters: dict[str, int], rounds: int) -> None:
    """Let contenders take turns; print medians of processor time."""
    took: dict[str, list[Any]] = {name: [] for name in names}
    keys = make_keys(parameters) if question == "keys" else None
    for _ in range(rounds):
        for name in names:
            with tempfile.TemporaryDirectory(prefix="boardproof-") as folder:
                if keys is not None:
                    np.save(Path(folder) / "keys.npy", keys)
                took[name].append(measure(name, question, Path(folder), parameters))
    assert len({run["number"] for runs in took.values() for run in runs}) == 1, "they differ"
    for name, runs in took.items():
        seconds, run = median(run["seconds"] for run in runs), runs[0]
        handled = run["number"] if keys is None else len(keys)
        size = f"{run['bytes'] / run['number']:5.2f} bytes each" if run["bytes"] else f"{'-':>16}"
        print(
            f"{question:<6} {name:<9} {handled:>11,}  {seconds:6.1f} cpu s"
            f"  {handled / seconds / 1e6:6.2f} M a cpu s  {size}  {run['memory'] >> 20:>5} MB",
            flush=True,
        )


def make_keys(parameters: dict[str, int]) -> Any:
    """Return the keys of the largest ply, each some times, shuffled."""
    from boardproof.engines.disk.sorted_file import SortedFile

    with tempfile.TemporaryDirectory(prefix="boardproof-") as folder:
        run_engine("disk", "count", Path(folder), parameters)
        files = [SortedFile(path) for path in Path(folder).rglob("*.keys")]
        largest = max(files, key=lambda file: file.rows)
        keys = np.concatenate([block[0] for block in largest])
    many = np.tile(keys, TIMES)
    np.random.default_rng(1).shuffle(many)
    return many


def main() -> None:
    if "--one" in sys.argv:
        one(sys.argv[sys.argv.index("--one") + 1 :])
        return
    quick = "--quick" in sys.argv
    parameters, rounds = (SMALLER, 1) if quick else (GAME, 3)
    for question in ("count", "solve"):
        compare(question, ["compiled", "disk"], parameters, rounds)
    if importlib.util.find_spec("duckdb"):
        compare("keys", ["disk", "DuckDB"], parameters, rounds)
    else:
        print("DuckDB is not installed, and left out: pip install 'boardproof[bench]'")


if __name__ == "__main__":
    main()
