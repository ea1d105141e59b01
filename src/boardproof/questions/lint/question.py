"""The question itself: visit, collect what each family of findings has to say, sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...answers import Finding, Report
from ...ir.rules import Rules
from ...limits import Limits, Progress
from ...statespace.visit import Visit
from . import dead_rules, endings, readings, symmetry, termination, variables
from .space import visit_of

SEVERITIES = ("error", "warning", "note")

#: Families that hold for the positions that were seen, however many there are besides.
SEEN: tuple[Callable[[Visit], Iterator[Finding]], ...] = (
    endings.stuck,
    endings.at_once,
    termination.circles,
)
#: Families that say what never happens: they need all positions.
NEVER: tuple[Callable[[Visit], Iterator[Finding]], ...] = (
    endings.missing,
    termination.length,
    dead_rules.moves,
    dead_rules.statements,
    dead_rules.conditions,
    dead_rules.lines,
    variables.constant,
    variables.unused,
    variables.determined,
    variables.combinations,
)


def lint(
    rules: Rules,
    engine: str = "auto",
    compare: bool = True,
    progress: Progress | None = None,
    memory: int | None = None,
) -> Report:
    """Report on a rulebook: each finding is one line, with its source line and a shortest trace.

    `compare` says whether each reading is held against the others. `engine` is "ir" (positions one
    by one), "symbolic" (positions as sets), or "auto": by size.

    >>> from boardproof import load
    >>> for finding in lint(load("tic-tac-toe", size=2), compare=False).findings[:4]:
    ...     print(f"{finding.severity}: {finding.message}")
    warning: 'B wins' never occurs
    warning: 'draw' never occurs
    warning: this never runs: return Draw()
    note: every game ends: the longest after 3 moves, the shortest after 3
    """
    limits = Limits(progress, memory)
    visit = visit_of(rules, engine, limits=limits)
    whole = visit.broken is None
    found = list(_about(visit, engine, compare, limits) if whole else endings.broken(visit))
    found.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=visit.name,
        positions=len(visit.everything),
        complete=visit.complete,
        findings=found,
    )


def _about(visit: Visit, engine: str, compare: bool, limits: Limits) -> Iterator[Finding]:
    """Give what each family has to say, where no rule goes wrong."""
    for family in SEEN if not visit.complete else (*SEEN, *NEVER):
        yield from family(visit)
    if not visit.complete:
        yield _partial(visit)
    yield from symmetry.symmetric(visit.rules)
    if compare:
        yield from readings.compared(visit, engine, limits)


def _partial(visit: Visit) -> Finding:
    seen = f"{len(visit.everything):,} positions, {visit.plies} plies"
    return Finding(
        severity="note",
        code="not-all-seen",
        message=f"only {seen} were looked at: what never happens is not told; "
        "choose smaller parameters",
    )
