"""The properties of a rulebook: its own, those of a file beside it, and what every game claims."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..errors import BadInput
from ..ir.rules import Rules
from ..rules.claims import Claim, Example, Forcing, Implication, Termination, TextClaim
from ..rules.decorators import CLAIMS, STEP
from ..rules.game import claims_of, marked
from ..suggest import suggest

#: The claim that nobody is ever stuck, which every game makes.
NEVER_STUCK = "never_stuck"
#: The claim that reachable positions are well-formed, which every game with defects makes.
WELLFORMED = "wellformed"


@dataclass(frozen=True)
class Property:
    """One property: its name and kind, the arguments it has, and the claim it was written as."""

    name: str
    kind: str
    domains: dict[str, str] = field(default_factory=dict)
    text: str = ""
    claim: Claim | None = None
    conjectured: bool = False


_KINDS: dict[type[Claim], str] = {
    Implication: "implies",
    Termination: "terminates",
    Forcing: "force",
    Example: "example",
}


def properties_of(rules: Rules) -> dict[str, Property]:
    """Return a game's properties by name.

    >>> from boardproof import load
    >>> list(properties_of(load("tic-tac-toe")))[-3:]
    ['first_is_safe', 'wellformed', 'never_stuck']
    """
    cls = type(rules.game)
    kinds = [kind for kind in (*CLAIMS, STEP) if kind not in ("predicate", "forbidden")]
    found = {n: Property(n, m.kind, m.domains, n) for n, m in marked(cls, *kinds).items()}
    for name, claim in claims_of(cls).items():
        found[name] = _claimed(name, claim)
    if marked(cls, "forbidden"):
        found.setdefault(WELLFORMED, Property(WELLFORMED, "always", {}, WELLFORMED))
    found.setdefault(NEVER_STUCK, Property(NEVER_STUCK, "never", {}, "stuck"))
    return found


def _claimed(name: str, claim: Claim) -> Property:
    if isinstance(claim, TextClaim):
        text = f"({claim.text})"
        return Property(name, claim.kind, claim.domains, text, claim, claim.conjectured)
    domains = claim.domains if isinstance(claim, Implication) else {}
    return Property(name, _KINDS[type(claim)], domains, "", claim, claim.conjectured)


def select_properties(rules: Rules, names: tuple[str, ...]) -> list[Property]:
    """Return the named properties, or all but the conjectures."""
    known = properties_of(rules)
    for name in names:
        if name not in known:
            hint = suggest(name, known, f"it has {', '.join(known)}")
            raise BadInput(f"{rules.game.name} has no property {name!r}: {hint}")
    if names:
        return [known[name] for name in names]
    return [one for one in known.values() if not one.conjectured]


def conjectures(rules: Rules) -> list[str]:
    """Return the names of the properties that are checked only when they are named."""
    return [one.name for one in properties_of(rules).values() if one.conjectured]
