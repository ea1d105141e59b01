"""Rules on decision diagrams: sets of positions too large to list."""

from ..profile import (
    AUDIT,
    CONTRACT,
    COVERAGE,
    ENUMERATE,
    PRESERVATION,
    REWRITTEN,
    RULES,
    STATES,
    WELL_TYPED,
    EngineProfile,
)

#: How many positions it visits in a second says little: what is done is done to whole diagrams.
SYMBOLIC = EngineProfile(
    name="symbolic",
    load=f"{__name__}.engine:SymbolicEngine",
    abilities=CONTRACT | {STATES, WELL_TYPED, PRESERVATION, AUDIT, COVERAGE, RULES, REWRITTEN},
    startup=1.3,
    rate=100_000,
    nodes=200_000,
    audit_nodes=300_000,
    options=frozenset({"order", "encoding"}),
    resumes=frozenset({ENUMERATE}),
)
