"""Rules as clauses for a solver: positions and games too many to list, proofs for all of them."""

from ..profile import MODELS, PROOFS, EngineProfile

#: How many positions it visits in a second says nothing: it visits none.
SAT = EngineProfile(
    name="sat",
    load=f"{__name__}.engine:SatEngine",
    abilities=frozenset({MODELS, PROOFS}),
    startup=0.5,
    rate=1,
)
