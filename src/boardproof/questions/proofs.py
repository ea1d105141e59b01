"""Proofs of properties by a solver, on boards of any size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from time import monotonic
from typing import Any

from ..answers import Verdict
from ..engines.planner import plan
from ..engines.profile import PROOFS
from ..engines.race import Bound, Messenger
from ..errors import TooLarge
from ..positions.notation import write_position
from ..rules.decorators import Mark
from ..rules.game import choices
from ..rules.results import STUCK
from ..statespace.goals import Aim
from .grounds import given, unless_wrong
from .properties import Property
from .traces import trace_of
from .verdicts import PropertyChecker

#: Seconds for one search for a game, at least, and for a look whether anybody can be stuck.
SECONDS = 3.0
#: The kinds of properties that are soon proved, if at all: they come first.
ALONE = ("preserved", "terminates", "step")


class PropertyProver:
    """Proves properties of one game; claims of the rulebook help to prove each other."""

    def __init__(self, checker: PropertyChecker, deadline: float, proof: bool = False) -> None:
        self._checker, self._deadline, self._proof = checker, deadline, proof
        self._engine: Any = plan(PROOFS, checker.rules).make()

    def induction(self, one: Property) -> Any:
        """Return whether a property is proved for all positions; None where it is of no kind."""
        match one.kind:
            case "preserved":
                promise = [self._checker.promise(one)]
                return self._engine.preserves(one.name, promise, self._deadline, self._proof)
            case "step":
                arguments = tuple(
                    tuple(choice.values())
                    for choice in choices(self._checker.rules.game, Mark(one.kind, one.domains))
                )
                return self._inductor.prove_step(self._engine.step_claim(one.name, arguments))
            case "always" | "never" | "implies" if self._checker.aim(one) is not None:
                return self._alone(one) or self._inductor.prove(one.name)
        return None

    def _alone(self, one: Property) -> Any:
        """Return a proof without the help of other claims, where nothing else is asked."""
        if len(self._checker.properties) > 1:
            return None
        claims = [self._claim(*refutable) for refutable in self._refutable()]
        return self._prover(claims).invariants.get(one.name)

    @cached_property
    def _inductor(self) -> Any:
        """Who proves the rulebook's own claims, and those that are asked for, together."""
        claims = {claim.name: claim for claim in self._engine.own_claims()}
        for one, aim in self._refutable():
            if one.name not in claims:
                claims[one.name] = self._claim(one, aim)
        return self._prover(list(claims.values()))

    def _prover(self, claims: list[Any]) -> Any:
        return self._engine.inductor(claims, self._deadline, proof=self._proof)

    def _claim(self, one: Property, aim: Aim) -> Any:
        """Return the claim that no position breaks a property."""
        return self._engine.claim(one.name, [replace(aim, holds=not aim.holds)])

    def _refutable(self) -> Iterator[tuple[Property, Aim]]:
        """Return the properties of all positions, each with where it is broken."""
        for one in self._checker.properties:
            aim = self._checker.aim(one)
            if aim is not None and one.kind != "reachable":
                yield one, aim


class PropertyProofs(PropertyProver):
    """Sends what is proved of properties, and what is known of the others."""

    def __init__(
        self, checker: PropertyChecker, messenger: Messenger, depth: int | None = None
    ) -> None:
        super().__init__(checker, messenger.deadline)
        self._messenger, self._depth = messenger, depth

    def send_all(self) -> None:
        """Send what is proved or refuted; of the others, up to which depth they hold."""
        left = []
        for one in sorted(self._checker.properties, key=lambda one: one.kind not in ALONE):
            verdict = None
            with suppress(TooLarge):
                verdict = self._verdict(one)
            if verdict is None:
                left.append(one)
            else:
                self._messenger.answer(one.name, verdict)
        for number, one in enumerate(left):
            self._look_for_games(one, self._share(len(left) - number))

    def _verdict(self, one: Property) -> Verdict | None:
        if one.kind == "terminates":
            return self._terminates(one)
        proof = self.induction(one)
        match one.kind:
            case "preserved":
                return self._preserved(one, proof)
            case "step":
                return self._proved(one, proof, "for every move from any position")
        return None if proof is None else self._proved(one, proof, _how(proof))

    def _proved(self, one: Property, proof: Any, how: str) -> Verdict | None:
        if not proof.proved:
            if proof.obstacle is not None:
                at = write_position(proof.obstacle.positions[0])
                note = f"induction stops at a position that no game may come to: {at}"
                self._messenger.know(one.name, Bound(0, note=note))
            return None
        return self._holds(one, f"{how}{given(proof)}")

    def _holds(self, one: Property, message: str) -> Verdict:
        return self._checker.proved(one, self._engine, message + self._unless_wrong)

    @cached_property
    def _unless_wrong(self) -> str:
        return unless_wrong(self._engine, self._deadline)

    def _preserved(self, one: Property, proof: Any) -> Verdict | None:
        if proof.proved:
            return self._proved(one, proof, "by every move from any well-formed position")
        if proof.obstacle is None:
            return None
        trace = trace_of(self._engine, proof.obstacle.positions)
        return self._checker.not_preserved(one, self._engine, trace)

    def _terminates(self, one: Property) -> Verdict | None:
        """Return that every game ends if a measure bounds games, and nobody can be stuck."""
        longest = self._engine.reachable([]).longest
        stuck = Aim(results=frozenset({STUCK}))
        if longest is None or self._engine.anywhere([stuck], self._soon).first() is not None:
            return None
        return self._holds(one, f"no game has more than {longest:,} moves")

    def _share(self, searches: int) -> float:
        """Return the deadline of one of some searches that share the time left."""
        now = monotonic()
        return min(self._deadline, now + max(SECONDS, (self._deadline - now) / searches))

    def _look_for_games(self, one: Property, deadline: float) -> None:
        """Look for a game that decides a property, or tell how far there is none."""
        aim = self._checker.aim(one)
        if aim is None:
            return
        search = self._engine.reachable([aim], self._depth, deadline=deadline)
        with suppress(TooLarge):
            game = search.first()
            verdict = self._checker.played(one, game.positions) if game else None
            if verdict is None and search.complete and one.kind != "reachable":
                verdict = self._holds(
                    one, f"no game, of at most {search.longest:,} moves, breaks it"
                )
            if verdict is not None:
                self._messenger.answer(one.name, verdict)
        if search.none_within >= 0:
            self._messenger.know(one.name, Bound(search.none_within))

    @property
    def _soon(self) -> float:
        return min(self._deadline, monotonic() + SECONDS)


def _how(proof: Any) -> str:
    """Return how a claim about positions is proved."""
    if proof.moves == 0:
        return "no well-typed position breaks it"
    if proof.moves == 1:
        return "it holds at the start, and no move breaks it"
    return f"by induction over {proof.moves} moves"
