"""Constant tables in generated code: small ones in one word, others as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ..kernels.constants import ABSENT
from .staging import Stager, is_known
from .values import (
    Chosen,
    Dyn,
    SetWord,
    Test,
    Tuple,
    both,
    element_index,
    is_listed,
    mask_of,
    none_code,
    shift,
    u64,
)

_MISSING = object()
#: A list whose items are looked up has at most so many.
MOST_ITEMS = 64


@dataclass(frozen=True)
class Key:
    """A key of a table in parts: each is known, or ranges over the values of its type."""

    parts: list[Any]
    kinds: list[t.Type]
    choices: list[list[Any]]
    single: bool

    def combinations(self) -> list[Any]:
        """List the keys that are possible, in the order of `index`."""
        return [combo[0] if self.single else combo for combo in product(*self.choices)]

    def index(self) -> str:
        """Write the place of the key among those that are possible."""
        places = [
            (_place(part, kind), len(values))
            for part, kind, values in zip(self.parts, self.kinds, self.choices, strict=True)
            if not is_known(part)
        ]
        return _place_of_all(places)


def key_of(node: n.Lookup, key: Any) -> Key:
    """Take a key apart."""
    whole = node.key.type
    if isinstance(whole, t.TupleT):
        kinds = list(whole.items)
        parts = _parts(key, kinds)
    else:
        kinds, parts = [whole], [key]
    choices = [
        [part] if is_known(part) else _values_of(kind)
        for part, kind in zip(parts, kinds, strict=True)
    ]
    return Key(parts, kinds, choices, not isinstance(whole, t.TupleT))


def _values_of(kind: t.Type) -> list[Any]:
    values = t.values_of(kind)
    if values is None:
        raise TooLarge(
            f"the compiled engine cannot look {kind} up in a table: it has too many values"
        )
    return values


def _parts(key: Tuple | Dyn, kinds: Sequence[t.Type]) -> list[Any]:
    """Return the parts of a tuple."""
    if isinstance(key, Tuple):
        return list(key.items)
    return [Dyn(f"{key.code}[{i}]", kind) for i, kind in enumerate(kinds)]


def _place_of_all(places: Iterable[tuple[str, int]]) -> str:
    """Write the place of a combination, given that of each part among so many."""
    code = ""
    for place, count in places:
        code = f"({code} * {count} + {place})" if code else place
    return code


def _place(part: Any, kind: t.Type) -> str:
    """Write the place of a value among the values of its type."""
    if isinstance(kind, t.TupleT):
        return _place_of_all(
            (_place(item, inner), len(_values_of(inner)))
            for item, inner in zip(_parts(part, kind.items), kind.items, strict=True)
        )
    if is_known(part):
        return str(_values_of(kind).index(part))
    match kind:
        case t.IntT(lo, _):
            return f"({part.code} - {lo})" if lo else str(part.code)
        case t.OptionT(t.IntT(lo, _)):
            return f"(max({part.code} - {lo}, -1) + 1)"
        case t.BoolT():
            return f"i64({part.code})"
        case t.OptionT():
            return f"({part.code} + 1)"
    return str(part.code)


class Tables:
    """The tables of one module, each written once."""

    def __init__(self, base: int) -> None:
        self._base = base
        self.lines: list[str] = []
        self._numbers: dict[Any, int] = {}

    def look_up(self, stager: Stager, node: n.Lookup, found: Any) -> Any:
        """Read a table at a key that only the running code knows."""
        key = key_of(node, found)
        entries = [node.table.entries.get(one, _MISSING) for one in key.combinations()]
        if is_listed(node.type) or isinstance(node.type, t.TupleT):
            return self._looked_up(stager, key, entries, node.type)
        # A key that may go wrong is computed even where all entries are the same.
        certain = stager.program.inliner.is_total(node.key)
        return self.entry(entries, key.index(), node.type, certain)

    def _looked_up(self, stager: Stager, key: Key, entries: list[Any], kind: t.Type) -> Any:
        if is_listed(kind):
            return self._chosen(stager, key, entries, kind)
        if isinstance(kind, t.TupleT):
            columns = [
                [e if e is _MISSING else e[i] for e in entries] for i in range(len(kind.items))
            ]
            parts = zip(columns, kind.items, strict=True)
            return Tuple(tuple(self._looked_up(stager, key, *part) for part in parts))
        return self.entry(entries, key.index(), kind)

    def _chosen(self, stager: Stager, key: Key, entries: list[Any], kind: t.Type) -> Chosen:
        """Return a constant that depends on the key; a key that is missing must be noticed."""
        numbers = [e if e is _MISSING else self.number(e) for e in entries]

        def number() -> str:
            return self.number_at(numbers, key.index())

        if stager.program.rolls:
            at, entries = self._without_gaps(entries, key.index())
            chosen = self.chosen_by(number(), entries, kind)
            return Chosen(chosen.cases, kind, number, (at, entries))
        if _MISSING in entries:
            return self.chosen_by(number(), [e for e in entries if e is not _MISSING], kind)
        found = []
        for combo, entry in zip(product(*key.choices), entries, strict=True):
            trio = zip(key.parts, combo, key.kinds, strict=True)
            tests = [stager.compare("==", part, value, kind, kind) for part, value, kind in trio]
            found.append((both(tests), entry))
        return Chosen(found, kind, number)

    def number(self, constant: Any) -> int:
        """Return the number by which a list, table or set is known; that of None is -1."""
        if constant is None:
            return -1
        try:
            return self._numbers.setdefault(constant, len(self._numbers))
        except TypeError:  # a table, which is known by what it says
            return self._numbers.setdefault(repr(constant), len(self._numbers))

    def chosen_by(self, code: str, constants: list[Any], kind: t.Type) -> Chosen:
        """Return the constant, one of these, whose number is written as code."""
        numbers = {self.number(constant): constant for constant in constants}
        found = [(Test(f"({code} == {number})"), one) for number, one in numbers.items()]
        return Chosen([*found], kind, lambda: code)

    def mask(self, chosen: Chosen, of: t.Type) -> str:
        """Write the bits of a set that is one of some constants; None has none."""
        return self.masks(chosen, lambda items: mask_of(of, items, self._base))

    def masks(self, chosen: Chosen, mask: Callable[[Any], int]) -> str:
        """Write the mask of a constant that depends on the position; None has none."""
        if chosen.row is not None:
            at, constants = chosen.row
            return self._array([mask(one or ()) for one in constants], at, "uint64")
        at, constants = self._by_number(chosen)
        return self._array([*(mask(one or ()) for one in constants), 0], at, "uint64")

    def word(self, masks: list[int], at: str) -> int | str:
        """Return one of some words."""
        return self._array(masks, at, "uint64") if len(set(masks)) > 1 else masks[0]

    def item(self, items: list[Any], at: str, kind: t.Type) -> Any:
        """Return one of some constants by its place among them."""
        if is_listed(kind):
            numbers = [self.number(one) for one in items]
            return self.chosen_by(self.number_at(numbers, at), items, kind)
        if isinstance(kind, t.TupleT):
            columns = [[one[i] for one in items] for i in range(len(kind.items))]
            parts = zip(columns, kind.items, strict=True)
            return Tuple(tuple(self.item(column, at, part) for column, part in parts))
        return self.entry(items, at, kind)

    def number_at(self, numbers: list[Any], at: str) -> str:
        """Write one of some numbers by its place among them."""
        found = self.entry(numbers, at, t.IntT(0, len(self._numbers)))
        return str(found if is_known(found) else found.code)

    def pick(self, chosen: Chosen, index: Any, node: n.Pick) -> Any:
        """Return an item of a list that depends on the position; a place it has not is noticed."""
        at, lists = self.place_of(chosen)
        bounds = node.index.type
        if not isinstance(bounds, t.IntT) or bounds.lo < 0 or bounds.hi > MOST_ITEMS:
            raise TooLarge("the compiled engine cannot index a list from its end, or far beyond it")
        width = bounds.hi + 1
        items = [
            one[i] if one and i < len(one) else _MISSING for one in lists for i in range(width)
        ]
        place = index if is_known(index) else index.code
        return self.entry(items, f"({at} * {width} + {place})", node.type)

    def place_of(self, chosen: Chosen) -> tuple[str, list[Any]]:
        """Return where a constant stands, as code, and all the constants among which it does."""
        return chosen.row or self._by_number(chosen)

    def _by_number(self, chosen: Chosen) -> tuple[str, list[Any]]:
        """Return the number of a constant, and all constants that have one."""
        if any(isinstance(one, Dyn) for _, one in chosen.cases):
            raise TooLarge("the compiled engine cannot keep a table's entry that may not be there")
        numbers = {self.number(one): one for _, one in chosen.cases}
        return chosen.code, [numbers.get(i) for i in range(max(numbers, default=-1) + 1)]

    def entry(self, entries: list[Any], at: str, kind: t.Type, certain: bool = True) -> Any:
        """Return the entry at a place that only the running code knows, and `certain`ly does."""
        first, whole = entries[0], _MISSING not in entries
        if certain and whole and all(type(e) is type(first) and e == first for e in entries):
            return first
        if isinstance(kind, t.SetT):
            at, entries = self._without_gaps(entries, at)
            return SetWord(
                self._array([mask_of(kind.of, e or (), self._base) for e in entries], at, "uint64")
            )
        numbers = [ABSENT if e is _MISSING else _number(e, kind) for e in entries]
        if whole:
            code = _small(numbers, at) or self._array(numbers, at, "int64")
        else:
            code = f"present({self._array(numbers, at, 'int64')})"
        return Test(f"({code} != 0)") if isinstance(kind, t.BoolT) else Dyn(code, kind)

    def _without_gaps(self, entries: list[Any], at: str) -> tuple[str, list[Any]]:
        """Fill the gaps of a table, and write a place so that one that is a gap is noticed."""
        if _MISSING not in entries:
            return at, entries
        some = next(e for e in entries if e is not _MISSING)
        places = [ABSENT if e is _MISSING else i for i, e in enumerate(entries)]
        filled = [some if e is _MISSING else e for e in entries]
        return f"present({self._array(places, at, 'int64')})", filled

    def absent(self, kind: t.Type) -> Any:
        """Return an entry that is not there: code that goes wrong if it is ever looked at."""
        if isinstance(kind, t.SequenceT | t.TableT | t.TupleT | t.SetT):
            raise TooLarge("the compiled engine cannot take a table of lists with gaps")
        code = f"present(i64({ABSENT}))"
        return Test(f"({code} != 0)") if isinstance(kind, t.BoolT) else Dyn(code, kind)

    def rows(self, rows: list[list[int]]) -> str:
        """Name a table of words that has the items of some rows one after another."""
        return self._table([item for row in rows for item in row], "uint64")

    def read(self, table: str, at: str) -> str:
        """Write an item of a table that has a name."""
        return f"{table}[{at}]"

    def defined(self, table: str, text: str) -> str:
        """Write what gives a table its name."""
        return f"{table} = {text}"

    def _array(self, numbers: list[int], at: str, kind: str) -> str:
        return self.read(self._table(numbers, kind), at)

    def _table(self, numbers: list[int], kind: str) -> str:
        text = f"np.array({numbers}, dtype=np.{kind})"
        for i, line in enumerate(self.lines):
            if text in line:
                return f"TABLE{i}"
        name = f"TABLE{len(self.lines)}"
        self.lines.append(self.defined(name, text))
        return name


def _small(numbers: list[int], at: str) -> str:
    """Keep a small table in one word; nothing where it does not fit."""
    low = min(numbers)
    width = max(1, (max(numbers) - low).bit_length())
    if width * len(numbers) > 64:
        return ""
    packed = sum((number - low) << (width * i) for i, number in enumerate(numbers))
    code = f"i64(({u64(packed)} >> {shift(f'{at} * {width}')}) & {u64((1 << width) - 1)})"
    return f"({code} + {low})" if low else code


def _number(value: Any, kind: t.Type) -> int:
    if value is None:
        return none_code(kind)
    inner = kind.of if isinstance(kind, t.OptionT) else kind
    return element_index(inner, value)
