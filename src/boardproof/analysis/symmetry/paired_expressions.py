"""Two runs of an expression side by side: from a position, and from its image.

Both runs follow the same IR. What is computed from constants is computed, in both; of the rest it
is shown that the second run has the image of what the first one has. Whatever is not understood
raises `Unproved`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import replace
from operator import contains, not_
from typing import Any

from ...ir import nodes as n
from ...ir import types as t
from ...ir.build import OPERATORS
from ...ir.rules import Rules
from ...ir.visit import ExpressionVisitor
from ...rules.grids import BoardDomain
from ...rules.results import Win
from ...rules.state import MapVariable
from ..abstract_values import Unproved
from .kinds import Action
from .pairs import ABSENT, TRUTH, Footprint, ImagePair, KnownPair, Pair, Pairing, PairTuple
from .totality import Totality

Env = dict[str, Pair]


def state_name(variable: str) -> str:
    """Return the name of a state variable among the local names."""
    return f"self.{variable}"


def check_form(one: n.Node, other: n.Node) -> None:
    """Refuse nodes that differ in more than constants, called rules and what is below them."""
    form = ("op", "kind", "name", "map", "step", "board")
    same = all(vars(one).get(part) == vars(other).get(part) for part in form)
    if type(one) is not type(other) or not same:
        raise Unproved(f"{type(one).__name__} has another form in the other run")


class PairedExpressions(Pairing, ExpressionVisitor[Pair, n.Expr], ABC):
    """Follows expressions, each with its counterpart in the other run."""

    def __init__(self, rules: Rules, action: Action, totality: Totality) -> None:
        super().__init__(action)
        self.rules, self.totality = rules, totality
        self.env: Env = {}
        self.footprint: Footprint | None = None
        self._looked: dict[Any, Pair] = {}

    def visit_expr(self, one: n.Expr, other: n.Expr) -> Pair:
        """Return what is known of the value in both runs."""
        check_form(one, other)
        return super().visit_expr(one, other)

    def test(self, one: n.Expr, other: n.Expr) -> KnownPair | ImagePair:
        """Follow a condition that both runs must find alike, unless they know it."""
        pair = self.visit_expr(one, other)
        return pair if isinstance(pair, KnownPair) else self.as_kind(pair, t.BOOL)

    # -- leaves -----------------------------------------------------------------------------

    def visit_Const(self, one: n.Const, other: n.Const) -> Pair:
        return KnownPair(one.value, other.value)

    def visit_Local(self, one: n.Local, other: n.Local) -> Pair:
        pair = self.env.get(one.name)
        if pair is None or _half(pair):
            raise Unproved(f"{one.name} is not alike")
        return pair

    def visit_State(self, one: n.State, other: n.State) -> Pair:
        variable = self.rules.game.variables[one.name]
        if isinstance(variable, MapVariable):
            raise Unproved(f"{one.name} is a whole map")
        self._note("reads", one.name)
        pair = self.env.get(state_name(one.name))
        if pair is None or _half(pair):
            return ImagePair(self.action.variable(variable))
        return pair

    def visit_At(self, one: n.At, other: n.At) -> Pair:
        self.key_of(one.map, one.key, other.key, "reads")
        return ImagePair(self.action.variable(self.rules.game.variables[one.map]))

    def key_of(self, name: str, one: n.Expr, other: n.Expr, use: str) -> None:
        """Follow the key of a map."""
        pair = self.visit_expr(one, other)
        self.as_kind(pair, self.action.element(self.rules.game.variables[name].domain))
        self._note(use, name, pair.one if isinstance(pair, KnownPair) else None)

    def _note(self, use: str, name: str, key: Any = None) -> None:
        if self.footprint is not None:
            getattr(self.footprint, use).add((name, key))

    def visit_Some(self, one: n.Some, other: n.Some) -> Pair:
        return self.visit_expr(one.of, other.of)

    # -- tables -----------------------------------------------------------------------------

    def visit_Lookup(self, one: n.Lookup, other: n.Lookup) -> Pair:
        key = self.visit_expr(one.key, other.key)
        memo = (id(one.table), id(other.table), key)
        try:
            if memo not in self._looked:
                entries = one.table.entries, other.table.entries
                self._looked[memo] = self._entry(*entries, key, one.type)
            return self._looked[memo]
        except TypeError:  # a key that cannot be remembered
            raise Unproved(f"{key} is no key") from None

    def _entry(self, ones: Mapping[Any, Any], others: Any, key: Pair, a: t.Type) -> Pair:
        """Follow two tables at a key."""
        if isinstance(key, KnownPair):
            if key.one not in ones or key.other not in others:
                raise Unproved(f"there is no entry for {key}")
            return KnownPair(ones[key.one], others[key.other])
        pairs = []
        for name, entry in ones.items():
            image = self._image(key, name)
            if image is not ABSENT:
                if image not in others:
                    raise Unproved(f"the image of {name} is no key")
                pairs.append(KnownPair(entry, others[image]))
        if len(pairs) != sum(_possible(key, name) for name in others):
            raise Unproved("the tables have different keys")
        return self.common(list(pairs), [a])

    def _image(self, key: Pair, value: Any) -> Any:
        """Return what a key becomes, `ABSENT` where the first run cannot have it."""
        match key:
            case KnownPair(one, other):
                return other if one == value else ABSENT
            case ImagePair(kind):
                try:
                    return self.action.image(kind, value)
                except (LookupError, TypeError):
                    raise Unproved(f"{value} is no {kind}") from None
            case PairTuple(items):
                images = tuple(map(self._image, items, value))
                return ABSENT if ABSENT in images else images

    def visit_Pick(self, one: n.Pick, other: n.Pick) -> Pair:
        of, index = self.visit_expr(one.of, other.of), self.visit_expr(one.index, other.index)
        same = isinstance(index, KnownPair) and index.one == index.other
        match of:
            case PairTuple(pairs) if same and isinstance(index, KnownPair):
                picked: Pair = pairs[index.one]
                return picked
            case KnownPair(a, b):
                return self._entry(_entries(a), _entries(b), index, one.type)
            case ImagePair(t.TupleT(kinds)) if same and isinstance(index, KnownPair):
                return ImagePair(kinds[index.one])
            case ImagePair(t.SequenceT(item)) if self.fits(index, t.IntT(0, 0)):
                return ImagePair(item)
            case ImagePair(t.TableT(key, value)) if self.fits(index, key):
                return ImagePair(value)
        raise Unproved(f"{of} cannot be followed at {index}")

    # -- conditions -------------------------------------------------------------------------

    def visit_Not(self, one: n.Not, other: n.Not) -> Pair:
        pair = self.test(one.of, other.of)
        return self.apply(not_, pair) or pair

    def visit_And(self, one: n.And, other: n.And) -> Pair:
        return self._until(False, one.items, other.items)

    def visit_Or(self, one: n.Or, other: n.Or) -> Pair:
        return self._until(True, one.items, other.items)

    def _until(self, end: bool, ones: tuple[n.Expr, ...], others: tuple[n.Expr, ...]) -> Pair:
        try:
            return self._in_order(end, ones, others)
        except Unproved:
            if not self.totality.total(*ones, *others, guarded=False):
                raise
            self._in_any_order(ones, others)
            return TRUTH

    def _in_order(self, end: bool, ones: tuple[n.Expr, ...], others: tuple[n.Expr, ...]) -> Pair:
        if len(ones) != len(others):
            raise Unproved("different conditions")
        settled: Pair = KnownPair(not end, not end)
        for one, other in zip(ones, others, strict=True):
            pair = self.test(one, other)
            if isinstance(pair, ImagePair):
                settled = TRUTH
            elif pair.one != pair.other:
                raise Unproved("a condition holds in one run only")
            elif pair.one == end:
                return pair if isinstance(settled, KnownPair) else TRUTH
        return settled

    def _in_any_order(self, ones: Iterable[n.Expr], others: Iterable[n.Expr]) -> list[ImagePair]:
        """Find for each expression one in the other run that is alike."""
        left, pairs = list(others), []
        for one in ones:
            for at, other in enumerate(left):
                try:
                    pairs.append(self.alike(self.visit_expr(one, other), one.type))
                except Unproved:
                    continue
                del left[at]
                break
            else:
                raise Unproved(f"nothing is like {one}")
        if left:
            raise Unproved(f"nothing is like {left[0]}")
        return pairs

    def visit_Compare(self, one: n.Compare, other: n.Compare) -> Pair:
        try:
            return self._compared(one, other.left, other.right)
        except Unproved:
            if one.op not in ("==", "!="):
                raise
        try:
            return self._joined(one, other)
        except Unproved:
            return self._compared(one, other.right, other.left)

    def _joined(self, one: n.Compare, other: n.Compare) -> Pair:
        """Follow whether two sets are connected, where the second run asks from the other end."""
        match one, other:
            case (
                n.Compare("!=", n.SetOp("&", n.Reach() as way, end), n.Const(frozenset())),
                n.Compare("!=", n.SetOp("&", n.Reach() as back, start), n.Const(frozenset())),
            ) if one.right == other.right:
                self.visit_expr(way, replace(back, start=start))
                self.as_kind(self.visit_expr(end, back.start), way.type)
                return TRUTH
        raise Unproved("this is no connection of two sets")

    def _compared(self, one: n.Compare, left: n.Expr, right: n.Expr) -> Pair:
        a, b = self.visit_expr(one.left, left), self.visit_expr(one.right, right)
        known = self.apply(OPERATORS[one.op], a, b)
        if known is not None:
            return known
        kind = self.common([a, b], [one.left.type, one.right.type]).kind
        if one.op not in ("==", "!=") and not isinstance(kind, t.IntT | t.SetT):
            raise Unproved(f"{one.op} may change with a permutation of {kind}")
        self.strict(ImagePair(kind))
        return TRUTH

    def visit_Member(self, one: n.Member, other: n.Member) -> Pair:
        item, of = self.visit_expr(one.item, other.item), self.visit_expr(one.of, other.of)
        known = self.apply(contains, of, item)
        if known is not None:
            return known
        if isinstance(of, KnownPair):
            if of.one is None or of.other is None:
                raise Unproved("a set that is not there")
            kind = self.alike(item, one.item.type).kind
            self.strict(ImagePair(kind))
            if not self.action.takes(t.SetT(kind), of.one, of.other):
                raise Unproved("different sets")
            return TRUTH
        held = self.action.inner(of.kind) if isinstance(of, ImagePair) else None
        if held is None:
            raise Unproved(f"{of} is no set")
        self.strict(self.as_kind(item, held))
        return TRUTH

    def visit_Choose(self, one: n.Choose, other: n.Choose) -> Pair:
        test = self.test(one.test, other.test)
        if isinstance(test, KnownPair):
            return self.visit_expr(
                one.yes if test.one else one.no, other.yes if test.other else other.no
            )
        yes, no = self.visit_expr(one.yes, other.yes), self.visit_expr(one.no, other.no)
        return yes if yes == no else self.common([yes, no], [one.yes.type, one.no.type])

    # -- numbers and sets -------------------------------------------------------------------

    def _number(self, pairs: Iterable[Pair], a: t.Type) -> Pair:
        for pair in pairs:
            self.as_kind(pair, t.IntT(0, 0))
        return ImagePair(a)

    def visit_Arith(self, one: n.Arith, other: n.Arith) -> Pair:
        try:
            a, b = self.visit_expr(one.left, other.left), self.visit_expr(one.right, other.right)
            return self.apply(OPERATORS[one.op], a, b) or self._number((a, b), one.type)
        except Unproved:
            if one.op not in ("+", "*"):
                raise
            return self._number(self._in_any_order(_terms(one), _terms(other)), one.type)

    def visit_Extreme(self, one: n.Extreme, other: n.Extreme) -> Pair:
        return self._number(self._in_any_order(one.items, other.items), one.type)

    def visit_Size(self, one: n.Size, other: n.Size) -> Pair:
        of = self.visit_expr(one.of, other.of)
        return self.apply(len, of) or ImagePair(one.type)

    def visit_Steps(self, one: n.Steps, other: n.Steps) -> Pair:
        start, stop = self.visit_expr(one.start, other.start), self.visit_expr(one.stop, other.stop)
        known = self.apply(lambda first, last: range(first, last, one.step), start, stop)
        return known or self._number((start, stop), one.type)

    def visit_MakeSet(self, one: n.MakeSet, other: n.MakeSet) -> Pair:
        types = [item.type for item in one.items]
        if len(types) != len(other.items):
            raise Unproved("sets of different size")
        try:
            pairs = list(map(self.visit_expr, one.items, other.items))
            known = self.apply(lambda *items: frozenset(items), *pairs)
            if known is not None:
                return known
            kind = self.common(pairs, types).kind
        except Unproved:
            images = self._in_any_order(one.items, other.items)
            kind = self.common(list(images), types).kind
        return self.strict(ImagePair(t.SetT(kind)))

    def visit_SetOp(self, one: n.SetOp, other: n.SetOp) -> Pair:
        try:
            a, b = self.visit_expr(one.left, other.left), self.visit_expr(one.right, other.right)
            known = self.apply(OPERATORS[one.op], a, b)
            return known or self.strict(self.common([a, b], [one.left.type, one.right.type]))
        except Unproved:
            if one.op == "-":
                raise
            pairs = self._in_any_order(_terms(one), _terms(other))
            return self.strict(self.common(list(pairs), [one.type] * len(pairs)))

    def visit_Reach(self, one: n.Reach, other: n.Reach) -> Pair:
        pairs = [self.visit_expr(one.start, other.start), self.visit_expr(one.within, other.within)]
        known = self.apply(one.board.reach, *pairs)
        if known is not None:
            return known
        kind = t.SetT(self.action.element(one.board))
        for pair in pairs:
            self.as_kind(pair, kind)
        if not self._keeps_neighbours(one.board):
            raise Unproved("neighbours are not neighbours any more")
        return ImagePair(kind)

    def _keeps_neighbours(self, board: BoardDomain[Any]) -> bool:
        """Whether the neighbours of every place become the neighbours of its image."""
        moved = self.action.permutations.get(board, board.own)
        return all(
            {moved[beside] for beside in place.neighbours} == set(moved[place].neighbours)
            for place in board
        )

    def visit_MakeTuple(self, one: n.MakeTuple, other: n.MakeTuple) -> Pair:
        if len(one.items) != len(other.items):
            raise Unproved("tuples of different length")
        pairs = tuple(map(self.visit_expr, one.items, other.items))
        return self.apply(lambda *items: items, *pairs) or PairTuple(pairs)

    # -- calls and results ------------------------------------------------------------------

    @abstractmethod
    def visit_Call(self, one: n.Call, other: n.Call) -> Pair:
        """Follow two calls."""

    @abstractmethod
    def visit_Fold(self, one: n.Fold, other: n.Fold) -> Pair:
        """Follow two folds."""

    def visit_MakeWin(self, one: n.MakeWin, other: n.MakeWin) -> Pair:
        player = self.visit_expr(one.player, other.player)
        known = self.apply(Win, player)
        if known is not None:
            return known
        self.as_kind(player, self.action.element(self.action.players))
        return ImagePair(t.RESULT)

    def visit_MakeScore(self, one: n.MakeScore, other: n.MakeScore) -> Pair:
        points = dict(zip(other.players, other.points, strict=True))
        seat = self.action.element(self.action.players)
        if {self.action.image(seat, player) for player in one.players} != set(points):
            raise Unproved("different players have points")
        for player, own in zip(one.players, one.points, strict=True):
            pair = self.visit_expr(own, points[self.action.image(seat, player)])
            self.as_kind(pair, t.IntT(0, 0))
        return ImagePair(t.RESULT)


def _half(pair: Pair) -> bool:
    return isinstance(pair, KnownPair) and not pair.whole


def _possible(key: Pair, value: Any) -> bool:
    """Whether the second run can have a key."""
    match key:
        case KnownPair(_, other):
            return bool(other == value)
        case PairTuple(items):
            return all(map(_possible, items, value))
    return True


def _entries(of: Any) -> Mapping[Any, Any]:
    return of if isinstance(of, Mapping) else dict(enumerate(of))


def _terms(one: n.Arith | n.SetOp) -> list[n.Expr]:
    """Return what is added, multiplied or joined, however it is grouped."""
    terms: list[n.Expr] = []
    for side in (one.left, one.right):
        if isinstance(side, n.Arith | n.SetOp) and side.op == one.op:
            terms += _terms(side)
        else:
            terms.append(side)
    return terms
