"""What an engine can answer and what that costs, known before the engine is imported."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from ..errors import BadInput
from ..ir.rules import Rules
from ..suggest import suggest

#: The group of entry points under which a package registers its engines.
GROUP = "boardproof.engines"

#: Visit every reachable position, count sequences of moves, look for aims, force goals.
ENUMERATE, PERFT, SURVEY, ATTRACT = "enumerate", "perft", "survey", "attract"
#: Solve everything that is reachable; the same layer by layer.
SOLVE, BUILD = "solve", "build"
#: Solve where a game without end is worth what its positions say.
CIRCLE = "circle"
#: Keep sets of reachable positions; sets of all well-typed ones; test what moves preserve.
STATES, WELL_TYPED, PRESERVATION = "states", "well-typed", "preservation"
#: Run every rule of play in every position; note as well which parts of the rules were run.
AUDIT, COVERAGE = "audit", "coverage"
#: Run any single rule in a position; the same of rules that were rewritten since they were read.
RULES, REWRITTEN = "rules", "rewritten"
#: Search by alpha-beta from a position; play games of random moves.
SEARCH, PLAYOUTS = "search", "playouts"
#: Find single positions and games with given properties; prove properties without visiting any.
MODELS, PROOFS = "models", "proofs"

#: What the protocol asks of every engine.
CONTRACT = frozenset({ENUMERATE, PERFT, SURVEY, ATTRACT, SOLVE, BUILD})
#: What an engine can do that runs rules one position at a time.
PLAIN = CONTRACT | {CIRCLE, STATES, AUDIT, RULES}


@dataclass(frozen=True)
class EngineProfile:
    """An engine's abilities and costs; `load` names its class, as "module:Class".

    It starts in `startup` seconds, `first` more where it has not worked on a rulebook before, and
    visits about `rate` positions a second. Where the work lies
    not in positions but in the nodes of diagrams, a trial is given up beyond so many `nodes`, that
    of an audit beyond `audit_nodes`. An engine that `takes_all` refuses no rulebook. `phase` says
    what it does when it starts, `options` are arguments that it is made with. An engine
    with `own_memory` may run out of that where others do not; one that works `on_disk` is chosen
    where there is a folder for it, one `on_cluster` where there is a cluster besides. What it
    `resumes` it keeps in a folder, if one is given, and goes on from there. One that is `layers_of`
    another makes the same layers and codes, bit by bit. `missing` says what the engine needs that
    this machine has not: then it is used only where it is asked for. `refuses` tells of rules that
    the engine refuses, where that can be told before it is made.

    >>> quick = EngineProfile("quick", "quick:Engine", startup=0.0, rate=2000)
    >>> slow = EngineProfile("slow", "slow:Engine", startup=0.5, rate=1000)
    >>> quick.dominates(slow), slow.dominates(quick), quick.dominates(quick)
    (True, False, False)
    """

    name: str
    load: str
    abilities: frozenset[str] = CONTRACT
    startup: float = 1.0
    first: float = 0.0
    rate: float = 1_000
    nodes: int | None = None
    audit_nodes: int | None = None
    takes_all: bool = False
    phase: str = "starting"
    own_memory: bool = False
    on_disk: bool = False
    on_cluster: bool = False
    resumes: frozenset[str] = frozenset()
    layers_of: str | None = None
    missing: Callable[[], str | None] = lambda: None
    refuses: Callable[[Rules], bool] = lambda rules: False
    options: frozenset[str] = frozenset()

    def dominates(self, other: EngineProfile) -> bool:
        """Whether this engine starts no later and is no slower, and better in one of the two."""
        costs, others = (self.startup, -self.rate), (other.startup, -other.rate)
        return costs != others and costs[0] <= others[0] and costs[1] <= others[1]

    def nodes_for(self, ability: str) -> int | None:
        """Return beyond how many nodes a trial of an ability is given up."""
        return (ability in (AUDIT, COVERAGE) and self.audit_nodes) or self.nodes

    def engine(self) -> Any:
        """Import the engine's class."""
        module, _, name = self.load.partition(":")
        return getattr(import_module(module), name)

    def __str__(self) -> str:
        starts = f"starts in {self.startup:g} s" if self.startup else "starts at once"
        starts += f" ({self.startup + self.first:g} s the first time)" if self.first else ""
        if self.nodes is not None:
            return f"{starts}, works on whole sets of positions"
        return f"{starts}, visits about {self.rate:,.0f} positions a second"


def profile_of(name: str) -> EngineProfile:
    """Return the profile of a registered engine."""
    points = _points(tuple(sys.path))
    if name not in points:
        hint = suggest(name, sorted(points), f"there are {', '.join(sorted(points))}")
        raise BadInput(f"no engine is called {name!r}: {hint}")
    profile = _profile(points[name])
    if isinstance(profile, str):
        raise BadInput(f"the engine {name!r}, {points[name].value}, cannot be loaded: {profile}")
    return profile


def profiles() -> list[EngineProfile]:
    """List the profiles of all engines that can be loaded, by name."""
    known = (_profile(point) for _, point in sorted(_points(tuple(sys.path)).items()))
    return [profile for profile in known if isinstance(profile, EngineProfile)]


def able(ability: str) -> list[EngineProfile]:
    """List the engines that have an ability."""
    return [one for one in profiles() if ability in one.abilities and one.missing() is None]


def can(name: str, ability: str) -> bool:
    """Whether the engine of that name has an ability."""
    return ability in profile_of(name).abilities


@cache
def _points(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the entry points of all engines, read once for each search path."""
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _profile(point: EntryPoint) -> EngineProfile | str:
    """Return the profile at an entry point, made up for a plain class; or what is wrong with it."""
    try:
        registered = point.load()
    except Exception as failure:  # whatever another package does when it is imported
        return f"{type(failure).__name__}: {failure}"
    if isinstance(registered, EngineProfile):
        return registered
    if not isinstance(registered, type):
        return "it is neither an engine's profile nor its class"
    declared = ("abilities", "startup", "rate", "takes_all")
    costs = {name: getattr(registered, name) for name in declared if hasattr(registered, name)}
    return EngineProfile(point.name, point.value, **costs)
