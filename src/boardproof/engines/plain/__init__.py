"""The engines that work on plain Python values, one position at a time."""

from ..profile import COVERAGE, PLAIN, REWRITTEN, EngineProfile

REFERENCE = EngineProfile(
    name="reference",
    load=f"{__name__}.reference:ReferenceEngine",
    abilities=PLAIN,
    startup=0.0,
    rate=5_000,
    takes_all=True,
)
IR = EngineProfile(
    name="ir",
    load=f"{__name__}.ir:IrEngine",
    abilities=PLAIN | {COVERAGE, REWRITTEN},
    startup=0.01,
    rate=5_000,
    takes_all=True,
)
