"""What is known of two runs of the rules, from a position and from its image.

Of a value, how both runs have it; of a part of a run, what it reads and writes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...ir import types as t
from ..abstract_values import Unproved
from .kinds import Action, BagT, join_kinds

#: Stands for a value that is not known in one of the runs.
ABSENT: Any = object()


@dataclass(frozen=True)
class KnownPair:
    """The value in the first run and the value in the second are both known."""

    one: Any
    other: Any

    @property
    def whole(self) -> bool:
        """Whether neither value is absent."""
        return self.one is not ABSENT and self.other is not ABSENT


@dataclass(frozen=True)
class ImagePair:
    """The value in the second run is the image of that in the first, as one of a kind."""

    kind: t.Type


@dataclass(frozen=True)
class PairTuple:
    """A tuple of which each item is known in its own way."""

    items: tuple[Pair, ...]


Pair = KnownPair | ImagePair | PairTuple
TRUTH = ImagePair(t.BOOL)


@dataclass
class Footprint:
    """What of the position a run looks at and changes; `None` for a key that may be any."""

    reads: set[tuple[str, Any]] = field(default_factory=set)
    writes: set[tuple[str, Any]] = field(default_factory=set)
    refuses: bool = False

    def disturbs(self, other: Footprint) -> bool:
        """Whether what this run changes matters to another."""
        return any(_meet(a, b) for a in self.writes for b in other.reads | other.writes)


def _meet(a: tuple[str, Any], b: tuple[str, Any]) -> bool:
    return a[0] == b[0] and (a[1] is None or b[1] is None or a[1] == b[1])


class Pairing:
    """Decides which pairs are alike under an action."""

    def __init__(self, action: Action) -> None:
        self.action = action

    @staticmethod
    def apply(function: Callable[..., Any], *pairs: Pair) -> KnownPair | None:
        """Apply a function in both runs, None where an argument is not known, or is none it takes.

        >>> Pairing.apply(max, KnownPair(1, 2), KnownPair(3, 1))
        KnownPair(one=3, other=2)
        """
        known = [pair for pair in pairs if isinstance(pair, KnownPair)]
        if len(known) < len(pairs):
            return None
        try:
            return KnownPair(function(*(k.one for k in known)), function(*(k.other for k in known)))
        except (ArithmeticError, LookupError, TypeError):  # a rule that goes wrong there
            return None

    def fits(self, pair: Pair, kind: t.Type) -> bool:
        """Whether the second value is the image of the first, as one of a kind."""
        match pair:
            case KnownPair(one, other):
                return pair.whole and self.action.takes(kind, one, other)
            case ImagePair(own):
                try:
                    join_kinds(own, kind)
                except Unproved:
                    return False
                return True
            case PairTuple(items):
                kinds = kind.items if isinstance(kind, t.TupleT) else ()
                return len(items) == len(kinds) and all(map(self.fits, items, kinds))

    def as_kind(self, pair: Pair, kind: t.Type) -> ImagePair:
        """Forget all but that the second value is the image of the first, as one of a kind."""
        if not self.fits(pair, kind):
            raise Unproved(f"{pair} is not alike as {kind}")
        return ImagePair(kind)

    def alike(self, pair: Pair, a: t.Type) -> ImagePair:
        """Find a kind as which the second value is the image of the first."""
        return pair if isinstance(pair, ImagePair) else self._of_known([pair], [a])

    def common(self, pairs: list[Pair], types: list[t.Type]) -> ImagePair:
        """Find one kind for several pairs; those that are known take the kind of the others."""
        kind: t.Type = t.NEVER
        for pair in pairs:
            if isinstance(pair, ImagePair):
                kind = join_kinds(kind, pair.kind)
        if isinstance(kind, t.NeverT | t.NoneT):
            return self._of_known(pairs, types)
        if KnownPair(None, None) in pairs and not isinstance(kind, t.OptionT):
            kind = t.OptionT(kind)
        for pair in pairs:
            self.as_kind(pair, kind)
        return ImagePair(kind)

    def _of_known(self, pairs: list[Pair], types: list[t.Type]) -> ImagePair:
        try:
            wanted = t.join_all(t.as_set(a) for a in types)
        except t.Mismatch:
            raise Unproved("values of different kinds") from None
        for kind in self.action.alternatives(wanted):
            if all(self.fits(pair, kind) for pair in pairs):
                return ImagePair(kind)
        raise Unproved(f"{pairs} are not alike")

    def strict(self, pair: ImagePair) -> ImagePair:
        """Make sure that equal values are equal in the other run too: bags forget an order."""
        if any(isinstance(part, BagT) for part in pair.kind.walk()):
            raise Unproved("lists in another order are not equal")
        return pair
