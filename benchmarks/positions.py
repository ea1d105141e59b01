"""A thousand positions of Connect Four 7×6, solved. Run: python benchmarks/positions.py [--quick]

Ends, middles and openings of random games in which nobody can win at once; each is solved by the
search, with the table it has from those before, and by a plain alpha-beta in C++ that knows
nothing of following: values must be equal. Printed are the times of both, the mean for a position,
and how many positions ours searched on average. With --quick, a tenth of them.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from peers.measuring import HAS_CPP, HEADER, Run, built, table, taking_turns, timed, whole
from peers.ours import engine_for

from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.minimax.driver import DEEPEST, MinimaxDriver
from boardproof.positions.position import Position

#: How many positions there are of each kind, and how many pieces lie on the board.
KINDS = {"end": (500, 28, 36), "middle": (400, 20, 27), "opening": (100, 14, 19)}
TABLE = 1 << 28


class Case(NamedTuple):
    """A position, and the columns that were played."""

    played: str
    position: Position


def cases(engine: CompiledEngine, count: int, least: int, most: int) -> Iterator[Case]:
    """Return positions of random games in which whoever moves cannot win at once."""
    chance, made = Random(least), 0
    while made < count:
        played, position = "", engine.initial()
        for _ in range(chance.randint(least, most)):
            following = engine.successors(position)
            if not following:
                break
            move, position = chance.choice(following)
            played += move.name
        following = engine.successors(position)
        quiet = following and not any(engine.is_over(after) for _, after in following)
        if len(played) >= least and quiet:
            made += 1
            yield Case(played, position)


def value_by(minimax: MinimaxDriver, position: Position) -> int:
    """Return what a position is worth to the player to move."""
    first = minimax.engine.game.players.elements[0]
    minimax.stand(position, first)
    wins = minimax.ask(minimax.worth, DEEPEST).value >= minimax.worth
    holds = wins or minimax.ask(1 - minimax.worth, DEEPEST).value > -minimax.worth
    value = wins + holds - 1
    return value if minimax.engine.player_to_move(position) == first else -value


def solved(minimax: MinimaxDriver, asked: list[Case]) -> tuple[int, tuple[int, ...]]:
    """Return how many positions there are, and their values."""
    return len(asked), tuple(value_by(minimax, case.position) for case in asked)


def solved_by_peer(program: list[str], asked: list[Case]) -> Run:
    """Solve the same positions by the peer."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{case.played}\n" for case in asked))
        file.flush()
        command = ["sh", "-c", f"exec {program[0]} < {file.name}"]
        return whole(command, lambda said: (len(asked), tuple(map(int, said.split()))))


def compare(engine: CompiledEngine, program: list[str] | None, kind: str, part: int) -> None:
    """Solve all positions of a kind, and print how long that takes."""
    count, least, most = KINDS[kind]
    asked = list(cases(engine, count // part, least, most))
    value_by(MinimaxDriver(engine, TABLE), asked[0].position)  # compiled, if it was not
    minimax = MinimaxDriver(engine, TABLE)
    contenders: dict[str, Callable[[int], Run]] = {
        "ours": lambda _: timed(lambda: solved(minimax, asked))
    }
    if program:
        contenders["C++"] = lambda _: solved_by_peer(program, asked)
    runs = taking_turns(contenders, 1)
    values = runs["ours"][0].found
    assert isinstance(values, tuple)
    split = ", ".join(f"{values.count(value)} {word}" for value, word in WORDS.items())
    print(table(f"{kind} ({split})", runs))
    means = (f"{name} {own[0].cpu / len(asked) * 1000:.2f} ms" for name, own in runs.items())
    print(f"  mean: {', '.join(means)}; {minimax.nodes / len(asked):,.0f} searched", flush=True)


WORDS = {1: "won", 0: "drawn", -1: "lost"}


def main() -> None:
    engine = engine_for("connect-four")
    part = 10 if "--quick" in sys.argv else 1
    print(HEADER)
    with tempfile.TemporaryDirectory() as folder:
        program = built("connect_four_search", folder) if HAS_CPP else None
        for kind in KINDS:
            compare(engine, program, kind, part)


if __name__ == "__main__":
    main()
