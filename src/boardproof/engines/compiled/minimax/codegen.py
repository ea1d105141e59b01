"""The module of a game's search: what the search asks of the rules, and the search itself.

It stands beside the module of the rules, so that counting never waits for it to be compiled.

A record of what is known of a position is two words, or four where the position fills its own:

    word 0   the position's first word
    word 1   its second word, if any, below; above it, from the lowest bit on:
             depth (7) | work (4) | move | worth at least | worth at most
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from string import Template
from textwrap import dedent
from types import ModuleType
from weakref import WeakKeyDictionary

from ....analysis.callgraph import phases
from ....analysis.safe_points import safe_points
from ....packing.fields import Field
from ..codegen import fields
from ..codegen.lines import lines_source, through_source, winning_lines
from ..codegen.module import _names, load_source
from ..codegen.program import Program
from ..codegen.values import condition_code, u64
from .endgame_table import EndgameTable, endgames_of, no_endgames

#: The depth of an answer that leans on no evaluation.
SURELY = 127
#: A win is worth so much where results have no points; evaluations stay below.
MOST_WORTH = 1000
DEPTH_BITS, WORK_BITS = 7, 4
FULL = (1 << 64) - 1

HEADER = '''"""{identity}: the search, generated from its rulebook."""

from {rules} import *
from {rules} import rule

SURELY = {surely}
LIMIT, WORTH = {limit}, {worth}
RECORD, WAYS = {record}, {ways}
MOVE_MASK, VALUE_MASK = {move_mask:#x}, {value_mask:#x}
LEAST, MOST = {least}, {most}
SAFE = {safe!r}
BANKED, LINES, ENDGAMES = bool(SAFE), {lines}, {endgames}
'''


@dataclass(frozen=True)
class AlphaBeta:
    """The search of a game as machine code, and the endgames that it can look up, if any."""

    machine: ModuleType
    endgames: EndgameTable | None


#: A program writes each function once, so its search is written once.
_LOADED: WeakKeyDictionary[Program, AlphaBeta] = WeakKeyDictionary()


class AlphaBetaWriter:
    """Writes the search of one game."""

    def __init__(self, program: Program) -> None:
        self.program, self.rules, self.words = program, program.rules, program.words
        self.given = ", ".join(self.words)
        self.child = ", ".join(f"c{i}" for i in range(len(self.words)))
        self.bank = safe_points(self.rules)
        self.endgames = endgames_of(program.layout, self.bank)
        self._shape_records()

    def _shape_records(self) -> None:
        """Decide how wide values are; wins and losses take what room there is."""
        self.move_bits = max(1, (len(self.program.moves) - 1).bit_length())
        self.top = self._top()
        spare = 64 - self.top
        fixed = DEPTH_BITS + WORK_BITS + self.move_bits
        points = self.program.most_points
        self.limit = 2 * points or MOST_WORTH
        if not points and fixed + 2 * self.value_bits > spare >= fixed + 8:
            self.limit = (1 << ((spare - fixed) // 2 - 1)) - 1
        self.wide = fixed + 2 * self.value_bits > spare
        self.worth = 1 if points else self.limit

    @property
    def value_bits(self) -> int:
        """How many bits a value takes."""
        return (2 * self.limit).bit_length()

    def _top(self) -> int:
        """Give the bits that the second word of a position takes."""
        packed = self.program.layout.packed.values()
        second = [field for one in packed for field in one.fields if field.word == 1]
        return max((field.offset + field.width for field in second), default=0)

    def source(self, rules: str) -> str:
        """Write the whole module; `rules` is the name of the module that has the rules."""
        parts = [
            self._numbered(),
            self._standing(),
            self._stake(),
            self._margin(),
            self._evaluation(),
            lines_source(self.program),
            self._promising(),
            self._wins_at_once(),
        ]
        names = _names(len(self.words)) | self._templates()
        names["functions"] = "\n".join(line for part in parts for line in part)
        names["endgames"] = (
            self.endgames.source(names) if self.endgames else no_endgames(self.given)
        )
        text = (Path(__file__).parents[1] / "kernels" / "search.txt").read_text(encoding="utf-8")
        lines = Template(text).substitute(names).split("\n")
        return self._header(rules) + "\n".join(line for line in lines if not line.isspace())

    def _header(self, rules: str) -> str:
        least = DEPTH_BITS + WORK_BITS + self.move_bits
        return HEADER.format(
            identity=self.rules.game.identity,
            rules=rules,
            surely=SURELY,
            limit=self.limit,
            worth=self.worth,
            record=4 if self.wide else 2,
            ways=2 if self.wide else 4,
            move_mask=(1 << self.move_bits) - 1,
            value_mask=(1 << self.value_bits) - 1,
            least=least,
            most=least + self.value_bits,
            lines=any(winning_lines(self.program).values()),
            endgames=self.endgames is not None,
            safe=[(name, str(key)) for name, key in self.bank.places] if self.bank else [],
        )

    # -- positions and records --------------------------------------------------------------

    def _templates(self) -> dict[str, str]:
        """Give the parts of the search that depend on how many words a position has."""
        each = range(len(self.words))

        def moved(left: str, right: str) -> str:
            return "; ".join(f"{left.format(i=i)} = {right.format(i=i)}" for i in each)

        return self._records() | {
            "k": ", ".join(f"k{i}" for i in each),
            "path": ", ".join(f"path{i}" for i in each),
            "load_path": moved("w{i}", "path{i}[u(ply)]"),
            "load_row": moved("c{i}", "stack{i}[u(ply), u(j)]"),
            "go_down": moved("path{i}[u(ply + 1)]", "stack{i}[u(ply), u(j)]"),
            "rest": self._rest("w"),
            "child_rest": self._rest("c"),
        }

    def _rest(self, name: str) -> str:
        """Write the position without what is safe: that decides nothing of what is to come."""
        masks = [FULL] * len(self.words)
        for field in self._safe():
            masks[field.word] &= ~field.mask
        return "; ".join(f"k{i} = {name}{i} & {u64(mask)}" for i, mask in enumerate(masks))

    def _records(self) -> dict[str, str]:
        first = "table[at] == k0"
        if self.wide:
            match, data = f"{first} and table[at + u(1)] == k1", "table[at + u(2)]"
            write = "table[at] = k0; table[at + u(1)] = k1; table[at + u(2)] = data"
            load = "k0 = old[way]; k1 = old[way + 1]; data = old[way + 2]"
        elif len(self.words) == 1:
            match, data = first, "table[at + u(1)]"
            write = "table[at] = k0; table[at + u(1)] = data"
            load = "k0 = old[way]; data = old[way + 1]"
        else:
            low, top = u64((1 << self.top) - 1), u64(self.top)
            match = f"{first} and (table[at + u(1)] & {low}) == k1"
            data = f"(table[at + u(1)] >> {top})"
            write = f"table[at] = k0; table[at + u(1)] = k1 | (data << {top})"
            load = f"k0 = old[way]; k1 = old[way + 1] & {low}; data = old[way + 1] >> {top}"
        return {"match": match, "data": data, "write": write, "load_record": load}

    # -- what the search asks of the rules --------------------------------------------------

    def _numbered(self) -> list[str]:
        """Write the function that makes all moves and says which is which."""
        given = [f"p{i}" for i in range(len(self.words))]
        outs = [f"out{i}" for i in range(len(self.words))]
        lines = ["@rule", f"def numbered({', '.join([*given, *outs])}, which, ply):"]
        lines += [f"    {self.given} = {', '.join(given)}", "    count = u(0)"]
        for phase in phases(self.rules):
            test = self.program._phase_test(phase)
            if test is False:
                continue
            lines.append(f"    if {condition_code(test)}:")
            for number, move in enumerate(self.program.moves):
                *made, counted = self.program._push_call(move, phase)
                pushed = [*made, f"which[count] = {number}", counted]
                lines += [f"        {line.replace('[count]', '[ply, count]')}" for line in pushed]
            lines.append("        return count")
        return [*lines, "    return count", ""]

    def _safe(self) -> list[Field]:
        """Give the fields of the points that are safe."""
        if self.bank is None:
            return []
        found = []
        for name, key in self.bank.places:
            packed = self.program.layout.packed[name]
            found.append(packed.fields[packed.variable.domain.index(key)])
        return found

    def _points(self) -> list[str]:
        return [fields.raw(field) for field in self._safe()]

    def _standing(self) -> list[str]:
        """Write the function that gives by how many safe points a player is ahead."""
        lines = ["@rule", f"def standing(hero, {self.given}):"]
        if not self.bank:
            return [*lines, "    return i64(0)", ""]
        first, second = self._points()
        return [
            *lines,
            f"    first, second = i64({first}), i64({second})",
            "    return first - second if hero == 0 else second - first",
            "",
        ]

    def _stake(self) -> list[str]:
        """Write the function that gives how much is left to win, at the most.

        Where a sum is kept, it is what is not safe of it. `total` is that sum.
        """
        lines = ["@rule", f"def stake(total, {self.given}):"]
        if not self.bank:
            return [*lines, f"    return i64({self.limit})", ""]
        first, second = self._points()
        if self.bank.conserved:
            return [*lines, f"    return total - i64({first}) - i64({second})", ""]
        most = self.program.most_points
        return [*lines, f"    return {most} - min(i64({first}), i64({second}))", ""]

    def _margin(self) -> list[str]:
        """Write the function that gives what a result is worth to a player."""
        players, base = len(self.rules.game.players), self.program.most_points + 1
        text = f"""\
        @rule
        def margin(hero, code):
            if code <= {players}:
                return i64({self.worth}) if code == hero + 1 else i64(-{self.worth})
            if code == {players + 1}:
                return i64(0)
            code -= {players + 2}
            mine, best = i64(0), i64(-1)
            for player in range({players}):
                points = code % {base}
                code //= {base}
                if player == hero:
                    mine = points
                else:
                    best = max(best, points)
            return mine - best
        """
        return dedent(text).split("\n")

    def _evaluation(self) -> list[str]:
        """Write the function that judges a position: the rulebook's, or by lines, or not at all."""
        lines = ["@rule", f"def evaluation(hero, {self.given}):"]
        if "evaluation" in self.rules.functions:
            return self._declared(lines)
        if any(winning_lines(self.program).values()):
            return [*lines, *self._by_lines()]
        return [*lines, f"    return standing(hero, {self.given})", ""]

    def _declared(self, head: list[str]) -> list[str]:
        written, tables = self.program.written, self.program.tables.lines
        before, known = len(written), len(tables)
        lines = []
        for number, player in enumerate(self.rules.game.players):
            name, _ = self.program.function("evaluation", (player,), {}, ())
            lines += [f"    if hero == {number}:", f"        found = {name}({self.given})"]
        bound = self.limit if self.program.most_points else self.limit - 1
        lines.append(f"    return max(i64(-{bound}), min(i64({bound}), i64(found)))")
        return [*tables[known:], *written[before:], *head, "    found = i64(0)", *lines, ""]

    def _by_lines(self) -> list[str]:
        """Count lines still open, and places that complete one: one's own against others'."""
        bound = self.limit - 1 if not self.program.most_points else self.limit
        finer = 0 if self.limit >= MOST_WORTH else 2
        lines = ["    found = i64(0)"]
        for number in range(len(self.rules.game.players)):
            given = f"({number}, {self.given})"
            count = f"(4 * popcount(threats{given}) + open_lines{given})"
            lines.append(f"    found += {count} if hero == {number} else -{count}")
        lines.append(f"    found = (found + {finer}) >> {finer}")
        return [*lines, f"    return max(i64(-{bound}), min(i64({bound}), found))", ""]

    def _wins_at_once(self) -> list[str]:
        """Write the function that gives the result with which the one to move wins by a line, or 0.

        `near` is where the rival almost has a line before the move. A rival whose board the move
        has left alone almost has the same lines after it.
        """
        text = f"""\
        @rule
        def wins_at_once(rival, near, {self.given}, {self.child}):
            player = mover({self.child})
            if player != rival or not same_board(rival, {self.given}, {self.child}):
                near = almost(player, {self.child})
            open_ = near & ~taken(player, {self.child})
            if open_ == u(0):
                return i64(0)
            return completes(player, open_, {self.child})
        """
        return [*self._completes_somehow(), *self._completes(), *dedent(text).split("\n")]

    def _completes(self) -> list[str]:
        """Write the function that looks for a move to an open place, and says whether it wins.

        All moves are made, without a jump, and the last to fill such a place is looked at closely.
        """
        each = range(len(self.words))
        given, hits = ", ".join(f"p{i}" for i in each), ", ".join(f"h{i}" for i in each)
        lines = ["@rule", f"def completes(player, open_, {given}):"]
        lines += [f"    o{i} = u(0); h{i} = p{i}" for i in each] + ["    hit = False"]
        lines += self._open_by_word()
        filled = " | ".join(f"(w{i} & ~p{i} & o{i})" for i in each)
        for phase in phases(self.rules):
            test = self.program._phase_test(phase)
            if test is False:
                continue
            lines += [f"    {self.given} = {given}", f"    if {condition_code(test)}:"]
            for move in self.program.moves:
                made, *_, counted = self.program._push_call(move, phase)
                ok = "ok and " if "ok" in counted else ""
                taken = [f"w{i} if take else h{i}" for i in each]
                lines += [f"        {made}", f"        take = {ok}({filled}) != u(0)"]
                lines += [f"        {hits} = {', '.join(taken)}", "        hit = hit or take"]
        lines += ["    if not hit:", "        return i64(0)"]
        lines += [f"    if result_after({hits}) == player + 1:", "        return player + 1"]
        return [*lines, f"    return completes_somehow(player, {given}, {self._opens})", ""]

    def _completes_somehow(self) -> list[str]:
        """Write the function that looks at every move to an open place."""
        each = range(len(self.words))
        given, after = ", ".join(f"p{i}" for i in each), ", ".join(f"w{i}" for i in each)
        filled = " | ".join(f"(w{i} & ~p{i} & o{i})" for i in each)
        text = f"""\
        @rule
        def completes_somehow(player, {given}, {self._opens}):
            for number in range(MOST_MOVES):
                ok, {after} = apply_move(number, {given})
                if ok and ({filled}) != u(0) and result_after({after}) == player + 1:
                    return player + 1
            return i64(0)
        """
        return dedent(text).split("\n")

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

    def _promising(self) -> list[str]:
        """Write the function that says how promising a move is, for those who try it first.

        Another turn comes first, then points made safe, lines almost completed, and places that
        many lines go through.
        """
        through = through_source(self.program)
        lines = [*through, "@rule", f"def promising(player, stood, {self.given}, {self.child}):"]
        lines += ["    hope = i64(0)", f"    if mover({self.child}) == player:"]
        lines += ["        hope += i64(1) << i64(46)"]
        if self.bank:
            lines.append(f"    hope += (standing(player, {self.child}) - stood) << i64(32)")
        if any(winning_lines(self.program).values()):
            lines.append(f"    hope += popcount(threats(player, {self.child})) << i64(40)")
            lines.append(f"    hope += i64(through(player, {self.given}, {self.child})) << i64(8)")
        return [*lines, "    return hope", ""]


def load_search(program: Program, rules: ModuleType) -> AlphaBeta:
    """Import the module of a game's search, which stands beside the module of its rules."""
    if program not in _LOADED:
        writer = AlphaBetaWriter(program)
        _LOADED[program] = AlphaBeta(load_source(writer.source(rules.__name__)), writer.endgames)
    return _LOADED[program]
