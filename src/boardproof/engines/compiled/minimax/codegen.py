"""The module of a game's search: what the search asks of the rules, and the search itself.

It stands beside the module of the rules, so that counting never waits for it to be compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from ....analysis.callgraph import phases
from ....analysis.safe_points import SafePoints, safe_points, scored_places
from ....errors import RuleBroken
from ....ir.rules import Rules
from ....packing.fields import Field
from ...plain.reference import ReferenceEngine
from ...plain.stuck_rule import has_stuck_rule
from ...solution import circles_are_draws
from ..codegen import fields
from ..codegen.follow_ups import FollowUps, follow_ups
from ..codegen.lines import lines_source, through_source, winning_lines
from ..codegen.module import GeneratedModule
from ..codegen.program import Program
from ..codegen.values import condition_code
from ..kernels.specialise import Kernel
from .endgame_table import EndgameTable, endgames_of

#: Whether moves keep the sum of the points that are safe; None in it where none are.
Proved = tuple[bool | None]
#: A win is worth so much where results have no points; evaluations stay below.
MOST_WORTH = 1000
DEPTH_BITS, WORK_BITS = 7, 4
#: The number and length of the random games that test whether a game gets stuck.
TRIALS, LONGEST = 20, 200
FULL = (1 << 64) - 1

HEADER = '''"""{identity}: the search, generated from its rulebook."""

from {rules} import *

'''


@dataclass(frozen=True)
class AlphaBeta:
    """The search of a game as machine code, and the endgames that it can look up, if any.

    No value is above `limit`, a win is worth `worth`, and `scored` names the variable with points
    that are safe, if any are. `follow_ups` are the chains in which moves can be answered, if any.
    """

    machine: ModuleType
    endgames: EndgameTable | None
    limit: int
    worth: int
    scored: str | None
    follow_ups: FollowUps | None


#: A program writes each function once, so its search is written once.
_LOADED: WeakKeyDictionary[Program, AlphaBeta] = WeakKeyDictionary()


class AlphaBetaWriter:
    """Writes the search of one game."""

    def __init__(self, program: Program, alike: bool = True, proved: Proved | None = None) -> None:
        self.alike = alike
        self.program, self.rules, self.words = program, program.rules, program.words
        self.given = ", ".join(self.words)
        self.bank = _bank(self.rules, proved or prove_points(self.rules))
        self.endgames = endgames_of(program.layout, self.bank)
        self.has_lines = any(winning_lines(program).values())
        self.stuck_draws = circles_are_draws(self.rules)
        self.follow_ups = follow_ups(program) if self.has_lines and self.stuck_draws else None
        self.is_declared = "evaluation" in self.rules.functions
        self._shape_records()

    def _shape_records(self) -> None:
        """Decide how wide values are; wins and losses take what room there is."""
        self.move_bits = max(1, (len(self.program.moves) - 1).bit_length())
        self.top = self._top()
        spare = 64 - self.top
        fixed = DEPTH_BITS + WORK_BITS + self.move_bits
        self.limit = 2 * self.spread or MOST_WORTH
        if not self.spread and fixed + 2 * self.value_bits > spare >= fixed + 8:
            self.limit = (1 << ((spare - fixed) // 2 - 1)) - 1
        self.wide = fixed + 2 * self.value_bits > spare
        self.worth = 1 if self.spread else self.limit

    @property
    def spread(self) -> int:
        """How far apart the points of two players can be."""
        return max(0, len(self.program.points) - 1)

    @property
    def value_bits(self) -> int:
        """How many bits a value takes."""
        return (2 * self.limit).bit_length()

    def _top(self) -> int:
        """Return the bits that the second word of a position takes."""
        packed = self.program.layout.packed.values()
        second = [field for variable in packed for field in variable.fields if field.word == 1]
        return max((field.offset + field.width for field in second), default=0)

    def module(self, rules: str) -> GeneratedModule:
        """Write the whole module; `rules` is the name of the module that has the rules."""
        written, tables = self.program.functions.lines, self.program.tables.lines
        before, known = len(written), len(tables)
        lines = self._list_moves() + (self._declared() if self.is_declared else [])
        if self.has_lines:
            lines += [*lines_source(self.program), *through_source(self.program)]
            lines += self._completes()
        if self.follow_ups:
            lines += self.follow_ups.source(self.words)
        lines = [*tables[known:], *written[before:], *lines]
        head = HEADER.format(identity=self.rules.game.identity, rules=rules)
        constants = self._constants()
        kernels = [Kernel(file, constants) for file in self._files()]
        return GeneratedModule(head + "\n".join(lines), tuple(kernels))

    def _files(self) -> list[str]:
        """List the kernels that the search of this game needs."""
        files = ["search"] if self.is_declared else ["evaluation", "search"]
        files = ["following"] * bool(self.follow_ups) + files
        return ["lines"] * self.has_lines + ["endgames"] * bool(self.endgames) + files

    def _constants(self) -> dict[str, Any]:
        """Return what the kernels are made for."""
        least = DEPTH_BITS + WORK_BITS + self.move_bits
        return {
            "WORDS": len(self.words),
            "ALIKE": self.alike,
            "PLAYERS": len(self.rules.game.players),
            "POINTS": max(1, len(self.program.points)),
            "LEAST_POINTS": self.program.points.start,
            "LIMIT": self.limit,
            "WORTH": self.worth,
            "BANKED": self.bank is not None,
            "STUCK_DRAWS": self.bank is None and self.stuck_draws,
            "CONSERVED": self.bank is not None and self.bank.conserved,
            "SAFE": tuple(fields.cell(field) for field in self._safe()),
            "KEY_MASKS": self._key_masks(),
            "RECORD": 4 if self.wide else 2,
            "WAYS": 2 if self.wide else 4,
            "MOVE_MASK": (1 << self.move_bits) - 1,
            "VALUE_MASK": (1 << self.value_bits) - 1,
            "LEAST": least,
            "MOST": least + self.value_bits,
            "TOP": self.top,
            "LOW": (1 << self.top) - 1,
            "LINES": self.has_lines,
            "BOUND": self._bound,
            "FINER": 0 if self.limit >= MOST_WORTH else 2,
            "FOLLOWING": False,
            "LINE_ENDS": False,
            **(self.follow_ups.constants() if self.follow_ups else {}),
            "ENDGAMES": self.endgames is not None,
            **(self.endgames.constants() if self.endgames else {}),
        }

    @property
    def _bound(self) -> int:
        """What no evaluation is above: only a win is worth as much as a win."""
        return self.limit if self.spread else self.limit - 1

    def _key_masks(self) -> tuple[int, ...]:
        """Return the bits of each word that are not safe points."""
        masks = [FULL] * len(self.words)
        for field in self._safe():
            masks[field.word] &= ~field.mask
        return tuple(masks)

    # -- what the search asks of the rules --------------------------------------------------

    def _list_moves(self) -> list[str]:
        """Write the function that makes all moves, from a row on, and says which is which."""
        given = [f"p{i}" for i in range(len(self.words))]
        outs = [f"out{i}" for i in range(len(self.words))]
        lines = ["@inner", f"def list_moves({', '.join([*given, *outs])}, which, first):"]
        lines += [f"    {self.given} = {', '.join(given)}", "    count = first"]
        for phase in phases(self.rules):
            test = self.program.phase_test(phase)
            if test is False or not self.program.moves:
                continue
            lines.append(f"    if {condition_code(test)}:")
            lines += [f"        {line}" for line in self._moves_of(phase)]
            lines.append("        return i64(count - first)")
        return [*lines, "    return i64(count - first)", ""]

    def _moves_of(self, phase: dict[str, Any]) -> list[str]:
        kept = [f"out{i}[count] = {word}" for i, word in enumerate(self.words)]
        if self.program.rolls:
            return self.program.expansion.nests(
                phase, lambda number: [*kept, f"which[count] = {number()}", "count += u(1)"]
            )
        return self.program.expansion.calls(
            phase, lambda number: [*kept, f"which[count] = {number}"]
        )

    def _safe(self) -> list[Field]:
        """Return the fields of the points that are safe."""
        if self.bank is None:
            return []
        safe = []
        for name, key in self.bank.places:
            packed = self.program.layout.packed[name]
            safe.append(packed.fields[packed.variable.domain.index(key)])
        return safe

    def _declared(self) -> list[str]:
        """Write the rulebook's evaluation, as each player sees a position."""
        lines = ["@inner", f"def evaluation(hero, {self.given}):", "    value = i64(0)"]
        for number, player in enumerate(self.rules.game.players):
            name, _ = self.program.functions.of("evaluation", (player,), {})
            lines += [f"    if hero == {number}:", f"        value = {name}({self.given})"]
        lines.append(f"    return max(i64(-{self._bound}), min(i64({self._bound}), i64(value)))")
        return [*lines, ""]

    def _completes(self) -> list[str]:
        """Write the function that looks for a move to an open place, and says whether it wins.

        All moves are made, without a jump, and the last to fill such a place is looked at closely.
        """
        each = range(len(self.words))
        given, hits = ", ".join(f"p{i}" for i in each), ", ".join(f"h{i}" for i in each)
        lines = ["@inner", f"def completes(player, open_, {given}):"]
        lines += [f"    o{i} = u(0); h{i} = p{i}" for i in each] + ["    hit = False"]
        lines += self._open_by_word()
        filled = " | ".join(f"(w{i} & ~p{i} & o{i})" for i in each)
        for phase in phases(self.rules):
            test = self.program.phase_test(phase)
            if test is False or not self.program.moves:
                continue
            lines += [f"    {self.given} = {given}", f"    if {condition_code(test)}:"]
            taken = f"{hits} = {', '.join(f'w{i} if take else h{i}' for i in each)}"
            made = self._tried_moves(phase, filled, [taken, "hit = hit or take"])
            lines += [f"        {line}" for line in made]
        lines += ["    if not hit:", "        return i64(0)"]
        lines += [f"    if result_after({hits}) == player + 1:", "        return player + 1"]
        return [*lines, f"    return completes_somehow(player, {given}, {self._opens})", ""]

    def _tried_moves(self, phase: dict[str, Any], filled: str, then: list[str]) -> list[str]:
        """Write all moves, each followed by a look at whether it fills an open place."""
        if self.program.rolls:
            return self.program.expansion.nests(
                phase, lambda _: [f"take = ({filled}) != u(0)", *then]
            )
        lines = list[str]()
        for move in self.program.moves:
            made, *_, counted = self.program.expansion.push_call(move, phase)
            ok = "ok and " if "ok" in counted else ""
            lines += [made, f"take = {ok}({filled}) != u(0)", *then]
        return lines

    @property
    def _opens(self) -> str:
        return ", ".join(f"o{i}" for i in range(len(self.words)))

    def _open_by_word(self) -> list[str]:
        """Write the open places as bits of the word that holds the player's own board."""
        lines = []
        for number, families in enumerate(winning_lines(self.program).values()):
            if families:
                word = families[0].word[1:]
                lines += [f"    if player == {number}:", f"        o{word} = open_"]
        return lines


def prove_points(rules: Rules) -> Proved:
    """Prove points safe; none are where a game may get stuck: a draw, whoever has more.

    Where no rule says what stuck means, that is not known for sure: a few random games are tried.
    """
    bank = safe_points(rules)
    if bank is None or has_stuck_rule(rules):
        return (bank.conserved if bank else None,)
    engine, chance = ReferenceEngine(rules), Random(1)
    try:
        stuck = any(_gets_stuck(engine, chance) for _ in range(TRIALS))
    except RuleBroken:
        stuck = True
    return (None if stuck else bank.conserved,)


def _bank(rules: Rules, proved: Proved) -> SafePoints | None:
    """Return the points that are safe, by what is proved of them."""
    (conserved,) = proved
    return None if conserved is None else SafePoints(scored_places(rules), conserved)


def _gets_stuck(engine: ReferenceEngine, chance: Random) -> bool:
    """Whether a random game comes to a position without a result and without a move."""
    position = engine.initial()
    for _ in range(LONGEST):
        moves = engine.successors(position)
        if not moves:
            return engine.result(position) is None
        position = chance.choice(moves)[1]
    return False


def is_loaded(program: Program) -> bool:
    """Whether the module of a game's search is imported."""
    return program in _LOADED


def load_search(
    program: Program, rules: ModuleType, alike: bool = True, proved: Proved | None = None
) -> AlphaBeta:
    """Import the module of a game's search, which stands beside the module of its rules.

    `alike` says whether symmetries make any positions alike, `proved` what is known of its points.
    """
    if program not in _LOADED:
        writer = AlphaBetaWriter(program, alike, proved)
        machine = writer.module(rules.__name__).load()
        scored = writer.bank.places[0][0] if writer.bank else None
        _LOADED[program] = AlphaBeta(
            machine, writer.endgames, writer.limit, writer.worth, scored, writer.follow_ups
        )
    return _LOADED[program]
