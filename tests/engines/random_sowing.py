"""Random games on rings and grids: beans are sown, men step, jump and look along lines.

Moves with one to three arguments, over all values of a domain or over some; locals that are set
before a loop and change in it; arguments that get other values; loops that end early; rules with
loops that return where they ended; places that are numbers, names or pairs; numbers below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from .sowing_author import SowingAuthor

#: Values of an argument that is a place, and of one that is chosen after another.
SOME_PLACES = ("places", "places", "places - corners", "places - {home}", "corners", "few", "back")
LATER_PLACES = (*SOME_PLACES, "near[hole]", "places - {hole}", "{hole, home}")

#: Values of an argument that is a number.
SOME_NUMBERS = ("some", "some", "odd", "falling", "more", "debts")

#: The arguments that moves have.
ARGUMENTS: tuple[list[str], ...] = (
    ["hole"], ["n"], ["step"], ["hole", "n"], ["n", "hole"], ["hole", "other"], ["hole", "way"],
    ["who", "hole"], ["step", "n"], ["hole", "n", "other"], ["n", "hole", "way"],
    ["hole", "n", "who"],
)  # fmt: skip

SETUP = """
        places = list(self.places)
        size = len(places)
        self.home, self.away = places[2], places[-1]
        self.corners = frozenset({places[0], places[3]})
        self.few, self.back = places[1:4], [places[4], places[0], places[2]]
        self.near = {p: [places[i - 1], places[i - 3]] for i, p in enumerate(places)}
        self.across = {p: places[-1 - i] for i, p in enumerate(places)}
        seats = self.players.elements
        self.side = {p: seats[i * len(seats) // size] for i, p in enumerate(places)}
        self.after = {
            gap: {p: places[(i + gap) % size] for i, p in enumerate(places)} for gap in range(-2, 5)
        }
        self.some, self.more, self.debts = Range(0, 2), Range(2, 4), Range(-2, 1)
        self.odd, self.falling = frozenset({1, 3}), [3, 1, 2]
        self.ways = Range(0, 1)
        self.steps = Domain(*[(p, q) for p in places for q in (self.after[1][p], self.after[3][p])])
        self.store = Map(self.players, Range(0, 9))
        self.debt = Map(self.places, Range(-3, 3), start=0)
        self.marks = Subset(self.places, start={places[1], places[4]})
        self.told = One(self.places | None)
"""
ON_RINGS = """
        self.beyond = {
            p: [places[i + 1] if i + 1 < size else None, places[i - 1] if i > 0 else None]
            for i, p in enumerate(places)
        }
        self.rays = {p: [places[i + 1 :], places[:i][::-1]] for i, p in enumerate(places)}
"""
ON_GRIDS = """
        self.beyond = {p: [p.right, p.step(-1, 0)] for p in places}
        self.rays = {
            p: [[q for q in places if q.row == p.row and q.column > p.column],
                [q for q in places if q.column == p.column and q.row != p.row]]
            for p in places
        }
"""  # fmt: skip


class SowingGameAuthor(SowingAuthor):
    """Writes a whole rulebook, one choice after another."""

    def __init__(self, choose: Callable[[Sequence[Any]], Any]) -> None:
        super().__init__(choose)
        self.seats: int = choose((1, 2, 2, 2, 2, 3, 4))
        self.last: int = choose((2, 3, 4))

    def rulebook(self) -> str:
        """Write the rulebook."""
        names = ", ".join(f'"{name}"' for name in "ABCD"[: self.seats])
        shape = ON_RINGS if self.ring else ON_GRIDS
        start = self.one(
            "1", "2", "lambda p: 2 if p == self.home else 0", "lambda p: len(self.near[p]) - 1"
        )
        lines = [
            "from boardproof.rules import *",
            "",
            "",
            "class Random(Game):",
            "    def setup(self):",
            f"        self.players = Players({names})",
            f"        self.places = {self.places}",
            *SETUP.strip("\n").split("\n"),
            *shape.strip("\n").split("\n"),
            f"        self.board = Map(self.places, Range(0, {self.top}), start={start})",
            f"        self.left = Count(0, {self.last}, start={self.last})",
            "        self.turn = Turn(self.players)",
            "",
            *self._walk(),
            *self._total(),
            *self._spread(),
        ]
        self.helped = True
        for name in ("sow", "step")[: self.choose((1, 1, 2))]:
            lines += self._move(name)
        return "\n".join([*lines, *self._result(), *self._stuck()]) + "\n"

    # -- rules ------------------------------------------------------------------------------

    def _move(self, name: str) -> list[str]:
        """Write a move: what it takes, what it requires, what it does, and whose turn is next."""
        taken = self.choose(ARGUMENTS)
        values = {"way": "ways", "who": "players", "step": "steps"}
        values["hole"], values["n"] = self.choose(SOME_PLACES), self.choose(SOME_NUMBERS)
        values["other"] = self.choose(LATER_PLACES)
        self.arguments = taken
        self.spots = [name for name in taken if name in ("hole", "other")]
        self.counts = [name for name in taken if name in ("n", "way")]
        marks = ", ".join(f'{name}="{values[name]}"' for name in taken)
        lines = ["hole, other = step"] if "step" in taken else []
        self.spots = ["hole", "other"] if "step" in taken else self.spots
        lines += [*self._first(), *self.lines(self.choose((1, 2, 2, 3)), 2)]
        lines += ["self.left -= 1", *self._next_turn()]
        head = [f"    @move({marks})", f"    def {name}(self, {', '.join(taken)}):"]
        return [*head, *(f"        {line}" for line in lines), ""]

    def _first(self) -> list[str]:
        """Write how a move begins: with what is required, or with what arguments are instead."""
        return self.choose(
            (
                self._required,
                self._required,
                lambda: [],
                lambda: [*self._told(), *self._required()],
                lambda: [*self._required(), *self.again(), *self._required()],
                lambda: [*self.lift(), *self._required()],
            )
        )()

    def _required(self) -> list[str]:
        """Require beans, or anything."""
        if self.spots and self.choose((True, True, False)):
            return [f"require(self.board[{self.choose(self.spots)}] > 0, 'it is empty')"]
        return [f"require({self.test(1)}, 'not so')"]

    def _told(self) -> list[str]:
        """Play where one is told to."""
        name = self.one("at", *self.spots)
        lines = [*([f"at = {self.place(0)}"] if name == "at" else [])]
        self.bind(self.spots, name)
        return [*lines, "if self.told is not None:", f"    {name} = self.told"]

    def _next_turn(self) -> list[str]:
        return self.choose(
            (
                ["self.turn = self.turn.next"],
                ["self.turn = self.turn.next"],
                [f"if {self.test(1)}:", "    self.turn = self.turn.next"],
                [f"self.turn = self.side[{self.place(1)}]"],
            )
        )

    def _walk(self) -> list[str]:
        """Write a rule that walks from a place and returns where it came to."""
        self.spots, self.counts, self.arguments = ["at"], ["n"], ["at", "n"]
        stop = self.one("break", "return at", "return self.home", "continue")
        going = self.choose(
            (["for _ in range(n):"], ["for k in range(1, 4):"], ["while n > 0:", "    n -= 1"])
        )
        lines = [*going, f"    if {self.test(1)}:", f"        {stop}", f"    at = {self.place(1)}"]
        return self._rule("walk", [*lines, "return at"])

    def _total(self) -> list[str]:
        """Write a rule that adds up what it finds on its way."""
        self.spots, self.counts, self.arguments = ["at"], ["n", "found"], ["at", "n"]
        stop = [
            f"    if {self.test(1)}:",
            f"        {self.one('break', 'continue', 'return found')}",
        ]
        lines = [
            "found = 0",
            self.one("for _ in range(3):", "for _ in range(n):", "for n in self.debts:"),
            *self.choose(([], stop)),
            f"    at = {self.place(1)}",
            f"    found = {self.one('min(5, ', 'max(-2, ')}found + {self.number(1)})",
            self.one("return found", "return found % 4"),
        ]
        return self._rule("total", lines)

    def _spread(self) -> list[str]:
        """Write a rule that changes the board in a loop, and returns where it ended."""
        self.spots, self.counts, self.arguments = ["at"], ["n"], ["at", "n"]
        lines = self.choose((self.lift, lambda: []))()
        lines += [*self.choose((self.sowing, self.counting, self.relay))(2)]
        return self._rule("spread", [*lines, f"return at, {self.number(0)}"])

    def _rule(self, name: str, lines: list[str]) -> list[str]:
        return [f"    def {name}(self, at, n):", *(f"        {line}" for line in lines), ""]

    def _result(self) -> list[str]:
        """End the game when its time is over, or when something random holds."""
        self.arguments = []
        self.spots, self.counts = ["self.home"], ["self.left"]
        lines = ["    def result(self):", "        if self.left == 0:"]
        lines.append(f"            return {self._end()}")
        if self.choose((True, False)):
            lines += [
                f"        if self.left < 2 and {self.test(1)}:",
                f"            return {self._end()}",
            ]
        return [*lines, "        return None"]

    def _stuck(self) -> list[str]:
        """Say what it means that no move is legal, or do not."""
        said = self.choose(("", "Draw()", "Win(self.turn.previous)", "Pass()", self._end()))
        return ["", "    def stuck(self):", f"        return {said}"] if said else []

    def _end(self) -> str:
        return self.one(
            "Draw()",
            "Win(self.turn)",
            lambda: f'Win("A") if {self.test(1)} else Draw()',
            lambda: f'Win("A") if {self.test(1)} else Win(self.turn.next)',
            "Score({who: self.store[who] for who in self.players})",
            "Score({who: self.store[who] - self.store[who.next] for who in self.players})",
            "Score({who: sum(self.board[p] for p in self.places if self.side[p] == who) "
            "for who in self.players})",
            lambda: (
                f'Score({{who: {self.number(1)} if who == "A" else -1 for who in self.players}})'
            ),
        )


def rulebook(seed: int) -> str:
    """Return the rulebook of a seed."""
    return SowingGameAuthor(Random(seed).choice).rulebook()
