"""The symbolic engine beside CUDD. Run: python benchmarks/symbolic.py [--quick]

The peer is a program of ours for two games, on CUDD through the package `dd` of the test extra:
layer by layer, the image of each move by itself. Both take turns, each in a process of its own that
is measured as a whole; medians of three are compared. Ours begins with the plain rulebook: reading
it and choosing an order are counted.
"""

import importlib.util
import json
import sys
import tempfile

from peers.measuring import FOLDER, HEADER, Run, table, taking_turns, whole

CASES = [
    (["tic-tac-toe", "size=4"], ["tic-tac-toe", "4"]),
    (["tic-tac-toe", "size=5"], ["tic-tac-toe", "5"]),
    (["connect-four", "columns=5", "rows=5"], ["connect-four", "5", "5"]),
]


def ours(words: list[str]) -> Run:
    """Count a game by the symbolic engine."""
    command = [sys.executable, "-c", "from boardproof.faces.cli import main; main()", "count"]
    command += [*words, "--engine", "symbolic", "--threads", "1", "--json"]
    with tempfile.TemporaryDirectory() as nothing_learnt:
        return whole(command, _positions, BOARDPROOF_CACHE=nothing_learnt)


def _positions(said: str) -> tuple[int, int]:
    positions = json.loads(said)["positions"]
    return positions, positions


def cudd(words: list[str]) -> Run:
    """Count a game by the peer."""
    command = [sys.executable, str(FOLDER / "cudd.py"), *words]
    return whole(command, lambda said: (int(said), int(said)))


def main() -> None:
    if importlib.util.find_spec("dd.cudd") is None:
        sys.exit("the package dd was built without CUDD here")
    rounds = 1 if "--quick" in sys.argv else 3
    print(HEADER)
    for words, peer in CASES:
        contenders = {"ours": lambda _, w=words: ours(w), "CUDD": lambda _, w=peer: cudd(w)}
        print(table(" ".join(words), taking_turns(contenders, rounds)), flush=True)


if __name__ == "__main__":
    main()
