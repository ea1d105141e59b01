"""Decision diagrams: a thin layer over OxiDD, and the only module that imports the library.

A diagram is a Boolean function of numbered bits. The library's handles are used as they are:
`&`, `|`, `^`, `~` and `==` work on them; everything else goes through `Diagrams`.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from oxidd.bcdd import BCDDManager, BCDDSubstitution
from oxidd.util import BooleanOperator, DDDMPFile

#: A Boolean function: a handle of the library.
Diagram = Any

#: The initial capacity in nodes. Memory is committed as it is used, so this may be generous.
NODES = 1 << 24
#: How many times larger the bits of a sum may be than its summands.
LARGER = 32
#: Garbage is collected where one node in this many of a large capacity is used.
FULL = 3
#: Bytes per node, and per entry of the operation cache.
NODE_BYTES, ENTRY_BYTES = 28, 20

#: The last line of a file of diagrams.
END = b".end\n"

#: Raised by the library when its capacity is used up.
OutOfRoom = MemoryError


def united(
    pairs: Iterable[tuple[Any, Diagram]], any_of: Callable[[list[Diagram]], Diagram]
) -> dict[Any, Diagram]:
    """Return the union of the functions of each key."""
    parts: dict[Any, list[Diagram]] = {}
    for key, function in pairs:
        parts.setdefault(key, []).append(function)
    return {key: any_of(functions) for key, functions in parts.items()}


def power_of_two(most: int) -> int:
    """Return the largest power of two up to a number.

    >>> power_of_two(1000)
    512
    """
    return 1 << max(1, most).bit_length() - 1


class Diagrams:
    """A manager of diagrams over a fixed number of bits, the first at the top.

    >>> d = Diagrams(3)
    >>> f = d.var(0) & ~d.var(2)
    >>> d.count(f), d.count(d.exists(f, d.cube([0]))), d.nodes(f)
    (2, 4, 3)
    """

    def __init__(
        self, bits: int, nodes: int = NODES, cache: int | None = None, threads: int = 1
    ) -> None:
        self.bits, self.capacity, self.threads = bits, nodes, threads
        # The library would round up to a power of two.
        self.cache = power_of_two(cache or max(1 << 10, min(1 << 20, nodes // 2)))
        self.manager = BCDDManager(nodes, self.cache, threads)
        self.manager.add_vars(bits)
        self._renamings: dict[tuple[tuple[int, int], ...], BCDDSubstitution] = {}
        self.true, self.false = self.manager.true(), self.manager.false()

    def var(self, bit: int) -> Diagram:
        """Return the function that is true where the bit is set."""
        return self.manager.var(bit)

    def ite(self, test: Diagram, yes: Diagram, no: Diagram) -> Diagram:
        """Return the function that is `yes` where the test holds, `no` elsewhere."""
        return test.ite(yes, no)

    def cube(self, bits: Iterable[int]) -> Diagram:
        """Return a set of bits as a cube, the form that quantification takes."""
        cube = self.true
        for bit in sorted(bits, reverse=True):
            cube = self.var(bit) & cube
        return cube

    def exists(self, diagram: Diagram, bits: Diagram) -> Diagram:
        """Quantify bits existentially."""
        return diagram.exists(bits)

    def and_exists(self, a: Diagram, b: Diagram, bits: Diagram) -> Diagram:
        """Return the relational product: conjoin two functions and quantify bits."""
        return a.apply_exists(BooleanOperator.AND, b, bits)

    def substitute(self, diagram: Diagram, names: Mapping[int, int]) -> Diagram:
        """Return a diagram with bits substituted for bits, simultaneously."""
        key = tuple(sorted(names.items()))
        if key not in self._renamings:
            pairs = [(old, self.var(new)) for old, new in key]
            self._renamings[key] = BCDDSubstitution(pairs)
        return diagram.substitute(self._renamings[key])

    def any_of(self, diagrams: Iterable[Diagram]) -> Diagram:
        """Return the union, built as a balanced tree."""
        pending = list(diagrams)
        if not pending:
            return self.false
        while len(pending) > 1:
            pairs = zip(pending[::2], pending[1::2], strict=False)
            pending = [a | b for a, b in pairs] + ([pending[-1]] if len(pending) % 2 else [])
        return pending[0]

    def grouped(self, parts: Iterable[Diagram], most: int) -> list[Diagram]:
        """Unite neighbouring parts while a union has at most `most` nodes."""
        groups: list[Diagram] = []
        for part in parts:
            joint = groups[-1] | part if groups else part
            if groups and self.nodes(joint) <= most:
                groups[-1] = joint
            else:
                groups.append(part)
        return groups

    def count_true(self, parts: Sequence[Diagram]) -> list[tuple[int, Diagram]]:
        """Return how many of some functions are true, as a sum of weights times functions.

        These are the binary digits of the number, unless they get much larger than the functions.

        >>> d = Diagrams(3)
        >>> [(weight, d.count(bit)) for weight, bit in d.count_true([d.var(0), d.var(1), d.var(2)])]
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

    def pick(self, diagram: Diagram) -> list[bool | None]:
        """Return an assignment of the bits that satisfies a function; None where a bit is free."""
        return list(diagram.pick_cube())

    def count(self, diagram: Diagram) -> int:
        """Return the number of assignments of all bits that satisfy a function."""
        return int(diagram.sat_count(self.bits))

    def nodes(self, diagram: Diagram) -> int:
        """Return the number of nodes of a diagram, the leaf counted once."""
        return int(diagram.node_count())

    def collect(self) -> None:
        """Collect garbage."""
        self.manager.gc()

    def make_room(self, nodes: int) -> None:
        """Collect garbage before work that creates so many nodes: none is collected on the way.

        With the garbage goes the operation cache, though what it knows of a layer, the next ones
        share; so little garbage is kept while there is room for the work.
        """
        if self.used > max(self.capacity // FULL, min(self.capacity, NODES) - nodes):
            self.collect()

    @property
    def collections(self) -> int:
        """The number of garbage collections so far, ours and the library's own."""
        return int(self.manager.gc_count())

    @property
    def used(self) -> int:
        """The number of nodes, garbage included."""
        return int(self.manager.approx_num_inner_nodes())

    def copy_from(self, other: Diagrams, diagrams: Sequence[Diagram]) -> list[Diagram]:
        """Copy diagrams of another manager with the same bits into this one."""
        leaves = {other.true: self.true, other.false: self.false}
        inner = [diagram for diagram in diagrams if diagram not in leaves]
        moved = iter(self._import(other, inner) if inner else [])
        return [leaves[diagram] if diagram in leaves else next(moved) for diagram in diagrams]

    def _import(self, other: Diagrams, diagrams: Sequence[Diagram]) -> list[Diagram]:
        with TemporaryDirectory() as folder:
            path = Path(folder, "moved.dddmp")
            other.export(path, diagrams)
            return self.load(path)

    def export(self, path: Path, diagrams: Sequence[Diagram]) -> None:
        """Write diagrams, none of them constant, to a file.

        The library tells a disk's refusal without its number, and none that it gets as it closes
        the file: what is cut off then lacks its last line.
        """
        try:
            self.manager.export_dddmp(str(path), diagrams, strict=False)
        except OSError as failure:
            told = re.search(r"\(os error (\d+)\)", str(failure))
            raise (OSError(int(told[1]), os.strerror(int(told[1]))) if told else failure) from None
        with path.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - len(END)))
            if file.read(len(END)) != END:
                raise OSError(errno.EIO, "what was written is cut off, as on a full disk")

    def load(self, path: Path) -> list[Diagram]:
        """Return the diagrams of a file that was written by a manager with the same bits."""
        diagrams: list[Diagram] = []
        with DDDMPFile(str(path)) as file:
            diagrams += self.manager.import_dddmp(file)
        return diagrams
