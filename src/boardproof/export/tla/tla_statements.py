"""Statements of the IR in TLA+: what follows a statement is written inside it.

Nothing is assigned in TLA+. Each change gives a new record of state variables, each local name a
new definition; where branches meet again, and where a loop goes round, an operator takes both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ...analysis.callgraph import requires
from ...ir import nodes as n
from ...ir.rules import Function, Rules
from ...ir.visit import StatementVisitor
from .tla_expressions import Env, TlaExpressions
from .tla_names import FreshNames, plain_name


@dataclass(frozen=True)
class Context:
    """Where a rule is: the state, the local names, and what breaking off or going round means."""

    state: str
    env: Env
    leave: Callable[[Context], str] | None = None
    again: Callable[[Context], str] | None = None


Rest = Callable[[Context], str]


class TlaStatements(StatementVisitor[str, Context, Rest]):
    """Writes rules as operators."""

    def __init__(self, rules: Rules, names: FreshNames) -> None:
        self.rules, self.names = rules, names
        self.expressions = TlaExpressions(rules, names)
        self._changing = {name for name in rules.functions if _changes(rules, name)}
        self._inside_changing = False

    def operator(self, function: Function) -> str:
        """Write a rule as an operator of the state and its arguments."""
        state = self.names.fresh("s")
        env = {name: self.names.fresh(name) for name, _ in function.parameters}
        self._inside_changing = function.trial or function.name in self._changing
        body = self._block(function.body, Context(state, env), self._returned)
        body = f"({body}).ok" if function.trial else body
        head = f"{plain_name(function.name)}({', '.join([state, *env.values()])})"
        return f"\\* line {function.place.line}\n{head} ==\n  {body}"

    def _returned(self, here: Context, value: str = "None") -> str:
        if not self._inside_changing:
            return value
        return f"[ok |-> TRUE, s |-> {here.state}, v |-> {value}]"

    def _block(self, block: n.Block, here: Context, rest: Rest) -> str:
        if not block:
            return rest(here)
        first, others = block[0], block[1:]
        return self.visit_stmt(first, here, lambda later: self._block(others, later, rest))

    def _value(self, node: n.Expr, here: Context, use: Callable[[Context, str], str]) -> str:
        """Write a value and what is done with it; a call that changes something goes first."""
        if not isinstance(node, n.Call) or node.rule not in self._changing:
            return use(here, self._written(node, here))
        made = self.names.fresh("made")
        call = self._written(node, here)
        after = use(replace(here, state=f"{made}.s"), f"{made}.v")
        return f"(LET {made} == {call} IN IF ~{made}.ok THEN {_illegal(here)} ELSE {after})"

    def _written(self, node: n.Expr, here: Context) -> str:
        return self.expressions.visit_expr(node, here.env, here.state)

    # -- single statements ------------------------------------------------------------------

    def visit_Assign(self, node: n.Assign, here: Context, rest: Rest) -> str:
        def use(now: Context, value: str) -> str:
            name = self.names.fresh(node.name)
            return f"(LET {name} == {value} IN {rest(_knowing(now, node.name, name))})"

        return self._value(node.value, here, use)

    def visit_SetState(self, node: n.SetState, here: Context, rest: Rest) -> str:
        name = plain_name(node.name)
        return self._value(node.value, here, lambda now, v: self._put(now, name, v, rest))

    def visit_SetAt(self, node: n.SetAt, here: Context, rest: Rest) -> str:
        def use(now: Context, value: str) -> str:
            where = f"{plain_name(node.map)}[{self._written(node.key, now)}]"
            return self._put(now, where, value, rest)

        return self._value(node.value, here, use)

    def _put(self, here: Context, where: str, value: str, rest: Rest) -> str:
        state = self.names.fresh("s")
        changed = f"[{here.state} EXCEPT !.{where} = {value}]"
        return f"(LET {state} == {changed} IN {rest(replace(here, state=state))})"

    def visit_Return(self, node: n.Return, here: Context, rest: Rest) -> str:
        return self._value(node.value, here, self._returned)

    def visit_Do(self, node: n.Do, here: Context, rest: Rest) -> str:
        return self._value(node.call, here, lambda now, _: rest(now))

    def visit_Require(self, node: n.Require, here: Context, rest: Rest) -> str:
        test = self._written(node.test, here)
        return f"(IF ~({test}) THEN {_illegal(here)} ELSE {rest(here)})"

    def visit_Break(self, node: n.Break, here: Context, rest: Rest) -> str:
        assert here.leave is not None
        return here.leave(here)

    def visit_Continue(self, node: n.Continue, here: Context, rest: Rest) -> str:
        assert here.again is not None
        return here.again(here)

    # -- branches and loops -----------------------------------------------------------------

    def visit_If(self, node: n.If, here: Context, rest: Rest) -> str:
        def use(now: Context, test: str) -> str:
            join, calls = self._operator("K", now, _assigned((*node.then, *node.otherwise)))
            then = self._block(node.then, now, calls)
            otherwise = self._block(node.otherwise, now, calls)
            return f"(LET {join(rest)} IN IF {test} THEN {then} ELSE {otherwise})"

        return self._value(node.test, here, use)

    def visit_For(self, node: n.For, here: Context, rest: Rest) -> str:
        changed = _assigned(node.body)
        q = self.names.fresh("q")
        after, leave = self._operator("K", here, changed)
        loop, lap = self._operator("L", here, changed, q)

        def body(now: Context) -> str:
            inner = _knowing(now, node.name, f"Head({q})")

            def again(later: Context) -> str:
                return lap(later, f"Tail({q})")

            inside = replace(inner, leave=leave, again=again)
            return f"IF {q} = <<>> THEN {leave(now)} ELSE {self._block(node.body, inside, again)}"

        over = self.expressions.sequence(node.over, here.env, here.state)
        following = after(lambda now: rest(_back(now, here)))
        return f"(LET {following} {loop(body)} IN {lap(here, over)})"

    def visit_While(self, node: n.While, here: Context, rest: Rest) -> str:
        changed = _assigned(node.body)
        after, leave = self._operator("K", here, changed)
        loop, lap = self._operator("L", here, changed, "")

        def body(now: Context) -> str:
            test = self._written(node.test, now)
            inside = replace(now, leave=leave, again=lap)
            return f"IF {test} THEN {self._block(node.body, inside, lap)} ELSE {leave(now)}"

        following = after(lambda now: rest(_back(now, here)))
        return f"(LET {following} {loop(body)} IN {lap(here)})"

    def _operator(
        self, letter: str, here: Context, changed: list[str], first: str | None = None
    ) -> tuple[Callable[[Rest], str], Callable[..., str]]:
        """Make an operator of the state and of the local names that change; `first` for loops."""
        name, state = self.names.fresh(letter), self.names.fresh("s")
        inner = {local: self.names.fresh(local) for local in changed}
        parameters = [*([first] if first else []), state, *inner.values()]

        def definition(body: Rest) -> str:
            now = replace(here, state=state, env={**here.env, **inner})
            blanks = ", ".join("_" * len(parameters))
            head = f"RECURSIVE {name}({blanks}) " if first is not None else ""
            return f"{head}{name}({', '.join(parameters)}) == {body(now)}"

        def call(now: Context, lap: str = "") -> str:
            locals_now = [now.env.get(local, "None") for local in changed]
            return f"{name}({', '.join([*([lap] if lap else []), now.state, *locals_now])})"

        return definition, call


def _illegal(here: Context) -> str:
    return f"[ok |-> FALSE, s |-> {here.state}, v |-> None]"


def _knowing(here: Context, name: str, value: str) -> Context:
    return replace(here, env={**here.env, name: value})


def _back(now: Context, outside: Context) -> Context:
    """Restore what break and continue meant outside a loop."""
    return replace(now, leave=outside.leave, again=outside.again)


def _assigned(block: n.Block) -> list[str]:
    return sorted({node.name for node in n.walk(block) if isinstance(node, n.Assign)})


def _changes(rules: Rules, name: str) -> bool:
    """Whether a rule changes the position, or may refuse a move."""
    function = rules.functions[name]
    return function.kind == "move" or bool(function.writes) or requires(rules, name)
