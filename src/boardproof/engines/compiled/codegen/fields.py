"""Reading and writing state variables in the words of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ....ir import types as t
from ....packing.fields import Field, PackedVariable
from ....rules.state import MapVariable, SubsetVariable, Variable
from .values import (
    NO_NUMBER,
    Bits,
    Comparable,
    Condition,
    Dyn,
    Joined,
    Set,
    SetWord,
    Test,
    both,
    masked,
    shift,
    u64,
)


def word(field: Field) -> str:
    """Name the word that a field lies in."""
    return f"w{field.word}"


def cell(field: Field) -> tuple[int, int, int]:
    """Return where kernels find a field: its word, its lowest bit, and a mask as wide as it is."""
    return field.word, field.offset, (1 << field.width) - 1


def raw(field: Field, shift: str = "") -> str:
    """Write a field's bits as a number from 0."""
    by = shift or (u64(field.offset) if field.offset else "")
    shifted = f"({word(field)} >> {by})" if by else word(field)
    return f"i64({shifted} & {u64((1 << field.width) - 1)})"


def number(code: str, a: t.Type) -> str:
    """Turn the index of a value in its domain into the value: a number, an index, None."""
    match a:
        case t.IntT(lo, _):
            return f"({code} + {lo})" if lo else code
        case t.OptionT(t.IntT(lo, _)):
            return f"({NO_NUMBER} if {code} == 0 else {code} + {lo - 1})"
        case t.OptionT():
            return f"({code} - 1)"
    return code


def index(code: str, a: t.Type) -> str:
    """Turn a value into its index in its domain: the opposite of `number`."""
    match a:
        case t.IntT(lo, _):
            return f"({code} - {lo})" if lo else code
        case t.OptionT(t.IntT(lo, _)):
            return f"(0 if {code} == {NO_NUMBER} else {code} - {lo - 1})"
        case t.OptionT():
            return f"({code} + 1)"
    return code


@dataclass(frozen=True)
class InField(Comparable):
    """A value that lies in a field: compared with a known one by the field's bits."""

    field: Field
    variable: Variable

    def equals(self, value: Any) -> Condition:
        """Test for one value."""
        domain = (
            self.variable.values if isinstance(self.variable, MapVariable) else self.variable.domain
        )
        if value not in domain:
            return False
        return masked(word(self.field), self.field.mask, domain.index(value) << self.field.offset)


@dataclass(frozen=True)
class OnPlanes(Comparable):
    """A map's value at a known place, lying on bitboards."""

    packed: PackedVariable
    at: int

    def equals(self, value: Any) -> Condition:
        """Test for one value: its bitboard has the bit, or none has for the first value."""
        assert isinstance(self.packed.variable, MapVariable)
        values = self.packed.variable.values
        if value not in values:
            return False
        bits = [(word(f), 1 << (f.offset + self.at)) for f in self.packed.fields]
        which = values.index(value)
        if which:
            name, bit = bits[which - 1]
            return masked(name, bit, bit)
        return both([masked(name, bit, 0) for name, bit in bits])


@dataclass(frozen=True)
class OnPlanesAt(Comparable):
    """A map's value at a place that only the running code knows, lying on bitboards."""

    packed: PackedVariable
    at: str

    def equals(self, value: Any) -> Condition:
        """Test for one value: its bitboard has the bit, or none has for the first value."""
        assert isinstance(self.packed.variable, MapVariable)
        values = self.packed.variable.values
        if value not in values:
            return False
        which = values.index(value)
        boards = [self.packed.fields[which - 1]] if which else self.packed.fields
        bits = " | ".join(
            f"(({word(first)} >> {_shift(first, self.at)}) & {u64(_bits(of_word, first))})"
            for first, of_word in _by_words(boards)
        )
        return Test(f"(({bits}) {'!=' if which else '=='} u(0))")


def _shift(field: Field, at: str) -> str:
    """Write how far a bit of a bitboard lies from the lowest of its word."""
    return shift(f"{field.offset} + {at}" if field.offset else at)


def read_variable(packed: PackedVariable, a: t.Type, base: int) -> Condition | Dyn | Set:
    """Read a variable that is not a map; in sets the base is the first of all numbers."""
    field = packed.fields[0]
    if isinstance(a, t.BoolT):
        return masked(word(field), field.mask, field.mask)
    if isinstance(packed.variable, SubsetVariable):
        return own_bits(packed, base)
    return InField(number(raw(field), a), a, field, packed.variable)


def own_bits(packed: PackedVariable, base: int) -> Bits:
    """Return the set that a variable is, as it lies in its field."""
    field, of = packed.fields[0], t.element_type(packed.variable.domain)
    low = of.lo - base if isinstance(of, t.IntT) else 0
    return Bits(word(field), field.offset, field.width, low)


def read_known(packed: PackedVariable, at: int, a: t.Type) -> Dyn:
    """Read a map at a place that is known."""
    if not packed.planes:
        field = packed.fields[at]
        return InField(number(raw(field), a), a, field, packed.variable)
    parts = [f"{i + 1} * {raw(_bit(f, at))}" for i, f in enumerate(packed.fields)]
    return OnPlanes(number(f"({' + '.join(parts)})", a), a, packed, at)


def _bit(field: Field, at: int) -> Field:
    return Field(field.word, field.offset + at, 1)


def read_at(packed: PackedVariable, at: str, a: t.Type) -> Dyn:
    """Read a map at a place that only the running code knows."""
    if packed.planes:
        parts = [
            f"{i + 1} * i64(({word(f)} >> {_shift(f, at)}) & u(1))"
            for i, f in enumerate(packed.fields)
        ]
        return OnPlanesAt(number(f"({' + '.join(parts)})", a), a, packed, at)
    return Dyn(number(_by_word(packed, at, _raw_at), a), a)


def _raw_at(field: Field, at: str, first: int) -> str:
    return raw(field, shift(f"{field.offset} + {field.width} * ({at} - {first})"))


def _by_word(packed: PackedVariable, at: str, make: Any) -> str:
    """Choose the word that a field of a map lies in: they go on from word to word in order."""
    firsts = _firsts(packed)
    (first, field), *others = firsts
    code: str = make(field, at, first)
    for start, other in others:
        code = f"({code} if {at} < {start} else {make(other, at, start)})"
    return code


def _firsts(packed: PackedVariable) -> list[tuple[int, Field]]:
    firsts: dict[int, tuple[int, Field]] = {}
    for i, field in enumerate(packed.fields):
        firsts.setdefault(field.word, (i, field))
    return list(firsts.values())


# -- writing ------------------------------------------------------------------------------------


class Fixed(str):
    """A line that clears known bits of a word and sets known ones."""

    word: int
    clears: int
    sets: int

    def __new__(cls, text: str, word: int, clears: int, sets: int) -> Fixed:
        """Make the line."""
        line = super().__new__(cls, text)
        line.word, line.clears, line.sets = word, clears, sets
        return line


def write_field(field: Field, code: str) -> list[str]:
    """Put a number into a field."""
    name = word(field)
    return [f"{name} = ({name} & {_others(field)}) | (u({code}) << {u64(field.offset)})"]


def _others(field: Field) -> str:
    """Write the bits of the word that are not the field's."""
    return u64(~field.mask & (1 << 64) - 1)


def write_constant(field: Field, value: int) -> list[str]:
    """Put a known number into a field."""
    name, kept = word(field), _others(field)
    put = f" | {u64(value << field.offset)}" if value else ""
    return [
        Fixed(f"{name} = ({name} & {kept}){put}", field.word, field.mask, value << field.offset)
    ]


def write_set(field: Field, own: Bits, value: Set) -> list[str]:
    """Put a set into its field; adding to it and taking from it need no clearing."""
    name, shift = word(field), u64(field.offset)
    if isinstance(value, Joined) and value.left == own and value.op in ("|", "-"):
        if isinstance(value.right, SetWord) and isinstance(value.right.mask, int):
            mask, adds = value.right.mask >> own.low << field.offset, value.op == "|"
            text = f"{name} = {name} | {u64(mask)}" if adds else f"{name} = {name} & ~{u64(mask)}"
            return [Fixed(text, field.word, 0 if adds else mask, mask if adds else 0)]
        moved = f"({_from_low(own, value.right)} << {shift})"
        return [f"{name} = {name} | {moved}" if value.op == "|" else f"{name} = {name} & ~{moved}"]
    return [f"{name} = ({name} & {_others(field)}) | ({_from_low(own, value)} << {shift})"]


def _from_low(own: Bits, value: Set) -> str:
    return f"({value.code} >> {u64(own.low)})" if own.low else value.code


def write_plane_known(packed: PackedVariable, at: int, which: int) -> list[str]:
    """Put a known value at a known place of a map on bitboards."""
    lines = []
    for i, field in enumerate(packed.fields):
        lines += write_constant(_bit(field, at), int(which == i + 1))
    return lines


def write_plane_at(packed: PackedVariable, at: str, which: int) -> list[str]:
    """Put a known value at a place of a map on bitboards."""
    lines = []
    for first, boards in _by_words(packed.fields):
        code, by = word(first), _shift(first, at)
        put = [field for field in boards if field in packed.fields[which - 1 : which]]
        others = [field for field in boards if field not in put]
        if others:
            code = f"({code} & ~({u64(_bits(others, first))} << {by}))"
        if put:
            code = f"{code} | ({u64(_bits(put, first))} << {by})"
        lines.append(f"{word(first)} = {code}")
    return lines


def _by_words(boards: Sequence[Field]) -> list[tuple[Field, list[Field]]]:
    """Return the boards of each word, beside the first of them."""
    words = dict[int, list[Field]]()
    for field in sorted(boards, key=lambda field: field.offset):
        words.setdefault(field.word, []).append(field)
    return [(of_word[0], of_word) for of_word in words.values()]


def _bits(boards: Sequence[Field], first: Field) -> int:
    """Return a bit for each of some boards of a word, as far apart as these are."""
    return sum(1 << (field.offset - first.offset) for field in boards)


def write_plane(packed: PackedVariable, at: str, which: str) -> list[str]:
    """Put a value at a place of a map on bitboards."""
    lines = []
    for i, field in enumerate(packed.fields):
        name, by = word(field), _shift(field, at)
        lines.append(f"{name} = ({name} & ~(u(1) << {by})) | (u({which} == {i + 1}) << {by})")
    return lines


def write_item(packed: PackedVariable, at: str, code: str) -> list[str]:
    """Put a number at a place of a map of small fields."""
    lines = []
    firsts = _firsts(packed)
    for i, (first, field) in enumerate(firsts):
        name, by = word(field), shift(f"{field.offset} + {field.width} * ({at} - {first})")
        ones = u64((1 << field.width) - 1)
        change = f"{name} = ({name} & ~({ones} << {by})) | (u({code}) << {by})"
        if len(firsts) == 1:
            lines.append(change)
        else:
            limit = firsts[1][0]
            lines += [f"if {at} {'<' if i == 0 else '>='} {limit}:", f"    {change}"]
    return lines
