"""The compiled engine without a compiler: what it writes is run as Python, on words of 64 bits.

Machine code takes seconds to make; this takes none, so that many rulebooks can be tried. What lets
the compiler do as it likes, as an item beyond a table or a shift beyond a word, fails here.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

from boardproof.engines.compiled.codegen.budget import BUDGET
from boardproof.engines.compiled.codegen.packed import rank_source
from boardproof.engines.compiled.codegen.program import Program
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.kernels.constants import ABSENT
from boardproof.engines.compiled.kernels.intrinsics import BoardsOverlap, RuleFault
from boardproof.engines.contract import Engine
from boardproof.engines.plain.reference import ReferenceEngine
from boardproof.engines.plain.stuck_rule import has_stuck_rule
from boardproof.errors import IllegalMove, RuleBroken
from boardproof.ir.rules import Rules
from boardproof.packing.rank import ranking_of
from boardproof.positions.moves import Move
from boardproof.positions.notation import write_position
from boardproof.positions.position import Position
from boardproof.rules.results import Result

FULL = (1 << 64) - 1


class Word(int):
    """An unsigned word: what does not fit into it is lost."""

    def __new__(cls, value: int = 0) -> Word:
        return super().__new__(cls, int(value) & FULL)

    def __and__(self, other: int) -> Word:
        return Word(int(self) & other)

    def __or__(self, other: int) -> Word:
        return Word(int(self) | other)

    def __xor__(self, other: int) -> Word:
        return Word(int(self) ^ other)

    def __invert__(self) -> Word:
        return Word(~int(self))

    def __lshift__(self, other: int) -> Word:
        return Word(int(self) << bits_of(other))

    def __rshift__(self, other: int) -> Word:
        return Word(int(self) >> bits_of(other))

    def __add__(self, other: int) -> Word:
        return Word(int(self) + other)

    def __sub__(self, other: int) -> Word:
        return Word(int(self) - other)


def bits_of(shift: int) -> int:
    """Return by how many bits a word is shifted; beyond the word the compiler may do anything."""
    assert 0 <= shift < 64, "a shift beyond the word"
    return shift


def signed(value: int) -> int:
    """Read a word as a signed number."""
    value = int(value) & FULL
    return value - (1 << 64) if value >> 63 else value


class Table(list[Any]):
    """A constant table; from the end it is read as Python does, beyond it never."""

    def __getitem__(self, at: Any) -> Any:
        assert -len(self) <= at < len(self), "an item beyond a table"
        return super().__getitem__(at)


def present(number: int) -> int:
    """Return a table's number, unless the table has none."""
    if number == ABSENT:
        raise RuleFault
    return number


def run_source(program: Program) -> SimpleNamespace:
    """Run the module of a rulebook's rules as it is written, and return its functions."""
    arrays = SimpleNamespace(
        array=lambda numbers, dtype: Table(map(dtype, numbers)), int64=int, uint64=Word
    )
    names = {
        "np": arrays,
        "u": Word,
        "i64": signed,
        "popcount": lambda word: Word(word).bit_count(),
        "laps": int,
        "lowest": lambda word: (word & -word).bit_length() - 1,
        "present": present,
        "RuleFault": RuleFault,
        "BoardsOverlap": BoardsOverlap,
        "rule": lambda function: function,
        "inner": lambda function: function,
        "folded": lambda function: function,
        "recursive": lambda signature: lambda function: function,
    }
    ranking = ranking_of(program.layout)
    source = program.source() + (rank_source(ranking) if ranking else "")
    exec(compile(source, "rules", "exec"), names)
    return SimpleNamespace(**names)


class InterpretedEngine(CompiledEngine):
    """Answers about one position by the code that the compiled engine writes."""

    def __init__(self, rules: Rules, budget: int = BUDGET) -> None:
        self.rules, self.game = rules, rules.game
        self.program = Program(rules, budget)
        self.layout, self.moves = self.program.layout, self.program.moves
        self.machine: Any = run_source(self.program)
        self.reference = ReferenceEngine(rules)

    def pack(self, position: Position) -> Any:
        """Write a position into words."""
        return tuple(Word(word) for word in self.layout.pack(position))

    def judge(self, position: Position) -> bool:
        """Whether the end of a position moved to is found out while it is expanded."""
        words = self.pack(position)
        room = [[0] * (len(self.moves) + 1) for _ in words]
        known = self.machine.ended_after(*words)
        if known == 0 and self.machine.successors(*words, *room, 0) == 0:
            known = self.machine.stuck_code(*words)
        return bool(known == self.machine.result_code(*words))

    def perft(self, position: Position, depth: int) -> list[int]:
        """Count the sequences of 0, 1, ..., depth moves."""
        if depth == 0:
            return [1]
        after = [self.perft(child, depth - 1) for _, child in self.successors(position)]
        return [1, *(sum(counts[ply] for counts in after) for ply in range(depth))]

    def all_made(self, position: Position) -> list[Position]:
        """Return what all moves lead to, made at once as the kernels do, each judged by its end."""
        words = self.pack(position)
        made = [[0] * (self.program.most_children + 1) for _ in words]
        count = self.machine.successors(*words, *made, 0)
        rows = list(zip(*made, strict=True))[:count]
        for row in rows:
            child = [Word(word) for word in row]
            ended = self.machine.result_code(*child)
            assert self.machine.result_after(*child) == ended
            assert self.machine.ended_after(*child) in (0, ended)
        return [self.unpack(row) for row in rows]


def outcome(engine: Engine, position: Position, move: Move) -> Any:
    """Return what a move does: the next position, why it is illegal, or what went wrong where."""
    try:
        return engine.successor(position, move)
    except IllegalMove as refusal:
        return str(refusal)
    except RuleBroken as failure:
        return failure.problem, failure.place and failure.place.line


def ending(engine: Engine, position: Position) -> Any:
    """Return how the game ended, None while it goes on, or what went wrong where."""
    try:
        return engine.result(position)
    except RuleBroken as failure:
        return failure.problem, failure.place and failure.place.line


def _fails(engine: ReferenceEngine, position: Position) -> bool:
    """Whether a move goes wrong here, which may show when it is asked whether one is legal."""
    if not has_stuck_rule(engine.rules):
        return False
    return any(isinstance(outcome(engine, position, move), tuple) for move in engine.moves)


def turns_from(engine: Engine, position: Position) -> Counter[Position] | None:
    """Return where all turns lead, each as often as turns do; None where a rule goes wrong."""
    try:
        if isinstance(engine, InterpretedEngine):
            return Counter(engine.all_made(position))
        return Counter(after for _, after in engine.successors(position))
    except (RuleBroken, RuleFault):
        return None


def written_otherwise(rules: Rules, most: int, budget: int = BUDGET) -> list[str]:
    """Return where code that is written does otherwise than the reference engine.

    No more than so many positions are looked at. `TooLarge` is raised where no code is written.
    """
    reference, written = ReferenceEngine(rules), InterpretedEngine(rules, budget)
    seen, waiting = set(), [reference.initial()]
    while waiting and len(seen) < most:
        position = waiting.pop(0)
        if position in seen:
            continue
        seen.add(position)
        at, ended = write_position(position), ending(reference, position)
        if ending(written, position) != ended:
            return [f"result at {at}: {ending(written, position)} instead of {ended}"]
        if ended is not None:
            if isinstance(ended, Result) and len(seen) > 1 and not written.judge(position):
                return [f"end at {at}"]
            continue
        if rules.has_turns:
            after = turns_from(reference, position)
            if after is not None and after.total() > written.program.most_children // 2:
                return []  # there is no room for them
            if after != turns_from(written, position):
                return [f"all turns at {at}"]
            waiting += [] if after is None else [*after]
            continue
        right = [outcome(reference, position, move) for move in reference.moves]
        made = [outcome(written, position, move) for move in reference.moves]
        if right != made:
            return [f"moves at {at}"]
        after = [one for one in right if isinstance(one, Position)]
        if any(
            isinstance(ending(reference, one), tuple) or _fails(reference, one) for one in after
        ):
            waiting += after
            continue
        whole = not any(isinstance(one, tuple) for one in right)
        if whole and Counter(written.all_made(position)) != Counter(after):
            return [f"all moves at {at}"]
        waiting += after
    return []
