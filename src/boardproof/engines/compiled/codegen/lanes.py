"""Conditions for all values of a name at once: a word with a bit, a *lane*, for each value.

What is asked of one cell by a test is asked of all cells by a few operations on words: a value on a
bitboard is the board itself, a constant is a mask, and what stands beside each cell is the board,
shifted by each way to a neighbour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from ....ir import nodes as n
from ....ir import types as t
from ....rules.state import MapVariable
from . import fields
from .atoms import Atom, Needs, NotConstant, mask_where
from .staging import Stager, is_known
from .values import Bits, Dyn, bit_index, shift, u64

#: A word moved in more ways than this is better looked at bit by bit.
MOST_SHIFTS = 10
#: Longer code is better written as a loop.
MOST_LETTERS = 2_000
#: Of a condition with parts that takes more tests to tabulate, each part gets a table of its own.
MOST_TESTS = 1 << 15
#: Laps that are written one after the other.
MOST_LAPS = 8

#: A word: known, or as code.
Word = int | str
Lifting = Callable[[], Word]


class NotLifted(Exception):
    """A condition that cannot be asked for all values at once."""


class Lanes:
    """Evaluates conditions that depend on the values of lanes; each name has a value in each."""

    def __init__(self, stager: Stager, values: Mapping[str, tuple[Any, ...]]) -> None:
        self._stager, self._values = stager, values
        self._program, self._tabulator = stager.program, stager.program.tabulator
        self.size = len(next(iter(values.values())))
        self.full = (1 << self.size) - 1
        if self.size > 64:
            raise NotLifted

    def lift(self, node: n.Expr) -> Word:
        """Return the word of the lanes where a condition holds; higher bits mean nothing."""
        needs = self._tabulator.needs(node)
        if not self._depends(needs):
            return self._everywhere(node)
        try:
            if self._has_small_parts(node, needs):
                raise NotConstant  # a table for each part is soon computed
            return self._masks(node, needs)
        except NotConstant:
            word = self._lift(node)
        if isinstance(word, str) and len(word) > MOST_LETTERS:
            raise NotLifted
        return word

    def _depends(self, needs: Needs) -> bool:
        return any(name in self._values for name in needs.names)

    def _has_small_parts(self, node: n.Expr, needs: Needs) -> bool:
        """Whether a condition's table is large, and each of its parts looks at less."""
        if not isinstance(node, n.And | n.Or):
            return False
        atoms = self._atoms(needs)
        tests = self.size * prod(len(atom.values) for atom in atoms)
        parts = map(self._tabulator.needs, node.items)
        return tests > MOST_TESTS and all(
            self._depends(part) and len(self._atoms(part)) < len(atoms) for part in parts
        )

    def _atoms(self, needs: Needs) -> list[Atom]:
        return self._tabulator.atoms(self._stager, needs, self._values)

    def _everywhere(self, node: n.Expr) -> Word:
        """Return the word of a condition that is the same in all lanes."""
        if not self._program.inliner.is_total(node):
            raise NotLifted
        test = self._stager.test(node)
        if isinstance(test, bool):
            return self.full if test else 0
        return self._named(f"({u64(self.full)} if {test.code} else u(0))")

    def _named(self, word: Word) -> Word:
        """Return a word that is used more than once."""
        return word if isinstance(word, int) else self._stager.named(word)

    def _masks(self, node: n.Expr, needs: Needs) -> Word:
        """Compute a condition that looks at no board: a mask for all values of its atoms."""
        if _is_one(node, self._values):
            raise NotConstant  # a bit is written without a table
        atoms = self._atoms(needs)
        lanes = [self._tested(node, atoms, self._lane(i)) for i in range(self.size)]
        masks = [mask_where(list(tests)) for tests in zip(*lanes, strict=True)]
        return self._program.tables.word(masks, self._tabulator.index(atoms))

    def _tested(self, node: n.Expr, atoms: list[Atom], lane: dict[str, Any]) -> list[bool]:
        """Return a condition for all values of its atoms; where a value must not be None, False."""
        try:
            return list(self._tabulator.values(self._stager, node, atoms, **lane))
        except NotConstant:
            if not self._may_skip(node, lane):
                raise
            return [False] * prod(len(atom.values) for atom in atoms)

    def _may_skip(self, node: n.Expr, lane: dict[str, Any]) -> bool:
        """Whether nobody asks in a lane, since its value is None where others are asked about."""
        return None in lane.values() and self._program.inliner.is_total(node)

    def _lane(self, i: int) -> dict[str, Any]:
        return {name: values[i] for name, values in self._values.items()}

    def _known(self, node: n.Expr) -> list[Any]:
        """Return the values of an expression in all lanes, which depend on nothing else."""
        try:
            if self._atoms(self._tabulator.needs(node)):
                raise NotLifted
            return [self._known_in(node, self._lane(i)) for i in range(self.size)]
        except NotConstant:
            raise NotLifted from None

    def _known_in(self, node: n.Expr, lane: dict[str, Any]) -> Any:
        try:
            return next(self._tabulator.values(self._stager, node, [], **lane))
        except NotConstant:
            if not self._may_skip(node, lane):
                raise
            return None

    def _lift(self, node: n.Expr) -> Word:
        match node:
            case n.Not(of):
                return self._flipped(self.lift(of))
            case n.And(items):
                return self._in_turn(items, meet, self.full)
            case n.Or(items):
                return self._in_turn(items, join, 0)
            case n.Choose(test, yes, no) if isinstance(node.type, t.BoolT):
                return self._chosen(test, yes, no)
            case n.Compare("==" | "!=", left, right):
                same = self._compared(left, right)
                return same if node.op == "==" else self._flipped(same)
            case n.Member(item, of):
                return self._member(item, of)
            case n.Fold("any", name, over, where, body):
                return self._some(name, over, _all([where, body]))
            case n.Fold("all", name, over, where, body):
                fails = n.Not(body, type=t.BOOL)
                return self._flipped(self._some(name, over, _all([where, fails])))
            case n.Call():
                inner = self._program.inliner.expand(node)
                if inner is not None:
                    return self.lift(inner)
        raise NotLifted

    def _in_turn(
        self, items: tuple[n.Expr, ...], put: Callable[[Word, Word], Word], neutral: int
    ) -> Word:
        """Join conditions; one that is the same in all lanes decides whether others are asked."""
        item, *others = items
        rest = tuple(others)
        if not rest:
            return self.lift(item)
        if self._depends(self._tabulator.needs(item)):
            return put(self.lift(item), self._in_turn(rest, put, neutral))
        if neutral:
            return self._either(item, lambda: self._in_turn(rest, put, neutral), lambda: 0)
        return self._either(item, lambda: self.full, lambda: self._in_turn(rest, put, neutral))

    def _either(self, test: n.Expr, yes: Lifting, no: Lifting) -> Word:
        """Return one of two words, by a condition that is the same in all lanes."""
        if not self._program.inliner.is_total(test):
            raise NotLifted
        asked = self._stager.test(test)
        if isinstance(asked, bool):
            return (yes if asked else no)()
        return self._stager.either_word(asked.code, lambda: code(yes()), lambda: code(no()))

    def _chosen(self, test: n.Expr, yes: n.Expr, no: n.Expr) -> Word:
        if not self._depends(self._tabulator.needs(test)):
            return self._either(test, lambda: self.lift(yes), lambda: self.lift(no))
        where = self._named(self.lift(test))
        return join(meet(where, self.lift(yes)), meet(self._flipped(where), self.lift(no)))

    def _flipped(self, word: Word) -> Word:
        return self.full & ~word if isinstance(word, int) else f"(~{word})"

    # -- boards -------------------------------------------------------------------------------

    def _compared(self, left: n.Expr, right: n.Expr) -> Word:
        if isinstance(left.type, t.BoolT):
            return self._flipped(differ(self.lift(left), self.lift(right)))
        for one, other in ((left, right), (right, left)):
            inner = one.of if isinstance(one, n.Some) else one
            if isinstance(inner, n.At):
                return self._on_board(inner, other)
            if isinstance(inner, n.Local) and inner.name in self._values:
                return self._bit(self._values[inner.name], other)
        raise NotLifted

    def _bit(self, values: tuple[Any, ...], other: n.Expr) -> Word:
        """Return the lane whose value is one that only the running code knows."""
        domain = getattr(other.type, "domain", None)
        if domain is None or values != tuple(domain):
            raise NotLifted
        value = self._shared(other)
        if is_known(value):
            return mask_where([one == value for one in values])
        if not isinstance(value, Dyn):
            raise NotLifted
        return f"(u(1) << {shift(value.code)})"

    def _on_board(self, at: n.At, other: n.Expr) -> Word:
        """Return where a map, looked at in each lane at its own place, has a value."""
        packed = self._program.layout.packed[at.map]
        if not packed.planes:
            raise NotLifted
        places = self._places(packed.variable.domain, self._known(at.key))
        assert isinstance(packed.variable, MapVariable)
        values, boards = packed.variable.values, _boards(packed)
        if self._depends(self._tabulator.needs(other)):
            wanted = self._known(other)
            parts = [
                meet(moved(boards[i], places), mask_where([w == value for w in wanted]))
                for i, value in enumerate(values)
            ]
            return _joined(parts)
        value = self._shared(other)
        if is_known(value):
            return self._moved(boards[values.index(value)], places) if value in values else 0
        kind = self._program.rules.state[at.map]
        assert isinstance(kind, t.MapT)
        if not isinstance(value, Dyn):
            raise NotLifted
        which, chain = fields.index(value.code, kind.value), "u(0)"
        for i, board in reversed(list(enumerate(boards))):
            chain = f"({board} if {which} == {i} else {chain})"
        return self._moved(chain, places)

    def _shared(self, node: n.Expr) -> Any:
        """Return a value that is the same in all lanes; some of them might not even ask for it."""
        if self._depends(self._tabulator.needs(node)) or not self._program.inliner.is_total(node):
            raise NotLifted
        return self._stager.visit_expr(node)

    def _moved(self, word: str, places: list[int | None]) -> Word:
        """Return a word whose bits come from given places of another, which is written once."""
        ways = {at - lane for lane, at in enumerate(places) if at is not None}
        return moved(self._stager.named(word) if len(ways) > 1 else word, places)

    def _places(self, domain: Any, keys: list[Any]) -> list[int | None]:
        return [domain.index(key) if key in domain else None for key in keys]

    def _member(self, item: n.Expr, of: n.Expr) -> Word:
        """Return where what a lane means is in a set that is the same for all."""
        if self._depends(self._tabulator.needs(of)):
            raise NotLifted
        kind = t.as_set(of.type)
        if isinstance(kind, t.SequenceT):
            kind = t.SetT(kind.of)
        if not isinstance(kind, t.SetT) or not isinstance(kind.of, t.ElementT | t.IntT):
            raise NotLifted
        if not self._program.inliner.is_total(of):
            raise NotLifted
        values = t.values_of(kind.of) or []
        places = [
            bit_index(kind.of, key, self._program.base) if key in values else None
            for key in self._known(item)
        ]
        return self._moved(self._stager.as_set(self._stager.visit_expr(of), kind).code, places)

    # -- folds --------------------------------------------------------------------------------

    def _some(self, name: str, over: n.Expr, test: n.Expr) -> Word:
        """Return where a test holds for some of what a lane runs over."""
        if not self._depends(self._tabulator.needs(over)):
            return self._some_of(name, self._stager.visit_expr(over), test)
        lists = [_in_order(values) for values in self._known(over)]
        try:
            return self._shifted(name, over.type, lists, test)
        except NotLifted:
            return self._one_by_one(name, lists, test)

    def _some_of(self, name: str, values: Any, test: n.Expr) -> Word:
        if not is_known(values) or len(values) > MOST_LAPS:
            raise NotLifted
        parts = []
        for value in values:
            stager = self._stager.within({**self._stager.env, name: value})
            parts.append(Lanes(stager, self._values).lift(test))
        return _joined(parts)

    def _shifted(self, name: str, over: t.Type, lists: list[list[Any]], test: n.Expr) -> Word:
        """Ask the test of everything once, and shift the answer to those it is asked for."""
        of = getattr(t.as_set(over), "of", t.NEVER)
        others = {one: kind for one, kind in self._values.items() if one != name}
        if not isinstance(of, t.ElementT) or any(
            one in others for one in self._tabulator.needs(test).names
        ):
            raise NotLifted
        word = self._named(Lanes(self._stager, {name: tuple(of.domain)}).lift(test))
        most = max(map(len, lists), default=0)
        ways: dict[int, list[int | None]] = {}
        for i, values in enumerate(lists):
            for value in values:
                at = of.domain.index(value)
                ways.setdefault(at - i, [None] * len(lists))[i] = at
        if len(ways) > max(MOST_SHIFTS, most):
            raise NotLifted
        return self._named(_joined([moved(word, places) for _, places in sorted(ways.items())]))

    def _one_by_one(self, name: str, lists: list[list[Any]], test: n.Expr) -> Word:
        """Ask the test of the first that each lane runs over, of the second, and so on."""
        most = max(map(len, lists), default=0)
        if most > MOST_LAPS:
            raise NotLifted
        parts = []
        for k in range(most):
            some = next(values[k] for values in lists if len(values) > k)
            row = tuple(values[k] if len(values) > k else some for values in lists)
            asked = Lanes(self._stager, {**self._values, name: row}).lift(test)
            parts.append(meet(asked, mask_where([len(values) > k for values in lists])))
        return self._named(_joined(parts))


def _all(tests: list[n.Expr]) -> n.Expr:
    kept = tuple(test for test in tests if test != n.Const(True, type=t.BOOL))
    return n.And(kept, type=t.BOOL) if len(kept) != 1 else kept[0]


def _is_one(node: n.Expr, lanes: Mapping[str, Any]) -> bool:
    """Whether a condition compares the name of a lane with another name or variable."""
    match node:
        case n.Compare("==" | "!=", n.Local() as a, n.Local() | n.State() as b) | n.Compare(
            "==" | "!=", n.State() as b, n.Local() as a
        ):
            kinds = [getattr(one.type, "domain", None) for one in (a, b)]
            if kinds[0] is None or kinds[0] is not kinds[1]:
                return False
            names = [one.name in lanes for one in (a, b) if isinstance(one, n.Local)]
            return sum(names) == 1
    return False


def _in_order(values: Any) -> list[Any]:
    """List a collection, a set in the order of its domain."""
    if values is None:
        return []
    if isinstance(values, frozenset):
        return sorted(
            values, key=lambda one: one.domain.index(one) if hasattr(one, "domain") else one
        )
    return list(values)


def _boards(packed: Any) -> list[str]:
    """Write for each value of a map on bitboards where it is, the first where no other is."""
    boards = [Bits(fields.word(field), field.offset, field.width).code for field in packed.fields]
    return [f"(~({' | '.join(boards)}))", *boards]


def moved(word: Word, places: list[int | None]) -> Word:
    """Return a word whose bits come from the given places of another, zero where there is none.

    >>> moved("w", [1, 2, None]), moved(0b110, [1, 2, None])
    ('((w >> u(1)) & u(3))', 3)
    """
    if isinstance(word, int):
        return mask_where([at is not None and bool(word >> at & 1) for at in places])
    ways: dict[int, int] = {}
    for lane, at in enumerate(places):
        if at is not None:
            ways[at - lane] = ways.get(at - lane, 0) | 1 << lane
    if len(ways) > MOST_SHIFTS:
        raise NotLifted
    if ways == {0: (1 << len(places)) - 1}:
        return word
    parts: list[Word] = []
    for way, mask in sorted(ways.items()):
        shift = f" >> {u64(way)}" if way > 0 else f" << {u64(-way)}" if way else ""
        parts.append(f"(({word}{shift}) & {u64(mask)})" if shift else f"({word} & {u64(mask)})")
    return _joined(parts)


def _joined(words: list[Word]) -> Word:
    result: Word = 0
    for word in words:
        result = join(result, word)
    return result


def code(word: Word) -> str:
    """Write a word."""
    return u64(word) if isinstance(word, int) else word


def meet(a: Word, b: Word) -> Word:
    """Return the bits that two words share."""
    if isinstance(a, int) and isinstance(b, int):
        return a & b
    if a == 0 or b == 0:
        return 0
    return f"({code(a)} & {code(b)})"


def join(a: Word, b: Word) -> Word:
    """Return the bits of either word."""
    if isinstance(a, int) and isinstance(b, int):
        return a | b
    if a == 0 or b == 0:
        return a or b
    return f"({code(a)} | {code(b)})"


def differ(a: Word, b: Word) -> Word:
    """Return the bits in which two words differ."""
    return a ^ b if isinstance(a, int) and isinstance(b, int) else f"({code(a)} ^ {code(b)})"
