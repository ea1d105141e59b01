"""How long commands take to start. Run: python benchmarks/startup.py

CPU seconds of a process of its own, the median of several, beside an empty Python.
"""

import resource
import subprocess
import sys
from statistics import median

COMMANDS = {
    "python -c pass": "pass",
    "boardproof --help": "from boardproof.faces.cli import main; main(['--help'])",
    "boardproof games": "from boardproof.faces.cli import main; main(['games'])",
    "boardproof show kalah": "from boardproof.faces.cli import main; main(['show', 'kalah'])",
    "boardproof count tic-tac-toe size=2": (
        "from boardproof.faces.cli import main; main(['count', 'tic-tac-toe', 'size=2'])"
    ),
}
ROUNDS = 9


def cpu_seconds(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=False, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, code in COMMANDS.items():
            times[name].append(cpu_seconds(code))
    for name, seconds in times.items():
        print(f"{name:<38}{median(seconds):>7.3f} s CPU")


if __name__ == "__main__":
    main()
