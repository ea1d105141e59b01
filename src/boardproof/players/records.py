"""Games written down: who sat where, every move by its name, how it ended; read back and replayed.

[Game "kalah holes=3"]
[South "smart:depth=4"]
[North "random"]
[Result "South wins"]

3 1 2 3 1 2
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..analysis.endless import endless_result_at
from ..engines.contract import Engine
from ..errors import BadInput, BadRecord, WrongMove
from ..ir.rules import Rules
from ..positions.notation import read_position
from ..positions.play import replay
from ..positions.position import Position
from ..rules.results import Draw

#: How often a position occurs when a game is drawn by repetition.
TIMES = 3
REPEATED = "drawn: the position came three times"

_TAG = re.compile(r'\[(\S+) "([^"]*)"\]')


@dataclass(frozen=True)
class Record:
    """One game that was played; `start` says where it began, if games begin at many positions."""

    game: str
    seats: dict[str, str]
    moves: tuple[str, ...]
    result: str
    start: str = ""

    def __str__(self) -> str:
        start = {"Start": self.start} if self.start else {}
        tags = {"Game": self.game, **start, **self.seats, "Result": self.result}
        head = "\n".join(f'[{name} "{value}"]' for name, value in tags.items())
        return f"{head}\n\n{textwrap.fill(' '.join(self.moves), 99, break_on_hyphens=False)}\n"


def write_records(records: Iterable[Record]) -> str:
    """Write games one after another.

    >>> game = Record("nim", {"A": "random", "B": "human"}, ("take(2)", "take(1)"), "B wins")
    >>> list(read_records(write_records([game, game]))) == [game, game]
    True
    """
    return "\n".join(map(str, records))


def read_records(text: str) -> Iterator[Record]:
    """Read games, or raise `BadRecord` naming the line that is wrong."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        tag = _TAG.fullmatch(line.strip())
        if tag and (moves or tag[1] in tags):
            yield _record(tags, moves, number)
            tags, moves = {}, []
        if tag:
            tags[tag[1]] = tag[2]
        elif line.strip().startswith("["):
            raise BadRecord(f'line {number} of the games is not a tag: write [Name "value"]')
        else:
            moves += line.split()
    if tags or moves:
        yield _record(tags, moves, len(text.splitlines()))


def _record(tags: dict[str, str], moves: list[str], number: int) -> Record:
    for name in ("Game", "Result"):
        if name not in tags:
            raise BadRecord(f"the game that ends at line {number} has no [{name} ...]")
    seats = {name: who for name, who in tags.items() if name not in ("Game", "Start", "Result")}
    return Record(tags["Game"], seats, tuple(moves), tags["Result"], tags.get("Start", ""))


def replay_record(engine: Engine, record: Record) -> list[Position]:
    """Replay a recorded game; return every position, the first one too.

    A move that is not legal, or an end that is not the one written down, is an error.
    """
    identity = engine.rules.game.identity
    if record.game != identity:
        raise BadRecord(f"this is a game of {record.game}, and the game here is {identity}")
    start = read_position(engine.rules.game, record.start) if record.start else None
    try:
        positions = replay(engine, record.moves, start)
    except WrongMove as wrong:
        raise BadRecord(f"move {wrong.made + 1} of the game: {wrong}") from None
    result = describe_ending(engine, positions)
    if result != record.result:
        raise BadRecord(
            f"the record says the game ends with {record.result!r}, but it ends with {result!r}"
        )
    return positions


def describe_ending(engine: Engine, positions: Sequence[Position]) -> str:
    """Return in words how a game with these positions ended, or that it did not."""
    ending = engine.outcome(positions[-1])
    if ending or not is_repetition(positions):
        return ending or "unfinished"
    return repeated_ending(engine.rules, positions[-1])


def repeated_ending(rules: Rules, position: Position) -> str:
    """Return how a game ends that repeats a position: it would go on for ever."""
    result = endless_result_at(rules, position)
    return REPEATED if result == Draw() else str(result)


def is_repetition(positions: Sequence[Position]) -> bool:
    """Whether the last position of a game has occurred for the third time.

    >>> from boardproof import load, make_engine
    >>> start = make_engine("reference", load("pong-hau-ki")).initial()
    >>> is_repetition([start, start]), is_repetition([start, start, start])
    (False, True)
    """
    return positions.count(positions[-1]) >= TIMES


def nth_record(text: str, number: int) -> Record:
    """Return the game with a number, counted from 1."""
    records = list(read_records(text))
    if not 1 <= number <= len(records):
        raise BadInput(f"there is no game {number}: the file has {len(records)}")
    return records[number - 1]
