"""Matches: everybody against everybody, with rotating seats, and the standings."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice
from random import Random

from ..answers import MatchResult, Standing
from ..engines.contract import Engine
from ..engines.planner import fastest, runner
from ..engines.starts import random_start
from ..errors import BadInput
from ..ir.rules import Rules
from ..positions.notation import write_position
from ..positions.position import Position
from . import Chooser, as_player, prepare
from .records import REPEATED, Record, describe_ending, is_repetition

#: A game that goes on longer than this is left as a draw.
LONGEST = 1000
#: The half-width of the 95 % interval in standard deviations.
SURE = 1.96

MatchProgress = Callable[[int, int], None]


@dataclass
class SeatedPlayer:
    """A player in a match: the name, and the results so far."""

    word: str
    chooser: Chooser
    wins: int = 0
    draws: int = 0
    losses: int = 0
    score: float = 0.0
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    seats: dict[str, list[int]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games they played."""
        return self.wins + self.draws + self.losses


def match(
    rules: Rules,
    players: Sequence[str | Chooser],
    games: int = 100,
    seed: int | None = None,
    progress: MatchProgress | None = None,
) -> tuple[MatchResult, list[Record]]:
    """Play a match, `games` for each pairing; the seats rotate from game to game.

    Players are named by words, or are players of your own.

    >>> from boardproof import load
    >>> result, records = match(load("tic-tac-toe"), ["random", "random"], games=10, seed=1)
    >>> sum(player.wins for player in result.standings) + result.standings[0].draws, len(records)
    (10, 10)
    """
    started = clock.perf_counter()
    seats = [str(player) for player in rules.game.players]
    if len(players) < min(2, len(seats)):
        raise BadInput("a match takes two players or more: --players smart:depth=4 random")
    if not players:
        raise BadInput("a match takes one player or more: --players random")
    if games < 1:
        raise BadInput("a match takes 1 game or more")
    chance = Random(seed)
    present = [_sit(player, chance) for player in players]
    engine = _engine(rules, present)
    for player in present:
        prepare(player.chooser, engine)
    tables = [table for table in _tables(present, len(seats)) for _ in range(games)]
    records = []
    for number, table in enumerate(tables):
        turned = number % games % len(seats)
        taken = dict(zip(seats, [*table[turned:], *table[:turned]], strict=True))
        records.append(_play(engine, taken, random_start(rules, chance)))
        if progress:
            progress(number + 1, len(tables))
    answer = MatchResult(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine.name,
        games=len(records),
        seed=seed,
        standings=[_standing(player) for player in present],
        repeated=sum(record.result == REPEATED for record in records),
        seconds=round(clock.perf_counter() - started, 3),
    )
    return answer, records


def _sit(player: str | Chooser, chance: Random) -> SeatedPlayer:
    if player == "human":
        raise BadInput("a human cannot play a match: `boardproof play` has seats for humans")
    seated = as_player(player, Random(chance.getrandbits(64)))
    return SeatedPlayer(player if isinstance(player, str) else player.name, seated)


def _engine(rules: Rules, present: list[SeatedPlayer]) -> Engine:
    """Return the fastest engine where a player needs machine code anyway, else a plain one."""
    if any(hasattr(player.chooser, "prepare") for player in present):
        return fastest(rules)
    return runner(rules)


def _tables(present: list[SeatedPlayer], seats: int) -> Iterator[list[SeatedPlayer]]:
    """Return the players of each pairing; where there are too few for the seats, some sit twice."""
    if len(present) < seats:
        yield list(islice(cycle(present), seats))
        return
    yield from (list(table) for table in combinations(present, seats))


def _play(engine: Engine, taken: dict[str, SeatedPlayer], start: Position) -> Record:
    """Play one game, and note the result for every player."""
    positions, moves = [start], list[str]()
    while len(moves) < LONGEST and not is_repetition(positions):
        position = positions[-1]
        if not engine.legal_moves(position):
            break
        mover = engine.player_to_move(position)
        assert mover is not None
        player, started = taken[mover], clock.perf_counter()
        move = player.chooser.choose(engine, position)
        spent = clock.perf_counter() - started
        player.moves, player.seconds = player.moves + 1, player.seconds + spent
        player.slowest = max(player.slowest, spent)
        positions.append(engine.successor(position, move))
        moves.append(move.name)
    result = describe_ending(engine, positions)
    _note(taken, result)
    seats = {seat: player.word for seat, player in taken.items()}
    text = write_position(start) if engine.rules.starts_anywhere else ""
    return Record(engine.rules.game.identity, seats, tuple(moves), result, text)


def _note(taken: dict[str, SeatedPlayer], result: str) -> None:
    winner = next((seat for seat in taken if result == f"{seat} wins"), None)
    for seat, player in taken.items():
        counts = player.seats.setdefault(seat, [0, 0, 0])
        if winner is None:
            player.draws += 1
            player.score += 1 / len(taken) if len(taken) > 1 else 0  # a puzzle left unsolved
        elif seat == winner:
            player.wins += 1
            player.score += 1
        else:
            player.losses += 1
        counts[1 if winner is None else 0 if seat == winner else 2] += 1


def _standing(player: SeatedPlayer) -> Standing:
    share = player.score / player.games if player.games else 0.0
    low, high = interval(share, player.games)
    return Standing(
        player=player.word,
        games=player.games,
        wins=player.wins,
        draws=player.draws,
        losses=player.losses,
        score=round(share, 4),
        low=round(low, 4),
        high=round(high, 4),
        seats=player.seats,
        moves=player.moves,
        seconds_a_move=round(player.seconds / player.moves, 6) if player.moves else 0.0,
        slowest=round(player.slowest, 6),
    )


def interval(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share of a number of games.

    >>> [round(bound, 3) for bound in interval(0.5, 100)]
    [0.404, 0.596]
    >>> [round(bound, 3) for bound in interval(1.0, 100)]
    [0.963, 1.0]
    """
    if games == 0:
        return 0.0, 1.0
    spread = SURE * SURE / games
    middle = (share + spread / 2) / (1 + spread)
    half = (SURE / (1 + spread)) * (share * (1 - share) / games + spread / games / 4) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)
