"""The shape of the rules: their symmetries."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.symmetry import symmetries
from ...answers import Finding
from ...ir.rules import Rules


def symmetric(rules: Rules) -> Iterator[Finding]:
    """Permutations under which the rules are proved to stay the same."""
    found = symmetries(rules)
    if len(found.all) > 1:
        yield Finding(severity="note", code="symmetry", message=f"the rules have {found}")
