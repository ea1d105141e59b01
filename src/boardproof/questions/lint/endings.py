"""How games end, or fail to: rules that break, positions that are stuck, results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...analysis.callgraph import result_kinds
from ...analysis.ending_cases import ending_cases
from ...answers import Finding
from ...engines.planner import runner
from ...engines.profile import REWRITTEN
from ...rules.results import Draw, Score, Win
from ...statespace.base import States, StateSpace, join_by_words
from ..traces import trace_to


def broken(space: StateSpace) -> Iterator[Finding]:
    """A rule that goes wrong in a position that games get to."""
    if space.broken is None:
        return
    failure, position = space.broken
    place = failure.place
    yield Finding(
        severity="error",
        code="rule-breaks",
        message=f"{failure.problem}, playing {failure.move}",
        line=place.line if place else None,
        trace=trace_to(space, space.singleton(position)),
    )


def stuck(space: StateSpace) -> Iterator[Finding]:
    """Positions that are not over and have no legal move."""
    count = space.count(space.stuck)
    if count:
        are = "position is" if count == 1 else "positions are"
        yield Finding(
            severity="error",
            code="stuck",
            message=f"{count:,} {are} stuck: nothing is legal, and the game is not over",
            line=space.rules.functions["result"].place.line,
            trace=trace_to(space, space.stuck),
        )


def at_once(space: StateSpace) -> Iterator[Finding]:
    """Positions in which two results hold at once, so that their order decides."""
    tests = _tests_alone(space)
    seen: set[frozenset[str]] = set()
    for first, second in combinations(tests, 2):
        for one, where in first.items():
            for other, there in second.items():
                both = where & there
                if one == other or not both or frozenset((one, other)) in seen:
                    continue
                seen.add(frozenset((one, other)))
                yield Finding(
                    severity="note",
                    code="results-at-once",
                    message=f"{one!r} and {other!r} hold at once in "
                    f"{space.count(both):,} positions: the first that is tested decides",
                    line=space.rules.functions["result"].place.line,
                    trace=trace_to(space, both),
                )


def _tests_alone(space: StateSpace) -> list[dict[str, States]]:
    """Return where each test of `result` would end the game by itself, by the words of how."""
    apart = ending_cases(space.rules)
    engine = runner(apart.rules, REWRITTEN)
    parts = [space.split(space.everything, name, engine) for name in apart.names]
    return [join_by_words({r: s for r, s in part.items() if r is not None}) for part in parts]


def missing(space: StateSpace) -> Iterator[Finding]:
    """Results that the rulebook speaks of and no game has."""
    game, occurring = space.rules.game, space.outcomes.keys()
    kinds = result_kinds(space.rules)
    wanted = [str(Win(player)) for player in game.players] if kinds & {Win, Score} else []
    wanted += [str(Draw())] if kinds & {Draw, Score} else []
    for result in wanted:
        if result not in occurring:
            yield Finding(
                severity="warning",
                code="result-missing",
                message=f"{result!r} never occurs",
                line=space.rules.functions["result"].place.line,
            )
