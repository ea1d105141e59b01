"""Instances of a query as sets: among the reachable positions, or all well-typed ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from ..answers import Found
from ..engines.planner import plan
from ..engines.profile import WELL_TYPED
from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.results import STUCK
from ..statespace.base import States, StateSpace, join_by_words
from ..statespace.goals import Aim
from ..statespace.transition_system import TransitionSystem
from .constraints import Constraint, QuerySet, all_met, cannot_tell
from .selection import Selection
from .traces import trace_of

if TYPE_CHECKING:
    from ..engines.symbolic.position_sets import PositionSets

#: The node budget for a query on all positions at once.
LITTLE_WORK = 200_000
#: The number of positions on which the rest is tried.
TRIES = 200
#: The maximal number of instances that are compared up to symmetry.
MOST_ALIKE = 200_000


class _Sets(Protocol):
    def count(self, states: States) -> int: ...
    def each(self, states: States) -> Iterator[Position]: ...
    def sample(self, states: States, chance: Random) -> Position: ...


class SearchDomain(ABC):
    """Where instances are looked for."""

    engine: TransitionSystem
    sets: _Sets
    complete = True

    @abstractmethod
    def met(self, constraints: list[Constraint]) -> States:
        """Return the positions that meet all constraints."""

    def one(self, constraints: list[Constraint]) -> Position | None:
        """Return an instance where that is much quicker than to know all."""
        return None

    @abstractmethod
    def instance(self, position: Position) -> dict[str, Any]:
        """Return an instance as an answer gives it."""

    @abstractmethod
    def nothing(self, constraints: list[Constraint]) -> str:
        """Return that there is no instance, and how far was searched."""

    def open(self, constraints: list[Constraint]) -> str:
        """Return why there may be more instances than were found, nothing where there are not."""
        return ""

    @property
    @abstractmethod
    def positions(self) -> int:
        """How many positions are looked at."""


class Reachable(SearchDomain):
    """The positions that games get to."""

    sets: StateSpace

    def __init__(self, space: StateSpace, queries: QuerySet, depth: int | None) -> None:
        self.sets, self._queries, self._depth = space, queries, depth
        self.engine, self.complete = space.engine, space.complete

    @property
    def positions(self) -> int:
        """How many positions are looked at."""
        return self.sets.positions

    def met(self, constraints: list[Constraint]) -> States:
        """Return the positions that meet all constraints."""
        return all_met(self.sets, self._queries, constraints)

    def instance(self, position: Position) -> dict[str, Any]:
        """Return an instance as an answer gives it."""
        path = self.sets.path_to(self.sets.singleton(position))
        assert path is not None
        return {"trace": trace_of(self.engine, path), "position": write_position(position)}

    def nothing(self, constraints: list[Constraint]) -> str:
        """Return that there is no instance, and how far was searched."""
        if self.complete:
            return f"in none of {self.positions:,} positions"
        none = f"none within {self._depth} moves, over {self.positions:,} positions"
        if self.open(constraints):
            return f"none for certain, over {self.positions:,} positions: {self.open(constraints)}"
        ply = self._first_beyond(constraints)
        return none if ply is None else f"{none}; the least depth that has one is {ply}"

    def open(self, constraints: list[Constraint]) -> str:
        """Return why there may be more instances than were found, nothing where there are not."""
        return cannot_tell(constraints, self.complete, self._depth)

    def _first_beyond(self, constraints: list[Constraint]) -> int | None:
        if len(constraints) != 1:
            return None
        return self.sets.first_beyond(self._queries.aim(constraints[0].number))


class WellTyped(SearchDomain):
    """All well-typed positions, reachable or not."""

    sets: PositionSets

    def __init__(self, rules: Rules, queries: QuerySet, whole: int) -> None:
        engine = plan(WELL_TYPED, rules).make()
        self.engine, self.sets = engine, engine.positions
        self._queries, self._whole = queries, whole

    @property
    def positions(self) -> int:
        """How many positions are looked at."""
        return self.sets.everything.count

    def met(self, constraints: list[Constraint]) -> States:
        """Return the positions that meet all constraints."""
        found = self.sets.everything
        for one in constraints:
            found = self._where(self._queries.aim(one.number), found)
        return found

    def one(self, constraints: list[Constraint]) -> Position | None:
        """Return a well-formed instance if there is one, else any."""
        for among in (self.sets.where("wellformed"), self.sets.everything):
            tried = self._try_some(constraints, among)
            if tried is not None:
                return tried
            found = self._some(self._queries.aim(self._whole), among)
            if found:
                return next(self.sets.each(found))
        return None

    def _some(self, aim: Aim, among: States, work: int | None = None) -> States:
        if aim.question and aim.holds:
            return self.sets.some(aim.question, among=among, work=work)
        return self._where(aim, among)

    def _try_some(self, constraints: list[Constraint], among: States) -> Position | None:
        """Meet the constraints that are cheap on sets, and try the rest on a few positions.

        Negated constraints are only tried: they seldom fail, and subtracting a set costs most.
        """
        left = []
        for one in constraints:
            aim = self._queries.aim(one.number)
            try:
                if one.text.startswith("not "):
                    left.append(aim)
                else:
                    among = self._some(aim, among, LITTLE_WORK)
            except TooLarge:
                left.append(aim)
        if not among:
            return None
        chance = Random(1)
        first = islice(self.sets.each(among), 1)
        others = (self.sets.sample(among, chance) for _ in range(TRIES))
        met = (one for one in chain(first, others) if all(a.met_by(self.engine, one) for a in left))
        return next(met, None)

    def _where(self, aim: Aim, among: States) -> States:
        if aim.question:
            found = self.sets.where(aim.question, among=among)
        else:
            ended = join_by_words(self.sets.ended(among))
            found = self.sets.space.empty
            for word in aim.results & ended.keys():
                found = found | ended[word]
            if STUCK in aim.results:
                going = self.sets.going(among)
                found = found | (going - self.sets.before(self.sets.everything))
        return found if aim.holds else among - found

    def instance(self, position: Position) -> dict[str, Any]:
        """Return an instance as an answer gives it."""
        return {"position": write_position(position)}

    def nothing(self, constraints: list[Constraint]) -> str:
        """Return that there is no instance, and how far was searched."""
        return f"in none of {self.positions:,} well-typed positions"


class InstanceSearch:
    """Picks the instance that is wanted, or finds why there is none."""

    def __init__(
        self, ground: SearchDomain, constraints: list[Constraint], selection: Selection
    ) -> None:
        self._ground, self._constraints, self._selection = ground, constraints, selection

    def answer(self) -> Found:
        """Return the instance."""
        ground = self._ground
        quick = ground.one(self._constraints) if self._selection.any else None
        if quick is not None:
            return self._answer(None, **ground.instance(quick))
        states = ground.met(self._constraints)
        number = self._number(states)
        position = self._pick(states, number) if number else None
        if position is not None:
            said = ground.open(self._constraints)
            return self._answer(number, said, **ground.instance(position))
        if number:
            return self._answer(number, message=f"there are only {number:,}")
        near, said = self._near_miss()
        message, unknown = (
            ground.nothing(self._constraints) + said,
            bool(ground.open(self._constraints)),
        )
        return self._answer(0, message=message, near=near, unknown=unknown)

    def _answer(
        self,
        count: int | None,
        message: str = "",
        near: Found | None = None,
        unknown: bool = False,
        **shown: Any,
    ) -> Found:
        return Found.of(
            self._ground.engine,
            found=bool(shown),
            count=count,
            positions=self._ground.positions,
            complete=self._ground.complete,
            message=message,
            near=near,
            unknown=unknown,
            **shown,
        )

    def _number(self, states: States) -> int:
        if not self._selection.alike_once:
            return self._ground.sets.count(states)
        if self._ground.sets.count(states) > MOST_ALIKE:
            raise BadInput(f"more than {MOST_ALIKE:,} instances: omit --up-to-symmetry")
        return sum(1 for _ in self._up_to_symmetry(states))

    def _pick(self, states: States, number: int) -> Position | None:
        selection = self._selection
        if selection.seed is not None:
            chance = Random(selection.seed)
            if selection.alike_once:
                return next(islice(self._up_to_symmetry(states), chance.randrange(number), None))
            return self._ground.sets.sample(states, chance)
        each = (
            self._up_to_symmetry(states) if selection.alike_once else self._ground.sets.each(states)
        )
        return next(islice(each, selection.number - 1, None), None)

    def _up_to_symmetry(self, states: States) -> Iterator[Position]:
        """Yield the first instance of each symmetry class."""
        from ..analysis.symmetry import symmetries

        engine = self._ground.engine
        found = symmetries(engine.rules)
        group = found.all if isinstance(self._ground, WellTyped) else found.fixing_start
        seen: set[Position] = set()
        for position in self._ground.sets.each(states):
            if position not in seen:
                seen.update(one.apply(position) for one in group)
                yield position

    def _near_miss(self) -> tuple[Found | None, str]:
        """Return an instance with one constraint dropped, and say which."""
        if len(self._constraints) < 2:
            return None, ""
        for at, dropped in enumerate(self._constraints):
            left = self._constraints[:at] + self._constraints[at + 1 :]
            states = self._ground.met(left)
            number = self._ground.sets.count(states)
            if number:
                shown = self._ground.instance(next(self._ground.sets.each(states)))
                verb = "is" if number == 1 else "are"
                said = f"without {dropped.text} there {verb} {number:,}"
                return self._answer(number, said, **shown), f"; {said}"
        return None, "; and none with any one of these dropped"
