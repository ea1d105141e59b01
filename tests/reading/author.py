"""Random rules: lines that a reader may accept, written one choice after another."""

SETUP = """        self.numbers = Range(0, 3)
        self.pairs = ((0, 1), (1, 3), (2, 2))
        self.listed = (2, 0, 1)
        self.paths = {0: [], 1: [0], 2: [0, 3], 3: [2]}
        self.only = {0: None, 1: [3, 2], 2: None, 3: [0, 1]}
        self.groups = {0: {1, 2}, 1: {3}, 2: set(), 3: {-1, 1}}
        self.shut = {0: {3}, 1: None, 2: set(), 3: {1, 2}}
        self.step = {0: 2, 1: None, 2: -1, 3: 0}
        self.ends = {0: (1, True), 1: (-2, False), 2: (0, True), 3: (3, False)}
        self.graph = Graph(range(6), [(0, 1), (1, 3), (3, 2), (2, 5), (1, 4)])
        self.x = Count(0, 5)
        self.flag = Flag()
        self.s = Subset(self.numbers)
        self.m = Map(self.numbers, Range(0, 4))
        self.o = One(self.numbers | None)
"""
RULES = """
    def bump(self):
        self.x = (self.x + 1) % 6
        return self.x

    def both(self):
        self.flag = not self.flag
        return self.x, 2

    def touch(self, k):
        self.m[k] = (self.m[k] + 1) % 5

    def refuse(self, k):
        require(k != self.x, "refused")
        return k < 2

    def fail(self):
        require(False, "never")
        return True

    def look(self, a, b=1):
        return (a + b) % 4

    def maybe(self, a):
        return a if a > 1 else None

    def deep(self, a):
        return 0 if a <= 0 else self.deep(a - 1) + 1 if a < 3 else 3
"""
HEAD = f"""from boardproof.rules import *


class Random(Game):
    def setup(self):
        self.players = Players("A", "B")
{SETUP}        self.turn = Turn(self.players)

    def result(self):
        return None
{RULES}
    @move(n="numbers")
    def go(self, n):
"""


class Author:
    """Writes the lines of a rule, one choice after another; `choose` takes one of some options."""

    def __init__(self, choose):
        self.choose = choose
        self.numbers, self.sets, self.lists, self.loops, self.laps = ["n"], [], [], 0, 0
        self.pure = False

    def one(self, *options):
        """Choose; an option may be a text or a way to write one."""
        chosen = self.choose(options)
        return chosen() if callable(chosen) else chosen

    # -- expressions ------------------------------------------------------------------------

    def number(self, depth=2):
        plain = ("0", "1", "3", "self.x", "len(self.s)", *self.numbers, *self.numbers)
        if depth == 0:
            return self.one(*plain)
        inner, test = lambda: self.number(depth - 1), lambda: self.test(depth - 1)
        return self.one(
            *plain,
            lambda: f"({inner()} {self.one('+', '-', '*')} {inner()})",
            lambda: f"({inner()} {self.one('% 3', '// 2', '% 4')})",
            lambda: f"{self.one('min', 'max')}({inner()}, {inner()})",
            lambda: f"abs({inner()})",
            lambda: f"self.m[{self.key(depth - 1)}]",
            lambda: f"len({self.set(depth - 1)})",
            lambda: f"sum({self.over(lambda: self.number(depth - 1))})",
            lambda: f"({inner()} if {test()} else {inner()})",
            lambda: f"({inner()}, {inner()})[{self.one('0', '1')}]",
            lambda: f"self.look({inner()}, b={inner()})",
            lambda: f"self.look(b={inner()}, a={inner()})",
            lambda: f"self.deep({self.key(depth - 1)})",
            lambda: f"self.listed[{self.key(depth - 1)}]",
            lambda: f"max({self.over(lambda: self.number(depth - 1))})",
            lambda: f"len({self.list()})",
            lambda: f"self.ends[{self.key(depth - 1)}][0]",
            lambda: f"len(self.graph.reach({self.points()}, within={self.points()}))",
        )

    def key(self, depth=1):
        return self.one("n", lambda: f"({self.number(depth)}) % 4")

    def list(self):
        return self.one(lambda: f"self.paths[{self.key(0)}]", "self.listed", *self.lists)

    def over(self, body):
        """Write a comprehension, whose name hides a local sometimes."""
        name = self.one("k", "a", "n")
        over = self.one(
            "self.numbers",
            "self.listed",
            "self.s",
            lambda: f"range({self.number(0)})",
            lambda: f"[{self.number(0)}, {self.number(0)}]",
            lambda: self.set(0),
            self.list,
        )
        outer, self.numbers = self.numbers, [*self.numbers, name]
        condition = self.one("", lambda: f" if {self.test(0)}")
        text = f"{body()} for {name} in {over}{condition}"
        self.numbers = outer
        return text

    def test(self, depth=2):
        plain = ("self.flag", "self.o is None", lambda: f"{self.number(0)} in self.s")
        if depth == 0:
            return self.one(*plain, lambda: f"{self.number(0)} < {self.number(0)}")
        inner, number = lambda: self.test(depth - 1), lambda: self.number(depth - 1)
        return self.one(
            *plain,
            lambda: f"({number()} {self.one('<', '==', '!=', '>=')} {number()})",
            lambda: f"{number()} <= {number()} < {number()}",
            lambda: f"({inner()} {self.one('and', 'or')} {inner()})",
            lambda: f"({inner()} {self.one('and', 'or')} {inner()})",
            lambda: f"(not {inner()})",
            lambda: f"({inner()} if {inner()} else {inner()})",
            lambda: f"{self.one('any', 'all')}({self.over(lambda: self.test(depth - 1))})",
            lambda: f"{self.set(depth - 1)} {self.one('<=', '==', '!=')} {self.set(depth - 1)}",
            lambda: f"self.maybe({number()}) is not None",
            lambda: f"({number()}, {number()}) == ({number()}, 1)",
            lambda: f"{number()} in {self.one(self.list, self.set)}",
            lambda: self.unless_none(self.one("only", "shut"), f"{number()} in"),
            lambda: self.unless_none("step", f"{number()} <"),
            lambda: f"self.ends[{self.key(depth - 1)}][1]",
            lambda: f"self.graph.connected({self.points()}, {self.points()}, {self.points()})",
            lambda: "self.flag" if self.pure else self.effective(),
        )

    def effective(self):
        return self.one("self.refuse(n)", "self.fail()", "self.bump() > 2")

    def unless_none(self, table, asked):
        key = self.key(0)
        return f"(self.{table}[{key}] is None or {asked} self.{table}[{key}])"

    def set(self, depth=1):
        plain = ("self.s", "set()", lambda: f"{{{self.key(0)}, {self.key(0)}}}", *self.sets)
        if depth == 0:
            return self.one(*plain)
        return self.one(
            *plain,
            lambda: f"({self.set(depth - 1)} {self.one('|', '&', '-', '^')} {self.set(0)})",
            lambda: f"{{{self.over(lambda: self.key(0))}}}",
            lambda: f"{{{self.number(0)}, {self.number(0)}}}",
            lambda: f"self.groups[{self.key(0)}]",
        )

    def points(self):
        """Write a set of points of the graph."""
        return self.one(
            "{0, 4}",
            "[0, 4]",
            "self.graph",
            lambda: f"{{p for p in self.graph if self.graph.index(p) in {self.set(0)}}}",
            lambda: f"{{p for p in self.graph if {self.test(0)} or p == {self.one('2', '3')}}}",
        )

    # -- statements -------------------------------------------------------------------------

    def block(self, depth):
        """Write some lines; the names they bind are known after them only in this block."""
        count = self.choose((1, 2, 3))
        lines = [line for _ in range(count) for line in self.statement(depth)]
        return ["    " + line for line in lines]

    def branch(self, depth):
        numbers, sets, lists = [*self.numbers], [*self.sets], [*self.lists]
        lines = self.block(depth)
        self.numbers, self.sets, self.lists = numbers, sets, lists
        return lines

    def statement(self, depth):
        simple = (self.assign, self.assign, self.store, self.store, self.pair, self.effect)
        simple = (*simple, self.require, self.local_set, self.local_list, self.optional, self.leave)
        simple = (*simple, self.guarded)
        chosen = simple if depth == 0 else (*simple, self.branches, self.loop, self.again)
        written = self.choose(chosen)
        return written(depth) if written in (self.branches, self.loop, self.again) else written()

    def bind(self, *names):
        self.numbers += names

    def assign(self):
        value = self.one(self.number, self.number, "self.bump()", "self.look(n)")
        name = self.one("a", "b", "a_b", "each")
        line = self.one(f"{name} = {value}", f"{name} = b = {value}", f"{name} = self.x = {value}")
        self.bind(name, *(["b"] if " b = " in line else []))
        return [line]

    def pair(self):
        value = self.one(
            lambda: f"{self.number()}, {self.number()}", "b, a", "self.both()", "self.pairs[n]"
        )
        self.bind("a", "b")
        return [f"a, b = {value}"]

    def local_set(self):
        name = self.one("t", "u")
        value = self.set()
        self.sets.append(name)
        return [f"{name} = {value}"]

    def local_list(self):
        name = self.one("p", "q")
        value = self.list()
        self.lists.append(name)
        return [f"{name} = {value}"]

    def optional(self):
        """Keep what may be None, and look at it after the position has changed."""
        table, relation = self.one(("only", "in"), ("shut", "not in"), ("step", ">"))
        kept = [f"{table} = self.{table}[{self.key()}]", *self.one(self.store, self.effect)]
        test = f"{table} is None or {self.number(1)} {relation} {table}"
        return [*kept, self.one(f"require({test}, 'optional')", f"self.flag = {test}")]

    def guarded(self):
        """Require that a table has something, and look at it after the position has changed."""
        table, relation = self.one(("only", "in"), ("shut", "not in"), ("step", ">"))
        entry = f"self.{table}[{self.one('n', 'self.x % 4', 'len(self.s) % 4')}]"
        change = self.one("self.touch(n)", "self.flag = not self.flag", "self.o = n")
        look = f"require({self.number(0)} {relation} {entry}, 'look')"
        return [f"require({entry} is not None, 'guarded')", change, look]

    def store(self):
        return [
            self.one(
                lambda: f"self.x = {self.number()}",
                lambda: f"self.x = min(max({self.number()}, 0), 5)",
                lambda: f"self.x += {self.number(1)}",
                lambda: f"self.m[{self.key()}] = ({self.number()}) % 5",
                lambda: f"self.m[{self.key()}] += {self.number(1)}",
                lambda: f"self.m[{self.key()}] = self.bump()",
                lambda: f"self.flag = {self.test()}",
                lambda: f"self.s = {self.set()}",
                lambda: f"self.s {self.one('|=', '-=', '^=')} {self.set()}",
                lambda: f"self.o = {self.one('None', self.key, 'self.maybe(n)')}",
                lambda: f"self.m[n], self.x = self.x % 5, self.m[{self.key()}]",
            )
        ]

    def effect(self):
        return [self.one("self.bump()", "self.touch(n)", lambda: f"self.touch({self.key()})")]

    def require(self):
        return [self.one(lambda: f"require({self.test()}, 'not so')", "require(self.refuse(n))")]

    def leave(self):
        if not self.loops:
            return [f"if {self.test(1)}:", "    return"]
        return [f"if {self.test(1)}:", f"    {self.one('break', 'continue', 'return')}"]

    def branches(self, depth):
        test = self.one(self.test, "self.refuse(n)", "not self.refuse(n)", "self.fail()")
        lines = [f"if {test}:", *self.branch(depth - 1)]
        if self.choose((False, True)):
            lines += ["else:", *self.branch(depth - 1)]
        return lines

    def loop(self, depth):
        head, names = self.one(
            ("for k in self.numbers:", ["k"]),
            ("for k in range(n):", ["k"]),
            ("for k in (self.x, n):", ["k"]),
            ("for a, b in self.pairs:", ["a", "b"]),
            ("for k, c in enumerate(self.listed):", ["k", "c"]),
            ("for k, c in zip(self.listed, range(3)):", ["k", "c"]),
        )
        outer = [*self.numbers]
        self.bind(*names)
        self.loops += 1
        body = self.branch(depth - 1)
        self.loops -= 1
        self.numbers = outer
        return [head, *body]

    def again(self, depth):
        self.laps += 1
        count = f"w{self.laps}"
        self.loops += 1
        body = self.branch(depth - 1)
        self.loops -= 1
        head = f"while {count} < 3 and {self.test(1)}:"
        return [f"{count} = 0", head, f"    {count} += 1", *body]
