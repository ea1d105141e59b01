"""Find: instances of a query among the reachable positions, or among all well-typed ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from ..answers import Found
from ..engines.planner import Plan, plan, runner
from ..engines.profile import STATES, SURVEY, WELL_TYPED, can
from ..engines.race import Bound, Entrant, Messenger, RaceResult, race
from ..engines.scout import NEAR, SMALL, Scout
from ..errors import BadInput, TooLarge
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.notation import write_position
from ..positions.position import Position
from ..rules.results import STUCK
from ..statespace.base import States, StateSpace
from ..statespace.goals import Aim
from ..statespace.transition_system import TransitionSystem
from .constraints import Constraint, QuerySet, all_met, cannot_tell, constraints_of
from .surveyed import SurveyAnswer
from .traces import UNKNOWN_MOVE, trace_of
from .undecided import in_vain, undecided

if TYPE_CHECKING:
    from ..engines.symbolic.position_sets import PositionSets

#: The node budget for a query on all positions at once.
LITTLE_WORK = 200_000
#: The depths searched before the whole game, by diagrams and one by one.
NEAR_PLIES, DEEPER = (6, 9, 12), (10, 14, 18, 22, 28, 36, 48)
#: The item of a race.
FOUND = "found"
#: The number of positions on which the rest is tried.
TRIES = 200
#: The maximal number of instances that are compared up to symmetry.
MOST_ALIKE = 200_000


@dataclass(frozen=True)
class Selection:
    """Which instance is wanted: by number or at random; possibly one for each symmetry class.

    Where they are many, instances are counted only if `count` says so.
    """

    number: int = 1
    seed: int | None = None
    alike_once: bool = False
    count: bool = False

    @property
    def simple(self) -> bool:
        """Whether the first instance is wanted, counted or not."""
        return self.number == 1 and self.seed is None and not self.alike_once

    @property
    def any(self) -> bool:
        """Whether any instance will do, and nobody asks how many there are."""
        return self.simple and not self.count


def find(
    rules: Rules,
    text: str,
    anywhere: bool = False,
    selection: Selection | None = None,
    engine: str = "auto",
    depth: int | None = None,
    progress: Progress | None = None,
    memory: int | None = None,
    time: float | None = None,
) -> Found:
    """Find an instance of a text: with a trace among reachable positions, or `anywhere`.

    A game that is not small is searched in several ways at once, for as long as `time` or the
    memory lasts; an engine that is named works alone.

    >>> from boardproof import load
    >>> rules = load("tic-tac-toe")
    >>> answer = find(rules, "winner(A) and full")
    >>> answer.count, len(answer.trace)
    (62, 9)
    >>> print(find(rules, "winner(A) and winner(B)").message)
    in none of 5,478 positions; without winner(A) there are 316
    """
    query = _Query(
        rules, text, selection or Selection(), depth, Limits(progress, memory, time=time)
    )
    if anywhere:
        return query.anywhere()
    return query.at_once() if engine == "auto" else query.by(engine)


class _Query:
    """One query: what is asked, of which rules, and the ways to answer it."""

    def __init__(
        self, rules: Rules, text: str, selection: Selection, depth: int | None, limits: Limits
    ) -> None:
        self._rules, self._selection, self._depth, self._limits = rules, selection, depth, limits
        self._queries = QuerySet()
        self._constraints = constraints_of(text, rules.game, self._queries)
        self._forced = any(one.who for one in self._constraints)
        self._whole = 0 if self._forced else self._queries.note(text)
        self.asked = self._queries.read(rules)

    def anywhere(self) -> Found:
        """Look at all well-typed positions."""
        if self._forced:
            raise BadInput("what can be forced is known of reachable positions only")
        return self._search(_Anywhere(self.asked, self._queries, self._whole))

    def by(self, name: str) -> Found:
        """Let one engine answer: by sets, or by a survey if it keeps none."""
        if self._surveys and not can(name, STATES):
            return self._survey(plan(SURVEY, self.asked, name, self._limits), self._depth)
        return plan(STATES, self.asked, name, self._limits).in_full(self._of_states)

    @property
    def _surveys(self) -> bool:
        """Whether a survey of the positions answers it, which keeps no sets."""
        return self._selection.simple and not self._forced

    def _of_states(self, engine: Any, limits: Limits) -> Found:
        return self._search(
            _Reachable(engine.states(limits, self._depth), self._queries, self._depth)
        )

    def _search(self, domain: _SearchDomain) -> Found:
        return _Search(domain, self._constraints, self._selection).answer()

    def _survey(self, chosen: Plan, depth: int | None, limits: Limits | None = None) -> Found:
        surveyed = SurveyAnswer(self._constraints)
        engine = chosen.of(surveyed.read(self._rules)).make()
        return surveyed.answer(engine, limits or self._limits, depth)

    # -- several ways at once ---------------------------------------------------------------

    def at_once(self) -> Found:
        """List a small game; search any other in several ways at the same time."""
        scout = Scout(self.asked, [] if self._forced else [self._queries.aim(self._whole)])
        scout.look_near(NEAR if self._any else SMALL)
        if scout.complete and scout.size <= SMALL:
            return plan(STATES, self.asked, "auto", self._limits).run(self._of_states)
        if self._any and (near := self._played(scout)) is not None:
            return near
        result = race(self._entrants(scout), [FOUND], self._limits)
        if FOUND in result.answers:
            answer: Found = result.answers[FOUND]
            return answer
        return undecided(self._unknown(result), result)

    @property
    def _any(self) -> bool:
        """Whether any instance will do, wherever it is."""
        return self._selection.any and self._depth is None and not self._forced

    def _entrants(self, scout: Scout) -> list[Entrant]:
        wander = Entrant("random play", partial(self._wander, scout))
        sets = Entrant("diagrams", self._by_sets)
        return [*([wander] if self._any else []), sets, Entrant("listing", self._by_listing, 1.0)]

    def _wander(self, scout: Scout, messenger: Messenger) -> None:
        """Play random games until one comes to an instance."""
        for _ in scout.wander():
            if scout.done:
                messenger.answer(FOUND, self._played(scout))
                return

    def _played(self, scout: Scout) -> Found | None:
        """Play again what a scout met, by the rules as they are written; None where it is wrong."""
        path, engine = scout.met.get(0), runner(self.asked)
        if path is None or not self._queries.aim(self._whole).met_by(engine, path[-1]):
            return None
        trace = trace_of(engine, path)
        if UNKNOWN_MOVE in trace.moves:
            return None
        shown = {"trace": trace, "position": write_position(path[-1])}
        return Found.of(
            engine, found=True, count=None, positions=scout.size, complete=False, **shown
        )

    def _by_sets(self, messenger: Messenger) -> None:
        """Keep the positions as diagrams: those near the start if any will do, then all."""
        trial = next(one for one in plan(STATES, self.asked).trials if one.nodes is not None)
        engine = trial.make(self.asked)
        limits = messenger.limits.bounded(nodes=trial.nodes) if self._any else messenger.limits
        for depth in NEAR_PLIES if self._any else ():
            domain = _Reachable(engine.states(limits, depth), self._queries, depth)
            if domain.met(self._constraints):
                messenger.answer(FOUND, replace(self._search(domain), count=None, complete=False))
                return
            messenger.know(FOUND, Bound(depth, domain.positions))
        messenger.answer(FOUND, self._of_states(engine, limits))

    def _by_listing(self, messenger: Messenger) -> None:
        """Visit the positions one by one; if any will do, deeper and deeper."""
        if not self._surveys:
            chosen = plan(STATES, self.asked, "auto", messenger.limits)
            messenger.answer(FOUND, chosen.in_full(self._of_states))
            return
        chosen = plan(SURVEY, self.asked, "auto", messenger.limits)
        for depth in (*DEEPER, None) if self._any else (self._depth,):
            answer = self._survey(chosen, depth, messenger.limits)
            if answer.found or answer.complete or depth == self._depth:
                counted = answer.complete or depth == self._depth
                messenger.answer(FOUND, answer if counted else replace(answer, count=None))
                return
            messenger.know(FOUND, Bound(depth or 0, answer.positions))

    def _unknown(self, result: RaceResult) -> Found:
        bound = result.bounds.get(FOUND)
        return Found.of(
            runner(self.asked),
            found=False,
            count=None,
            positions=bound.positions if bound else 0,
            complete=False,
            unknown=True,
            message=f"unknown: {in_vain('no such position', bound)}; {result.ending}",
        )


class _Sets(Protocol):
    def count(self, states: States) -> int: ...
    def each(self, states: States) -> Iterator[Position]: ...
    def sample(self, states: States, chance: Random) -> Position: ...


class _SearchDomain(ABC):
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
    def positions(self) -> int: ...


class _Reachable(_SearchDomain):
    """The positions that games get to."""

    sets: StateSpace

    def __init__(self, space: StateSpace, queries: QuerySet, depth: int | None) -> None:
        self.sets, self._queries, self._depth = space, queries, depth
        self.engine, self.complete = space.engine, space.complete

    @property
    def positions(self) -> int:
        return self.sets.positions

    def met(self, constraints: list[Constraint]) -> States:
        return all_met(self.sets, self._queries, constraints)

    def instance(self, position: Position) -> dict[str, Any]:
        path = self.sets.path_to(self.sets.singleton(position))
        assert path is not None
        return {"trace": trace_of(self.engine, path), "position": write_position(position)}

    def nothing(self, constraints: list[Constraint]) -> str:
        if self.complete:
            return f"in none of {self.positions:,} positions"
        none = f"none within {self._depth} moves, over {self.positions:,} positions"
        if self.open(constraints):
            return f"none for certain, over {self.positions:,} positions: {self.open(constraints)}"
        ply = self._first_beyond(constraints)
        return none if ply is None else f"{none}; the least depth that has one is {ply}"

    def open(self, constraints: list[Constraint]) -> str:
        return cannot_tell(constraints, self.complete, self._depth)

    def _first_beyond(self, constraints: list[Constraint]) -> int | None:
        if len(constraints) != 1:
            return None
        return self.sets.first_beyond(self._queries.aim(constraints[0].number))


class _Anywhere(_SearchDomain):
    """All well-typed positions, reachable or not."""

    sets: PositionSets

    def __init__(self, rules: Rules, queries: QuerySet, whole: int) -> None:
        engine = plan(WELL_TYPED, rules).make()
        self.engine, self.sets = engine, engine.positions
        self._queries, self._whole = queries, whole

    @property
    def positions(self) -> int:
        return self.sets.everything.count

    def met(self, constraints: list[Constraint]) -> States:
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
            ended = self.sets.ended(among)
            found = self.sets.space.empty
            for word in aim.results & ended.keys():
                found = found | ended[word]
            if STUCK in aim.results:
                going = self.sets.going(among)
                found = found | (going - self.sets.before(self.sets.everything))
        return found if aim.holds else among - found

    def instance(self, position: Position) -> dict[str, Any]:
        return {"position": write_position(position)}

    def nothing(self, constraints: list[Constraint]) -> str:
        return f"in none of {self.positions:,} well-typed positions"


class _Search:
    """Picks the instance that is wanted, or finds why there is none."""

    def __init__(
        self, ground: _SearchDomain, constraints: list[Constraint], selection: Selection
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
            raise BadInput(f"more than {MOST_ALIKE:,} instances: omit --symmetry")
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
        group = found.all if isinstance(self._ground, _Anywhere) else found.fixing_start
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
