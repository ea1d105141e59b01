"""A first look at a game: the positions near its start, and games of random moves.

It needs no engine that takes long to start.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from math import inf
from random import Random
from time import process_time
from typing import Any, Protocol

from ..errors import RuleBroken, TooLarge
from ..ir.rules import Rules
from ..positions.position import Position
from ..rules.results import STUCK
from ..statespace.goals import Aim
from .planner import runner
from .starts import random_start

#: A game of so few positions is listed; of any other so many positions are tested at once, and so
#: many where there is time.
SMALL, NEAR, FURTHER = 6_500, 50_000, 400_000
#: A random game is left after so many moves: it may never end.
LONGEST = 1_000
#: Seconds of tests near the start before anything else is tried: some questions are slow.
TESTS = 0.3
#: After so many positions it is asked whether enough is known.
GROUP = 64
#: Something is late if random games that come to it are so many times as long as all games seen.
LATE = 3


class ScoutedRules(Protocol):
    """Rules as a scout needs them: states, what follows them, and which aims they meet."""

    @property
    def starts(self) -> Collection[Any]:
        """The states that the game starts from."""
        ...

    def random_start(self, chance: Random) -> Any:
        """Return one of the states that the game starts from."""
        ...

    def aim_at(self, aims: Sequence[Aim]) -> None:
        """Test other aims from now on; where these are too intricate, raise `TooLarge`."""
        ...

    def position(self, state: Any) -> Position:
        """Return the position of a state."""
        ...

    def following(self, state: Any) -> list[Any]:
        """Return the states after one."""
        ...

    def test(self, state: Any, following: Any) -> int:
        """Return which aims a state meets, a bit for each; it is over or stuck if none follows."""
        ...

    def random_after(self, state: Any, chance: Random) -> Any:
        """Return the state after a random move, None where there is none."""
        ...


class PlainRules:
    """Rules run by an engine that takes every rulebook."""

    def __init__(self, rules: Rules, aims: Sequence[Aim] = ()) -> None:
        self._engine, self._aims = runner(rules), aims
        self.starts = self._engine.initials()

    def random_start(self, chance: Random) -> Position:
        """Return one of the positions that the game starts from."""
        return random_start(self._engine.rules, chance)

    def aim_at(self, aims: Sequence[Aim]) -> None:
        """Test other aims from now on."""
        self._aims = aims

    def position(self, state: Position) -> Position:
        """Return the position itself."""
        return state

    def following(self, state: Position) -> list[Position]:
        """Return the positions after one."""
        return [after for _, after in self._engine.successors(state)]

    def test(self, state: Position, following: Any) -> int:
        """Return which aims a position meets, a bit for each."""
        return sum(aim.met_by(self._engine, state) << bit for bit, aim in enumerate(self._aims))

    def random_after(self, state: Position, chance: Random) -> Position | None:
        """Return the position after a random move, None where there is none."""
        following = self._engine.successors(state)
        return chance.choice(following)[1] if following else None


class Scout:
    """Looks for aims: `met` has a path to each that was met so far.

    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> scout = Scout(read(Diagonals()), [Aim(question="full")])
    >>> scout.look_near(100), scout.size, len(scout.met[0])
    (4, 33, 5)
    """

    def __init__(self, rules: Rules, aims: Sequence[Aim] = (), at_once: bool = False) -> None:
        """Prepare to look for aims, `at_once` with the rules as they are written."""
        self._game, self._rules = rules, PlainRules(rules) if at_once else _scouted(rules)
        #: How many positions were met near the start; whether these are all.
        self.size, self.complete = 1, False
        #: The ply up to which a look at whether the game is small has seen everything.
        self.near = -1
        #: How many positions each layer near the start has.
        self.layers: list[int] = []
        self.aim_at(aims)

    def aim_at(self, aims: Sequence[Aim]) -> None:
        """Look for other aims from now on."""
        try:
            self._rules.aim_at(aims)
        except TooLarge:
            self._rules = PlainRules(self._game, aims)
        self._sees_stuck = any(STUCK in aim.results for aim in aims)
        self._most = SMALL if isinstance(self._rules, PlainRules) else FURTHER
        self._missing = (1 << len(aims)) - 1
        self.met: dict[int, list[Position]] = {}

    def is_small(
        self, depth: int | None = None, enough: Callable[[], bool] = lambda: False
    ) -> bool:
        """Whether so few positions are within a depth that they are best listed.

        It is left open, and said not to be so, where `enough` is known meanwhile.
        """
        self.near = self.look_near(SMALL, tests=TESTS, depth=depth, enough=enough)
        return self.complete

    @property
    def done(self) -> bool:
        """Whether every aim is met."""
        return not self._missing

    def look_near(
        self,
        most: int,
        seconds: float = 2.0,
        tests: float = inf,
        depth: int | None = None,
        enough: Callable[[], bool] = lambda: False,
    ) -> int:
        """Test layer after layer until there are more positions than so many, or to a depth.

        Return the last ply of which all positions were tested. After some seconds of work, or when
        `enough` is known, nothing further is looked at, or nothing tested: some rules run slowly.
        Where games start from more positions, not all of these are looked at, and the last ply is
        -1.

        A small game is seen whole, any other until all aims are met. The path to an aim that is met
        is a shortest one.
        """
        rules, ply, tested, now = self._rules, 0, -1, process_time()
        end, last_test = now + seconds, now + min(seconds, tests)
        most = min(most, self._most)
        layer, self.layers = list(islice(rules.starts, most + 1)), list[int]()
        came: dict[Any, Any] = dict.fromkeys(layer)
        while True:
            self.size = len(came)
            self.layers.append(len(layer))
            branches, goes_on = list[tuple[Any, list[Any]]](), self.size <= most and ply != depth
            for at, state in enumerate(layer):
                goes_on = goes_on and process_time() < end and not (at % GROUP == 0 and enough())
                looks = goes_on or self._sees_stuck
                branches.append((state, self._following(state, came) if looks else [state]))
            if tested == ply - 1 and self._test(branches, came, last_test):
                tested = ply
            layer = _new(came, branches) if goes_on else []
            self.complete = self.size <= most if ply == depth else goes_on and not layer
            if not layer or (self.done and self.size > SMALL):
                return tested if len(rules.starts) <= most else -1
            ply += 1

    def _test(
        self, branches: list[tuple[Any, list[Any]]], came: dict[Any, Any], end: float
    ) -> bool:
        """Test states, and whether there is time for all; note the paths to aims that are met."""
        for state, following in branches if self._missing else ():
            bits = self._rules.test(state, following)
            if bits & self._missing:
                self._note(bits, _path(came, state))
            if process_time() > end:
                return False
        return True

    def wander(self, seconds: float = inf, seed: int = 1, longest: int = LONGEST) -> Iterator[int]:
        """Play random games for some seconds; after each yield how many positions were seen.

        The last game may be left in its middle.
        """
        rules, chance, seen, end = self._rules, Random(seed), 0, process_time() + seconds
        while process_time() < end:
            path = [after := rules.random_start(chance)]
            while after is not None and len(path) <= longest and process_time() < end:
                after = self._random_after(path, chance)
                bits = rules.test(path[-1], after)
                if bits & self._missing:
                    self._note(bits, path)
                path += [] if after is None else [after]
            seen += len(path)
            yield seen

    def comes_late(self, ply: int, seconds: float) -> bool:
        """Whether random games come to an aim, and only long after a ply; `met` has such a game.

        If not, the aim may be near the start, and nothing is noted.
        """
        shortest, late = list[Position](), False
        for _ in self.wander(seconds):
            if self.met:
                shortest = min(self.met[0], shortest or self.met[0], key=len)
                late = len(shortest) > LATE * (ply + 1)
                self._missing, self.met = 1, {}
                if not late:
                    break
        self._missing, self.met = (0, {0: shortest}) if late else (1, {})
        return late

    def _following(self, state: Any, came: dict[Any, Any]) -> list[Any]:
        """Return the states after one; where a rule goes wrong, note on which way."""
        try:
            return self._rules.following(state)
        except RuleBroken as failure:
            raise self._on_way(failure, _path(came, state)) from None

    def _random_after(self, path: list[Any], chance: Random) -> Any:
        """Return the state after a random move; where a rule goes wrong, note on which way.

        What the last state itself meets counts, all the same.
        """
        try:
            return self._rules.random_after(path[-1], chance)
        except RuleBroken as failure:
            bits = self._rules.test(path[-1], path)
            if bits & self._missing:
                self._note(bits, path)
            if self.done:
                return None
            raise self._on_way(failure, path) from None

    def _on_way(self, failure: RuleBroken, path: list[Any]) -> RuleBroken:
        """Return the failure with the moves that lead to it."""
        engine, positions = runner(self._game), [self._rules.position(state) for state in path]
        failure.way = engine.move_names(positions)
        return failure

    def _note(self, bits: int, path: list[Any]) -> None:
        bits &= self._missing
        positions = [self._rules.position(state) for state in path]
        while bits:
            self.met[(bits & -bits).bit_length() - 1] = positions
            bits &= bits - 1
        self._missing &= ~sum(1 << bit for bit in self.met)


def _new(came: dict[Any, Any], branches: list[tuple[Any, list[Any]]]) -> list[Any]:
    """Return the states that were not met before, and note where each comes from."""
    layer = []
    for state, following in branches:
        for after in following:
            if after not in came:
                came[after] = state
                layer.append(after)
    return layer


def _path(came: dict[Any, Any], state: Any) -> list[Any]:
    path = [state]
    while (state := came[state]) is not None:
        path.append(state)
    return path[::-1]


def _scouted(rules: Rules) -> ScoutedRules:
    """Run generated code, or the rules as they are written where there is none."""
    from .compiled.interpreted import InterpretedRules

    try:
        return InterpretedRules(rules)
    except TooLarge:
        return PlainRules(rules)
