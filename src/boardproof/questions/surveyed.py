"""Finding by a survey: the compiled engine visits all positions and counts instances.

It keeps no sets, so that near misses are surveyed at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..answers import Found
from ..engines.contract import Engine
from ..ir.rules import Rules
from ..limits import Limits
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.play import replay
from ..statespace.goals import AimMatches, Survey
from .constraints import Constraint, QuerySet
from .traces import trace_of


class SurveyAnswer:
    """A query, and the same query with each constraint dropped."""

    def __init__(self, constraints: list[Constraint]) -> None:
        self._constraints, self._queries = constraints, QuerySet()
        texts = [f"({one.text})" for one in constraints]
        dropped = [texts[:at] + texts[at + 1 :] for at in range(len(texts))]
        asked = [texts, *(dropped if len(texts) > 1 else [])]
        self._numbers = [self._queries.note(" and ".join(some)) for some in asked]

    def read(self, rules: Rules) -> Rules:
        """Read the queries; return the rules that include them."""
        return self._queries.read(rules)

    def answer(self, engine: Engine, limits: Limits, depth: int | None) -> Found:
        """Visit all positions and return the first instance, or a near miss."""
        aims = [self._queries.aim(number) for number in self._numbers]
        survey = engine.survey(aims, limits, depth)
        wanted, *near = survey.sights
        if wanted.way is not None:
            return self._answer(engine, survey, wanted)
        bound = "" if survey.complete else f" within {depth} moves"
        message = f"in none of {survey.positions:,} positions{bound}"
        for one, sight in zip(self._constraints, near, strict=False):
            if sight.way is not None:
                said = f"without {one.text} there are {sight.count:,}"
                instance = self._answer(engine, survey, sight, said)
                return self._answer(engine, survey, wanted, f"{message}; {said}", instance)
        return self._answer(engine, survey, wanted, message)

    def _answer(
        self,
        engine: Engine,
        survey: Survey,
        sight: AimMatches,
        message: str = "",
        near: Found | None = None,
    ) -> Found:
        return Found.of(
            engine,
            found=sight.way is not None,
            count=sight.count,
            positions=survey.positions,
            complete=survey.complete,
            message=message,
            near=near,
            **({} if sight.way is None else _shown(engine, sight.way)),
        )


def _shown(engine: Engine, moves: Sequence[Move]) -> dict[str, Any]:
    way = replay(engine, moves)
    return {"trace": trace_of(engine, way), "position": write_position(way[-1])}
