"""Reading calls: rules of the game, words of the language, Python's built-in folds."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import replace
from types import FunctionType
from typing import Any

from .. import rules as words
from ..errors import RulebookError
from ..ir import build, coerce, tables
from ..ir import nodes as n
from ..ir import types as t
from ..ir.rules import STUCK_RULE
from ..rules.decorators import derived, require
from ..rules.domains import Players
from ..rules.game import freeze
from ..rules.results import Draw, Pass, Score, Win
from ..suggest import suggest
from .connection import CONNECTIONS, ConnectionReader
from .expressions import make_fold
from .names import MISSING


class CallReader(ConnectionReader):
    """Reads the calls of one rule."""

    def _read_Call(self, node: ast.Call) -> n.Expr:
        """Read any call."""
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                raise self.refused(argument)
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if isinstance(node.func, ast.Name):
            return self._function(node, node.func)
        raise self.error(node.func, "this cannot be called in a rule", "call self.method(...)")

    # -- methods ----------------------------------------------------------------------------

    def _method(self, node: ast.Call, func: ast.Attribute) -> n.Expr:
        position = self.position_of(func.value)
        if position is not None:
            return self._own_method(node, func, position)
        if isinstance(func.value, ast.Call) and getattr(func.value.func, "id", "") == "super":
            hint = "write the overridden rule under another name, and call that"
            raise self.error(func, "super() is not part of the rule language", hint)
        base = self.read_any(func.value)
        self._check_attribute(base, func, callable_=True)
        name = func.attr
        if name in CONNECTIONS:
            return self.connection(node, name, base)
        if node.keywords:
            problem = f".{name} is given values by position"
            raise self.error(node.keywords[0], problem, "leave the name out")

        def run(value: Any, *arguments: Any) -> Any:
            return getattr(value, name)(*arguments)

        arguments = (base, *(self.read(a) for a in node.args))
        try:
            return tables.tabulate(f".{name}", run, arguments, self.place(node))
        except (LookupError, ValueError) as failure:
            message = failure.args[0] if failure.args else failure
            hint = getattr(failure, "instead", "use what the domain has")
            raise self.error(node, f".{name} has no value here: {message}", hint) from None
        except TypeError:
            hint = f"write {_signature(base, name)}"
            raise self.error(node, f".{name} is given the wrong arguments", hint) from None

    def _own_method(self, node: ast.Call, func: ast.Attribute, position: str) -> n.Expr:
        name = func.attr
        attribute = self.reader.lookup(name)
        if isinstance(attribute, derived):
            problem = f"{name} is derived: it is read, not called"
            raise self.error(func, problem, f"write self.{name}")
        if name == "setup":
            raise self.error(func, "setup runs once, before the game", "write a rule for this")
        if not isinstance(attribute, FunctionType):
            self._check_callable(func, attribute)
            hint = suggest(name, self.reader.rule_names(), "write it as a method", "self.{}")
            raise self.error(func, f"the game has no rule {name}", hint)
        return self.call(node, position + name, self._arguments(node, name, attribute))

    def _check_callable(self, func: ast.Attribute, attribute: Any) -> None:
        """Raise the error for a call of an attribute of the game that is not a rule."""
        name = func.attr
        if callable(self.game.__dict__.get(name)):
            hint = "write it as a method, or keep a dict in setup: self.x[...]"
            raise self.error(func, f"self.{name} is a function, not a rule", hint)
        if name in self.game.__dict__:
            raise self.error(func, f"self.{name} is no rule", f"read it without (): self.{name}")
        if attribute is not None:
            hint = f"write def {name}(self, ...) without the decorator"
            raise self.error(func, f"{name} is no plain method", hint)

    def _arguments(self, node: ast.Call, name: str, rule: FunctionType) -> tuple[n.Expr, ...]:
        """Bind arguments to a rule's parameters: by position, by name, then by default."""
        names = self.reader.parameters_of(name)
        bound: dict[str, n.Expr] = {}
        if len(node.args) > len(names):
            problem = f"{name} takes {_count(len(names))}, not {len(node.args)}"
            raise self.error(node, problem, _usage(name, names))
        for parameter, value in zip(names, node.args, strict=False):
            bound[parameter] = self._argument(name, parameter, value)
        for keyword in node.keywords:
            if keyword.arg is None:
                problem = "`**` is not part of the rule language here"
                raise self.error(keyword, problem, "write the values out")
            if keyword.arg not in names:
                problem = f"{name} takes no argument {keyword.arg}"
                raise self.error(keyword, problem, _usage(name, names))
            if keyword.arg in bound:
                problem = f"{name} is given {keyword.arg} twice"
                raise self.error(keyword, problem, "leave one of them out")
            bound[keyword.arg] = self._argument(name, keyword.arg, keyword.value)
        defaults = rule.__defaults__ or ()
        for parameter, default in zip(reversed(names), reversed(defaults), strict=False):
            if parameter not in bound:
                bound[parameter] = self._default(name, parameter, default)
        missing = [parameter for parameter in names if parameter not in bound]
        if missing:
            problem = f"{name} needs an argument {missing[0]}"
            raise self.error(node, problem, _usage(name, names))
        return tuple(bound[parameter] for parameter in names)

    def _default(self, rule: str, parameter: str, value: Any) -> n.Expr:
        """Read an argument's default; errors in it point at the rule that declares it."""
        place = self.reader.source(rule).place()
        if _has_list(value):
            problem = f"the default of {parameter} is a list, which can change"
            raise RulebookError(problem, place, "write a tuple: (...)")
        try:
            default = coerce.as_set(tables.const(freeze(value), place))
            declared = self.reader.arguments.declared(rule).get(parameter)
            return default if declared is None else coerce.fit(default, declared)
        except t.Wrong as wrong:
            problem = f"the default of {parameter} cannot be used: {wrong.problem}"
            raise RulebookError(problem, place, wrong.instead) from None

    def _argument(self, rule: str, parameter: str, node: ast.expr) -> n.Expr:
        declared = self.reader.arguments.declared(rule).get(parameter)
        if declared is None:
            return coerce.as_set(self.read(node))
        return self.read_as(node, declared)

    # -- functions --------------------------------------------------------------------------

    def _function(self, node: ast.Call, func: ast.Name) -> n.Expr:
        if func.id in self.scope.locals:
            hint = f"write {func.id} without ()"
            raise self.error(func, f"{func.id} is a value and cannot be called", hint)
        function = self.outside(func.id)
        try:
            reader = _FUNCTIONS.get(function)
        except TypeError:
            reader = None
        if reader is None:
            raise self.error(func, f"rules cannot call {func.id}", self._call_hint(func.id))
        if node.keywords:
            raise self._keyword_error(node)
        return reader(self, node)

    def _keyword_error(self, node: ast.Call) -> RulebookError:
        hint = "give values by position; treat the empty case with `if`"
        problem = f"{ast.unparse(node.func)} takes no named arguments in rules"
        return self.error(node.keywords[0], problem, hint)

    def _call_hint(self, name: str) -> str:
        if isinstance(self.reader.lookup(name), FunctionType):
            return f"did you mean self.{name}(...)?"
        if name == "print":
            return "rules have no output; look at positions in a debugger or with `boardproof play`"
        if name in words.__all__ and self.outside(name) is MISSING:
            return "import it from boardproof.rules"
        known = [function.__name__ for function in _FUNCTIONS]
        return suggest(name, known, "write it as a method, or compute it in setup")

    def _positional(self, node: ast.Call, least: int = 1, most: int = 1) -> list[ast.expr]:
        name = getattr(node.func, "id", "this")
        if not least <= len(node.args) <= most:
            wanted = _count(least) if least == most else f"{least} to {most} arguments"
            problem = f"{name} takes {wanted}, not {len(node.args)}"
            raise self.error(node, problem, _USES.get(name, ""))
        return node.args

    def _call_require(self, node: ast.Call) -> n.Expr:
        raise self.error(node, "require stands in a line of its own", "write `require(...)` first")

    def _call_win(self, node: ast.Call) -> n.Expr:
        (argument,) = self._positional(node)
        player = self.read_as(argument, t.ElementT(self.game.players))
        if isinstance(player, n.Const):
            return tables.const(Win(player.value), self.place(node))
        return n.MakeWin(player, type=t.RESULT, place=self.place(node))

    def _call_draw(self, node: ast.Call) -> n.Expr:
        self._positional(node, 0, 0)
        return tables.const(Draw(), self.place(node))

    def _call_pass(self, node: ast.Call) -> n.Expr:
        self._positional(node, 0, 0)
        if self.rule != STUCK_RULE:
            instead = "write `def stuck(self)`: what happens where no move is legal"
            raise self.error(node, "only stuck returns Pass()", instead)
        return n.Const(Pass(), type=t.RESULT, place=self.place(node))

    def _call_score(self, node: ast.Call) -> n.Expr:
        """Read `Score({player: points})`, written out or as a comprehension over the players."""
        (argument,) = self._positional(node)
        if isinstance(argument, ast.DictComp):
            pairs = self._score_comprehension(argument)
        elif isinstance(argument, ast.Dict):
            pairs = list(map(self._score_pair, argument.keys, argument.values))
        else:
            raise self.error(argument, "Score needs {player: points}", _SCORE_HINT)
        players = tuple(player for player, _ in pairs)
        if set(players) != set(self.game.players):
            raise self.error(argument, "Score needs the points of every player, once", _SCORE_HINT)
        points = tuple(points for _, points in pairs)
        return n.MakeScore(players, points, type=t.RESULT, place=self.place(node))

    def _score_comprehension(self, node: ast.DictComp) -> list[tuple[Any, n.Expr]]:
        (generator, *more) = node.generators
        over = self.read(generator.iter)
        simple = isinstance(generator.target, ast.Name) and not more and not generator.ifs
        if not simple or not isinstance(over, n.Const) or not isinstance(over.value, Players):
            raise self.error(node, "Score runs over the players", _SCORE_HINT)
        assert isinstance(generator.target, ast.Name)
        outer, pairs = dict(self.aliases), []
        for player in over.value:
            self.aliases[generator.target.id] = tables.const(player, self.place(node))
            pairs.append(self._score_pair(node.key, node.value))
        self.aliases = outer
        return pairs

    def _score_pair(self, key: ast.expr | None, value: ast.expr) -> tuple[Any, n.Expr]:
        player = self.read_as(key, t.ElementT(self.game.players)) if key else None
        if not isinstance(player, n.Const):
            raise self.error(value, "Score needs to know the players beforehand", _SCORE_HINT)
        points = self.read(value)
        if not isinstance(points.type, t.IntT):
            problem = f"points are a number, and this is {points.type}"
            raise self.error(value, problem, "count something: len(...), sum(...)")
        return player.value, points

    def _call_fold(self, node: ast.Call) -> n.Expr:
        kind, place = self._builtin_name(node), self.place(node)
        if kind in ("min", "max") and len(node.args) > 1:
            return build.extreme(kind, [self.read(a) for a in node.args], place)
        (argument,) = self._positional(node)
        if not isinstance(argument, ast.GeneratorExp | ast.ListComp):
            return self._fold_whole(kind, node, argument)
        elt = argument.elt
        if kind in ("any", "all"):
            return self.fold(kind, argument.generators, lambda: self.read_test(elt), place)
        return self.fold(kind, argument.generators, lambda: build.as_number(self.read(elt)), place)

    def _builtin_name(self, node: ast.Call) -> str:
        """Return the name of the Python built-in that is called, whatever its alias here."""
        assert isinstance(node.func, ast.Name)
        name: str = self.outside(node.func.id).__name__
        return name

    def _fold_whole(self, kind: str, node: ast.Call, argument: ast.expr) -> n.Expr:
        """Fold the values of a collection directly: `sum(self.weights)`."""
        over, element, most = self.read_iterable(argument, ordered=False)
        needed = (t.BoolT, t.NeverT) if kind in ("any", "all") else (t.IntT, t.BoolT, t.NeverT)
        if not isinstance(element, needed):
            shown = "conditions" if kind in ("any", "all") else "numbers"
            problem = f"{kind} needs {shown}, and this is {over.type}"
            raise t.Wrong(problem, f"write {kind}(... for x in xs)", over.place)
        if isinstance(over, n.Const):
            if not over.value and kind in ("min", "max"):
                raise self.error(node, f"the {kind} of nothing", "treat the empty case with `if`")
            return tables.const(build.FOLDS[kind](over.value), self.place(node))
        each, where = self.hidden("each"), build.truth(True, self.place(argument))
        item: n.Expr = n.Local(each, type=element, place=where.place)
        item = item if kind in ("any", "all") else build.as_number(item)
        return make_fold(kind, each, over, where, item, most, self.place(node))

    def _call_len(self, node: ast.Call) -> n.Expr:
        (argument,) = self._positional(node)
        if isinstance(argument, ast.ListComp):
            one = tables.const(1, self.place(argument))
            return self.fold("sum", argument.generators, lambda: one, self.place(node))
        return build.size(self.read_any(argument), self.place(node))

    def _call_abs(self, node: ast.Call) -> n.Expr:
        (argument,) = self._positional(node)
        value = build.as_number(self.read(argument))
        place = self.place(node)
        opposite = build.arith("-", tables.const(0, place), value, place)
        magnitude = build.extreme("max", [value, opposite], place)
        assert isinstance(magnitude.type, t.IntT)
        return replace(magnitude, type=t.IntT(max(0, magnitude.type.lo), magnitude.type.hi))

    def _call_range(self, node: ast.Call) -> n.Expr:
        arguments = [self.read(a) for a in self._positional(node, 1, 3)]
        for argument, written in zip(arguments, node.args, strict=True):
            if not isinstance(argument.type, t.IntT):
                sized = isinstance(argument.type, t.SetT)
                hint = "write range(len(...))" if sized else "use a number"
                problem = f"range needs a number, and this is {argument.type}"
                raise self.error(written, problem, hint)
        place = self.place(node)
        step = arguments[2] if len(arguments) > 2 else tables.const(1, place)
        if isinstance(step, n.Const) and step.value == 0:
            raise self.error(node.args[2], "the step of a range cannot be 0", "write 1 or -1")
        values = tables.constants(arguments)
        if values is not None:
            return tables.const(range(*values), place)
        if not isinstance(step, n.Const):
            problem = "the step of a range must be a constant"
            raise self.error(node.args[2], problem, "write 1 or -1")
        if len(arguments) == 1:
            arguments = [tables.const(0, place), *arguments]
        return _steps(arguments[0], arguments[1], step.value, place)

    def _call_set(self, node: ast.Call) -> n.Expr:
        place = self.place(node)
        if not node.args:
            return n.Const(frozenset(), type=t.SetT(t.NEVER), place=place)
        (argument,) = self._positional(node)
        if isinstance(argument, ast.GeneratorExp | ast.ListComp):
            return self.union(argument, place)
        value = coerce.as_set(coerce.contents(self.read_listed(argument)))
        if isinstance(value.type, t.SetT):
            return value
        if isinstance(value, n.Const) and isinstance(value.type, t.SequenceT):
            return tables.const(frozenset(value.value), place)
        if isinstance(value.type, t.OptionT):
            raise t.Wrong("this may be None", coerce.MAY_BE_NONE)
        raise t.Wrong(f"a set cannot be made of {value.type}", "write {... for x in xs}")

    def _call_list(self, node: ast.Call) -> n.Expr:
        """Refuse a list or a one-shot iterator used as a value."""
        name = self._builtin_name(node)
        hint = f"write `for x in {name}(...)`, or build the list in setup"
        raise self.error(node, f"{name} is read only as what a loop runs over", hint)

    def _call_tuple(self, node: ast.Call) -> n.Expr:
        self._positional(node)
        return self._evaluate_listing(tuple, node)

    def read_listed(self, node: ast.expr) -> n.Expr:
        """Read a collection that is only iterated over, where a list is allowed."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = self.outside(node.func.id)
            if function in _LISTING and node.func.id not in self.scope.locals:
                if node.keywords:
                    raise self._keyword_error(node)
                return self._evaluate_listing(function, node)
        return super().read_listed(node)

    def _constant(self, expr: n.Expr) -> n.Expr:
        """Return the constant that a local name stands for, another expression as it is."""
        return self.constants.get(expr.name, expr) if isinstance(expr, n.Local) else expr

    def _evaluate_listing(self, function: Callable[..., Any], node: ast.Call) -> n.Expr:
        """Evaluate a Python built-in on constants and return its values as a tuple."""
        name = function.__name__
        arguments = [self._constant(self.read_listed(a)) for a in node.args]
        for argument, written in zip(arguments, node.args, strict=True):
            if not isinstance(argument, n.Const):
                hint = "build the list in setup and loop over that"
                raise self.error(node, f"{name} needs constants in a rule", hint)
            if isinstance(argument.type, t.SetT) and function is not sorted:
                hint = "write sorted(...), or loop over the domain and test `in`"
                raise self.error(written, "a set has no order to go through it", hint)
        values = [a.value for a in arguments if isinstance(a, n.Const)]
        try:
            result = tuple(function(*[list(v) if not isinstance(v, int) else v for v in values]))
        except (TypeError, ValueError) as failure:
            problem = f"{name} cannot do this: {failure}"
            raise self.error(node, problem, "build the list in setup") from None
        return tables.const(result, self.place(node))


def _signature(base: n.Expr, name: str) -> str:
    """Return the call syntax of a method of a domain or an element."""
    assert isinstance(base.type, t.DomainT | t.ElementT)
    sample = base.type.domain if isinstance(base.type, t.DomainT) else base.type.domain.elements[0]
    try:
        names = inspect.signature(getattr(sample, name)).parameters
    except ValueError:
        return f".{name}(...)"
    return f".{name}({', '.join(names)})"


def _has_list(value: Any) -> bool:
    return isinstance(value, list) or (isinstance(value, tuple) and any(map(_has_list, value)))


def _usage(name: str, parameters: list[str]) -> str:
    return f"write self.{name}({', '.join(parameters)})"


def _count(number: int) -> str:
    return {0: "no argument", 1: "1 argument"}.get(number, f"{number} arguments")


_SCORE_HINT = "write Score({player: ... for player in self.players})"


_USES = {
    "Win": "write Win(player)",
    "Draw": "write Draw()",
    "Pass": "write Pass()",
    "Score": _SCORE_HINT,
    "range": "write range(n) or range(a, b)",
    "abs": "write abs(number)",
    "len": "write len(set)",
} | {kind: f"write {kind}(... for x in xs)" for kind in ("any", "all", "sum", "min", "max")}


def _steps(start: n.Expr, stop: n.Expr, step: int, place: Any) -> n.Expr:
    assert isinstance(start.type, t.IntT)
    assert isinstance(stop.type, t.IntT)
    if step > 0:
        lo, hi = start.type.lo, stop.type.hi - 1
    else:
        lo, hi = stop.type.lo + 1, start.type.hi
    most = max(0, (hi - lo) // abs(step) + 1)
    values = t.IntT(lo, hi) if lo <= hi else t.NEVER
    return n.Steps(start, stop, step, type=t.SequenceT(values, most), place=place)


_FUNCTIONS: dict[Any, Callable[[CallReader, ast.Call], n.Expr]] = {
    require: CallReader._call_require,
    Win: CallReader._call_win,
    Draw: CallReader._call_draw,
    Pass: CallReader._call_pass,
    Score: CallReader._call_score,
    **dict.fromkeys([any, all, sum, min, max], CallReader._call_fold),
    len: CallReader._call_len,
    abs: CallReader._call_abs,
    range: CallReader._call_range,
    **dict.fromkeys([set, frozenset], CallReader._call_set),
    **dict.fromkeys([enumerate, zip, reversed, sorted, list], CallReader._call_list),
    tuple: CallReader._call_tuple,
}

#: Functions that return a list or a one-shot iterator.
_LISTING = (enumerate, zip, reversed, sorted, list, tuple)
