"""Two runs of `any all sum min max` and set comprehensions side by side."""

from __future__ import annotations

from collections.abc import Iterator

from ...ir import nodes as n
from ...ir import types as t
from ...ir.build import FOLDS
from ..abstract_values import Unproved
from .paired_expressions import PairedExpressions
from .pairs import ImagePair, KnownPair, Pair, PairTuple


class PairedFolds(PairedExpressions):
    """Follows folds: the order of what they run over does not matter, unless it can go wrong."""

    def visit_Fold(self, one: n.Fold, other: n.Fold) -> Pair:
        over = self.visit_expr(one.over, other.over)
        free = self.totality.total(one.where, one.body, other.where, other.body)
        match over:
            case PairTuple(items):
                return self._laps(one, other, list(items))
            case ImagePair(kind):
                item = self.action.inner(kind)
                if item is None or not (free or isinstance(kind, t.SequenceT)):
                    raise Unproved(f"{kind} has no order")
                return self._some_laps(one, other, kind, item)
        return self._known_laps(one, other, over, free)

    def _some_laps(self, one: n.Fold, other: n.Fold, kind: t.Type, item: t.Type) -> Pair:
        """Try once for all values of a set, then for each that it may hold."""
        try:
            return self._laps(one, other, [ImagePair(item)], all_laps=False)
        except Unproved:
            values = t.values_of(item) if isinstance(kind, t.SetT) else None
            if values is None:
                raise
        images = [self.action.image(item, value) for value in values]
        laps: list[Pair] = [KnownPair(*pair) for pair in zip(values, images, strict=True)]
        return self._laps(one, other, laps, all_laps=False)

    def _known_laps(self, one: n.Fold, other: n.Fold, over: KnownPair, free: bool) -> Pair:
        """Try the ways to pair what both runs run over."""
        for laps, all_laps in self._ways(one, over, free):
            try:
                return self._laps(one, other, laps, all_laps)
            except Unproved:
                continue
        raise Unproved("the values that are run over do not match")

    def _ways(self, fold: n.Fold, over: KnownPair, free: bool) -> Iterator[tuple[list[Pair], bool]]:
        """Return the ways: one lap for all values, each with its image, each in turn."""
        for kind in self.action.item_kinds(fold.over.type):
            pairs = self.action.matched(kind, over.one, over.other)
            if pairs is not None and (free or [image for _, image in pairs] == list(over.other)):
                if pairs and self.footprint is None:
                    yield [ImagePair(kind)], False
                yield [KnownPair(*pair) for pair in pairs], True
        if len(over.one) == len(over.other):
            yield [KnownPair(*pair) for pair in zip(over.one, over.other, strict=True)], True

    def _laps(self, one: n.Fold, other: n.Fold, values: list[Pair], all_laps: bool = True) -> Pair:
        outer, bodies = self.env, list[Pair]()
        try:
            for value in values:
                self.env = {**outer, one.name: value}
                where = self.test(one.where, other.where)
                if isinstance(where, ImagePair):
                    all_laps = False
                elif where.one != where.other:
                    raise Unproved("a value counts in one run only")
                if where != KnownPair(False, False):
                    bodies.append(self.visit_expr(one.body, other.body))
        finally:
            self.env = outer
        return self._folded(one, bodies, all_laps)

    def _folded(self, fold: n.Fold, bodies: list[Pair], all_laps: bool) -> Pair:
        known = [pair for pair in bodies if isinstance(pair, KnownPair)]
        if all_laps and len(known) == len(bodies) and (bodies or fold.kind not in ("min", "max")):
            join = FOLDS[fold.kind]
            return KnownPair(join([k.one for k in known]), join([k.other for k in known]))
        if fold.kind == "union":
            return self.strict(self.common(bodies, [fold.type]))
        kind = t.BOOL if fold.kind in ("any", "all") else fold.type
        for body in bodies:
            self.as_kind(body, kind)
        return ImagePair(kind)
