"""Counted laps: a loop that goes from place to place and adds at each it comes to, as sowing does.

    for _ in range(in_hand):
        place = self.after[place]
        self.board[place] += 1

Where it begins and how many laps there are decide what is added where, and where it ends. The
numbers of a map lie side by side in a word, so a table has for each beginning and each number of
laps what is added to every word, to all its numbers at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from ....ir import nodes as n
from ....ir import types as t
from ....packing.fields import Field, PackedVariable
from ....rules.state import MapVariable
from .atoms import Needs, NotConstant, place_of
from .staging import Span, is_known
from .values import Dyn, u64

if TYPE_CHECKING:
    from .statements import FunctionWriter

#: A table has at most so many words: it is to stay in the cache, and a GPU has little room for it.
MOST_WORDS = 3072


class NotTabled(Exception):
    """A loop that does something else."""


@dataclass(frozen=True)
class CountedLaps:
    """A loop that assigns one local name, an element, and adds to the numbers of one map."""

    name: str
    kind: t.ElementT
    packed: PackedVariable
    checked: bool
    body: n.Block

    @property
    def words(self) -> list[int]:
        """The words that the map lies in."""
        return sorted({field.word for field in self.packed.fields})

    @property
    def nowhere(self) -> int:
        """What stands for the end of laps that go wrong."""
        return len(self.kind.domain)

    def lap(self, writer: FunctionWriter, element: Any) -> tuple[Any, dict[Field, int]]:
        """Make a lap from an element; return where it ends, and what it adds."""
        env, added = {**writer.env, self.name: element}, dict[Field, int]()
        for node in self.body:
            if isinstance(node, n.Assign):
                env[self.name] = _value(writer, node.value, env)
            elif isinstance(node, n.SetAt):
                field = self._field(_value(writer, node.key, env))
                added[field] = added.get(field, 0) + _step(node)
        return env[self.name], added

    def _field(self, key: Any) -> Field:
        domain = self.packed.variable.domain
        if key not in domain:
            raise NotConstant
        return self.packed.fields[domain.index(key)]

    def rows(self, writer: FunctionWriter, begin: Any, most: int) -> list[list[int]]:
        """Return for each number of laps what is added to each word, and where it ends."""
        rows, sums, at = [], dict.fromkeys(self.packed.fields, 0), begin
        for _ in range(most + 1):
            if at is None:
                rows.append([0 for _ in self.words] + [self.nowhere])
                continue
            self._refuse_carry(sums)
            rows.append([*self._added(sums), self.kind.domain.index(at)])
            try:
                at, added = self.lap(writer, at)
            except NotConstant:  # it goes wrong here, and so do more laps
                at, added = None, {}
            sums = {field: sum_ + added.get(field, 0) for field, sum_ in sums.items()}
        return rows

    def _refuse_carry(self, sums: dict[Field, int]) -> None:
        if any(sum_ >> (field.width - 1) for field, sum_ in sums.items()):
            raise NotTabled

    def _added(self, sums: dict[Field, int]) -> list[int]:
        return [
            sum(sum_ << field.offset for field, sum_ in sums.items() if field.word == word)
            for word in self.words
        ]

    def excess(self, word: int, added: str) -> list[str]:
        """Write what says which numbers of a word would be too large: it has their highest bits.

        Without its highest bit no number reaches the next when something is added. A number is too
        large if two of these are so large that they have that bit: it, what becomes of its lower
        bits, and those once more, with what is missing from the greatest number to all bits added.
        """
        fields = [field for field in self.packed.fields if field.word == word]
        tops = reduce(or_, (1 << (field.offset + field.width - 1) for field in fields))
        lows = reduce(or_, (field.mask for field in fields)) & ~tops
        rest = sum((field.ones - self._greatest) << field.offset for field in fields)
        lines = [f"low = (w{word} & {u64(lows)}) + {added}"]
        lines += [f"high = (low & {u64(lows)}) + {u64(rest)}"]
        return [*lines, f"bad = ((low & high) | (w{word} & (low | high))) & {u64(tops)}"]

    @property
    def _greatest(self) -> int:
        assert isinstance(self.packed.variable, MapVariable)
        return len(self.packed.variable.values) - 1


def tabled(writer: FunctionWriter, node: n.For, bounds: Span) -> bool:
    """Write a loop as a look-up in a table, if it is no more than that, and the table is small."""
    try:
        laps = _read(writer, node)
        count, most = _laps(writer, bounds)
        begin = writer.env[laps.name]
        begins = [begin] if is_known(begin) else list(laps.kind.domain)
        if len(begins) * (most + 1) * (len(laps.words) + 1) > MOST_WORDS:
            return False
        rows = [row for one in begins for row in laps.rows(writer, one, most)]
    except (NotTabled, NotConstant):
        return False
    row = count if is_known(begin) else f"{place_of(begin)} * {most + 1} + {count}"
    _write(writer, laps, rows, row)
    return True


def _write(writer: FunctionWriter, laps: CountedLaps, rows: list[list[int]], row: str) -> None:
    name, tables = writer.program.fresh(), writer.program.tables
    table = tables.rows(rows)
    writer.line(f"{name} = u({row}) * u({len(rows[0])})")
    items = [writer.program.fresh() for _ in rows[0]]
    for i, item in enumerate(items):
        writer.line(f"{item} = {tables.read(table, f'{name} + u({i})')}")
    *added, last = items
    if any(end == laps.nowhere for *_, end in rows):
        writer.line(f"if {last} == u({laps.nowhere}):")
        writer.line("    raise RuleFault")
    for word, item in zip(laps.words, added, strict=True):
        if laps.checked:
            for line in laps.excess(word, item):
                writer.line(line)
            writer.line("if bad != u(0):")
            writer.line("    raise RuleFault")
        writer.line(f"w{word} = w{word} + {item}")
    writer.changed += 1
    writer.bind(laps.name, Dyn(f"i64({last})", laps.kind), laps.kind)


def _read(writer: FunctionWriter, node: n.For) -> CountedLaps:
    """Read a loop as one that goes on and adds."""
    assigned = [part for part in node.body if isinstance(part, n.Assign)]
    added = [part for part in node.body if isinstance(part, n.SetAt)]
    names, maps = {part.name for part in assigned}, {part.map for part in added}
    if len(assigned) + len(added) < len(node.body) or len(names) != 1 or len(maps) != 1:
        raise NotTabled
    name, map_ = names.pop(), maps.pop()
    packed, kind = writer.layout.packed[map_], assigned[0].value.type
    begin = writer.env.get(name)
    if not isinstance(kind, t.ElementT) or any(part.value.type != kind for part in assigned):
        raise NotTabled
    begins_there = begin in kind.domain if is_known(begin) else getattr(begin, "type", 0) == kind
    if not begins_there:
        raise NotTabled
    _refuse_others(writer, packed, added)
    keys = [part.key for part in added]
    _refuse_unknown(writer, name, node.name, [*keys, *(part.value for part in assigned)])
    return CountedLaps(name, kind, packed, any(part.checked for part in added), node.body)


def _refuse_others(writer: FunctionWriter, packed: PackedVariable, added: list[n.SetAt]) -> None:
    """Refuse what is no map of numbers side by side, and changes that do not add."""
    variable = packed.variable
    kind = writer.rules.state[variable.name]
    assert isinstance(variable, MapVariable)
    assert isinstance(kind, t.MapT)
    if packed.planes or packed.boards or not isinstance(kind.value, t.IntT):
        raise NotTabled
    greatest = len(variable.values) - 1
    if kind.value.hi - kind.value.lo != greatest or any(_step(part) < 1 for part in added):
        raise NotTabled
    if any(greatest.bit_length() != field.width for field in packed.fields):
        raise NotTabled


def _refuse_unknown(writer: FunctionWriter, name: str, lap: str, looked_at: list[n.Expr]) -> None:
    """Refuse laps that look at more than where they are and what is known: the position, say."""
    needs = reduce(Needs.joined, map(writer.program.tabulator.needs, looked_at))
    known = {one for one, value in writer.env.items() if is_known(value)} - {lap}
    unknown = needs.names.keys() - {name} - known
    if name == lap or unknown or needs.boards or needs.state - set(writer.known):
        raise NotTabled


def _step(node: n.SetAt) -> int:
    """Return what a change adds to a number, 0 where it does something else."""
    match node.value:
        case n.Arith("+", n.At(map_, key), n.Const(int(step))):
            return step if (map_, key) == (node.map, node.key) else 0
    return 0


def _laps(writer: FunctionWriter, bounds: Span) -> tuple[str, int]:
    """Return how many laps there are, as code, and how many there can be."""
    start, stop = bounds.items
    kind = bounds.steps.stop.type
    if start != 0 or bounds.steps.step != 1 or not isinstance(kind, t.IntT):
        raise NotTabled
    code = writer.code(stop, kind)
    return (code if kind.lo >= 0 else f"max({code}, i64(0))"), max(kind.hi, 0)


def _value(writer: FunctionWriter, node: n.Expr, env: dict[str, Any]) -> Any:
    return writer.program.tabulator.value(node, env, dict(writer.known))
