"""Observations of packed positions as source: the planes that `packing` defines, in code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....analysis.callgraph import phases
from ....ir.rules import PASS, UNFINISHED
from ....packing.fields import Field, PackedVariable
from ....packing.planes import ObservationPlanes, Plane
from ....positions.moves import Move
from ....rules.domains import OrNone
from ....rules.state import MapVariable, SubsetVariable
from ..kernels.specialise import Kernel
from .entry import define
from .module import GeneratedModule
from .values import condition_code, u64

if TYPE_CHECKING:
    from .program import Program

HEADER = '''"""{identity}: many games at once, generated from its rulebook."""

from {rules} import *

'''
#: The bits of a byte, one after another: eight at a time are copied by one instruction.
SPREAD = """
SPREAD = np.array([[byte >> bit & 1 for bit in range(8)] for byte in range(256)], np.uint8)

"""


class BatchWriter:
    """Writes the module that plays many games of a rulebook at once."""

    #: Whether it is for a GPU, where tables are slow.
    gpu = False

    def __init__(self, program: Program, planes: ObservationPlanes) -> None:
        self._program, self._planes = program, planes
        self._cells = planes.rows * planes.columns

    def module(self, rules: str, more: tuple[Kernel, ...] = ()) -> GeneratedModule:
        """Write the whole module; `rules` is the name of the module that has the rules.

        There may be more kernels than those for all machines.
        """
        written, tables = self._program.functions.lines, self._program.tables.lines
        before, known = len(written), len(tables)
        lines = [*self._legal(), *self._observe(), *self._unfinished()]
        lines = [*tables[known:], *written[before:], *lines]
        head = HEADER.format(identity=self._program.rules.game.identity, rules=rules)
        head += "" if self.gpu else SPREAD
        kernels = (Kernel("batch", self._constants()), *more)
        return GeneratedModule(head + "\n".join(lines), kernels, "batch")

    def _constants(self) -> dict[str, int]:
        turns = self._program.rules.has_turns
        return {
            "WORDS": len(self._program.words),
            "GPU": self.gpu,
            "ACTIONS": len(self._program.moves),
            "TURNS": turns,
            "PASSES": PASS in self._program.rules.moves,
            "ROOM": self._program.most_children if turns else 1,
            "SEATS": len(self._program.rules.game.players),
        }

    @property
    def _own_moves(self) -> list[Move]:
        """All moves but a pass, which is the last."""
        return [move for move in self._program.moves if move.rule != PASS]

    def _unfinished(self) -> list[str]:
        if not self._program.rules.has_turns:
            return []
        name, _ = self._program.functions.of(UNFINISHED, (), {})
        return [f"unfinished = {name}", ""]

    def _legal(self) -> list[str]:
        """Write the function that notes which moves are legal, a pass left out; and counts them."""
        program, lines = self._program, ["count = 0"]
        if program.rolls or len(program.moves) > MOST_WRITTEN:
            number = f"range({len(self._own_moves)})"
            call = f"apply_move(number, {program.parameters})[0]"
            lines += [f"for number in {number}:", f"    ok = {call}"]
            lines += ["    legal[row, u(number)] = ok", "    count += ok", "return count"]
            return define("legal_actions", f"{program.parameters}, legal, row", lines)
        given = ", ".join(f"p{i}" for i in range(len(program.words)))
        for phase in phases(program.rules):
            test = program.phase_test(phase)
            if test is not False:
                lines += [f"if {condition_code(test)}:"]
                lines += [f"    {line}" for line in self._each(phase)] + ["    return count"]
        start = f"{program.parameters} = {given}"
        return define("legal_actions", f"{given}, legal, row", [start, *lines, "return count"])

    def _each(self, phase: dict[str, object]) -> Iterator[str]:
        """Write all moves of a phase: each is made, and noted if it may be."""
        for number, move in enumerate(self._own_moves):
            made, *_, counted = self._program.expansion.push_call(move, phase)
            ok = "ok" if "ok" in counted else "True"
            yield made
            yield f"legal[row, u({number})] = {ok}"
            yield f"count += {ok}"

    # -- planes -------------------------------------------------------------------------------

    def _observe(self) -> list[str]:
        """Write the function that shows a position on planes, one after another."""
        lines = [
            line
            for number, plane in enumerate(self._planes.planes)
            for line in self._plane(plane, number * self._cells)
        ]
        return define("observe", f"player, {self._program.parameters}, seen, row", lines)

    def _plane(self, plane: Plane, base: int) -> Iterator[str]:
        if plane.variable is None:
            yield from self._filled(base, f"(player == {plane.value})")
            return
        packed = self._program.layout.packed[plane.variable.name]
        if not plane.places:
            yield from self._filled(base, _code(packed.fields[0]))
            return
        if len(plane.places) < self._cells:
            yield from self._filled(base, "0")
        if isinstance(plane.variable, MapVariable) and not packed.planes:
            yield from self._numbers(plane, packed, base)
        elif isinstance(plane.variable, MapVariable | SubsetVariable):
            yield f"bits = {self._bits(plane, packed)}"
            yield from self._scattered(plane.places, base)
        else:
            yield from self._one(plane, packed, base)

    def _filled(self, base: int, code: str) -> Iterator[str]:
        yield f"value = {code}"
        yield f"for j in range(u({base}), u({base + self._cells})):"
        yield "    seen[row, j] = value"

    def _numbers(self, plane: Plane, packed: PackedVariable, base: int) -> Iterator[str]:
        """Show a map whose places are fields of their own: its numbers, or where it has a value."""
        test = "" if plane.value is None else f" == u({plane.value})"
        for place, field in zip(plane.places, packed.fields, strict=True):
            yield f"seen[row, u({base + place})] = {_code(field)}{test}"

    def _bits(self, plane: Plane, packed: PackedVariable) -> str:
        """Write the set of places that a plane shows; the first value is where no other is."""
        if plane.value != 0:
            return _code(packed.fields[(plane.value or 1) - 1])
        taken = " | ".join(map(_code, packed.fields))
        return f"~({taken}) & {u64(packed.fields[0].ones)}"

    def _scattered(self, places: tuple[int, ...], base: int) -> Iterator[str]:
        """Write the bits of a set to their places: up to eight neighbours at a time."""
        bit, start = "some >> j & u(1)" if self.gpu else "SPREAD[some, j]", 0
        for end in range(1, len(places) + 1):
            together = end < len(places) and places[end] == places[end - 1] + 1
            if not together or end - start == 8:
                yield f"some = (bits >> u({start})) & {u64((1 << (end - start)) - 1)}"
                yield f"for j in range(u({end - start})):"
                yield f"    seen[row, u({base + places[start]}) + j] = {bit}"
                start = end

    def _one(self, plane: Plane, packed: PackedVariable, base: int) -> Iterator[str]:
        """Show the one place that a variable holds, if any."""
        yield from self._filled(base, "0")
        first = int(isinstance(packed.variable.domain, OrNone))
        yield f"code = {_code(packed.fields[0])}"
        for number, place in enumerate(plane.places, first):
            yield f"if code == u({number}):"
            yield f"    seen[row, u({base + place})] = 1"


#: More moves than these are looked at in a loop.
MOST_WRITTEN = 128


def _code(field: Field) -> str:
    return f"((w{field.word} >> {u64(field.offset)}) & {u64(field.ones)})"
