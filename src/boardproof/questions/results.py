"""Results: games solved again, each with the value that is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ..answers import Solution
from ..reading.shelf import find_game, load, parse_parameters
from .known import Known, known_values
from .solve import solve

HEAD = """\
# Results

Every game here was solved by `boardproof results{option}`, from its rulebook and nothing else; the
value that is known, and who says so, stands beside it. A value is what the first player makes sure
of: 1 a win, 0 a draw, -1 a loss, or by how many points; of three players, what each can. Moves are
those until the end when everybody plays on as well as can be.

| game | result | value | known | source | moves | positions | engine | seconds |
|---|---|---|---|---|---|---|---|---|
"""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One game solved, and what is known of it."""

    game: str
    solution: Solution
    value: list[int]
    known: list[int]
    source: str

    @property
    def agrees(self) -> bool:
        """Whether the value is the known one."""
        return self.value == self.known


def results(long: bool = False) -> Iterator[Result]:
    """Solve the games whose value is known, one after the other; the long ones only if asked for.

    >>> first = next(results())
    >>> first.game, first.solution.result, first.agrees
    ('tic-tac-toe', 'draw', True)
    """
    for fact in known_values():
        if long or fact.kind == "value":
            yield solved_again(fact)


def solved_again(fact: Known) -> Result:
    """Solve the game that a fact is of."""
    found = solve(load(fact.game, **parse_parameters(find_game(fact.game), fact.parameters)))
    numbers = list(found.value.values())
    return Result(
        game=fact.identity,
        solution=found,
        value=numbers[:1] if len(numbers) == 2 else numbers,
        known=list(fact.numbers),
        source=fact.source,
    )


def as_markdown(found: Iterable[Result], long: bool = False) -> str:
    """Write results as a table."""
    rows = [f"| {' | '.join(_cells(one))} |" for one in found]
    return HEAD.format(option=" --long" if long else "") + "\n".join(rows) + "\n"


def _cells(one: Result) -> list[str]:
    solution = one.solution
    return [
        f"`{one.game}`",
        solution.result,
        _numbers(one.value),
        _numbers(one.known),
        one.source,
        "for ever" if solution.distance is None else str(solution.distance),
        f"{solution.positions:,}",
        solution.engine,
        f"{solution.seconds:.1f}",
    ]


def _numbers(numbers: list[int]) -> str:
    return " ".join(f"{number:+}" if number else "0" for number in numbers)
