"""What a rule does is done once, in its place: calls that change the position or refuse a move."""

import pytest

from boardproof.engines.contract import make_engine
from boardproof.errors import IllegalMove, RulebookError, RuleBroken
from boardproof.reading import read
from boardproof.reading.loader import load
from boardproof.rules import (
    Count,
    Flag,
    Game,
    Map,
    One,
    Players,
    Range,
    Ring,
    Subset,
    Turn,
    move,
    require,
)

ENGINES = ("reference", "ir")


class Effects(Game):
    """Two counts, a flag, a map and a set, with helpers that change or refuse."""

    def setup(self):
        self.players = Players("A", "B")
        self.numbers = Range(0, 3)
        self.pairs = ((1, 2), (2, 3))
        self.x = Count(0, 6)
        self.y = Count(0, 12)
        self.flag = Flag()
        self.m = Map(self.numbers, Range(0, 9))
        self.s = Subset(self.numbers)
        self.turn = Turn(self.players)

    @move(n="numbers")
    def go(self, n):
        self.y = n

    def bump(self):
        self.x = min(self.x + 1, 6)
        return self.x

    def touch(self):
        self.x = min(self.x + 1, 6)

    def both(self):
        self.x = min(self.x + 1, 6)
        return self.x, 1

    def full(self):
        self.x = min(self.x + 1, 6)
        return self.x > 3

    def fail(self):
        require(False, "no")
        return True

    def result(self):
        return None


def outcomes(cls):
    """Give what every move does in the first positions, both engines agreeing on all of it."""
    rules = read(cls())
    engines = [make_engine(name, rules) for name in ENGINES]
    start = engines[0].initial()
    found, waiting, seen = [], [start, start.replace(flag=True, x=5, y=3, m={1: 2})], set()
    while waiting and len(seen) < 200:
        position = waiting.pop(0)
        if position in seen:
            continue
        seen.add(position)
        for chosen in engines[0].moves:
            told = [_outcome(engine, position, chosen) for engine in engines]
            assert told[0] == told[1]
            found.append(told[0])
            if not isinstance(told[0], str):
                waiting.append(told[0])
    return found


def _outcome(engine, position, chosen):
    try:
        return engine.successor(position, chosen)
    except IllegalMove as refusal:
        return str(refusal)
    except RuleBroken as failure:
        return failure.problem


class SeveralTargets(Effects):
    @move(n="numbers")
    def go(self, n):
        a = b = self.bump()
        self.y = self.m[n] = a + b if a + b < 9 else 0


class Unpacked(Effects):
    @move(n="numbers")
    def go(self, n):
        a, b = self.both()
        self.y = a + b + n


class Stored(Effects):
    @move(n="numbers")
    def go(self, n):
        self.m[min(self.x, 3)] = self.bump()
        self.y = self.bump()


class Asked(Effects):
    @move(n="numbers")
    def go(self, n):
        if self.full():
            self.y = self.x
        elif not self.full():
            self.y = n
        while not self.full():
            self.m[n] = self.x


class Required(Effects):
    @move(n="numbers")
    def go(self, n):
        require(self.full(), "not yet")
        self.y = n

    @move()
    def warm(self):
        self.x = min(self.x + 1, 6)


class Returned(Effects):
    @move(n="numbers")
    def go(self, n):
        got = self.again(n)
        self.y = got

    def again(self, n):
        return self.bump()


class Failing(Effects):
    @move(n="numbers")
    def go(self, n):
        if self.flag:
            ok = self.fail()
            self.flag = not ok
        self.y = n


class FailingTest(Effects):
    @move(n="numbers")
    def go(self, n):
        if self.flag:
            require(self.fail(), "another reason")
        self.flag = n > 1


class Nothing(Effects):
    @move(n="numbers")
    def go(self, n):
        self.y = (self.pairs[n], n)[1]


class NothingToDo(Effects):
    @move(n="numbers")
    def go(self, n):
        for k in range(self.zero(n)):
            self.y = k
        self.y = sum(k for k in range(self.zero(n)))

    def zero(self, n):
        return self.pairs[n][0] * 0


@pytest.mark.parametrize(
    "cls",
    [
        SeveralTargets,
        Unpacked,
        Stored,
        Asked,
        Required,
        Returned,
        Failing,
        FailingTest,
        Nothing,
        NothingToDo,
    ],
)
def test_what_a_call_changes_is_changed_once_and_in_its_place(cls):
    assert outcomes(cls)


def test_a_call_is_made_once_for_several_targets():
    engine = make_engine("ir", read(SeveralTargets()))
    after = engine.successor(engine.initial(), engine.moves[2])
    assert (after.x, after.y, after.m[2]) == (1, 2, 2)


@pytest.mark.parametrize("cls", [Failing, FailingTest])
def test_a_rule_that_always_refuses_gives_its_own_reason(cls):
    assert any(told.endswith("not legal: no") for told in outcomes(cls) if isinstance(told, str))


@pytest.mark.parametrize("cls", [Nothing, NothingToDo])
def test_what_goes_wrong_in_a_part_that_is_not_needed_still_goes_wrong(cls):
    assert "list index out of range" in outcomes(cls)


class Names(Effects):
    @move(n="numbers")
    def go(self, n):
        a_b = each = of_1 = n
        for a, b in self.pairs:
            self.m[n] = a + b
        a, b = self.both()
        found = any(a_b == a + b for a, b in self.pairs if a_b + a < 9)
        self.y = a_b + sum(self.s) + each + of_1 if found else a_b


class Grown(Effects):
    @move(n="numbers")
    def go(self, n):
        t = set()
        for k in self.numbers:
            if k > n:
                t = t | {k}
        self.s = t
        self.y = len(t)


class Tables(Effects):
    def setup(self):
        super().setup()
        self.ring = Ring(4)
        self.place = One(self.ring)
        self.points = {"A": 1, "B": 2}

    @move(n="numbers")
    def go(self, n):
        self.y = self.points[self.turn] + (3 if self.place in {0, 3} else 0)
        self.place = self.place.next
        self.turn = self.turn.next


class Deep(Effects):
    @move(n="numbers")
    def go(self, n):
        self.y = self.down(self.x * 100 + n)

    @move()
    def more(self):
        self.x += 1

    def down(self, n):
        if n <= 0 or n > 603:
            return 0
        rest = self.down(n - 1)
        return min(rest, 3)


class Defaults(Effects):
    first = 2

    @move(n="numbers")
    def go(self, n):
        self.y = self.until(n)

    def until(self, n, least=first):
        while n < least:
            n += 1
        return n


@pytest.mark.parametrize("cls", [Names, Grown, Tables, Deep, Defaults])
def test_engines_agree_on_names_sets_tables_depths_and_defaults(cls):
    assert outcomes(cls)


def test_rules_go_as_deep_in_every_engine():
    told = outcomes(Deep)
    assert "down calls itself without end" in told
    assert any(not isinstance(one, str) and one.x == 4 for one in told)


def with_line(line):
    """Make a rulebook whose move is one line, in a file of its own."""
    body = "\n        ".join(line.split("\n"))
    return f"""from boardproof.rules import *
from {__name__} import Effects


class Line(Effects):
    @move(n="numbers")
    def go(self, n):
        {body}

    def sub(self, a, b):
        return a - b
"""


@pytest.mark.parametrize(
    "line",
    [
        "self.y = abs(self.bump())",
        "self.m[min(self.x, 3)] += self.bump()",
        "self.x += self.bump()",
        "if self.bump() is not None:\n    self.y = 1",
        "if self.touch() is None:\n    self.y = 1",
        "self.y = (n, self.bump())[0]",
        "a, b = n, self.bump()",
        "for k in range(self.bump() * 0):\n    self.y = k",
        "self.y = sum(k for k in range(self.bump()))",
        "self.y = self.sub(b=self.bump(), a=self.x)",
        "if self.flag and self.fail():\n    self.y = 1",
        "require(self.flag or self.fail())",
        "self.y = 1 if self.flag else self.bump()",
        "self.flag = True if self.flag else self.fail()",
        "self.flag = any(self.full() for k in self.numbers)",
        "self.flag = 0 < self.bump() < 3",
        "self.s = {self.bump()}",
        "self.m[self.bump() % 4] = 1",
        "for k in self.both():\n    self.y = k",
    ],
)
def test_a_call_that_does_something_stands_in_a_line_of_its_own(line, tmp_path):
    path = tmp_path / "line.py"
    path.write_text(with_line(line))
    with pytest.raises(RulebookError, match="in the middle of an expression"):
        load(str(path))
