"""Lines of rules for games on rings and grids: beans are sown, men step and look along lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: What places are: the domain, the name of one of them, and whether they lie on a ring.
PLACES: tuple[tuple[str, str, bool], ...] = (
    ("Ring(6)", "0", True),
    ("Ring(5)", "4", True),
    ("Ring(16)", "9", True),
    ('Ring("a", "b", "c", "d", "e")', '"b"', True),
    (
        "Ring(*[(side, i) for side in self.players for i in range(5 // len(self.players) + 1)])",
        '"A", 1',
        True,
    ),
    ("Ring(*[(i, j) for i in range(3) for j in range(2)])", "2, 0", True),
    ("Grid(2, 3)", "1, 0", False),
    ("Grid(3, 3, first=1)", "1, 3", False),
)


class SowingAuthor:
    """Writes the lines of a rule, one choice after another; `choose` takes one of some options."""

    def __init__(self, choose: Callable[[Sequence[Any]], Any]) -> None:
        self.choose = choose
        self.top: int = choose((3, 12, 12))
        self.places, name, self.ring = choose(PLACES)
        self.named = f"self.places[{name}]"
        #: The names that stand for places and for numbers, and the arguments of the rule.
        self.spots, self.counts, self.arguments = list[str](), list[str](), list[str]()
        self.loops, self.laps, self.helped = 0, 0, False

    def one(self, *options: str | Callable[[], str]) -> str:
        """Choose; an option may be a text or a way to write one."""
        chosen = self.choose(options)
        return chosen() if callable(chosen) else chosen

    # -- expressions ------------------------------------------------------------------------

    def place(self, depth: int = 1) -> str:
        """Write a place; the arguments and locals that are one come first."""
        known = (*self.spots, *self.spots, *self.spots, "self.home", self.named)
        if depth == 0:
            return self.one(*known)
        inner = lambda: self.place(depth - 1)  # noqa: E731
        around = (
            *(lambda: f"{self.one(*self.spots)}.next", lambda: f"{self.one(*self.spots)}.previous"),
            lambda: f"{self.one(*self.spots)} + {self.one('2', '3', *self.counts)}",
        )
        return self.one(
            *known,
            *(around if self.ring and self.spots else ()),
            lambda: f"self.after[{self.gap()}][{inner()}]",
            lambda: f"self.after[{self.gap()}][{inner()}]",
            lambda: f"self.across[{inner()}]",
            lambda: f"({inner()} if {self.test(0)} else {inner()})",
            *([lambda: f"self.walk({inner()}, {self.number(0)})"] if self.helped else []),
        )

    def gap(self) -> str:
        """Write a number of places to go on."""
        return self.one(
            *("1", "2", "-1"), *(["n"] * 4 if "n" in self.counts else []),
            lambda: f"({self.number(0)}) % 5",
        )  # fmt: skip

    def number(self, depth: int = 1) -> str:
        plain = ("-1", "0", "1", "2", "len(self.marks)", *self.counts, *self.counts, *self.counts)
        if depth == 0:
            return self.one(*plain, lambda: f"self.board[{self.place(0)}]")
        inner = lambda: self.number(depth - 1)  # noqa: E731
        return self.one(
            *plain,
            lambda: f"self.board[{self.place(depth - 1)}]",
            lambda: f"self.debt[{self.place(depth - 1)}]",
            lambda: f"({inner()} {self.one('+', '-', '*')} {inner()})",
            lambda: f"({inner()} {self.one('% 3', '// 2', '% 4')})",
            lambda: f"{self.one('min', 'max')}({inner()}, {inner()})",
            lambda: f"sum(self.board[p] for p in self.places if {self.of_each('p')})",
            lambda: f"self.store[{self.player()}]",
            lambda: f"({inner()} if {self.test(0)} else {inner()})",
            *([lambda: f"self.total({self.place(0)}, {inner()})"] if self.helped else []),
        )

    def player(self) -> str:
        who = ["who", "who.next"] if "who" in self.arguments else []
        return self.one("self.turn", "self.turn.next", lambda: f"self.side[{self.place(0)}]", *who)

    def of_each(self, name: str) -> str:
        """Write a test of each of some places."""
        return self.one(
            f"{name} in self.marks",
            f"self.debt[{name}] < 0",
            lambda: f"{name} != {self.place(0)}",
            lambda: f"self.side[{name}] == {self.player()}",
            lambda: f"self.board[{name}] > {self.number(0)}",
        )

    def test(self, depth: int = 1) -> str:
        plain: tuple[Any, ...] = (
            "self.told is None",
            lambda: f"{self.place(0)} in self.marks",
            lambda: f"self.board[{self.place(0)}] {self.one('> 0', '== 1', '< 2')}",
            lambda: f"{self.number(0)} {self.one('<', '==', '>=')} {self.number(0)}",
        )
        if depth == 0:
            return self.one(*plain)
        return self.one(
            *plain,
            lambda: f"{self.place(depth)} {self.one('==', '!=')} {self.place(depth)}",
            lambda: f"{self.place(depth)} {self.one('in', 'not in')} self.corners",
            lambda: f"{self.place(depth)} in self.few",
            lambda: f"self.side[{self.place(depth)}] == {self.player()}",
            lambda: f"self.debt[{self.place(depth - 1)}] < {self.number(depth)}",
            lambda: f"{self.number(depth)} {self.one('<', '!=', '>')} {self.number(depth - 1)}",
            lambda: f"({self.test(depth - 1)} {self.one('and', 'or')} {self.test(depth - 1)})",
            lambda: f"not {self.test(0)}",
            lambda: (
                f"{self.one('any', 'all')}({self.of_each('p')} for p in self.near[{self.place(0)}])"
            ),
            lambda: f"{self.one('any', 'all')}({self.of_each('p')} for p in self.places)",
            lambda: f"any({self.of_each('p')} and {self.of_each('q')} for p, q in self.steps)",
        )

    # -- statements -------------------------------------------------------------------------

    def bind(self, names: list[str], *bound: str) -> None:
        names += [name for name in bound if name not in names]

    def lines(self, count: int, depth: int) -> list[str]:
        return [line for _ in range(count) for line in self.statement(depth)]

    def block(self, count: int, depth: int) -> list[str]:
        """Write lines within others; names that they bind are not known after them."""
        spots, counts = [*self.spots], [*self.counts]
        lines = self.lines(count, depth)
        self.spots, self.counts = spots, counts
        return [f"    {line}" for line in lines]

    def statement(self, depth: int) -> list[str]:
        simple = (
            self.lift,
            self.drop,
            self.drop,
            self.begin,
            self.again,
            self.leave,
            self.seek,
            self.pair,
        )
        if depth == 0:
            return self.choose(simple)()
        looped = (self.sowing, self.sowing, self.counting, self.relay, self.ray, self.branches)
        written = self.choose((*simple, *looped, *looped, *([self.call] if self.helped else [])))
        return written(depth) if written in looped else written()

    def begin(self) -> list[str]:
        """Set locals before what follows changes them."""
        name, value = self.one("at", "end"), self.place(1)
        line = f"{name} = {value}"
        self.bind(self.spots, name)
        if self.choose((True, False)):
            count = self.one("hand", "k")
            lines = [line, f"{count} = {self.number(1)}"]
            self.bind(self.counts, count)
            return lines
        return [line]

    def pair(self) -> list[str]:
        """Keep a place and a number together, and go on with both."""
        lines = [f"pair = ({self.place(1)}, {self.number(0)})"]
        self.bind(self.spots, "pair[0]")
        self.bind(self.counts, "pair[1]")
        head = self.one("for _ in self.some:", f"if {self.test(0)}:")
        on = f"    pair = ({self.place(1)}, {self.one('pair[1]', '2', '-pair[1]')})"
        return [*lines, head, on, *self.drop()]

    def lift(self) -> list[str]:
        """Take all beans of a place."""
        lines = [f"at = {self.place(0)}"] if self.choose((True, False)) else []
        self.bind(self.spots, *(["at"] if lines else []))
        place = "at" if lines else self.place(0)
        lines += [f"hand = self.board[{place}]", f"self.board[{place}] = 0"]
        self.bind(self.counts, "hand")
        return lines

    def drop(self) -> list[str]:
        """Put something somewhere."""
        place, top = self.place(1) if self.choose((True, False)) else self.place(0), self.top
        return [
            self.one(
                f"self.board[{place}] += 1",
                lambda: f"self.board[{place}] += {self.number(0)}",
                f"self.board[{place}] = (self.board[{place}] + 1) % {top + 1}",
                lambda: (
                    f"self.board[{place}] = (self.board[{place}] + {self.number(0)}) % {top + 1}"
                ),
                lambda: f"self.board[{place}] = min(max({self.number(1)}, 0), {top})",
                lambda: f"self.debt[{place}] = max(min({self.number(1)}, 3), -3)",
                lambda: f"self.debt[{place}] = max(self.debt[{place}] - {self.one('1', '2')}, -3)",
                f"self.marks ^= {{{place}}}",
                f"self.marks |= {{{place}}}",
                lambda: f"self.told = {self.one('None', place)}",
                self._taken,
            )
        ]

    def _taken(self) -> str:
        who = self.player()
        return f"self.store[{who}] = min(self.store[{who}] + max({self.number(0)}, 0), 9)"

    def again(self) -> list[str]:
        """Give arguments, or locals, other values."""
        options = [f"{name} = {self.place(1)}" for name in self.spots if name.isidentifier()]
        counted = [name for name in self.counts if name.isidentifier() and name != "way"]
        options += [f"{name} = ({self.number(1)}) % 4" for name in counted]
        if "hole" in self.spots and "other" in self.spots:
            options += ["hole, other = other, hole"] * 3
        if "way" in self.counts:
            options += ["way = 1 - way"]
        if "who" in self.arguments:
            options += ["who = who.next", f"who = {self.player()}"]
        if not options:
            return self.drop()
        line = self.one(*options)
        if self.choose((True, False)):
            return [f"if {self.test(1)}:", f"    {line}"]
        return [line]

    def leave(self) -> list[str]:
        """Leave the loop, or the lap, or the rule; outside a loop, require something."""
        if not self.loops:
            return [f"require({self.test(1)}, 'not then')"]
        words = ("break", "continue")
        returns = ("return",) if self.helped else ()
        return [f"if {self.test(1)}:", f"    {self.one(*words, *words, *returns)}"]

    def seek(self) -> list[str]:
        """Go straight on until something is met, or the board ends."""
        way = self.one("0", "1", *(["way"] * 4 if "way" in self.counts else []))
        lines = [f"spot = self.beyond[{self.place(0)}][{way}]"]
        lines += [f"while spot is not None and {self.of_each('spot')}:"]
        lines += [f"    {self._over('spot')}"] if self.choose((True, False)) else []
        lines += [f"    spot = self.beyond[spot][{way}]"]
        if self.choose((True, False)):
            return [*lines, "if spot is not None:", f"    {self._over('spot')}"]
        if self.loops:
            return [*lines, "if spot is None:", "    break"]
        return [*lines, "require(spot is not None, 'the board ends')", self._over("spot")]

    def _over(self, place: str) -> str:
        return self.one(
            f"self.marks ^= {{{place}}}",
            f"self.board[{place}] = {self.one('0', '1', '2')}",
            f"self.debt[{place}] = max(self.debt[{place}] - 1, -3)",
            f"self.told = {place}",
            *(["at = spot"] if "at" in self.spots else []),
        )

    def call(self) -> list[str]:
        """Call a rule that changes the board."""
        call = f"self.spread({self.place(0)}, ({self.number(0)}) % 4)"
        if self.choose((True, False)):
            return [call]
        self.bind(self.spots, "at")
        self.bind(self.counts, "hand")
        return [f"at, hand = {call}"]

    def branches(self, depth: int) -> list[str]:
        lines = [f"if {self.test()}:", *self.block(self.choose((1, 2)), depth - 1)]
        if self.choose((True, False)):
            lines += ["else:", *self.block(1, depth - 1)]
        return lines

    def _body(self, first: list[str], depth: int) -> list[str]:
        """Write what a loop does, after some lines of its own."""
        self.loops += 1
        spots, counts = [*self.spots], [*self.counts]
        lines = self.leave() if self.choose((True, False, False)) else []
        lines += [*first, *self.drop()]
        lines += self.lines(1, depth - 1) if self.choose((True, False)) else []
        self.spots, self.counts = spots, counts
        self.loops -= 1
        return [f"    {line}" for line in lines]

    def _on(self) -> tuple[list[str], list[str]]:
        """Write what stands before a loop that goes on from a place, and how it goes on."""
        name = self.one("at", *(one for one in self.spots if one.isidentifier()))
        before = [] if name in self.spots else [f"{name} = {self.place(1)}"]
        self.bind(self.spots, name)
        ring = (f"{name}.next", f"{name}.previous", f"{name} + 2") if self.ring else ()
        on = self.one(*ring, *ring, lambda: f"self.after[{self.gap()}][{name}]", self.place)
        skip = self.choose(
            ([], [], [f"if {name} == {self.place(0)}:", f"    {name} = self.after[1][{name}]"])
        )
        return before, [f"{name} = {on}", *skip]

    def sowing(self, depth: int) -> list[str]:
        """Sow one by one."""
        before, on = self._on()
        over = self.one("n", *self.counts) if "n" in self.counts else self.one("2", *self.counts)
        head = self.one(
            f"for _ in range({over}):", f"for _ in range({over}):",
            lambda: f"for _ in range({self.number(1)}):", "for k in self.some:",
            "for k in range(3, 0, -1):", "for k in self.falling:",
        )  # fmt: skip
        counts = [*self.counts]
        if " k " in head:
            self.bind(self.counts, "k")
        lines = [*before, head, *self._body(on, depth)]
        self.counts = counts
        return [*lines, *self.captured()]

    def counting(self, depth: int) -> list[str]:
        """Sow for as long as there is something in the hand."""
        before, on = self._on()
        before += [f"hand = {self.number(1)}"] if "hand" not in self.counts else []
        self.bind(self.counts, "hand")
        also = self.one("", "", lambda: f" and {self.test(0)}")
        body = self._body(["hand -= 1", *on], depth)
        early = ["    hand -= 1", *(line for line in body if line != "    hand -= 1")]
        return [*before, f"while hand > 0{also}:", *early, *self.captured()]

    def relay(self, depth: int) -> list[str]:
        """Sow on with what lies where the last bean fell, a few times."""
        before, on = self._on()
        name = on[0].split(" ")[0]
        self.laps += 1
        laps = f"laps{self.laps}"
        before += [f"hand = {self.number(1)}"] if "hand" not in self.counts else []
        self.bind(self.counts, "hand")
        lines = [*before, f"{laps} = 0", f"while {laps} < 3 and hand > 0:", f"    {laps} += 1"]
        lines += [
            "    for _ in range(hand):",
            *(f"    {line}" for line in self._body(on, depth - 1)),
        ]
        lines += [f"    if self.board[{name}] < {self.one('2', '3')}:", "        break"]
        return [*lines, f"    hand = self.board[{name}]", f"    self.board[{name}] = 0"]

    def ray(self, depth: int) -> list[str]:
        """Look along a line until something is met."""
        way = self.one("0", "1", *(["way"] * 4 if "way" in self.counts else []))
        head = f"for cell in self.rays[{self.place(0)}][{way}]:"
        stop = [f"if {self.of_each('cell')}:", f"    {self.one('break', 'continue')}"]
        name = self.one("end", "at", "cell")
        before = [f"{name} = {self.place(1)}"] if name != "cell" and name not in self.spots else []
        if name != "cell":
            self.bind(self.spots, name)
        spots = [*self.spots]
        self.bind(self.spots, "cell")
        kept = [f"{name} = cell"] if name != "cell" else []
        body = self._body([*stop, *kept], depth)
        self.spots = spots
        return [*before, head, *body]

    def captured(self) -> list[str]:
        """Take what lies opposite, now and then."""
        place = self.place(0)
        if self.choose((True, False, False)):
            return []
        return [
            f"if self.board[{place}] == {self.one('1', '2')} and {self.test(0)}:",
            f"    {self._taken()}",
            f"    self.board[self.across[{place}]] = 0",
        ]
