"""Choosing an engine for a question: by what engines declare that they can do, and at what cost.

A plan is a list of attempts. First come trials: of the engines that have the ability, none of
which dominates another, each goes on while less is left than it visits while the next would start.
An engine that works on diagrams is tried as long as these stay small. What is not answered by then
is left to the fastest engine, without a bound; and where that refuses the rulebook, to the fastest
of those that take all.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeVar

from ..analysis.endless import endless_varies
from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..limits import Channel, Limits, TooMany, size_text
from .contract import Engine, RuleEngine, make_engine
from .hints import note, recall
from .preparation import Preparation
from .profile import (
    AUDIT,
    CIRCLE,
    COVERAGE,
    ENUMERATE,
    PERFT,
    RULES,
    SOLVE,
    EngineProfile,
    able,
    profile_of,
    profiles,
)

Answer = TypeVar("Answer")
#: Work is done by an engine, within limits.
Work = Callable[[Any, Limits], Answer]

#: The hints that a count was given up after so many seconds, and which engines took the rules.
LONGER_THAN, MADE = "longer_than", "made"
#: What was given up after fewer seconds may as well be tried again.
WORTH_NOTING = 0.5
#: Why an engine is the one where a user names it.
ASKED = "it was asked for"
#: What is answered in part, or by counting, is tried up to a number of positions.
BY_POSITIONS = {AUDIT, COVERAGE, PERFT}

#: What an engine with an ability can do.
WORDS = {
    "enumerate": "visit all positions",
    "perft": "count sequences of moves",
    "survey": "look for aims in all positions",
    "attract": "find what can be forced",
    "solve": "solve the game",
    "build": "solve the game layer by layer",
    "circle": "follow an endless that looks at the position",
    "states": "keep sets of positions",
    "well-typed": "keep sets of all well-typed positions",
    "preservation": "test what moves preserve",
    "audit": "run every rule of play",
    "coverage": "record which parts of the rules run",
    "rules": "run single rules",
    "rewritten": "run rewritten rules",
    "search": "search by alpha-beta",
    "playouts": "play games of random moves",
    "models": "find single positions and games",
    "proofs": "prove properties by induction",
}


@dataclass(frozen=True)
class Attempt:
    """An engine that is tried: within a bound, or without one; and why."""

    profile: EngineProfile
    reason: str
    positions: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    @property
    def bounded(self) -> bool:
        """Whether this is a trial, to be given up beyond a bound."""
        return any(bound is not None for bound in (self.positions, self.nodes, self.seconds))

    @property
    def phase(self) -> str:
        """What the engine does when it starts."""
        return f"{self.profile.phase} ({self.profile.name} engine)"

    def make(self, rules: Rules, **options: Any) -> Any:
        """Make the engine; it may refuse the rules by `TooLarge`."""
        phases.say(self)
        engine = self.profile.engine()(rules, **options)
        if self.profile.first and not _was_made(self.profile, rules):
            note(rules, MADE, sorted({*_made(rules), self.profile.name}))
        return engine

    def taken(self, rules: Rules) -> Any:
        """Make the engine, unless it refuses the rules."""
        with suppress(TooLarge):
            return self.make(rules)

    def soon(self, engine: Any, limits: Limits, work: Work[Answer], first: bool) -> Answer | None:
        """Return what the work comes to within the bound, None where it is given up.

        What takes all the memory is left to the engines that follow, unless it is the first trial.
        """
        try:
            return work(engine, limits.bounded(self.positions, self.nodes, self.seconds))
        except TooMany:
            return None
        except TooLarge:
            if first and self.nodes is None:
                raise  # where few positions take all the memory, no engine will do
            return None

    def __str__(self) -> str:
        bounds = ((self.positions, "positions"), (self.nodes, "nodes of diagrams"))
        bound = "".join(f", up to {most:,} {what}" for most, what in bounds if most is not None)
        if self.seconds is not None:
            bound += f", as long as {self.seconds:g} s will do"
        return f"{self.profile.name}{bound}: {self.reason}"


#: Every plan that is made, before the work begins; every attempt that begins.
plans, phases = Channel[str]("plans"), Channel[Attempt]("phases")


@dataclass(frozen=True)
class Plan:
    """Attempts at one question, in order."""

    ability: str
    rules: Rules
    limits: Limits
    attempts: tuple[Attempt, ...]
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def trials(self) -> tuple[Attempt, ...]:
        """The attempts with a bound."""
        return tuple(attempt for attempt in self.attempts if attempt.bounded)

    def of(self, rules: Rules) -> Plan:
        """Return the same plan for rules that differ little, in what else is asked of them."""
        return replace(self, rules=rules)

    def run(self, work: Work[Answer]) -> Answer:
        """Return what the first attempt comes to that is not given up."""
        answer = self.soon(work)
        return self.in_full(work) if answer is None else answer

    def soon(self, work: Work[Answer]) -> Answer | None:
        """Return what a trial comes to, None where all are given up.

        An engine that refuses the rules leaves its seconds to the one before.
        """
        last: Any = None
        for attempt, following in zip(self.trials, (*self.attempts[1:], None), strict=False):
            engine = attempt.taken(self.rules) or (last if attempt.seconds is not None else None)
            if engine is None:
                continue
            made = self._to_make(attempt, following)
            with Preparation(made, work, self.rules, self.limits) as preparation:
                limits = self.limits.until(preparation.is_done, preparation.goes_on)
                answer = attempt.soon(engine, limits, self._noting(work), first=last is None)
                last = engine
                if answer is not None:
                    return answer
                preparation.finish()
        return None

    def _to_make(self, trial: Attempt, following: Attempt | None) -> EngineProfile | None:
        """Return the engine that comes next if its code is to be made while a trial goes on.

        One that works in a folder, or on memory of its own, must not be begun for that.
        """
        if trial.seconds is None or following is None:
            return None
        coming = following.profile
        alone = coming.own_memory or coming.on_disk
        wanted = coming.first > 0 and not alone and not _was_made(coming, self.rules)
        return coming if wanted else None

    def _noting(self, work: Work[Answer]) -> Work[Answer]:
        """Note after how many seconds a count was given up: later plans need not try that."""

        def noted(engine: Any, limits: Limits) -> Answer:
            try:
                return work(engine, limits)
            except TooMany:
                # What was overtaken might have been done within its bound.
                seconds = limits.spent if limits.is_overtaken else limits.most_seconds
                if seconds is not None and seconds >= WORTH_NOTING:
                    note(self.rules, LONGER_THAN, seconds)
                raise

        return noted if self.ability == ENUMERATE else work

    def in_full(self, work: Work[Answer]) -> Answer:
        """Return what comes of the work without a bound.

        Where an engine with memory of its own runs out of that, the next goes on.
        """
        for number, attempt in enumerate(self.attempts):
            if attempt.profile.own_memory and not attempt.bounded:
                try:
                    return work(attempt.make(self.rules, **self.options), self.limits)
                except TooLarge:
                    if number + 1 == len(self.attempts):
                        raise
        return work(self.make(), self.limits)

    def make(self) -> Any:
        """Make the engine that works without a bound: the first that takes the rules."""
        refusal = TooLarge(f"no engine can {WORDS[self.ability]} of {self.rules.game.identity}")
        unbounded = [attempt for attempt in self.attempts if not attempt.bounded]
        for attempt in unbounded:
            if not attempt.profile.own_memory or len(unbounded) == 1:
                try:
                    return attempt.make(self.rules, **self.options)
                except TooLarge as reason:
                    refusal = reason
        raise refusal

    def __str__(self) -> str:
        lines = [f"to {WORDS.get(self.ability, self.ability)}, in this order:"]
        lines += [f"  {number}. {attempt}" for number, attempt in enumerate(self.attempts, 1)]
        threads, memory = self.limits.threads, size_text(self.limits.limit)
        return "\n".join([*lines, f"  threads: {threads}; memory: up to {memory}"])


def plan(
    ability: str,
    rules: Rules,
    engine: str = "auto",
    limits: Limits | None = None,
    trials: str | None = None,
    partial: bool = False,
    because: str = ASKED,
    **options: Any,
) -> Plan:
    """Return which engines to try for an ability: the one asked for, or those that suit it.

    Engines with the ability `trials` are tried first, if that is another one. Where a `partial`
    answer will do, nothing is tried without a bound. `options` are those of the engine asked for,
    and `because` says why it is the one, if not because a user named it.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> print(plan("solve", read(Diagonals()), limits=Limits(memory=1 << 30, threads=2)))
    to solve the game, in this order:
      1. reference, as long as 0.2 s will do: starts at once, visits about 5,000 positions a second
      2. generated, as long as 6 s will do: starts in 0.2 s, visits about 100,000 positions a second
      3. compiled: starts in 1.3 s (6 s the first time), visits about 1,000,000 positions a second
      4. reference: takes every rulebook, should compiled refuse this one
      threads: 2; memory: up to 1.0G
    """
    if limits is not None and limits.cluster is not None and limits.disk is None:
        raise BadInput(
            "a cluster keeps its layers in a folder that all its machines see: name it with --disk"
        )
    if ability == SOLVE and endless_varies(rules):
        ability = CIRCLE
    if engine != "auto":
        attempts = _asked(ability, engine, limits, because)
    else:
        attempts = _chosen(ability, rules, trials, partial, _disk_engines(ability, limits))
    if ability == ENUMERATE and engine == "auto":
        known = recall(rules, LONGER_THAN)
        known = known if isinstance(known, int | float) else 0
        attempts = [one for one in attempts if one.seconds is None or one.seconds > known]
    made = Plan(ability, rules, limits or Limits(), tuple(attempts), options)
    if plans.is_heard:
        plans.say(str(made))
    return made


def _asked(ability: str, name: str, limits: Limits | None, because: str) -> list[Attempt]:
    """Return the one attempt with the engine asked for."""
    profile = profile_of(name)
    keeps = profile.on_disk or ability in profile.resumes
    if limits is not None and limits.disk is not None and not keeps:
        raise BadInput(f"the {name} engine keeps nothing on disk: omit --engine, or --disk")
    given = limits is not None and limits.cluster is not None
    if profile.on_cluster and not given:
        raise BadInput(f"the {name} engine needs a cluster: name it with --cluster")
    if given and not profile.on_cluster:
        raise BadInput(f"the {name} engine uses no cluster: omit --engine, or --cluster")
    if ability not in profile.abilities:
        others = ", ".join(other.name for other in able(ability))
        raise BadInput(f"the {name} engine cannot {WORDS[ability]}: choose auto, {others}")
    return [Attempt(profile, because)]


def keeps_positions(engine: str) -> bool:
    """Whether an engine, or the one that is chosen, keeps all positions in a folder it is given.

    >>> keeps_positions("auto"), keeps_positions("disk"), keeps_positions("symbolic")
    (True, True, False)
    """
    return engine in ("", "auto") or profile_of(engine).on_disk


def _disk_engines(ability: str, limits: Limits | None) -> list[EngineProfile]:
    """List the engines that use a folder, if one is given: they need no more memory than there is.

    >>> _disk_engines("enumerate", Limits())
    []
    """
    if limits is None or (limits.disk is None and limits.cluster is None):
        return []
    cluster = limits.cluster is not None
    engines = [one for one in profiles() if one.on_disk and one.on_cluster == cluster]
    for one in engines:
        lacking = one.missing()
        if lacking is not None:
            raise BadInput(f"the {one.name} engine cannot be used: {lacking}")
    return [one for one in engines if ability in one.abilities]


def _chosen(
    ability: str,
    rules: Rules,
    trials: str | None,
    partial: bool,
    disk: list[EngineProfile],
) -> list[Attempt]:
    """Return trials, and unless they are enough, attempts without a bound."""
    frontier = [one for one in _frontier(trials or ability) if not one.refuses(rules)]
    unbounded = _unbounded(ability)
    if disk:
        unbounded = [*disk, *(one for one in unbounded if one.takes_all)]
    tried = _trials(frontier, ability, rules) if frontier != unbounded else []
    if partial and tried:
        return tried
    return tried + [
        Attempt(one, _reason(one, unbounded[:number])) for number, one in enumerate(unbounded)
    ]


def _frontier(ability: str) -> list[EngineProfile]:
    """List the engines that no other dominates, by the time they take to start."""
    profiles = [one for one in able(ability) if not one.on_disk]
    best = [one for one in profiles if not any(other.dominates(one) for other in profiles)]
    costs = {(one.startup, one.rate): one for one in reversed(best)}  # of equals the first will do
    return [costs[key] for key in sorted(costs)]


def _trials(frontier: list[EngineProfile], ability: str, rules: Rules) -> list[Attempt]:
    """Bound each engine by the time that the next takes to start, the last by its diagrams."""
    tried = [
        Attempt(one, str(one), positions=int(following.startup * one.rate))
        if ability in BY_POSITIONS
        else Attempt(one, str(one), seconds=_startup(following, rules))
        for one, following in pairwise(frontier)
    ]
    last = [one for one in frontier[-1:] if one.nodes is not None]
    return tried + [
        Attempt(one, f"{one} while diagrams pay", nodes=one.nodes_for(ability)) for one in last
    ]


def _startup(profile: EngineProfile, rules: Rules) -> float:
    """Return how many seconds an engine takes to start, the first time or again."""
    return profile.startup + (0.0 if _was_made(profile, rules) else profile.first)


def _was_made(profile: EngineProfile, rules: Rules) -> bool:
    return profile.name in _made(rules)


def _made(rules: Rules) -> list[Any]:
    """Return which engines were made for these rules before, as far as that is known."""
    made = recall(rules, MADE)
    return made if isinstance(made, list) else []


def _unbounded(ability: str) -> list[EngineProfile]:
    """Leave the rest to the fastest engine, and else to the fastest that takes every rulebook.

    Between them comes the fastest that uses this machine's memory, if the first does not.
    """
    frontier = [one for one in _frontier(ability) if one.nodes is None]
    *_, last = [None, *_frontier(ability)]
    resort = max((one for one in able(ability) if one.takes_all), key=_speed, default=last)
    if last is None or last.nodes is not None:
        return [resort] if resort else []
    other = max((one for one in frontier if not one.own_memory), key=_speed, default=last)
    return [one for one in dict.fromkeys([last, other, resort]) if one is not None]


def _speed(profile: EngineProfile) -> tuple[float, float]:
    return profile.rate, -profile.startup


def _reason(profile: EngineProfile, before: list[EngineProfile]) -> str:
    if before and profile.takes_all:
        return f"takes every rulebook, should {before[-1].name} refuse this one"
    if before:
        return f"goes on, should {before[-1].name} refuse this one or run out of memory"
    return str(profile)


def fastest(rules: Rules) -> Engine:
    """Make the fastest engine that takes the rules, to play many games or visit everything."""
    attempts = (Attempt(one, str(one)) for one in _unbounded(ENUMERATE))
    engine: Engine = Plan(ENUMERATE, rules, Limits(), tuple(attempts)).make()
    return engine


def runner(rules: Rules, ability: str = RULES) -> RuleEngine:
    """Make the engine that starts soonest, to run single rules in single positions."""
    soonest = min(able(ability), key=lambda one: (one.startup, -one.rate))
    engine: RuleEngine = soonest.engine()(rules)
    return engine


def engine_for(name: str, rules: Rules) -> Engine:
    """Make the engine asked for; left to choose, the one that starts soonest."""
    return runner(rules) if name == "auto" else make_engine(name, rules)
