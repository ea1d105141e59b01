"""Random rulebooks: whole games, small enough to be counted and solved by every engine.

One to four players; points above and below zero; moves with up to three arguments, among them
pairs, sets and such that depend on others; tables of lists, sets and None; loops; rules that give
their parameters other values; games with an end, games that get stuck and say what that means, or
do not, games that can go on for ever; games that start from many positions, and games whose turns
have several steps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from ..reading.author import RULES, SETUP, Author

#: What a move takes besides a number: the arguments, their domains, and numbers that they are.
MORE: tuple[tuple[str, list[str]], ...] = (
    ("", []),
    ("", []),
    (', j="few"', ["j"]),
    (', who="players"', ["self.worth[who]"]),
    (', j="few", who="players"', ["j", "self.worth[who]"]),
)


#: Arguments made of spots, or that depend on others: what they take, numbers that they are, and
#: lines that use them.
SPOTS: tuple[tuple[str, list[str], list[list[str]]], ...] = (
    (
        ', way="ways"',
        ["self.code[way[0]]", "self.code[way[1]]", "self.long[way]"],
        [
            ["a, b = way", "require(self.where == a or b in self.open)", "self.where = b"],
            ["a, b = way", "require(self.where != b)", "self.open ^= {a}", "self.where = way[1]"],
            ["require(any(self.where == b and a in self.open for a, b in self.ways))"],
        ],
    ),
    (
        ', gang="gangs"',
        ["len(gang)", "sum(self.code[spot] for spot in gang)"],
        [
            ["require(gang <= self.open or self.where in gang)", "self.open -= gang"],
            ["for spot in gang:", "    if spot not in self.open:", "        self.where = spot"],
            ["require(gang & self.open)", "self.open = self.open ^ gang"],
        ],
    ),
    (
        ', spot="spots", other="spots - {spot}"',
        ["self.code[spot]", "self.code[other]"],
        [
            ["require(self.where == spot)", "self.where = other"],
            ["require(spot in self.open or other in self.open)", "self.open ^= {other}"],
            ["require(self.where in (spot, other))", "self.where = self.where + n"],
        ],
    ),
    (
        ', spot="reach[n]"',
        ["self.code[spot]"],
        [
            ["require(self.where != spot)", "self.where = spot"],
            ["require(spot in self.open)", "self.where = spot - n"],
        ],
    ),
)

SPOTS_SETUP = """
        self.spots = Ring("a", "b", "c")
        a, b, c = self.spots
        self.ways = Domain((a, b), (c, b), (b, c), (c, a))
        self.gangs = Domain({a, b}, {c}, late={b, c})
        self.reach = {n: self.spots.elements[n % 3 :] for n in self.numbers}
        self.code = {a: 0, b: 2, c: 1}
        self.long = {(a, b): 1, (c, b): 0, (b, c): 2, (c, a): 1}
        self.where = One(self.spots)
        self.open = Subset(self.spots, start=self.spots)
"""


#: What is written to maps and at places that depend on the same maps, and loops that change what
#: they run over.
MAPS: list[list[str]] = [
    ["self.pieces[n] = self.turn if self.pieces[n] is None else None"],
    ["self.pieces[n] = self.pieces[self.to[n]]", "self.to[n] = self.to[self.to[n]]"],
    ['self.pieces[n] = self.players["A"] if self.pieces[n] == self.turn else self.turn'],
    ["self.to[self.to[n]] = n"],
    ["self.to[self.to[n]] = 3 - n if self.pieces[n] is None else self.to[n]"],
    ["self.pieces[self.to[n] if self.pieces[n] is None else n] = self.turn"],
    ["self.to[n], self.to[3 - n] = self.to[3 - n], self.to[n]"],
    ["for k in self.trails[n]:", "    n = k", "    self.pieces[k] = self.turn"],
    ["for k in self.trails[self.to[n]]:", "    self.to[n] = k", "    n = self.to[k]"],
    [
        "for k in self.trails[n]:",
        "    if self.pieces[k] is None:",
        "        continue",
        "    n = k",
        "    self.to[n] = self.to[k]",
    ],
    ["for a, b in ((self.to[n], n), (self.to[3 - n], 1)):", "    self.to[b] = a", "    n = a"],
    ["for a in (self.to[0], self.to[n]):", "    self.to[n] = a", "    self.pieces[a] = None"],
]

#: What makes positions longer than a word, so that maps lie in two.
LONG = """
        self.pad = Map(Range(0, 9), Range(0, 15), start=lambda k: k)
"""

MAPS_SETUP = """
        self.pieces = Map(self.numbers, self.players | None, start={1: "A"})
        self.to = Map(self.numbers, self.numbers, start=lambda k: (k * 3 + 1) % 4)
        self.trails = {0: [1, 2, 3], 1: [], 2: [3, 1], 3: [0, 2, 0]}
"""


class GameAuthor(Author):
    """Writes a whole rulebook, one choice after another."""

    def __init__(self, choose: Callable[[Sequence[Any]], Any]) -> None:
        super().__init__(choose)
        self.seats: int = choose((1, 2, 2, 2, 3, 4))
        self.clock: bool = choose((True, True, True, False))
        self.last: int = choose((2, 3, 4))
        self.spots: bool = choose((True, False))
        self.maps: bool = choose((True, False))
        self.long: bool = choose((True, False, False))

    def rulebook(self) -> str:
        """Write the rulebook."""
        names = ", ".join(f'"{name}"' for name in "ABCD"[: self.seats])
        worth = dict(zip("ABCD"[: self.seats], (1, -1, 2, -3), strict=False))
        lines = [
            "from boardproof.rules import *",
            "",
            "",
            "class Random(Game):",
            "    def setup(self):",
            f"        self.players = Players({names})",
            "        self.few = Range(1, 2)",
            f"        self.worth = {worth}",
            *(LONG.rstrip().split("\n") if self.long else ()),
            *SETUP.rstrip().split("\n"),
            *(SPOTS_SETUP.rstrip().split("\n") if self.spots else ()),
            *(MAPS_SETUP.rstrip().split("\n") if self.maps else ()),
            f"        self.left = Count(0, {self.last}, start={self.last})",
            "        self.turn = Turn(self.players)",
            *RULES.rstrip().split("\n"),
            "",
        ]
        for name in ("go", "jump")[: self.choose((1, 1, 2))]:
            lines += self._move(name)
        lines += [*self._walk(), *self._result()]
        stuck = self._stuck()
        lines = self._tightened(lines) if stuck else lines
        turns = [] if stuck else self._turns()
        text = "\n".join([*lines, *stuck, *self._endless(), *turns]) + "\n"
        text = text.replace("(Game):\n", f"(Game):\n{self._starts()}", 1)
        # Games that can go on for ever have fewer positions.
        return (
            text if self.clock else text.replace("Range(0, 4)", "Range(0, 1)").replace("% 5", "% 2")
        )

    def _move(self, name: str) -> list[str]:
        more, numbers = self.choose(MORE)
        first: list[str] = []
        if self.spots:
            more, numbers, lines = self.choose(SPOTS)
            first = [f"        {line}" for line in self.choose(lines)]
        if self.maps:
            first += [f"        {line}" for line in self.choose(MAPS)]
        taken = "".join(f", {one.split('=')[0].strip()}" for one in more.split(",") if one)
        self.numbers, self.sets, self.lists = ["n", *numbers, *numbers], [], []
        lines = [f'    @move(n="numbers"{more})', f"    def {name}(self, n{taken}):"]
        lines += [*first, f"        {self._change()}"]
        lines += [f"        {line[4:]}" for line in self.block(self.choose((1, 2)))]
        walk = self.choose(("", "self.walk(n, 1)", "self.walk(n, self.x % 3)"))
        lines += [f"        {walk}"] if walk else []
        if self.clock:
            lines.append("        self.left -= 1")
        return [*lines, *self._next_turn(), ""]

    def _walk(self) -> list[str]:
        """Write a rule that gives its parameters other values in a loop, and uses them then."""
        loop = self.choose(
            (
                ["for _ in self.numbers:"],
                ["for k in self.few:"],
                ["while k < 3:", "    k += 1"],
                ["while n != 2 and k < 4:", "    k = k + 1"],
            )
        )
        test = self.one("self.m[n] > 0", "n in self.s", "self.x == n", "k == 2", "self.flag")
        step = self.one(
            "n = (n + 1) % 4",
            "n = 3 - n",
            "n = (n + k) % 4",
            "n, k = 3 - n, k + 1",
            "pair = (pair[1], pair[0])",
            "pair = (n, pair[0])",
        )
        lines = [
            "pair = (n, k)",
            *loop,
            f"    if {test}:",
            f"        {self.one('break', 'continue', 'return')}",
        ]
        lines += [f"    {step}", *self.choose(([], ["    self.s ^= {n}"]))]
        change = "self.x = (self.x + n + pair[0] - pair[1]) % 6"
        lines += [self.one(change, "self.m[n] = k", "self.s ^= {n}")]
        return ["    def walk(self, n, k):", *(f"        {line}" for line in lines), ""]

    def _change(self) -> str:
        """Write a line after which positions differ."""
        return self.one(
            "self.x = (self.x + n) % 6",
            "self.x = 3 - n",
            "self.s ^= {n}",
            "self.o = n",
            f"self.m[n] = (self.m[n] + {self.one(*self.numbers)}) % 5",
        )

    def _next_turn(self) -> list[str]:
        """Let the next player move, or the same again, or whoever is named."""
        return self.choose(
            (
                ["        self.turn = self.turn.next"],
                ["        self.turn = self.turn.next"],
                ["        if self.flag:", "            self.turn = self.turn.next"],
                ['        self.turn = self.players["A"] if self.x > 2 else self.turn.next'],
            )
        )

    def _result(self) -> list[str]:
        """End the game when its time is over, or when something random holds, or never."""
        self.numbers, self.sets, self.lists, self.pure = ["n"], [], [], True
        lines = ["    def result(self):", "        n = self.x % 4"]
        if self.clock:
            lines += ["        if self.left == 0:", f"            return {self._end()}"]
        if self.choose((True, True, False)):
            begun = "self.left < 2" if self.clock else "self.s == self.groups[n]"
            lines += [
                f"        if {begun} and {self.test(1)}:",
                f"            return {self._end()}",
            ]
        return [*lines, "        return None"]

    def _stuck(self) -> list[str]:
        """Say what it means that no move is legal: nothing, a result, a pass, now this now that."""
        lines = ["", "    def stuck(self):", "        n = self.x % 4"]
        branch = [f"        if {self.test(1)}:", f"            return {self._end()}"]
        passing, ending = ["        return Pass()"], [f"        return {self._end()}"]
        said = self.choose(([], ending, ending, passing, [*branch, *passing], [*branch, *ending]))
        return [*lines, *said] if said else []

    def _endless(self) -> list[str]:
        """Say what a game without end is worth, or do not."""
        points = f"self.worth[who] - {self.choose((1, 2))}"
        ends = (
            "Draw()",
            'Win(self.players["A"])',
            f"Score({{who: {points} for who in self.players}})",
            "Score({who: self.x * self.worth[who] for who in self.players})",
            "Win(self.players['A'] if self.left % 2 == self.x % 2 else self.turn.next)",
        )
        said = self.choose(("", "", *ends))
        return ["", "    def endless(self):", f"        return {said}"] if said else []

    def _tightened(self, lines: list[str]) -> list[str]:
        """Let few moves be legal, so that players do get stuck."""
        tests = ("n > self.x", "n not in self.s", "self.m[n] == 0", "n > 2 and n != self.o")
        tight = f"        require({self.choose(tests)}, 'tight')"
        text = "\n".join(lines)
        return re.sub(r"(    def (go|jump)\(.*\n)", rf"\1{tight}\n", text).split("\n")

    def _turns(self) -> list[str]:
        """Let turns go on now and then, but not without end."""
        if not self.clock or self.choose((True, True, True, False)):
            return []
        going = self.one("self.x % 2 == 1", "self.flag", "1 in self.s", "self.o is None")
        begun = f"0 < self.left < {self.last}"
        return ["", "    def unfinished(self):", f"        return {begun} and {going}"]

    def _starts(self) -> str:
        """Let games start from one position, or from some that differ in a few variables."""
        if self.choose((True, True, True, False)) or self.maps or self.long:
            return ""
        free = self.one("x < 3", "turn == A or flag", "not over")
        rest = "not s and o is None and all(m[k] == 0 for k in numbers)"
        return f'    start = any_position("left == {self.last} and {rest} and ({free})")\n\n'

    def _end(self) -> str:
        return self.one(
            "Draw()",
            "Win(self.turn)",
            'Win(self.players["A"])',
            self._score,
            self._score,
            self._score,
        )

    def _score(self) -> str:
        points = self.one(
            "self.worth[who] * self.x",
            lambda: f"self.worth[who] * {self.number(1)}",
            lambda: f"{self.number(1)} - {self.number(0)} * self.worth[who]",
            lambda: f"-{self.number(1)} if self.turn == who else self.x - 3",
            "-self.left",
        )
        return f"Score({{who: {points} for who in self.players}})"


def rulebook(seed: int) -> str:
    """Return the rulebook of a seed."""
    return GameAuthor(Random(seed).choice).rulebook()
