"""Readings held against each other: what each makes of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...answers import Finding
from ...ir.rules import Rules
from ...limits import Limits
from ...reading.reader import read
from ...rules.parameters import spell
from ...statespace.base import StateSpace
from ..traces import trace_to
from .perfect_play import perfect_play
from .space import audited_space, smaller


@dataclass(frozen=True)
class Outcome:
    """What a reading makes of a game; the longest game is None where there is none."""

    positions: int
    over: tuple[tuple[str, int], ...]
    stuck: int
    longest: int | None
    result: str
    players: int

    def __str__(self) -> str:
        lasts = "without end" if self.longest is None else f"at most {self.longest} moves"
        stuck = f", {self.stuck:,} of them stuck" if self.stuck else ""
        ends = ", ".join(f"{number:,} {result}" for result, number in self.over)
        return (
            f"{self.positions:,} positions ({ends or 'none over'}){stuck}, {lasts}, {self.result}"
        )


def outcome_of(space: StateSpace) -> Outcome | None:
    """Sum up a space; None where it did not see everything."""
    if not space.complete or space.broken is not None:
        return None
    stuck, most = space.count(space.stuck), space.longest_play
    result = perfect_play(space, ends=most is not None and not stuck)
    players = len(space.rules.game.players)
    return Outcome(space.positions, _over(space), stuck, most, result, players)


def _over(space: StateSpace) -> tuple[tuple[str, int], ...]:
    """Count the positions that are over, by the words of their results."""
    return tuple(sorted((word, space.count(where)) for word, where in space.outcomes.items()))


def compare_readings(
    space: StateSpace, engine: str, limits: Limits | None = None
) -> Iterator[Finding]:
    """One line for the reading at hand and for each other value of each reading."""
    game = space.rules.game
    if not game.readings:
        return
    here = outcome_of(space)
    if here is None:
        message = f"readings are not compared: the game is too large{smaller(game)}"
        yield Finding(severity="note", code="reading", message=message)
        return
    yield Finding(severity="note", code="reading", message=f"as read here: {here}")
    for name, value in _others(space.rules):
        held = read(type(game)(**{**game.parameters, name: value}))
        other, _ = audited_space(engine, held, False, limits)
        label = f"{name}={spell(value)}"
        yield _held_against(label, here, outcome_of(other))
        if other.complete and other.stuck and not here.stuck:
            yield _stuck(label, other)


def _others(rules: Rules) -> Iterator[tuple[str, object]]:
    for name, chosen in rules.game.readings.items():
        for value in rules.game.options[name].choices:
            if value != chosen:
                yield name, value


def _held_against(name: str, here: Outcome, there: Outcome | None) -> Finding:
    if there is None:
        return Finding(severity="note", code="reading", message=f"{name}: too large to compare")
    if there == here:
        message = f"{name} changes nothing that is counted here"
        return Finding(severity="note", code="reading", message=message)
    if there.result != here.result:
        effect = "decides who wins" if here.players == 2 else "changes who can force what"
        message = f"{name} {effect}: {there}; as read here: {here.result}"
        return Finding(severity="warning", code="reading-decides", message=message)
    return Finding(severity="note", code="reading", message=f"{name}: {there}")


def _stuck(name: str, space: StateSpace) -> Finding:
    return Finding(
        severity="warning",
        code="reading-stuck",
        message=f"{name} leaves positions in which nothing is legal and the game is not over",
        trace=trace_to(space, space.stuck),
    )
