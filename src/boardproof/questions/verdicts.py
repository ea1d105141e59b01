"""Verdicts: whether the properties of a game hold, and a shortest trace for each that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from ..answers import Trace, Verdict
from ..engines.contract import Engine, RuleEngine
from ..engines.planner import ASKED, plan, runner
from ..engines.profile import PRESERVATION, STATES, SURVEY, can
from ..errors import OutOfBounds, TooLarge
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.board_text import read_board
from ..positions.moves import Move
from ..positions.play import replay
from ..positions.position import Position
from ..rules.claims import Example, Forcing, Implication, TextClaim, Until
from ..rules.decorators import Mark
from ..rules.game import choices
from ..rules.results import STUCK
from ..statespace.algorithms import lasso
from ..statespace.base import States, StateSpace
from ..statespace.goals import Aim, AimMatches, Goal, Survey, with_endless
from ..statespace.transition_system import UNKNOWN_MOVE, TransitionSystem
from .constraints import (
    Constraint,
    QuerySet,
    all_met,
    cannot_tell,
    constraints_of,
    player_named,
)
from .counterplay import avoiding_play, forcing_play
from .properties import Property
from .traces import trace_of

#: How many aims one survey takes.
AT_ONCE = 60

#: Who looked for an aim, at how many positions, whether at all, and where it is met.
Sight = tuple[TransitionSystem, int, bool, AimMatches]


class PropertyChecker:
    """Verdicts on properties, by one engine and to one depth.

    The texts of all properties are read at once, and positions are searched once.
    """

    def __init__(
        self,
        rules: Rules,
        properties: list[Property],
        engine: str,
        depth: int | None,
        limits: Limits,
    ) -> None:
        self.properties, self._wanted, self._because = properties, engine, ASKED
        self._depth, self._limits, self._queries = depth, limits, QuerySet()
        self._noted = {one.name: self._note(one, rules) for one in properties}
        self._exceptions = {one.name: self._exception(one) for one in properties}
        self.rules = self._queries.read(rules)

    def by(self, engine: str, because: str, depth: int | None, limits: Limits) -> PropertyChecker:
        """Return the same checks by another engine, to another depth or within other limits."""
        other = copy(self)
        for name in ("plain", "_space", "_surveyor", "_surveyed"):
            vars(other).pop(name, None)
        other._wanted, other._because = engine, because
        other._depth, other._limits = depth, limits
        return other

    def verdict(self, one: Property) -> Verdict:
        """Look at a property; one that is too intricate is unknown."""
        try:
            verdict: Verdict = getattr(self, f"_{one.kind}")(one)
            return verdict
        except TooLarge as reason:
            return self.unknown(one, str(reason))

    def unknown(
        self, one: Property, message: str, positions: int = 0, depth: int | None = None
    ) -> Verdict:
        """Return that a property is unknown, and why; it may be known to hold to a depth."""
        details = {"positions": positions, "complete": False, "message": message, "depth": depth}
        return self._verdict(one, self.plain, "unknown", **details)

    def proved(self, one: Property, engine: TransitionSystem, message: str) -> Verdict:
        """Return that a property holds of all positions, without any being visited."""
        return self._verdict(one, engine, "holds", positions=0, complete=True, message=message)

    def played(self, one: Property, path: list[Position]) -> Verdict | None:
        """Return the verdict that a game decides, once it was played by the rules as written."""
        aim = self.aim(one)
        trace = trace_of(self.plain, path)
        if aim is None or UNKNOWN_MOVE in trace.moves or not aim.met_by(self.plain, path[-1]):
            return None
        details: dict[str, Any] = {"positions": len(path), "complete": False, "trace": trace}
        after = "at the start" if len(path) == 1 else f"after {len(path) - 1} moves"
        if one.kind == "reachable":
            return self._verdict(
                one, self.plain, "holds", message=f"for example {after}", **details
            )
        failing = self._arguments_failing(one, path[-1])
        message = f"{_wrong(one)} a position {after}{failing}"
        return self._verdict(one, self.plain, "fails", message=message, failures=1, **details)

    def surveyed(self, aims: dict[str, Aim], survey: Survey, engine: Engine) -> Iterator[Verdict]:
        """Yield the verdicts on properties that a survey of their aims gives."""
        for one in self.properties:
            if one.name in aims:
                sight = survey.sights[list(aims).index(one.name)]
                seen = engine, survey.positions, survey.complete, sight
                yield (self._existential if one.kind == "reachable" else self._universal)(one, seen)

    # -- texts ------------------------------------------------------------------------------

    def _note(self, one: Property, rules: Rules) -> Any:
        """Note what a property asks; what comes back is for its own method below."""
        game, note = rules.game, self._queries.note
        match one.claim:
            case Implication(left=left, right=right, domains=domains):
                both = left, right
                return [constraints_of(text, game, self._queries, domains) for text in both]
            case Forcing(goal=Until(keep=keep, goal=goal)):
                return note(goal), note(keep)
            case Forcing(goal=TextClaim(text=text) | str(text)):
                return note(text), None
            case Example(holds=holds, fails=fails):
                return [(note(text), text, True) for text in holds] + [
                    (note(text), text, False) for text in fails
                ]
        plain = one.claim is None and not one.domains and one.text == one.name
        return None if plain or one.kind == "terminates" else note(self._whole(one))

    def _whole(self, one: Property) -> str:
        """Write of all arguments, or of some, what a property says of each."""
        written = marked_call(one)
        if not one.domains:
            return written
        fold = "all" if one.kind in ("always", "preserved") else "any"
        return f"{fold}({written}{_laps(one)})"

    def _exception(self, one: Property) -> int | None:
        """Note what is true where an implication fails, unless it is about what can be forced."""
        claim = one.claim
        if not isinstance(claim, Implication) or any(
            c.who for side in self._noted[one.name] for c in side
        ):
            return None
        text = f"({claim.left}) and not ({claim.right})"
        return self._queries.note(f"any({text}{_laps(one)})" if one.domains else text)

    # -- positions --------------------------------------------------------------------------

    @cached_property
    def plain(self) -> RuleEngine:
        """The engine that runs rules in single positions."""
        return runner(self.rules)

    @cached_property
    def _space(self) -> StateSpace:
        """The positions as sets; where the engine keeps none, by one that does."""
        name = self._wanted if can(self._wanted, STATES) else "auto"
        chosen = plan(STATES, self.rules, name, self._limits, because=self._because)
        return chosen.run(self._states)

    def _states(self, engine: Any, limits: Limits) -> StateSpace:
        space: StateSpace = engine.states(limits, self._depth)
        return space

    @cached_property
    def _surveyor(self) -> Engine | None:
        """The engine that visits positions and keeps no sets, if that was asked for."""
        if can(self._wanted, STATES):
            return None
        name, because = self._wanted, self._because
        engine: Engine = plan(SURVEY, self.rules, name, self._limits, because=because).make()
        return engine

    @cached_property
    def _surveyed(self) -> dict[Aim, Sight]:
        """What a survey saw of all aims, where there are no sets."""
        assert self._surveyor is not None
        engine, matches = self._surveyor, dict[Aim, Sight]()
        aims = [aim for one in self.properties if (aim := self._survey_aim(one))]
        for at in range(0, len(aims), AT_ONCE):
            some = aims[at : at + AT_ONCE]
            seen = engine.survey(some, self._limits, self._depth)
            for aim, sight in zip(some, seen.sights, strict=True):
                matches[aim] = engine, seen.positions, seen.complete, sight
        return matches

    def aim(self, one: Property) -> Aim | None:
        """Return the positions a property is about: those that break it, or those it promises."""
        exception = self._exceptions[one.name]
        if exception is not None:
            return self._queries.aim(exception)
        return self._survey_aim(one, stuck=True)

    def promise(self, one: Property) -> Aim:
        """Return the positions in which a property of one position holds."""
        return self._asked(one)

    def _survey_aim(self, one: Property, stuck: bool = False) -> Aim | None:
        if one.kind not in ("always", "never", "reachable"):
            return None
        aim = self._asked(one, one.kind != "always")
        return aim if stuck or is_surveyed(aim, self.rules) else None

    def _asked(self, one: Property, holds: bool = True) -> Aim:
        noted = self._noted[one.name]
        if noted is None:  # a rule without arguments is a question of its own
            return Aim(question=one.name, holds=holds)
        return self._queries.aim(noted, holds=holds)

    def _sight(self, one: Property) -> Sight:
        aim = self._survey_aim(one)
        if self._surveyor is not None and aim is not None:
            return self._surveyed[aim]
        aim = self.aim(one)
        assert aim is not None
        seen = self._space.survey([aim])
        return self._space.engine, seen.positions, seen.complete, seen.sights[0]

    # -- verdicts ---------------------------------------------------------------------------

    def _verdict(
        self, one: Property, engine: TransitionSystem, verdict: str, **more: Any
    ) -> Verdict:
        return Verdict.of(engine, name=one.name, kind=one.kind, verdict=verdict, **more)

    def _always(self, one: Property) -> Verdict:
        return self._universal(one, self._sight(one))

    _never = _always

    def _universal(self, one: Property, sight: Sight) -> Verdict:
        engine, positions, complete, bad = sight
        details: dict[str, Any] = {"positions": positions, "complete": complete}
        if bad.way is not None:
            trace = self._played(engine, bad.way)
            message = f"{_wrong(one)} {bad.count:,} of {positions:,} positions"
            message += self._arguments_failing(one, replay(self.plain, bad.way)[-1])
            details |= {"message": message, "trace": trace, "failures": bad.count}
            return self._verdict(one, engine, "fails", **details)
        shown = "in none of" if one.kind == "never" else "in all of"
        message = f"{shown} {positions:,} positions"
        if complete:
            return self._verdict(one, engine, "holds", message=message, **details)
        return self._so_far(one, engine, message, self._beyond(one, "fails"), **details)

    def _reachable(self, one: Property) -> Verdict:
        return self._existential(one, self._sight(one))

    def _existential(self, one: Property, sight: Sight) -> Verdict:
        engine, positions, complete, good = sight
        details: dict[str, Any] = {"positions": positions, "complete": complete}
        if good.way is not None:
            message = f"in {good.count:,} of {positions:,} positions, first after {len(good.way)}"
            details["trace"] = self._played(engine, good.way)
            return self._verdict(one, engine, "holds", message=f"{message} moves", **details)
        message = f"in none of {positions:,} positions"
        if complete:
            return self._verdict(one, engine, "fails", message=message, **details)
        return self._so_far(one, engine, message, self._beyond(one, "holds"), **details)

    def _so_far(
        self, one: Property, engine: TransitionSystem, message: str, more: str = "", **details: Any
    ) -> Verdict:
        """Return that nothing speaks against a property, or for it, as far as was searched."""
        message = f"{message} within {self._depth} moves{more}"
        return self._verdict(one, engine, "unknown", message=message, depth=self._depth, **details)

    def _beyond(self, one: Property, comes: str) -> str:
        aim = self.aim(one)
        try:
            ply = self._space.first_beyond(aim) if aim and not self._surveyor else None
        except TooLarge:  # a hint is not worth an error
            ply = None
        return "" if ply is None else f"; it {comes} first after {ply}"

    def _played(self, engine: TransitionSystem, moves: Sequence[Move]) -> Trace:
        return trace_of(engine, replay(engine, moves))

    def _arguments_failing(self, one: Property, position: Position) -> str:
        """Return for which arguments a rule fails in the position that a trace leads to."""
        if one.claim or not one.domains:
            return ""
        wanted = one.kind == "never"
        failing = [
            " ".join(map(str, choice.values()))
            for choice in choices(self.rules.game, Mark(one.kind, one.domains))
            if self.plain.holds(position, one.name, **choice) == wanted
        ]
        return f"; there for {', '.join(failing)}"

    # -- moves ------------------------------------------------------------------------------

    def _step(self, one: Property) -> Verdict:
        space, game = self._space, self.rules.game
        given = [tuple(c.values()) for c in choices(game, Mark(one.kind, one.domains))]
        breaking = space.breaking(one.name, given)
        details: dict[str, Any] = {"positions": space.positions, "complete": space.complete}
        way = space.path_to(breaking)
        if way is None:
            message = f"for every move from {space.positions:,} positions"
            if space.complete:
                return self._verdict(one, space.engine, "holds", message=message, **details)
            return self._so_far(one, space.engine, message, **details)
        after, failing = self._broken_by(one, way[-1], given)
        number = space.count(breaking)
        message = f"a move breaks it in {number:,} of {space.positions:,} positions{failing}"
        details |= {"trace": trace_of(space.engine, [*way, after]), "failures": number}
        return self._verdict(one, space.engine, "fails", message=message, **details)

    def _broken_by(
        self, one: Property, before: Position, given: list[tuple[Any, ...]]
    ) -> tuple[Position, str]:
        """Return a position after a move that breaks a step, and the arguments it breaks it for."""
        for _, after in self.plain.successors(before):
            failing = [
                arguments
                for arguments in given
                if not self.plain.compare(before, after, one.name, *arguments)
            ]
            if failing:
                shown = ", ".join(" ".join(map(str, arguments)) for arguments in failing)
                return after, f"; there for {shown}" if shown else ""
        raise AssertionError("a position is breaking for one of its moves")

    def not_preserved(
        self, one: Property, engine: TransitionSystem, trace: Trace, **more: Any
    ) -> Verdict:
        """Return that a move breaks a property that moves should preserve."""
        details = {"positions": 1, "complete": True, "failures": 1, "trace": trace, **more}
        message = "a move leads from a well-formed position to one without it"
        return self._verdict(one, engine, "fails", message=message, **details)

    def _preserved(self, one: Property) -> Verdict:
        """Look at every well-formed position, reachable or not, and every move from it."""
        engine = plan(PRESERVATION, self.rules).make()
        kept = engine.preservation(self._asked(one))
        details: dict[str, Any] = {"positions": kept.positions, "complete": kept.complete}
        if kept.way:
            trace = trace_of(self.plain, kept.way)
            return self.not_preserved(one, engine, trace, failures=kept.failures, **details)
        message = f"by every move from {kept.positions:,} well-formed positions"
        verdict = "holds" if kept.complete else "unknown"
        message += "" if kept.complete else f", of {kept.all:,}: the moves are too intricate"
        return self._verdict(one, engine, verdict, message=message, **details)

    # -- whole games ------------------------------------------------------------------------

    def _terminates(self, one: Property) -> Verdict:
        details: dict[str, Any]
        if self._surveyor is not None and self._depth is None:
            count = self._surveyor.enumerate(self._limits)
            if count.longest is not None and not count.stuck:
                message = f"the longest game has {_moves(count.longest)}"
                details = {"positions": count.positions, "complete": True, "message": message}
                return self._verdict(one, self._surveyor, "holds", **details)
        space = self._space
        stuck = space.where(Aim(results=frozenset({STUCK})))
        endless = space.infinite_plays
        details = {"positions": space.positions, "complete": space.complete}
        way = space.path_to(endless | stuck)
        if way is None and not space.complete:
            return self._so_far(one, space.engine, "no game repeats a position", **details)
        if way is None:
            assert space.longest_play is not None  # nothing goes on for ever
            message = f"the longest game has {_moves(space.longest_play)}"
            return self._verdict(one, space.engine, "holds", message=message, **details)
        if space.contains(stuck, way[-1]):
            details |= {"trace": trace_of(space.engine, way), "failures": space.count(stuck)}
            number = space.count(stuck)
            verbs = ("is", "has") if number == 1 else ("are", "have")
            message = f"{_positions(number)} {verbs[0]} not over and {verbs[1]} no legal move"
            return self._verdict(one, space.engine, "fails", message=message, **details)
        trace = trace_of(space.engine, *lasso(space, way, endless))
        number = space.count(endless)
        details |= {"trace": trace, "failures": number}
        message = f"from {number:,} of {space.positions:,} positions a game can go on forever"
        return self._verdict(one, space.engine, "fails", message=message, **details)

    def _implies(self, one: Property) -> Verdict:
        space, (left, right) = self._space, self._noted[one.name]
        details: dict[str, Any] = {"positions": space.positions, "complete": space.complete}
        cases = list(self._cases(one, space, left, right))
        met, bad = space.union(a for a, _ in cases), space.union(b for _, b in cases)
        way, number = space.path_to(bad), space.count(met)
        if way is not None:
            failures = space.count(bad)
            details |= {"trace": trace_of(space.engine, way), "failures": failures}
            message = f"in {failures:,} of {_positions(number)} where its left side holds"
            return self._verdict(one, space.engine, "fails", message=message, **details)
        message = f"in all {_positions(number)} where its left side holds"
        if not number:
            message = f"for nothing: its left side holds in none of {space.positions:,} positions"
        if space.complete:
            return self._verdict(one, space.engine, "holds", message=message, **details)
        if obstacle := cannot_tell([*left, *right], space.complete, self._depth):
            return self._verdict(one, space.engine, "unknown", message=obstacle, **details)
        return self._so_far(one, space.engine, message, **details)

    def _cases(
        self, one: Property, space: StateSpace, left: list[Constraint], right: list[Constraint]
    ) -> Iterator[tuple[States, States]]:
        for choice in choices(self.rules.game, Mark(one.kind, one.domains)):
            met = all_met(space, self._queries, left, choice)
            yield met, met - all_met(space, self._queries, right, choice, surely=False)

    def _force(self, one: Property) -> Verdict:
        claim, space, (goal, keep) = one.claim, self._space, self._noted[one.name]
        assert isinstance(claim, Forcing)
        who = frozenset(player_named(self.rules.game, name) for name in claim.who)
        stays = isinstance(claim.goal, TextClaim)
        if stays:  # they can keep it if the others cannot break it
            others = frozenset(self.rules.game.players) - who
            wanted = Goal(others, self._queries.aim(goal, holds=False))
        else:
            kept = None if keep is None else self._queries.aim(keep)
            wanted, stays = with_endless(Goal(who, self._queries.aim(goal), kept), self.rules)
        attractor = space.attractor_of(wanted)
        starts = attractor.states & space.starts
        can = not starts if stays else starts == space.starts
        number = space.count(attractor.states)
        number = space.positions - number if stays else number
        message = f"it can be forced from {number:,} of {space.positions:,} positions"
        verdict = ("holds" if can else "fails") if space.complete else "unknown"
        details: dict[str, Any] = {"positions": space.positions, "complete": space.complete}
        if verdict == "fails":
            play = (forcing_play if stays else avoiding_play)(space, wanted, attractor)
            details["trace"] = trace_of(space.engine, *play)
        return self._verdict(one, space.engine, verdict, message=message, **details)

    def _example(self, one: Property) -> Verdict:
        claim, engine = one.claim, self.plain
        assert isinstance(claim, Example)
        try:
            position = read_board(self.rules.game, claim.board, claim.values)
        except OutOfBounds as beyond:
            return self._ill_formed(one, claim, beyond)
        wrong = [
            f"{text} {'does not hold' if wanted else 'holds'}"
            for number, text, wanted in self._noted[one.name]
            if self._queries.aim(number).met_by(engine, position) != wanted
        ]
        details: dict[str, Any] = {"positions": 1, "complete": True}
        if wrong:
            details |= {"trace": trace_of(engine, [position]), "failures": 1}
            return self._verdict(one, engine, "fails", message="; ".join(wrong), **details)
        return self._verdict(one, engine, "holds", message="of the board that is drawn", **details)

    def _ill_formed(self, one: Property, claim: Example, beyond: OutOfBounds) -> Verdict:
        """Judge an example whose board has pieces out of bounds: it is not well-formed."""
        wrong = [f"{text} does not hold" for text in claim.holds]
        wrong += [f"{text} cannot be asked of it" for text in claim.fails if text != "wellformed"]
        return ill_formed(self.rules, one.name, "fails" if wrong else "holds", beyond, *wrong)


def ill_formed(rules: Rules, name: str, verdict: str, beyond: OutOfBounds, *wrong: str) -> Verdict:
    """Return a verdict on a board with pieces out of bounds, of which no rule can be asked."""
    return Verdict(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine="reference",
        name=name,
        kind="example",
        verdict=verdict,
        positions=1,
        complete=True,
        message="; ".join([*wrong, f"ill-formed: {beyond}"]),
        failures=int(verdict == "fails"),
    )


def marked_call(one: Property) -> str:
    """Write a property of one position as an expression."""
    if one.claim or not one.domains:
        return one.text
    return f"{one.name}({', '.join(one.domains)})"


def _laps(one: Property) -> str:
    return "".join(f" for {name} in {path}" for name, path in one.domains.items())


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number:,} moves"


def _positions(number: int) -> str:
    return "1 position" if number == 1 else f"{number:,} positions"


def _wrong(one: Property) -> str:
    return "seen in" if one.kind == "never" else "not so in"


def is_surveyed(aim: Aim, rules: Rules) -> bool:
    """Whether a survey sees an aim: it does not see who is stuck, unless nobody can be."""
    return STUCK not in aim.results or rules.says_stuck
