"""Results: games solved again, each with the value that is known of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator
from contextlib import suppress
from operator import attrgetter
from pathlib import Path

import msgspec

from ..answers import Solution, Solved, WeakSolution
from ..limits import size_text, usable_cores
from ..reading.loader import load
from .known import Known, KnownValue, known_games
from .solve import solve
from .solve_weak import solve_weak

HEAD = """\
# Results

Every game in this table was solved by `boardproof results{option}` from its rulebook alone; the
known value and its source are given beside it. A value is what the first player can guarantee: 1
for a win, 0 for a draw, -1 for a loss, or a margin in points; for three players, what each can
guarantee alone against the others (0: not to lose). `moves` is the length of the game under best
play. Where there are too many positions for a strong solution, the starting position was solved by
search; its row gives the number of positions searched. Seconds are by the clock{runs},
on {machine}.

| game | result | value | known | source | moves | positions | engine | seconds |
|---|---|---|---|---|---|---|---|---|
"""


#: What takes so many seconds is solved once only.
LONG = 60.0
#: The limits of a search: seconds, and bytes.
PATIENCE, ROOM = 900.0, 4 << 30


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One game solved, and what is known of it."""

    game: str
    solution: Solved
    value: list[int]
    known: list[int]
    source: str

    @property
    def agrees(self) -> bool:
        """Whether the value is the known one; of a search given up, whether it may still be."""
        if self.value or not isinstance(self.solution, WeakSolution):
            return self.value == self.known
        least, most = self.solution.at_least, self.solution.at_most
        (known,) = self.known
        return (least is None or least <= known) and (most is None or known <= most)


def results(long: bool = False, rounds: int = 1) -> Iterator[Result]:
    """Solve the games whose value is known, one after the other; the long ones only if asked for.

    Each that is not long is solved so many times; the time of the result is their median.

    >>> first = next(results())
    >>> first.game, first.solution.result, first.agrees
    ('tic-tac-toe', 'draw', True)
    """
    for known in known_games():
        if known.value and (long or known.value.effort == "quick"):
            yield solve_again(known, known.value, rounds)


def solve_again(known: Known, value: KnownValue, rounds: int = 1) -> Result:
    """Solve a game whose value is known."""
    first = _solution(known, value)
    more = rounds - 1 if first.seconds < LONG else 0
    times = [first, *(_solution(known, value) for _ in range(more))]
    found = sorted(times, key=attrgetter("seconds"))[more // 2]
    numbers = list(found.value.values()) if found.value else []
    return Result(
        game=known.identity,
        solution=found,
        value=numbers[:1] if len(numbers) == 2 else numbers,
        known=list(value.numbers),
        source=value.source,
    )


def _solution(known: Known, value: KnownValue) -> Solution | WeakSolution:
    rules = load(known.game, **known.parameters)
    if value.effort == "search":
        return solve_weak(rules, time=PATIENCE, memory=ROOM)
    solution = solve(rules)
    assert isinstance(solution, Solution)  # known games start from one position
    return solution


def as_markdown(found: Iterable[Result], long: bool = False, rounds: int = 1) -> str:
    """Write results as a table."""
    rows = [f"| {' | '.join(_cells(one))} |" for one in found]
    option = (" --long" if long else "") + (f" --rounds {rounds}" if rounds > 1 else "")
    runs = f", medians of {rounds} runs or, where one takes over {LONG:.0f}, that one"
    head = HEAD.format(option=option, runs=runs if rounds > 1 else "", machine=machine())
    return head + "\n".join(rows) + "\n"


def machine() -> str:
    """Say what the times of this process are of: its cores, their kind, and the memory."""
    kind = platform.processor() or platform.machine()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        kind = next((line.split(": ")[1] for line in lines if "model name" in line), kind)
    cores, memory = usable_cores(), os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return f"{cores} core{'s' * (cores > 1)} ({kind}) with {size_text(memory)} of memory"


def _cells(one: Result) -> list[str]:
    solution = one.solution
    return [
        f"`{one.game}`",
        solution.result,
        _numbers(one.value),
        _numbers(one.known),
        one.source,
        _moves(solution),
        _positions(solution),
        solution.engine,
        f"{solution.seconds:.1f}",
    ]


def _moves(solution: Solved) -> str:
    if isinstance(solution, WeakSolution):
        return ""
    return "forever" if solution.distance is None else str(solution.distance)


def _positions(solution: Solved) -> str:
    if isinstance(solution, WeakSolution):
        return f"{solution.positions:,} searched"
    return f"{solution.positions:,}"


def _numbers(numbers: list[int]) -> str:
    return " ".join(f"{number:+}" if number else "0" for number in numbers)
