"""How games end, or fail to: rules that break, positions that are stuck, results."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...analysis.callgraph import result_kinds
from ...answers import Finding
from ...rules.results import Draw, Score, Win
from ...statespace.visit import Region, Visit
from .space import game_of


def broken(visit: Visit) -> Iterator[Finding]:
    """A rule that goes wrong in a position that games get to."""
    if visit.broken is None:
        return
    failure, position = visit.broken
    place = failure.place
    yield Finding(
        severity="error",
        code="rule-breaks",
        message=f"{failure.problem}, playing {failure.move}",
        line=place.line if place else None,
        trace=game_of(visit.rules, visit.trace(visit.only(position))),
    )


def stuck(visit: Visit) -> Iterator[Finding]:
    """Positions that are not over and have no legal move."""
    count = len(visit.stuck)
    if count:
        are = "position is" if count == 1 else "positions are"
        yield Finding(
            severity="error",
            code="stuck",
            message=f"{count:,} {are} stuck: nothing is legal, and the game is not over",
            line=visit.rules.functions["result"].place.line,
            trace=game_of(visit.rules, visit.trace(visit.stuck)),
        )


def at_once(visit: Visit) -> Iterator[Finding]:
    """Positions in which two results hold at once, so that their order decides."""
    tests = [_by_words(visit, one) for one in visit.alone]
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
                    message=f"{one!r} and {other!r} hold at once in {len(both):,} positions: "
                    "the first that is tested decides",
                    line=visit.rules.functions["result"].place.line,
                    trace=game_of(visit.rules, visit.trace(both)),
                )


def _by_words(visit: Visit, endings: dict[Win | Draw | Score, Region]) -> dict[str, Region]:
    found: dict[str, Region] = {}
    for result, where in endings.items():
        found[str(result)] = found.get(str(result), visit.empty) | where
    return found


def missing(visit: Visit) -> Iterator[Finding]:
    """Results that the rulebook speaks of and no game has."""
    game, occurring = visit.rules.game, {str(result) for result in visit.endings}
    kinds = result_kinds(visit.rules)
    wanted = [str(Win(player)) for player in game.players] if kinds & {Win, Score} else []
    wanted += [str(Draw())] if kinds & {Draw, Score} else []
    for result in wanted:
        if result not in occurring:
            yield Finding(
                severity="warning",
                code="result-missing",
                message=f"{result!r} never occurs",
                line=visit.rules.functions["result"].place.line,
            )
