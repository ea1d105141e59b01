"""The question itself: search, collect what each family of findings reports, sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...analysis.coverage import Coverage
from ...analysis.symmetry import symmetries
from ...answers import Finding, Report
from ...ir.rules import Rules
from ...limits import Limits, Progress
from ...statespace.base import StateSpace
from . import dead_rules, endings, readings, termination, variables
from .space import audited_space, smaller

SEVERITIES = ("error", "warning", "note")

SpaceFamily = Callable[[StateSpace], Iterator[Finding]]

#: Families that hold for the positions that were seen, however many there are besides.
SEEN: tuple[SpaceFamily, ...] = (endings.stuck, endings.at_once, termination.circles)
#: Families that say what never happens: they need all positions, and go by what was covered.
NEVER: tuple[SpaceFamily, ...] = (endings.missing, termination.length, dead_rules.moves)
COVERED = (dead_rules.statements, dead_rules.conditions, dead_rules.lines)
VARIABLES: tuple[SpaceFamily, ...] = (
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
    space, coverage = audited_space(engine, rules, True, limits)
    assert coverage is not None
    findings = list(endings.broken(space))
    if space.broken is None:
        findings = list(_about(space, coverage))
        findings += readings.compare_readings(space, engine, limits) if compare else []
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Report(
        game=rules.game.name,
        parameters=rules.game.parameters,
        engine=space.engine.name,
        positions=space.positions,
        complete=space.complete,
        findings=findings,
    )


def _about(space: StateSpace, coverage: Coverage) -> Iterator[Finding]:
    """Return what each family reports, where no rule goes wrong."""
    for family in SEEN:
        yield from family(space)
    if space.complete:
        yield from _never(space, coverage)
    else:
        yield _partial(space)
    yield from _symmetric(space.rules)


def _symmetric(rules: Rules) -> Iterator[Finding]:
    """Permutations under which the rules are proved to stay the same."""
    found = symmetries(rules)
    if len(found.all) > 1:
        yield Finding(severity="note", code="symmetry", message=f"the rules have {found}")


def _never(space: StateSpace, coverage: Coverage) -> Iterator[Finding]:
    for family in NEVER:
        yield from family(space)
    _ = space.results, space.movers, space.legal_moves  # with these all rules of play were run
    for covered in COVERED:
        yield from covered(coverage)
    for family in VARIABLES:
        yield from family(space)


def _partial(space: StateSpace) -> Finding:
    seen = f"{space.positions:,} positions, {len(space.plies)} plies"
    return Finding(
        severity="note",
        code="not-all-seen",
        message=f"only {seen} were searched: what never happens is not reported"
        f"{smaller(space.rules.game)}",
    )
