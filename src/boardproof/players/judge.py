"""How near a player comes to perfect play: choices beside what solving the game says of them."""

from __future__ import annotations

import time as clock
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from ..answers import Answer
from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import SOLVE
from ..engines.solution import StrongSolution
from ..engines.starts import initial_positions, random_start
from ..errors import BadInput, IllegalMove
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.notation import write_position
from ..positions.position import Position
from . import Chooser, make_player, prepare

#: A game with no more positions than these is listed; of others, random games are looked at.
LISTED = 20_000
#: The number of moves after which a random game is left, and of games for each position wanted.
LONGEST, GAMES_EACH = 200, 4
#: So many mistakes are shown, the worst.
SHOWN = 5


class JudgedGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The choices in some positions: of a ply, or of one worth to the player to move.

    In `critical` positions some move gives away what could be forced. `regret` is how much the
    moves chosen gave away on average: 2 for a win that became a loss, or points.
    """

    group: str
    positions: int
    kept: int
    critical: int
    critical_kept: int
    regret: float

    @property
    def accuracy(self) -> float:
        """The share of the positions in which the value was kept."""
        return self.kept / self.positions if self.positions else 1.0

    @property
    def critical_accuracy(self) -> float:
        """The share of the critical positions in which the value was kept."""
        return self.critical_kept / self.critical if self.critical else 1.0


class Mistake(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that gave something away, and the moves that would have kept it."""

    position: str
    move: str
    best: list[str]
    regret: int


class Judgement(Answer, frozen=True, kw_only=True):
    """How a player's choices compare with perfect play, in all, by ply and by result.

    `complete` says that every position with a choice was judged; else they were drawn by lot.
    """

    player: str
    total: JudgedGroup
    by_ply: list[JudgedGroup]
    by_result: list[JudgedGroup]
    mistakes: list[Mistake]
    solved: int
    complete: bool
    seed: int
    seconds: float

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the groups: all positions, those of each result, those of each ply."""
        for one in [self.total, *self.by_result, *self.by_ply]:
            shares = {"accuracy": one.accuracy, "critical_accuracy": one.critical_accuracy}
            yield {**msgspec.to_builtins(one), **shares}

    def __str__(self) -> str:
        total = self.total
        return (
            f"{self.player} keeps the value in {100 * total.accuracy:.1f} % of "
            f"{total.positions:,} positions, and in {100 * total.critical_accuracy:.1f} % of the "
            f"{total.critical:,} where it can be given away; mean regret {total.regret:.3f}"
        )


@dataclass
class _Tally:
    """What was seen of a group so far."""

    positions: int = 0
    kept: int = 0
    critical: int = 0
    critical_kept: int = 0
    regret: int = 0

    def note(self, regret: int, critical: bool) -> None:
        """Note a choice."""
        self.positions += 1
        self.kept += regret == 0
        self.critical += critical
        self.critical_kept += critical and regret == 0
        self.regret += regret

    def group(self, name: str) -> JudgedGroup:
        """Return the numbers under a name."""
        mean = round(self.regret / self.positions, 6) if self.positions else 0.0
        return JudgedGroup(
            group=name,
            positions=self.positions,
            kept=self.kept,
            critical=self.critical,
            critical_kept=self.critical_kept,
            regret=mean,
        )


@dataclass
class _Judge:
    """Compares choices with a solution."""

    engine: Engine
    solution: StrongSolution
    chooser: Chooser
    total: _Tally = field(default_factory=_Tally)
    by_ply: dict[int, _Tally] = field(default_factory=dict)
    by_result: dict[int, _Tally] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def judge(self, position: Position, ply: int) -> None:
        """Let the player choose at a position, and note what that gives away."""
        mover = self.engine.player_to_move(position)
        assert mover is not None
        seat = self.engine.rules.game.players.index(mover)
        worth = self.solution.look_up(position).seen_by(seat)[0]
        moves = {
            move.name: self.solution.look_up(after).seen_by(seat)[0]
            for move, after in self.engine.successors(position)
        }
        chosen = self.chooser.choose(self.engine, position).name
        if chosen not in moves:
            player, at = self.chooser.name, write_position(position)
            raise IllegalMove(f"{player} chooses {chosen}, which is not a legal turn at {at}")
        regret, critical = worth - moves[chosen], min(moves.values()) < worth
        groups = (self.by_ply.setdefault(ply, _Tally()), self.by_result.setdefault(worth, _Tally()))
        for tally in (self.total, *groups):
            tally.note(regret, critical)
        if regret:
            best = [name for name, value in moves.items() if value == worth]
            text = write_position(position)
            self.mistakes.append(Mistake(position=text, move=chosen, best=best, regret=regret))


def judge(
    rules: Rules,
    player: str = "smart:depth=4",
    sample: int = 100,
    seed: int = 0,
    memory: int | None = None,
    threads: int | None = None,
    chooser: Chooser | None = None,
    progress: Progress | None = None,
) -> Judgement:
    """Compare a player's choices with perfect play, at most `sample` of each ply; 0 for all.

    The game is solved first. A `chooser` of your own takes the place of the player that is named.

    >>> from boardproof import load
    >>> print(judge(load("nim", largest=2), "perfect"))
    perfect keeps the value in 100.0 % of 14 positions, and in 100.0 % of the 4 where it can be \
given away; mean regret 0.000
    """
    if sample < 0:
        raise BadInput(f"sample {sample}: judge 1 position of a ply or more, 0 for all")
    started, chance = clock.perf_counter(), Random(seed)
    chosen = chooser or make_player(player, Random(chance.getrandbits(64)))
    engine, solution = plan(SOLVE, rules, limits=Limits(progress, memory, threads)).run(
        lambda engine, limits: (engine, engine.solve(limits))
    )
    prepare(chosen, engine)
    judging = _Judge(engine, solution, chosen)
    plies, complete = _positions(engine, solution, sample, chance)
    for ply, positions in sorted(plies.items()):
        for position in positions:
            judging.judge(position, ply)
    worst = sorted(judging.mistakes, key=lambda one: -one.regret)[:SHOWN]
    return Judgement(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=engine.name,
        player=player if chooser is None else getattr(chooser, "name", "chooser"),
        total=judging.total.group("all"),
        by_ply=[tally.group(f"ply {ply}") for ply, tally in sorted(judging.by_ply.items())],
        by_result=[
            judging.by_result[worth].group(_standing(worth))
            for worth in sorted(judging.by_result, reverse=True)
        ],
        mistakes=worst,
        solved=solution.positions,
        complete=complete,
        seed=seed,
        seconds=round(clock.perf_counter() - started, 3),
    )


def _standing(worth: int) -> str:
    """Name what a position is worth to the player to move.

    >>> _standing(1), _standing(0), _standing(-1), _standing(12)
    ('won', 'drawn', 'lost', 'won by 12')
    """
    word = "won" if worth > 0 else "lost" if worth < 0 else "drawn"
    return word if abs(worth) <= 1 else f"{word} by {abs(worth)}"


Plies = dict[int, list[Position]]


def _positions(
    engine: Engine, solution: StrongSolution, sample: int, chance: Random
) -> tuple[Plies, bool]:
    """Return positions with a move by their ply, and whether these are all there are."""
    if sample and solution.positions > LISTED:
        return _met_at_random(engine, sample, chance), False
    plies = {ply: layer for ply, layer in enumerate(_layers(engine)) if layer}
    few = {ply: _few(layer, sample, chance) for ply, layer in plies.items()}
    return few, few == plies


def _few(layer: list[Position], sample: int, chance: Random) -> list[Position]:
    return layer if not sample or len(layer) <= sample else chance.sample(layer, sample)


def _layers(engine: Engine) -> Iterator[list[Position]]:
    """Yield the positions of each ply that have a move, each position once."""
    layer = list(initial_positions(engine.rules))
    seen = set(layer)
    while layer:
        following: dict[Position, None] = {}
        alive = []
        for position in layer:
            moves = engine.successors(position)
            following.update((after, None) for _, after in moves if after not in seen)
            alive += [position] if moves else []
        yield alive
        layer = list(following)
        seen.update(layer)


def _met_at_random(engine: Engine, sample: int, chance: Random) -> Plies:
    """Return positions that games of random moves come to, up to a number of each ply."""
    plies: dict[int, dict[Position, None]] = {}
    for _ in range(GAMES_EACH * sample):
        position = random_start(engine.rules, chance)
        for ply in range(LONGEST):
            moves = engine.successors(position)
            if not moves:
                break
            met = plies.setdefault(ply, {})
            if len(met) < sample:
                met[position] = None
            position = chance.choice(moves)[1]
    return {ply: list(met) for ply, met in plies.items()}
