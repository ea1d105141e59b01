"""Check: whether the properties of a game hold, in several ways at once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from math import inf

from ..answers import Verdict
from ..engines.planner import plan
from ..engines.profile import PROOFS, STATES, SURVEY, able, can
from ..engines.race import Bound, Entrant, Messenger, Race, RaceResult, race
from ..engines.scout import FURTHER, NEAR, Scout
from ..errors import RuleBroken
from ..ir.rules import Rules
from ..limits import Limits, Progress
from .estimate import tell_size
from .models import may_be_small
from .proofs import PropertyProofs
from .properties import Property, select_properties
from .undecided import in_vain, undecided
from .verdicts import AT_ONCE, PropertyChecker, is_surveyed

#: The depths to which positions are kept one by one, and visited, before all are.
SHALLOW, DEEPER = (2, 4, 6, 8), (8, 12, 16, 20, 24, 32, 48)
#: So many random games are played before more positions near the start are looked at.
SOME_GAMES = 5_000
#: Seconds of random games before anything else, for what has to be reachable: by the rules as they
#: are written, and by code.
GLIMPSE, GLANCE = 0.1, 0.3
#: Why an engine is the one to look at all positions, in one of several ways at once or alone.
ONE_OF_MANY, IN_A_FOLDER = "one of several ways at once", "it works in a folder"
SMALL = "a look near the start shows that there are few positions"


def check(
    rules: Rules,
    *names: str,
    engine: str = "auto",
    depth: int | None = None,
    progress: Progress | None = None,
    memory: int | None = None,
    time: float | None = None,
    report: Callable[[Verdict], None] | None = None,
    disk: str | None = None,
) -> list[Verdict]:
    """Check the named properties of a game, or all except conjectures.

    With a `depth`, games are searched to that depth: what does not fail there is unknown,
    unless there is nothing beyond. A game that is not small is searched in several ways at once,
    for as long as `time` or the memory lasts. With a folder, the `disk` engine visits all
    positions, to the end. `report` receives each verdict at once.

    >>> from boardproof import load
    >>> for verdict in check(load("tic-tac-toe", size=2), "two_winners", "draw"):
    ...     print(verdict)
    two_winners holds: in none of 29 positions
    draw fails: in none of 29 positions
    """
    properties = select_properties(rules, names)
    limits = Limits(progress, memory, time=time, disk=disk)
    checker = PropertyChecker(rules, properties, engine, depth, limits)
    report = report or (lambda _: None)
    if engine == "auto" and disk is not None:
        return _Portfolio(checker, depth, limits, report).list_all("disk", IN_A_FOLDER)
    if engine == "auto":
        return _Portfolio(checker, depth, limits, report).verdicts()
    if can(engine, PROOFS):
        return _Portfolio(checker, depth, limits, report).by_proofs()
    return _one_by_one(checker, report)


def _one_by_one(checker: PropertyChecker, report: Callable[[Verdict], None]) -> list[Verdict]:
    verdicts = []
    for one in checker.properties:
        verdicts.append(checker.verdict(one))
        report(verdicts[-1])
    return verdicts


class _Portfolio:
    """The ways to check properties: a small game is listed, any other searched in all ways."""

    def __init__(
        self,
        checker: PropertyChecker,
        depth: int | None,
        limits: Limits,
        report: Callable[[Verdict], None],
    ) -> None:
        self._checker, self._depth, self._limits, self._report = checker, depth, limits, report
        self._attempts = plan(STATES, checker.rules, "auto", limits).attempts
        self._aims = {one.name: aim for one in checker.properties if (aim := checker.aim(one))}
        self._decided: dict[str, Verdict] = {}

    def verdicts(self) -> list[Verdict]:
        """List a small game; race for any other, with what a glance does not decide."""
        self._judge_examples()
        if not self._left:
            return self._told(RaceResult())
        self._glimpse()
        if not self._left:
            return self._told(RaceResult())
        with Race(self._limits, lambda _, one: self._report(one)) as attempts:
            goals = self._goals if self._depth is None else []
            large = not may_be_small(self._checker.rules.game)
            if large and len(goals) < len(self._left):
                attempts.enter(*self._proofs)
                attempts.start_due()
            scout = Scout(self._checker.rules, [self._aims[name] for name in goals])
            if large:
                self._glance(scout, goals, GLANCE)
            left = [one.name for one in self._left]
            if not left:
                return self._told(RaceResult())
            if scout.is_small(self._depth, partial(attempts.has_answers, left)):
                return self.list_all(self._attempts[0].profile.name, SMALL)
            if not attempts.has_answers(left):
                if not large:
                    self._glance(scout, goals, GLANCE)
                if self._left and self._depth is None:
                    tell_size(self._checker.rules, scout)
                attempts.enter(*self._entrants(scout))
            return self._told(attempts.run(one.name for one in self._left))

    def by_proofs(self) -> list[Verdict]:
        """Let a solver work alone."""
        self._judge_examples()
        prover = Entrant("clauses", self._prove)
        names = [one.name for one in self._left]
        return self._told(race([prover], names, self._limits, lambda _, one: self._report(one)))

    def list_all(self, engine: str, because: str) -> list[Verdict]:
        """Let an engine visit all positions; what is asked of any, reachable or not, may need a
        proof.
        """
        checker = self._checker.by(engine, because, self._depth, self._limits)
        verdicts = []
        for one in checker.properties:
            verdict = checker.verdict(one)
            if verdict.verdict == "unknown" and one.kind == "preserved" and able(PROOFS):
                verdict = self._proved(one) or verdict
            verdicts.append(verdict)
            self._report(verdict)
        return verdicts

    def _proved(self, one: Property) -> Verdict | None:
        """Return what a solver finds out about one property of any position."""
        checker = PropertyChecker(self._checker.rules, [one], "auto", None, self._limits)
        prover = Entrant("clauses", lambda messenger: PropertyProofs(checker, messenger).send_all())
        return race([prover], [one.name], self._limits).answers.get(one.name)

    def _told(self, result: RaceResult) -> list[Verdict]:
        """Return all verdicts, those that came before a race and those that it brought."""
        verdicts = []
        for one in self._checker.properties:
            verdict = self._decided.get(one.name) or result.answers.get(one.name)
            verdicts.append(verdict or self._unknown(one, result))
        return undecided(verdicts, result)

    @property
    def _left(self) -> list[Property]:
        """The properties that nothing has decided yet."""
        return [one for one in self._checker.properties if one.name not in self._decided]

    @property
    def _goals(self) -> list[str]:
        """The names of those that have to be reachable."""
        names = [one.name for one in self._left if one.kind == "reachable"]
        return [name for name in names if name in self._aims]

    def _decide(self, verdict: Verdict) -> None:
        self._decided[verdict.name] = verdict
        self._report(verdict)

    def _judge_examples(self) -> None:
        """Judge the boards that are drawn: no game needs to be played for that."""
        for one in self._checker.properties:
            if one.kind == "example":
                self._decide(self._checker.verdict(one))

    def _glimpse(self) -> None:
        """Play a few random games of a large game, where nothing but such games is asked for."""
        goals, large = self._goals, not may_be_small(self._checker.rules.game)
        if large and self._depth is None and len(goals) == len(self._left):
            aims = [self._aims[name] for name in goals]
            self._glance(Scout(self._checker.rules, aims, at_once=True), goals, GLIMPSE)

    def _glance(self, scout: Scout, goals: list[str], seconds: float) -> None:
        """Play some random games for what has to be reachable: any game shows that."""
        for _ in takewhile(lambda _: not scout.done, scout.wander(seconds if goals else 0)):
            pass
        self._send_met(scout, self._decide, goals, goals, set())

    @property
    def _proofs(self) -> list[Entrant]:
        whole = self._depth is None
        return [Entrant("clauses", self._prove)] if whole and able(PROOFS) else []

    def _entrants(self, scout: Scout) -> list[Entrant]:
        whole = self._depth is None
        return [
            *([Entrant("scouting", partial(self._scout, scout), yields=True)] if whole else []),
            *self._proofs,
            Entrant("diagrams", self._by_diagrams, 4.0, yields=whole),
            Entrant("listing", self._list, 6.0, yields=whole),
            Entrant("sets", self._by_sets, 9.0, yields=whole),
        ]

    def _scout(self, scout: Scout, messenger: Messenger) -> None:
        """Look near the start, at some random games, further, and at random games without end.

        What fails is best shown by a shortest game; what is reachable, by any.
        """
        names = [one.name for one in self._left if one.name in self._aims]
        send, goals, sent = partial(self._send, messenger), self._goals, set[str]()
        scout.aim_at([self._aims[name] for name in names])
        for most, games, sends in ((NEAR, SOME_GAMES, goals), (FURTHER, None, names)):
            ply = scout.look_near(most, seconds=inf)
            self._send_met(scout, send, names, names, sent)
            for at, name in enumerate(names):
                if at not in scout.met and ply >= 0:
                    messenger.know(name, Bound(ply, scout.size))
            for _ in islice(scout.wander(), games):
                self._send_met(scout, send, names, sends, sent)
                if scout.done:
                    return

    def _send_met(
        self,
        scout: Scout,
        send: Callable[[Verdict], None],
        names: list[str],
        sends: list[str],
        sent: set[str],
    ) -> None:
        """Send what the games decide that a scout came upon which looks for properties by name."""
        if len(scout.met) == len(sent & set(names)):
            return
        properties = {one.name: one for one in self._checker.properties}
        for at, path in scout.met.items():
            if names[at] in sends and names[at] not in sent:
                verdict = self._checker.played(properties[names[at]], path)
                if verdict is not None:
                    sent.add(names[at])
                    send(verdict)

    def _list(self, messenger: Messenger) -> None:
        """Visit positions deeper and deeper, for all that can be asked of single ones."""
        rules, some = self._checker.rules, list(self._aims.items())[:AT_ONCE]
        aims = {name: aim for name, aim in some if is_surveyed(aim, rules)}
        engine = plan(SURVEY, rules, "auto", messenger.limits).make()
        depths = (*DEEPER, None) if self._depth is None else (self._depth,)
        for depth in depths:
            survey = engine.survey(list(aims.values()), messenger.limits, depth)
            checker = self._checker.by(engine.name, ONE_OF_MANY, depth, messenger.limits)
            for verdict in checker.surveyed(aims, survey, engine):
                self._send(messenger, verdict, depth)
            if survey.complete:
                break
        if self._depth is None:
            for one in checker.properties:
                if one.kind == "terminates":
                    self._send(messenger, checker.verdict(one))

    def _by_diagrams(self, messenger: Messenger) -> None:
        """Keep all positions as diagrams."""
        trial = next(one for one in self._attempts if one.nodes is not None)
        name, limits = trial.profile.name, messenger.limits
        checker = self._checker.by(name, ONE_OF_MANY, self._depth, limits)
        for one in checker.properties:
            # In a position that no game comes to, a rule may go wrong: that is no fault of it.
            with suppress(*([RuleBroken] if one.kind == "preserved" else [])):
                self._send(messenger, checker.verdict(one))

    def _by_sets(self, messenger: Messenger) -> None:
        """Keep positions one by one, to a small depth and a larger one, then all."""
        last = self._attempts[-1].profile.name
        for depth in (*SHALLOW, None) if self._depth is None else (self._depth,):
            checker = self._checker.by(last, ONE_OF_MANY, depth, messenger.limits)
            for one in checker.properties:
                if one.kind != "preserved":
                    self._send(messenger, checker.verdict(one), depth)

    def _send(self, messenger: Messenger, verdict: Verdict, depth: int | None = None) -> None:
        """Send a verdict that is certain, or all that was asked for, or how far was looked."""
        if verdict.verdict != "unknown" or (self._depth is not None and verdict.positions):
            messenger.answer(verdict.name, verdict)
        elif depth is not None and verdict.positions:
            messenger.know(verdict.name, Bound(depth, verdict.positions))

    def _prove(self, messenger: Messenger) -> None:
        """Let a solver prove properties for all positions, or look for games that break them."""
        PropertyProofs(self._checker, messenger, self._depth).send_all()

    def _unknown(self, one: Property, result: RaceResult) -> Verdict:
        bound = result.bounds.get(one.name)
        what = "no such position" if one.kind == "reachable" else "holds"
        message = f"{in_vain(what, bound)}; {result.ending}"
        known = (0, None) if bound is None else (bound.positions, bound.moves)
        return self._checker.unknown(one, message, *known)
