"""Values of the staged evaluation: what is known stays Python, the rest is code on machine words.

A number, an element (its index), a value or None (None is a number no value has) and a result (its
code) are `int64`; a set is a `uint64` with a bit for each element; a condition is a `Test`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ....errors import TooLarge
from ....ir import types as t
from ....rules.domains import Domain
from ....rules.results import Draw, Score, Win

#: What is set in one word or the other.
EITHER = "(w0 | w1)"
#: None beside an element is -1, beside a number this.
NO_NUMBER = -(1 << 62)


@dataclass(frozen=True)
class Dyn:
    """A value known when the code runs."""

    code: str
    type: t.Type


class Comparable(Dyn, ABC):
    """A value that knows a shorter test for equality with a known one."""

    @abstractmethod
    def equals(self, value: Any) -> Condition:
        """Test for one value."""


@dataclass(frozen=True)
class Tuple:
    """Several values, each known or not."""

    items: tuple[Any, ...]


def part_name(number: int | str, variable: str) -> str:
    """Name the variable of a tuple's part; no name in a rulebook comes to the same."""
    return f"i{number}_{variable}"


def is_listed(a: t.Type) -> bool:
    """Whether values of a type, where they depend on the position, are numbered constants."""
    inner = a.of if isinstance(a, t.OptionT) else a
    return isinstance(inner, t.SequenceT | t.TableT) or (inner != a and isinstance(inner, t.SetT))


# -- conditions ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Test:
    """A condition known when the code runs."""

    text: str

    @property
    def code(self) -> str:
        """Write the condition."""
        return self.text

    def negated(self) -> Test:
        """Return the opposite."""
        return Test(f"(not {self.text})")


@dataclass(frozen=True)
class Masked(Test):
    """Some bits of a word have one pattern, or have not: `(word & mask) == value`."""

    word: str
    mask: int
    value: int
    holds: bool

    @property
    def code(self) -> str:
        """Write the condition; a single bit is tested against zero."""
        holds, value = self.holds, self.value
        if self.mask == value and self.mask & (self.mask - 1) == 0:
            holds, value = not holds, 0
        return f"(({self.word} & {u64(self.mask)}) {'==' if holds else '!='} {u64(value)})"

    def negated(self) -> Masked:
        """Return the opposite; of one bit it is the other value."""
        if self.mask & (self.mask - 1) == 0:
            return masked(
                self.word, self.mask, self.mask & ~self.value if self.holds else self.value
            )
        return masked(self.word, self.mask, self.value, not self.holds)


def masked(word: str, mask: int, value: int, holds: bool = True) -> Masked:
    """Test bits of a word."""
    return Masked("", word, mask, value, holds)


Condition = Test | bool


def negate(test: Condition) -> Condition:
    """Return the opposite of a condition."""
    return not test if isinstance(test, bool) else test.negated()


def both(tests: list[Condition]) -> Condition:
    """Join conditions by `and`: bits of one word are tested at once, families by shifting.

    A test that may go wrong keeps its place: what follows it must not be asked before it.
    """
    for i, test in enumerate(tests[:-1]):
        if isinstance(test, Test) and "present(" in test.text:
            parts = [both(tests[:i]), test, both(tests[i + 1 :])]
            return Test(f"({' and '.join(condition_code(part) for part in parts)})")
    kept: list[Test] = []
    for test in tests:
        if test is False:
            return False
        if isinstance(test, Test) and test not in kept:
            kept.append(test)
    merged = _merge(kept)
    if merged is None:
        return False
    merged = _families(merged)
    if not merged:
        return True
    return merged[0] if len(merged) == 1 else Test(f"({' and '.join(m.code for m in merged)})")


def either(tests: list[Condition]) -> Condition:
    """Join conditions by `or`."""
    return negate(both([negate(test) for test in tests]))


def _merge(tests: list[Test]) -> list[Test] | None:
    """Put tests of fixed bits of one word together; None where they contradict each other."""
    bits: dict[str, Masked] = {}
    rest: list[Test] = []
    for test in tests:
        if not isinstance(test, Masked) or not test.holds:
            rest.append(test)
            continue
        known = bits.get(test.word)
        if known is None:
            bits[test.word] = test
            continue
        shared = known.mask & test.mask
        if known.value & shared != test.value & shared:
            return None
        bits[test.word] = masked(test.word, known.mask | test.mask, known.value | test.value)
    return [*_together(list(bits.values())), *rest]


def _together(tests: list[Masked]) -> list[Masked]:
    """Test the same bits of both words at once, where none may be set in either."""
    both_words = {test.word for test in tests} == {"w0", "w1"}
    if both_words and len({(test.mask, test.value) for test in tests}) == 1 and not tests[0].value:
        return [masked(EITHER, tests[0].mask, 0)]
    return tests


def _families(tests: list[Test]) -> list[Test]:
    """Replace translated tests that all fail or all hit by one test on a shifted word.

    `not all of mask << i` for many i is: no i where the word, shifted by each bit of the shape and
    intersected, has a bit left. `some of mask << i` for many i is its mirror image.
    """
    groups: dict[tuple[str, int, bool], list[int]] = {}
    rest: list[Test] = []
    for test in tests:
        if isinstance(test, Masked) and not test.holds and test.value in (0, test.mask):
            start = (test.mask & -test.mask).bit_length() - 1
            groups.setdefault((test.word, test.mask >> start, test.value == 0), []).append(start)
        else:
            rest.append(test)
    for (word, shape, nothing), starts in groups.items():
        if len(starts) < 3 or shape == 1:
            rest += [
                masked(word, shape << s, 0 if nothing else shape << s, holds=False) for s in starts
            ]
        else:
            rest.append(_shifted(word, shape, starts, nothing))
    return rest


def _shifted(word: str, shape: int, starts: list[int], some: bool) -> Test:
    """Test a family: `some` wants a bit of each translate, else no translate may be complete."""
    where = u64(sum(1 << s for s in starts))
    wanted = where if some else u64(0)
    return Test(f"(({shifted_word(word, shape, whole=not some)} & {where}) == {wanted})")


def shifted_word(word: str, shape: int, whole: bool) -> str:
    """Write the word with a bit at each place from which the whole shape, or some of it, is set.

    >>> shifted_word("w0", 0b101, whole=True), shifted_word("w0", 0b110, whole=False)
    ('(w0 & (w0 >> u(2)))', '((w0 >> u(1)) | (w0 >> u(2)))')
    """
    offsets = [i for i in range(shape.bit_length()) if shape >> i & 1]
    joint = " & " if whole else " | "
    return f"({joint.join(f'({word} >> {u64(o)})' if o else word for o in offsets)})"


# -- sets ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bits:
    """A set as a bit field of a word, the first bit for the element `low`."""

    word: str
    offset: int
    size: int
    low: int = 0

    @property
    def code(self) -> str:
        """Write the set, element 0 at bit 0."""
        shifted = f"({self.word} >> {u64(self.offset)})" if self.offset else self.word
        bits = f"({shifted} & {u64((1 << self.size) - 1)})"
        return f"({bits} << {u64(self.low)})" if self.low else bits

    @property
    def elements(self) -> int:
        """The bits of all elements that the set can have."""
        return ((1 << self.size) - 1) << self.low

    def has(self, index: int) -> Condition:
        """Test for one element."""
        return self.includes(1 << index)

    def includes(self, mask: int) -> Condition:
        """Test for all elements of a set."""
        if mask & ~self.elements:
            return False
        bits = mask >> self.low << self.offset
        return masked(self.word, bits, bits)


@dataclass(frozen=True)
class SetWord:
    """A set known beforehand, or computed as code."""

    mask: int | str

    @property
    def code(self) -> str:
        """Write the set."""
        return u64(self.mask) if isinstance(self.mask, int) else self.mask

    def has(self, index: int) -> Condition:
        """Test for one element."""
        if isinstance(self.mask, int):
            return bool(self.mask >> index & 1)
        return masked(self.mask, 1 << index, 1 << index)

    def includes(self, mask: int) -> Condition:
        """Test for all elements of a set."""
        if isinstance(self.mask, int):
            return self.mask & mask == mask
        return masked(self.mask, mask, mask)


@dataclass(frozen=True)
class Joined:
    """Two sets under an operation: asked element by element, it asks both."""

    op: str
    left: Set
    right: Set

    @property
    def code(self) -> str:
        """Write the set."""
        if self.op == "-":
            return f"({self.left.code} & ~{self.right.code})"
        return f"({self.left.code} {self.op} {self.right.code})"

    def has(self, index: int) -> Condition:
        """Test for one element."""
        left, right = self.left.has(index), self.right.has(index)
        match self.op:
            case "|":
                return either([left, right])
            case "&":
                return both([left, right])
            case "-":
                return both([left, negate(right)])
        return Test(f"({condition_code(left)} != {condition_code(right)})")

    def includes(self, mask: int) -> Condition:
        """Test for all elements of a set."""
        return Test(f"(({self.code} & {u64(mask)}) == {u64(mask)})")


Set = Bits | SetWord | Joined


def join_sets(op: str, left: Set, right: Set) -> Set:
    """Make `| & - ^`, at once where both sets are known."""
    if isinstance(left, SetWord) and isinstance(right, SetWord):
        a, b = left.mask, right.mask
        if isinstance(a, int) and isinstance(b, int):
            return SetWord({"|": a | b, "&": a & b, "-": a & ~b, "^": a ^ b}[op])
    return Joined(op, left, right)


# -- writing values as code ---------------------------------------------------------------------


def u64(value: int) -> str:
    """Write an unsigned constant."""
    if value >> 64:
        raise TooLarge("the compiled engine keeps sets of at most 64 elements, or near numbers")
    return f"u({value:#x})" if value > 9 else f"u({value})"


def shift(code: str) -> str:
    """Write by how many bits a word is shifted, where only the running code knows.

    Conditions asked for many values at once may compute a shift by a value that is None and then
    not use it. A shift by no bit of a word would let the compiler drop all that depends on it.
    """
    return f"(u({code}) & u(63))"


def condition_code(test: Condition) -> str:
    """Write a condition."""
    return str(test) if isinstance(test, bool) else test.code


def element_index(of: t.Type, value: Any) -> int:
    """Return the index of an element, or the number itself."""
    if isinstance(of, t.TextT):
        raise TooLarge(f"the compiled engine has no words to compare, such as {value!r}")
    return of.domain.index(value) if isinstance(of, t.ElementT) else int(value)


def mask_of(of: t.Type, values: Any, base: int) -> int:
    """Return the bits of a set of elements, or of numbers from the base on."""
    return reduce(lambda mask, value: mask | 1 << bit_index(of, value, base), values, 0)


def bit_index(of: t.Type, value: Any, base: int) -> int:
    """Return the bit that stands for an element, or a number from the base on, in a set."""
    return value - base if isinstance(of, t.IntT) else element_index(of, value)


class Chosen:
    """A constant that depends on the position, such as a list: under each condition, which it is.

    Where it must be kept, or compared with another, it is known by a number of its own, which
    `number` writes as code. Where it comes from a table, `row` is its place there and the table.
    """

    def __init__(
        self,
        cases: list[tuple[Condition, Any]],
        a: t.Type,
        number: Callable[[], str],
        row: tuple[str, list[Any]] | None = None,
    ) -> None:
        self.cases, self.type, self._number, self.row = cases, a, number, row

    @property
    def code(self) -> str:
        """Write the number of the constant."""
        return self._number()

    def not_none(self) -> Chosen:
        """Return the same where it is known not to be None."""
        left = [case for case in self.cases if case[1] is not None]
        inner = self.type.of if isinstance(self.type, t.OptionT) else self.type
        return Chosen(left, inner, self._number, self.row)

    def equals(self, value: Any) -> Condition:
        """Test for one constant."""
        return either([test for test, constant in self.cases if constant == value])


def none_code(a: t.Type) -> int:
    """Return the number that stands for None beside the values of a type."""
    inner = a.of if isinstance(a, t.OptionT) else a
    return NO_NUMBER if isinstance(inner, t.IntT) else -1


def result_code(value: Any, players: Domain[Any]) -> int:
    """Number the results without points: 0 none, then a win for each player, then the draw."""
    match value:
        case None:
            return 0
        case Win(player):
            return 1 + players.index(player)
        case Draw():
            return 1 + len(players)
    raise TypeError(f"{value} has no fixed number")


def result_of(code: int, players: Domain[Any], points: range) -> Win | Draw | Score | None:
    """Return the result that a number stands for; a score's digits are places in `points`.

    >>> from boardproof.rules import Players
    >>> [str(result_of(code, Players("A", "B"), range(-1, 2))) for code in (4, 5, 6, 7, 12)]
    ['draw', 'A wins', 'A wins', 'B wins', 'draw']
    """
    if code == 0:
        return None
    if code <= len(players):
        return Win(players.elements[code - 1])
    if code == len(players) + 1:
        return Draw()
    code -= len(players) + 2
    scored = {}
    for player in players:
        code, digit = divmod(code, len(points))
        scored[player] = points[digit]
    return Score(scored)


def code_of(result: Win | Draw | Score | None, players: Domain[Any], points: range) -> int:
    """Return the number that stands for a result.

    >>> from boardproof.rules import Players
    >>> players, points = Players("A", "B"), range(-1, 2)
    >>> all(code_of(result_of(c, players, points), players, points) == c for c in range(13))
    True
    """
    match result:
        case None:
            return 0
        case Win():
            return players.index(result.player) + 1
        case Draw():
            return len(players) + 1
    score = 0
    for player in reversed(players.elements):
        score = score * len(points) + points.index(result.points[player])
    return len(players) + 2 + score
