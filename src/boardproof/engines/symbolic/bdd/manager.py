"""Decision diagrams: a thin layer over OxiDD, and the only place that knows the library.

A diagram is a Boolean function of numbered bits. The library's handles are used as they are:
`&`, `|`, `^`, `~` and `==` work on them; everything else goes through `Diagrams`.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from oxidd.bcdd import BCDDManager, BCDDSubstitution
from oxidd.util import BooleanOperator, DDDMPFile

#: A Boolean function; what the library hands out.
Diagram = Any

#: Nodes there is room for at first. Memory is taken as it is used, so that this may be generous.
NODES = 1 << 24
#: How much larger a sum may be than what is added up.
LARGER = 32
#: Bytes that a node takes, and an entry of the cache of results.
NODE_BYTES, ENTRY_BYTES = 28, 20

#: What the library raises when its room is used up.
OutOfRoom = MemoryError


class Backend(Protocol):
    """What a library of decision diagrams must do for us."""

    true: Diagram
    false: Diagram

    def var(self, bit: int) -> Diagram:
        """Give the function that is true where the bit is set."""
        ...

    def ite(self, test: Diagram, yes: Diagram, no: Diagram) -> Diagram:
        """Give `yes` where the test holds, `no` elsewhere."""
        ...

    def cube(self, bits: Iterable[int]) -> Diagram:
        """Write a set of bits the way that quantifying takes it."""
        ...

    def exists(self, diagram: Diagram, bits: Diagram) -> Diagram:
        """Forget bits: true where some values of them make it true."""
        ...

    def and_exists(self, a: Diagram, b: Diagram, bits: Diagram) -> Diagram:
        """Join two functions and forget bits, at once."""
        ...

    def satisfiable(self, diagram: Diagram) -> bool:
        """Say whether a function is true anywhere."""
        ...

    def count(self, diagram: Diagram) -> int:
        """Count the patterns of all bits for which a function is true."""
        ...

    def nodes(self, diagram: Diagram) -> int:
        """Count a diagram's nodes."""
        ...


class Diagrams:
    """Diagrams over a fixed number of bits, the first at the top.

    >>> d = Diagrams(3)
    >>> f = d.var(0) & ~d.var(2)
    >>> d.count(f), d.count(d.exists(f, d.cube([0]))), d.nodes(f)
    (2, 4, 3)
    """

    def __init__(
        self, bits: int, nodes: int = NODES, cache: int | None = None, threads: int = 1
    ) -> None:
        self.bits, self.capacity, self.threads = bits, nodes, threads
        self.cache = cache or max(1 << 10, min(1 << 20, nodes // 2))
        self.manager = BCDDManager(nodes, self.cache, threads)
        self.manager.add_vars(bits)
        self._renamings: dict[tuple[tuple[int, int], ...], BCDDSubstitution] = {}
        self.true, self.false = self.manager.true(), self.manager.false()

    def var(self, bit: int) -> Diagram:
        """Give the function that is true where the bit is set."""
        return self.manager.var(bit)

    def ite(self, test: Diagram, yes: Diagram, no: Diagram) -> Diagram:
        """Give `yes` where the test holds, `no` elsewhere."""
        return test.ite(yes, no)

    def cube(self, bits: Iterable[int]) -> Diagram:
        """Write a set of bits the way that quantifying takes it."""
        found = self.true
        for bit in sorted(bits, reverse=True):
            found = self.var(bit) & found
        return found

    def exists(self, diagram: Diagram, bits: Diagram) -> Diagram:
        """Forget bits: true where some values of them make it true."""
        return diagram.exists(bits)

    def and_exists(self, a: Diagram, b: Diagram, bits: Diagram) -> Diagram:
        """Join two functions and forget bits, at once."""
        return a.apply_exists(BooleanOperator.AND, b, bits)

    def renamed(self, diagram: Diagram, names: Mapping[int, int]) -> Diagram:
        """Put other bits in the place of bits, all at once."""
        key = tuple(sorted(names.items()))
        if key not in self._renamings:
            pairs = [(old, self.var(new)) for old, new in key]
            self._renamings[key] = BCDDSubstitution(pairs)
        return diagram.substitute(self._renamings[key])

    def any_of(self, diagrams: Iterable[Diagram]) -> Diagram:
        """Unite, small diagrams with small ones."""
        waiting = list(diagrams)
        if not waiting:
            return self.false
        while len(waiting) > 1:
            pairs = zip(waiting[::2], waiting[1::2], strict=False)
            waiting = [a | b for a, b in pairs] + ([waiting[-1]] if len(waiting) % 2 else [])
        return waiting[0]

    def grouped(self, parts: Iterable[Diagram], most: int) -> list[Diagram]:
        """Unite neighbouring parts while they stay within so many nodes."""
        found: list[Diagram] = []
        for part in parts:
            joint = found[-1] | part if found else part
            if found and self.nodes(joint) <= most:
                found[-1] = joint
            else:
                found.append(part)
        return found

    def how_many(self, parts: Sequence[Diagram]) -> list[tuple[int, Diagram]]:
        """Say how many of some functions are true, as a sum of weights times functions.

        These are the bits of the number, unless they get much larger than the functions are.

        >>> d = Diagrams(3)
        >>> [(weight, d.count(bit)) for weight, bit in d.how_many([d.var(0), d.var(1), d.var(2)])]
        [(1, 4), (2, 4)]
        """
        bits: list[Diagram] = []
        most = LARGER * sum(map(self.nodes, parts))
        for carry in parts:
            for place, bit in enumerate(bits):
                bits[place], carry = bit ^ carry, bit & carry
            if carry.satisfiable():
                bits.append(carry)
            if sum(map(self.nodes, bits)) > most:
                return [(1, part) for part in parts]
        return [(1 << place, bit) for place, bit in enumerate(bits)]

    def satisfiable(self, diagram: Diagram) -> bool:
        """Say whether a function is true anywhere."""
        return bool(diagram.satisfiable())

    def pick(self, diagram: Diagram) -> list[bool | None]:
        """Give some pattern of the bits for which a function is true; None where either will do."""
        return list(diagram.pick_cube())

    def count(self, diagram: Diagram) -> int:
        """Count the patterns of all bits for which a function is true."""
        return int(diagram.sat_count(self.bits))

    def nodes(self, diagram: Diagram) -> int:
        """Count a diagram's nodes, the leaf counted once."""
        return int(diagram.node_count())

    def collect(self) -> None:
        """Forget what nobody holds."""
        self.manager.gc()

    @property
    def collections(self) -> int:
        """How often things have been forgotten, by us or by the library on its own."""
        return int(self.manager.gc_count())

    @property
    def used(self) -> int:
        """How many nodes there are, those that could be forgotten included."""
        return int(self.manager.approx_num_inner_nodes())

    def moved_from(self, other: Diagrams, kept: Sequence[Diagram]) -> list[Diagram]:
        """Copy diagrams of another room with the same bits into this one."""
        inner = [d for d in kept if d.satisfiable() and not d.valid()]
        moved = iter(self._imported(other, inner) if inner else [])
        return [
            next(moved) if d.satisfiable() and not d.valid()
            else (self.true if d.satisfiable() else self.false)
            for d in kept
        ]  # fmt: skip

    def _imported(self, other: Diagrams, kept: Sequence[Diagram]) -> list[Diagram]:
        handle, path = tempfile.mkstemp(suffix=".dddmp")
        os.close(handle)
        try:
            other.manager.export_dddmp(path, kept, strict=False)
            with DDDMPFile(path) as file:
                moved = list(self.manager.import_dddmp(file))
        finally:
            os.unlink(path)
        return moved
