"""A visit of a game's reachable positions that keeps them all, to be asked many things.

Regions are sets of positions: they join, meet and compare like Python's own sets. What is asked of
them here is the same whether positions are listed or kept as decision diagrams.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ..analysis.coverage import Coverage
from ..analysis.coverage_interpreter import CoverageInterpreter
from ..analysis.ending_cases import ending_cases
from ..engines.contract import make_engine
from ..engines.plain.base import PlainEngine
from ..engines.plain.ir import IrEngine
from ..errors import RuleBroken
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.domains import Player
from ..rules.results import Result
from ..rules.state import MapVariable, SubsetVariable

#: A set of positions, with `| & -`, `==`, `len` and truth.
Region = Any
#: A variable, or a set or map at a key: what has a value of its own.
Place = tuple[Any, ...]


class Visit(Protocol):
    """Reachable positions and what the rules say of them."""

    @property
    def name(self) -> str:
        """The engine that visits."""
        ...

    @property
    def rules(self) -> Rules:
        """The rulebook."""
        ...

    @property
    def complete(self) -> bool:
        """Whether all reachable positions were met."""
        ...

    @property
    def plies(self) -> int:
        """How many plies were seen."""
        ...

    @property
    def everything(self) -> Region:
        """The positions met."""
        ...

    @property
    def endings(self) -> dict[Result, Region]:
        """Those that are over, by result."""
        ...

    @property
    def waiting(self) -> dict[Player, Region]:
        """Those that are not over, by whose turn it is."""
        ...

    @property
    def stuck(self) -> Region:
        """Those that are not over and have no legal move."""
        ...

    @property
    def alone(self) -> list[dict[Result, Region]]:
        """Where each test of `result` would end the game by itself, and how."""
        ...

    @property
    def legal(self) -> set[Move]:
        """The moves that are legal anywhere."""
        ...

    @property
    def coverage(self) -> Coverage | None:
        """What of the rules happens anywhere, where that is noted."""
        ...

    @property
    def broken(self) -> tuple[RuleBroken, Position] | None:
        """A rule that goes wrong, and where."""
        ...

    @property
    def empty(self) -> Region:
        """The region without positions."""
        ...

    def after(self, region: Region) -> Region:
        """Give the positions met that one move leads to from a region."""
        ...

    def before(self, region: Region) -> Region:
        """Give the positions met from which one move leads into a region."""
        ...

    def has(self, region: Region, position: Position) -> bool:
        """Say whether a position is in a region."""
        ...

    def only(self, position: Position) -> Region:
        """Give the region of one position that was met."""
        ...

    def trace(self, region: Region) -> list[Position]:
        """Give a shortest game into a region of positions met, position by position."""
        ...

    def combinations(self, variables: Sequence[str]) -> set[tuple[Any, ...]]:
        """Give the values that some variables have at once, wherever they do."""
        ...

    def distinct(self, variables: Sequence[str]) -> int:
        """Count the values that some variables have at once."""
        ...

    def values(self) -> dict[Place, set[Any]]:
        """Give the values that each place has anywhere; an element is in a set or not."""
        ...


class _Watching(IrEngine):
    """The IR engine with a runner that notes what happens."""

    def __init__(self, rules: Rules, coverage: Coverage) -> None:
        super().__init__(rules)
        self._runner = CoverageInterpreter(rules, coverage)


def _plain_engine(rules: Rules, coverage: Coverage | None) -> PlainEngine:
    if coverage is not None:
        return _Watching(rules, coverage)
    engine = make_engine("reference", rules)
    assert isinstance(engine, PlainEngine)
    return engine


class PlainVisit:
    """Lists the positions one by one, up to so many.

    >>> from boardproof.reading import read
    >>> from boardproof.rules import Win
    >>> from boardproof.rules.sample import Diagonals
    >>> visit = PlainVisit(read(Diagonals()))
    >>> len(visit.everything), visit.complete, len(visit.trace(visit.endings[Win("A")])) - 1
    (33, True, 3)
    """

    def __init__(
        self,
        rules: Rules,
        most: int | None = None,
        covering: bool = True,
        limits: Limits | None = None,
    ) -> None:
        self.rules = rules
        self._limits = limits or Limits()
        self.coverage = Coverage(rules) if covering else None
        engine = (
            _Watching(rules, self.coverage) if self.coverage else make_engine("reference", rules)
        )
        assert isinstance(engine, PlainEngine)
        self._engine: PlainEngine = engine
        self.name = "ir" if covering else "reference"
        self.broken: tuple[RuleBroken, Position] | None = None
        self.legal: set[Move] = set()
        self._positions: list[Position] = []
        self._numbers: dict[Position, int] = {}
        self._parents: list[int] = []
        self._targets: list[list[int]] = []
        self._results: dict[Result, set[int]] = {}
        self._movers: dict[Player, set[int]] = {}
        self._number(self._engine.initial(), -1)
        self.complete, self.plies = self._search(most)
        self._gather()

    # -- searching --------------------------------------------------------------------------

    def _number(self, position: Position, parent: int) -> int:
        known = self._numbers.setdefault(position, len(self._positions))
        if known == len(self._positions):
            self._positions.append(position)
            self._parents.append(parent)
        return known

    def _search(self, most: int | None) -> tuple[bool, int]:
        plies, done = 0, 0
        while done < len(self._positions):
            if most is not None and len(self._positions) > most:
                return False, plies
            for number in range(done, last := len(self._positions)):
                self._expand(number)
            plies, done = plies + 1, last
            self._limits.report(plies, len(self._positions))
        return True, plies

    def _expand(self, number: int) -> None:
        position = self._positions[number]
        self._targets.append([])
        try:
            result = self._engine.result(position)
            if result is not None:
                self._results.setdefault(result, set()).add(number)
                return
            mover = self._engine.ask(position, "to_move")
            self._movers.setdefault(mover, set()).add(number)
            for move, target in self._engine.successors(position):
                self.legal.add(move)
                self._targets[number].append(self._number(target, number))
        except RuleBroken as broken:
            self.broken = self.broken or (broken, position)

    def _gather(self) -> None:
        expanded = range(len(self._targets))
        self.everything: Region = frozenset(expanded)
        self.endings = {result: frozenset(found) for result, found in self._results.items()}
        self.waiting = {player: frozenset(found) for player, found in self._movers.items()}
        going = frozenset().union(*self.waiting.values())
        wrong = {self._numbers[self.broken[1]]} if self.broken else set()
        self.stuck: Region = frozenset(n for n in going - wrong if not self._targets[n])
        self._sources: list[list[int]] = [[] for _ in self._positions]
        for source in expanded:
            for target in self._targets[source]:
                self._sources[target].append(source)

    # -- asking -----------------------------------------------------------------------------

    @property
    def alone(self) -> list[dict[Result, Region]]:
        """Where each test of `result` would end the game by itself, and how."""
        found = ending_cases(self.rules)
        engine = IrEngine(found.rules)
        return [self._where(engine, name) for name in found.names]

    def _where(self, engine: PlainEngine, rule: str) -> dict[Result, Region]:
        where: dict[Result, set[int]] = {}
        for number in self.everything:
            try:
                result = engine.ask(self._positions[number], rule)
            except RuleBroken:
                continue
            if result is not None:
                where.setdefault(result, set()).add(number)
        return {result: frozenset(numbers) for result, numbers in where.items()}

    @property
    def empty(self) -> Region:
        """The region without positions."""
        return frozenset()

    def after(self, region: Region) -> Region:
        """Give the positions met that one move leads to from a region."""
        return self._along(self._targets, region) & self.everything

    def before(self, region: Region) -> Region:
        """Give the positions met from which one move leads into a region."""
        return self._along(self._sources, region)

    def _along(self, moves: list[list[int]], region: Iterable[int]) -> frozenset[int]:
        return frozenset(end for number in region for end in moves[number])

    def has(self, region: Region, position: Position) -> bool:
        """Say whether a position is in a region."""
        return self._numbers.get(position, -1) in region

    def only(self, position: Position) -> Region:
        """Give the region of one position that was met."""
        return frozenset([self._numbers[position]])

    def trace(self, region: Region) -> list[Position]:
        """Give a shortest game into a region of positions met, position by position."""
        number, found = min(region), []
        while number >= 0:
            found.append(self._positions[number])
            number = self._parents[number]
        return found[::-1]

    def combinations(self, variables: Sequence[str]) -> set[tuple[Any, ...]]:
        """Give the values that some variables have at once, wherever they do."""
        at = [list(self.rules.game.variables).index(name) for name in variables]
        positions = (self._positions[number].values for number in self.everything)
        return {tuple(values[index] for index in at) for values in positions}

    def distinct(self, variables: Sequence[str]) -> int:
        """Count the values that some variables have at once."""
        return len(self.combinations(variables))

    def values(self) -> dict[Place, set[Any]]:
        """Give the values that each place has anywhere; an element is in a set or not."""
        found: dict[Place, set[Any]] = {}
        for name, variable in self.rules.game.variables.items():
            values = [value for (value,) in self.combinations([name])]
            if isinstance(variable, MapVariable):
                found.update({(name, k): {v[k] for v in values} for k in variable.domain})
            elif isinstance(variable, SubsetVariable):
                found.update({(name, e): {e in v for v in values} for e in variable.domain})
            else:
                found[name,] = set(values)
        return found
