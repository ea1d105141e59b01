"""Find: instances of a query among the reachable positions, or among all well-typed ones."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import partial
from itertools import takewhile
from math import inf
from time import monotonic, process_time
from typing import Any

from msgspec.structs import replace

from ..answers import Found
from ..engines.planner import Plan, plan, runner
from ..engines.profile import MODELS, STATES, SURVEY, able, can
from ..engines.race import YIELDING, Bound, Entrant, Messenger, Race, RaceResult
from ..engines.scout import NEAR, Scout
from ..errors import BadInput, BadQuestion, TooLarge
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.notation import write_position
from ..statespace.transition_system import UNKNOWN_MOVE
from .constraints import QuerySet, constraints_of
from .estimate import tell_size
from .instances import InstanceSearch, Reachable, SearchDomain, WellTyped
from .models import ModelSearch, find_boards, may_be_small
from .selection import Selection
from .surveyed import SurveyAnswer
from .traces import trace_of
from .undecided import in_vain, undecided

#: The depths searched before the whole game, by diagrams and one by one.
NEAR_PLIES, DEEPER = (6, 9, 12), (10, 14, 18, 22, 28, 36, 48)
#: Seconds that a solver gets before other ways are tried; that it waits where these are better.
AT_FIRST, LATER = 2.0, 5.0
#: Seconds of random games before a further look near the start; before others get the cores.
GLANCE, BY_CHANCE = 0.2, 3.0
#: How a text names one of several boards.
SEVERAL = re.compile(r"\bboard\[\d+\]\.")
#: The item of a race.
FOUND = "found"


def find(
    rules: Rules,
    text: str,
    anywhere: bool = False,
    boards: int | None = None,
    selection: Selection | None = None,
    engine: str = "auto",
    depth: int | None = None,
    progress: Progress | None = None,
    memory: int | None = None,
    time: float | None = None,
    disk: str | None = None,
) -> Found:
    """Find an instance of a text: with a trace among reachable positions, or `anywhere`.

    A game that is not small is searched in several ways at once, for as long as `time` or the
    memory lasts; an engine that is named works alone, and so does `disk` where there is a folder
    for it. Of several `boards`, a move apart, a text
    names each: `board[0].turn == board[2].turn`.

    >>> from boardproof import load
    >>> rules = load("tic-tac-toe")
    >>> answer = find(rules, "winner(A) and full")
    >>> answer.count, len(answer.trace)
    (62, 9)
    >>> print(find(rules, "winner(A) and winner(B)").message)
    in none of 5,478 positions; without winner(A) there are 316
    """
    selection = selection or Selection()
    limits = Limits(progress, memory, time=time, disk=disk)
    engine = "disk" if engine == "auto" and disk is not None else engine
    if boards is not None:
        return find_boards(rules, text, boards, anywhere, selection, limits)
    try:
        query = _Query(rules, text, selection, depth, limits)
    except BadQuestion:
        if SEVERAL.search(text):
            raise BadInput(f"{text} asks about several boards: say how many, --boards N") from None
        raise
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
        solved = bool(able(MODELS))
        with suppress(TooLarge):
            if solved and self._selection.any:
                return self._models().anywhere(monotonic() + AT_FIRST)
        ways = [Entrant("diagrams", self._anywhere_by_diagrams)]
        ways += [Entrant("clauses", self._anywhere_by_models, LATER)] if solved else []
        return self._race(*ways)

    def _race(self, *ways: Entrant) -> Found:
        with Race(self._limits) as race:
            race.enter(*ways)
            return self._outcome(race)

    def _outcome(self, race: Race) -> Found:
        """Return the first answer, or what is known when time is over."""
        result = race.run([FOUND])
        return result.answers.get(FOUND) or undecided(self._unknown(result), result)

    def _models(self) -> ModelSearch:
        """Let a solver make positions up."""
        aims = {one.text: self._queries.aim(one.number) for one in self._constraints}
        return ModelSearch(self.asked, aims, self._selection)

    def _anywhere_by_models(self, messenger: Messenger) -> None:
        messenger.answer(FOUND, self._models().anywhere(messenger.deadline))

    def _anywhere_by_diagrams(self, messenger: Messenger) -> None:
        domain = WellTyped(self.asked, self._queries, self._whole)
        messenger.answer(FOUND, self._search(domain))

    def by(self, name: str) -> Found:
        """Let one engine answer: by models or by sets, or by a survey if it keeps none."""
        if can(name, MODELS):
            induction = Entrant("induction", self._refute, LATER)
            return self._race(Entrant("clauses", self._by_models), induction)
        if self._surveys and not can(name, STATES):
            return self._survey(plan(SURVEY, self.asked, name, self._limits), self._depth)
        return plan(STATES, self.asked, name, self._limits).in_full(self._of_states)

    @property
    def _surveys(self) -> bool:
        """Whether a survey of the positions answers it, which keeps no sets."""
        return self._selection.simple and not self._forced

    def _of_states(self, engine: Any, limits: Limits) -> Found:
        return self._search(
            Reachable(engine.states(limits, self._depth), self._queries, self._depth)
        )

    def _search(self, domain: SearchDomain) -> Found:
        return InstanceSearch(domain, self._constraints, self._selection).answer()

    def _survey(self, chosen: Plan, depth: int | None, limits: Limits | None = None) -> Found:
        surveyed = SurveyAnswer(self._constraints)
        engine = chosen.of(surveyed.read(self._rules)).make()
        return surveyed.answer(engine, limits or self._limits, depth)

    # -- several ways at once ---------------------------------------------------------------

    def at_once(self) -> Found:
        """List a small game; search any other in several ways at the same time."""
        with Race(self._limits) as race:
            if not may_be_small(self.asked.game):
                race.enter(*self._solver)
                race.start_due()
            scout = Scout(self.asked, [self._queries.aim(self._whole)] if self._any else [])
            if scout.is_small(self._depth):
                return plan(STATES, self.asked, "auto", self._limits).run(self._of_states)
            at_first = self._played(scout) if self._any and scout.done else None
            if at_first is not None:
                return at_first
            if self._depth is None:
                tell_size(self.asked, scout)
            race.enter(*self._entrants(scout))
            return self._outcome(race)

    @property
    def _any(self) -> bool:
        """Whether any instance will do, wherever it is."""
        return self._selection.any and self._depth is None and not self._forced

    @property
    def _solver(self) -> list[Entrant]:
        """Whoever looks for games of one move, of two, and so on."""
        solved = able(MODELS) and not self._forced
        return [Entrant("clauses", self._by_models, 0.0 if self._any else LATER)] if solved else []

    def _entrants(self, scout: Scout) -> list[Entrant]:
        solved = able(MODELS) and not self._forced
        return [
            *([Entrant("scouting", partial(self._scout, scout))] if self._any else []),
            *self._solver,
            Entrant("diagrams", self._by_sets, 2.0 if self._any else 0.0, yields=self._any),
            Entrant("listing", self._by_listing, 3.0, yields=self._any),
            *([Entrant("route", self._plan, 1.5)] if solved and self._any else []),
            *([Entrant("induction", self._refute, 2.5, yields=True)] if solved else []),
        ]

    def _by_models(self, messenger: Messenger) -> None:
        self._models().reachable(FOUND, self._depth, messenger)

    def _plan(self, messenger: Messenger) -> None:
        self._models().plan(FOUND, messenger)

    def _refute(self, messenger: Messenger) -> None:
        self._models().refute(FOUND, self._depth, messenger)

    def _scout(self, scout: Scout, messenger: Messenger) -> None:
        """Look near the start; then play random games until one comes to an instance.

        A short game is best, so few are played before, for what is far from the start.
        """
        ply = scout.near
        if not scout.comes_late(ply, GLANCE):
            ply = scout.look_near(NEAR)
        if not scout.done:
            if ply >= 0:
                messenger.know(FOUND, Bound(ply, scout.size))
            end = process_time() + BY_CHANCE
            for _ in takewhile(lambda _: not scout.done, scout.wander()):
                if process_time() > end:
                    os.nice(YIELDING)  # what chance does not find soon, others may
                    end = inf
        answer = self._played(scout)
        if answer is not None:
            messenger.answer(FOUND, answer)

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
            domain = Reachable(engine.states(limits, depth), self._queries, depth)
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
