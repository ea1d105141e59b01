"""Lines that win: read off `result`, written as the places that would complete one.

Wherever a rule asks `any(all(... for cell in line) for line in lines)` of a player, each line is a
mask of one word. Translated lines are taken together: a word has a bit where all of a line but one
place is there, for every line of the family at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from ....analysis.callgraph import nodes_reached
from ....errors import TooLarge
from ....ir import nodes as n
from ....ir import types as t
from ....rules.elements import Player
from .program import Program
from .staging import Stager
from .values import EITHER, Masked, shifted_word, u64


@dataclass(frozen=True)
class Lines:
    """Lines of one shape in one word: where each starts."""

    word: str
    shape: int
    starts: tuple[int, ...]

    @property
    def where(self) -> str:
        """Write a bit at each start."""
        return u64(sum(1 << start for start in self.starts))

    def write_open(self, others: str) -> str:
        """Write how many of the lines have no place that others hold."""
        return f"popcount({self.where} & ~{shifted_word(others, self.shape, whole=False)})"

    def write(self, name: str) -> list[str]:
        """Write code that adds, to a name, the places that complete one of the lines."""
        offsets = [i for i in range(self.shape.bit_length()) if self.shape >> i & 1]
        parts = [f"({self.word} >> {u64(o)})" if o else self.word for o in offsets]
        # All places before one, and all places after it, are put together once for all.
        half = len(parts) // 2
        code = [f"first = {' & '.join([self.where, *parts[:half]])}"]
        code += [f"second = {' & '.join([self.where, *parts[half:]])}"]
        for i, offset in enumerate(offsets):
            own, other = (parts[:half], "second") if i < half else (parts[half:], "first")
            near = [part for part in own if part != parts[i]]
            code.append(f"{name} |= ({' & '.join([other, *near])}) << {u64(offset)}")
        return code


def winning_lines(program: Program) -> dict[Player, list[Lines]]:
    """Return the lines that `result` asks for of each player, none where it asks for no lines."""
    return lines_of(program, _folds(program))


def lines_of(program: Program, folds: Iterable[n.Fold]) -> dict[Player, list[Lines]]:
    """Return the lines that some folds ask for of each player."""
    asked = list(folds)
    return {
        player: _grouped(mask for node in asked for mask in _line_masks(program, node, player))
        for player in program.rules.game.players
    }


def line_tests(program: Program) -> list[tuple[n.Fold, str]]:
    """Return what `result` asks for lines by, each with the name of the player it asks about."""
    tests = list[tuple[n.Fold, str]]()
    for node in _folds(program):
        name = _player_name(program, node)
        players = program.rules.game.players
        if name and all(any(_line_masks(program, node, player)) for player in players):
            tests.append((node, name))
    return tests


def _folds(program: Program) -> Iterator[n.Fold]:
    for node in nodes_reached(program.rules, "result"):
        if isinstance(node, n.Fold) and node.kind == "any":
            yield node


def _line_masks(program: Program, node: n.Fold, player: Player) -> Iterator[tuple[str, int]]:
    """Return the masks of a fold's tests if it asks for lines of the player."""
    name = _player_name(program, node)
    if name is None:
        return
    stager = Stager(program, {name: player}, {})
    try:
        laps = [stager.lap(node, value, live) for value, live in stager.laps(node.over)]
    except (KeyError, TooLarge):
        return
    tests = [body for live, body in laps if live is True]
    if len(tests) == len(laps) and all(_is_line(test) for test in tests):
        yield from ((test.word, test.mask) for test in tests)


def _player_name(program: Program, node: n.Fold) -> str | None:
    """Return the one name a fold takes from outside, if it is a player's."""
    bound = {one.name for one in node.walk() if isinstance(one, n.Fold)}
    free = {
        (one.name, one.type)
        for one in node.walk()
        if isinstance(one, n.Local) and one.name not in bound
    }
    if len(free) != 1:
        return None
    name, kind = free.pop()
    return name if kind == t.ElementT(program.rules.game.players) else None


def _is_line(test: Any) -> bool:
    return (
        isinstance(test, Masked)
        and test.word != EITHER
        and test.holds
        and test.value == test.mask
        and test.mask.bit_count() > 1
    )


def _grouped(masks: Iterator[tuple[str, int]]) -> list[Lines]:
    groups: dict[tuple[str, int], list[int]] = {}
    for word, mask in dict.fromkeys(masks):
        start = (mask & -mask).bit_length() - 1
        groups.setdefault((word, mask >> start), []).append(start)
    return [Lines(word, shape, tuple(starts)) for (word, shape), starts in groups.items()]


def lines_source(program: Program) -> list[str]:
    """Write what the search asks about lines."""
    parts = (_almost, _taken_places, _threats, _same_board, _open_lines)
    return [line for part in parts for line in part(program)]


def through_source(program: Program) -> list[str]:
    """Write the function that says how many lines go through the place that a move has filled."""
    child = ", ".join(f"c{i}" for i in range(len(program.words)))
    lines, tables = list[str](), list[str]()
    for number, families in enumerate(winning_lines(program).values()):
        if not families:
            continue
        word = families[0].word
        masks = [f.shape << s for f in families if f.word == word for s in f.starts]
        counts = [sum(mask >> bit & 1 for mask in masks) for bit in range(64)]
        board = u64(reduce(or_, masks))
        tables.append(f"THROUGH{number} = np.array({counts})")
        lines += [
            f"    if player == {number}:",
            f"        placed = c{word[1:]} & ~{word} & {board}",
        ]
        lines += [
            "        if placed != u(0):",
            f"            return THROUGH{number}[lowest(placed)]",
        ]
    head = ["@inner", f"def through(player, {', '.join(program.words)}, {child}):"]
    return [*tables, "", *head, *lines, "    return 0", ""]


def _open_lines(program: Program) -> list[str]:
    """Write the function that counts the lines a player may still complete."""
    lines = ["@inner", f"def open_lines(player, {', '.join(program.words)}):"]
    for number, (_, families) in enumerate(winning_lines(program).items()):
        if families:
            counts = " + ".join(family.write_open("others") for family in families)
            lines += [
                f"    if player == {number}:",
                f"        others = {_by_others(program, families)}",
            ]
            lines += [f"        return {counts}"]
    return [*lines, "    return i64(0)", ""]


def _almost(program: Program) -> list[str]:
    """Write the function that gives the places, free or not, where a player completes a line.

    The places are bits of the word that holds the player's own board.
    """
    lines = ["@rule", f"def almost(player, {', '.join(program.words)}):"]
    for number, families in enumerate(winning_lines(program).values()):
        lines += [f"    if player == {number}:", "        places = u(0)"]
        for family in families:
            lines += [f"        {line}" for line in family.write("places")]
        lines.append("        return places")
    return [*lines, "    return u(0)", ""]


def _taken_places(program: Program) -> list[str]:
    """Write the function that gives the places that are taken, as bits of a player's board."""
    lines = ["@inner", f"def taken(player, {', '.join(program.words)}):"]
    for number, families in enumerate(winning_lines(program).values()):
        lines += [f"    if player == {number}:", f"        return {_taken(program, families)}"]
    return [*lines, "    return u(0)", ""]


def _threats(program: Program) -> list[str]:
    """Write the function that gives the free places where a player would complete a line."""
    given = f"player, {', '.join(program.words)}"
    return ["@rule", f"def threats({given}):", f"    return almost({given}) & ~taken({given})", ""]


def _same_board(program: Program) -> list[str]:
    """Write the function that says whether a move has left a player's own board alone."""
    child = ", ".join(f"c{i}" for i in range(len(program.words)))
    lines = ["@inner", f"def same_board(player, {', '.join(program.words)}, {child}):"]
    for number, families in enumerate(winning_lines(program).values()):
        used = dict[str, int]()
        for family in families:
            for start in family.starts:
                used[family.word] = used.get(family.word, 0) | family.shape << start
        changes = [f"(({word} ^ c{word[1:]}) & {u64(mask)})" for word, mask in used.items()]
        lines += [f"    if player == {number}:"]
        lines += [f"        return ({' | '.join(changes) or 'u(0)'}) == u(0)"]
    return [*lines, "    return False", ""]


def _taken(program: Program, families: list[Lines]) -> str:
    """Write the places that are taken, by whomever, where the board of these lines lies."""
    return _boards(program, families, own=True)


def _by_others(program: Program, families: list[Lines]) -> str:
    """Write the places that others have taken, where the board of these lines lies."""
    return _boards(program, families, own=False)


def _boards(program: Program, families: list[Lines], own: bool) -> str:
    for packed in program.layout.packed.values():
        for field in packed.fields:
            lines = [f for f in families if f.word == f"w{field.word}"]
            if packed.boards and lines and field.mask & (lines[0].shape << lines[0].starts[0]):
                boards = [f for f in packed.fields if own or f != field]
                return f"({' | '.join(_moved(f, field.offset) for f in boards) or 'u(0)'})"
    return "u(0)"


def _moved(field: Any, offset: int) -> str:
    code, shift = f"(w{field.word} & {u64(field.mask)})", field.offset - offset
    if shift == 0:
        return code
    return f"({code} >> {u64(shift)})" if shift > 0 else f"({code} << {u64(-shift)})"
