"""What an export gives, and what it has of a rulebook's claims, whatever the language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import BadInput
from ..ir.rules import Rules
from ..rules.decorators import CLAIMS
from ..rules.game import choices, marked

#: What holds of every position, or of none, can be checked position by position.
INVARIANT_KINDS = ("always", "never")


class NotExported(BadInput):
    """Something in a rulebook that has no counterpart in the language that is written."""


@dataclass(frozen=True)
class ExportedModel:
    """A model's text, the file beside it, its invariants, and properties that it leaves out.

    The file beside it, if there is one, says what is to be done with the model: TLC's
    configuration, a planner's problem.
    """

    name: str
    text: str
    configuration: str
    invariants: tuple[str, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class Invariant:
    """A property that holds of every position, or of none, for each choice of its arguments."""

    rule: str
    kind: str
    arguments: tuple[tuple[Any, ...], ...]

    @property
    def name(self) -> str:
        """The name of the invariant in a model: the rule's, and what it claims."""
        return f"{self.rule}_{self.kind}"

    @property
    def holds(self) -> bool:
        """Whether the rule must hold, and not fail."""
        return self.kind == "always"


def invariants_of(rules: Rules) -> tuple[list[Invariant], list[str]]:
    """Return the properties of a rulebook that are invariants, and the names of the others."""
    invariants, left_out = list[Invariant](), list[str]()
    for rule, mark in marked(type(rules.game), *CLAIMS).items():
        if rule in rules.functions and mark.kind in INVARIANT_KINDS:
            given = tuple(tuple(one.values()) for one in choices(rules.game, mark))
            invariants.append(Invariant(rule, mark.kind, given))
        elif mark.kind not in ("predicate", "forbidden"):
            left_out.append(rule)
    return invariants, left_out


def refuse_turns(rules: Rules, language: str) -> None:
    """Refuse turns of several steps: a model has one transition for a move."""
    if rules.has_turns:
        raise NotExported(
            f"a turn of several steps is one move, and has no counterpart in {language}"
        )


def refuse_many_starts(rules: Rules, language: str) -> None:
    """Refuse games that start from many positions, where a model has one initial state."""
    if rules.starts_anywhere:
        raise NotExported(f"games start from many positions, a {language} model from one: use TLA+")


def identifiers(texts: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return a name for each text: letters, digits and _, all different, none of those taken.

    Names that differ in capitals only do not count as different: not all languages see that.

    >>> identifiers(["mark (0, 1)", "Mark (0,1)", "do"], {"do"})
    ['mark_0_1', 'Mark_0_1_', 'do_']
    """
    known, names = {name.lower() for name in taken}, list[str]()
    for text in texts:
        name = "_".join("".join(c if c.isascii() and c.isalnum() else " " for c in text).split())
        name = name if name[:1].isalpha() else f"x_{name}".rstrip("_")
        while name.lower() in known:
            name += "_"
        known.add(name.lower())
        names.append(name)
    return names
