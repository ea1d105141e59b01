"""Reading calls: rules of the game, words of the language, Python's own folds."""

from __future__ import annotations

import ast
from collections.abc import Callable
from difflib import get_close_matches
from types import FunctionType
from typing import Any

from ..ir import build
from ..ir.nodes import Const, Expr, Fold, MakeScore, MakeWin, Steps
from ..ir.types import NEVER, RESULT, BoolT, ElementT, IntT, NeverT, OptionT, SequenceT, SetT, Wrong
from ..rules.domains import Players
from ..rules.results import Draw, Score, Win
from ..rules.words import derived, require
from .expressions import ExpressionReader

Read = ExpressionReader


def read_call(self: Read, node: ast.Call) -> Expr:
    """Read any call."""
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            raise self.refused(argument)
    if isinstance(node.func, ast.Attribute):
        return _method(self, node, node.func)
    if isinstance(node.func, ast.Name):
        return _function(self, node, node.func)
    raise self.error(node.func, "this cannot be called in a rule", "call self.method(...)")


# -- methods ------------------------------------------------------------------------------------


def _method(self: Read, node: ast.Call, func: ast.Attribute) -> Expr:
    if isinstance(func.value, ast.Name) and func.value.id == "self":
        return _own_method(self, node, func)
    if isinstance(func.value, ast.Call) and getattr(func.value.func, "id", "") == "super":
        raise self.error(func, "super() is not part of the rule language", "give it another name")
    base = self.read(func.value)
    self._check_attribute(base, func, callable_=True)
    if node.keywords:
        raise self.error(node.keywords[0], "give these arguments by position")
    name = func.attr

    def run(value: Any, *arguments: Any) -> Any:
        return getattr(value, name)(*arguments)

    arguments = tuple(self.read(a) for a in node.args)
    try:
        return self._apply(f".{name}", run, base, arguments, self.place(node))
    except (LookupError, TypeError, ValueError) as failure:
        message = failure.args[0] if failure.args else failure
        raise self.error(node, f".{name} fails: {message}") from None


def _own_method(self: Read, node: ast.Call, func: ast.Attribute) -> Expr:
    name = func.attr
    found = self.reader.lookup(name)
    if isinstance(found, derived):
        raise self.error(func, f"{name} is derived: it is read, not called", f"write self.{name}")
    if name == "setup":
        raise self.error(func, "setup runs once, before the game", "write a rule for this")
    if not isinstance(found, FunctionType):
        if name in self.game.__dict__:
            raise self.error(func, f"self.{name} is no rule and cannot be called")
        near = get_close_matches(name, self.reader.rule_names(), 1)
        hint = f"did you mean self.{near[0]}?" if near else "write it as a method"
        raise self.error(func, f"the game has no rule {name}", hint)
    return self.call(node, name, _arguments(self, node, name, found))


def _arguments(self: Read, node: ast.Call, name: str, rule: FunctionType) -> tuple[Expr, ...]:
    """Match arguments to a rule's parameters, by position, by name, then by default."""
    names = self.reader.parameters_of(name)
    given: dict[str, Expr] = {}
    if len(node.args) > len(names):
        raise self.error(node, f"{name} takes {_count(len(names))}, not {len(node.args)}")
    for parameter, value in zip(names, node.args, strict=False):
        given[parameter] = _argument(self, name, parameter, value)
    for keyword in node.keywords:
        if keyword.arg not in names or keyword.arg in given:
            raise self.error(keyword, f"{name} takes no argument {keyword.arg}")
        given[keyword.arg] = _argument(self, name, keyword.arg, keyword.value)
    defaults = rule.__defaults__ or ()
    for parameter, default in zip(reversed(names), reversed(defaults), strict=False):
        given.setdefault(parameter, build.const(default, self.place(node)))
    missing = [parameter for parameter in names if parameter not in given]
    if missing:
        raise self.error(node, f"{name} needs an argument {missing[0]}")
    return tuple(given[parameter] for parameter in names)


def _argument(self: Read, rule: str, parameter: str, node: ast.expr) -> Expr:
    declared = self.reader.declared(rule).get(parameter)
    if declared is None:
        return build.as_set(self.read(node))
    return self.read_as(node, declared)


def _count(number: int) -> str:
    return {0: "no argument", 1: "1 argument"}.get(number, f"{number} arguments")


# -- functions ----------------------------------------------------------------------------------


def _function(self: Read, node: ast.Call, func: ast.Name) -> Expr:
    if func.id in self.scope.locals:
        raise self.error(func, f"{func.id} is a value and cannot be called")
    found = self.outside(func.id)
    try:
        reader = _FUNCTIONS.get(found)
    except TypeError:
        reader = None
    if reader is None:
        raise self.error(func, f"rules cannot call {func.id}", _function_hint(self, func.id))
    if node.keywords:
        raise self.error(node.keywords[0], f"{func.id} takes no named arguments here")
    return reader(self, node)


def _function_hint(self: Read, name: str) -> str:
    if isinstance(self.reader.lookup(name), FunctionType):
        return f"did you mean self.{name}(...)?"
    if name == "print":
        return "rules have no output; look at positions in a debugger or with `boardproof play`"
    near = get_close_matches(name, [f.__name__ for f in _FUNCTIONS], 1)
    if near:
        return f"did you mean {near[0]}?"
    return "write it as a method, or compute it in setup"


def _only(self: Read, node: ast.Call, least: int = 1, most: int = 1) -> list[ast.expr]:
    name = getattr(node.func, "id", "this")
    if not least <= len(node.args) <= most:
        wanted = _count(least) if least == most else f"{least} to {most} arguments"
        raise self.error(node, f"{name} takes {wanted}, not {len(node.args)}")
    return node.args


def _read_require(self: Read, node: ast.Call) -> Expr:
    raise self.error(node, "require stands in a line of its own", "write `require(...)` first")


def _read_win(self: Read, node: ast.Call) -> Expr:
    (argument,) = _only(self, node)
    player = self.read_as(argument, ElementT(self.game.players))
    if isinstance(player, Const):
        return build.const(Win(player.value), self.place(node))
    return MakeWin(player, type=RESULT, place=self.place(node))


def _read_draw(self: Read, node: ast.Call) -> Expr:
    _only(self, node, 0, 0)
    return build.const(Draw(), self.place(node))


def _read_score(self: Read, node: ast.Call) -> Expr:
    """Score takes {player: points}, written out or as a comprehension over the players."""
    (argument,) = _only(self, node)
    if isinstance(argument, ast.DictComp):
        pairs = _score_comprehension(self, argument)
    elif isinstance(argument, ast.Dict):
        pairs = [
            _score_pair(self, k, v) for k, v in zip(argument.keys, argument.values, strict=True)
        ]
    else:
        raise self.error(argument, "Score needs {player: points}", _SCORE_HINT)
    players = tuple(player for player, _ in pairs)
    if set(players) != set(self.game.players):
        raise self.error(argument, "Score needs the points of every player, once", _SCORE_HINT)
    points = tuple(points for _, points in pairs)
    return MakeScore(players, points, type=RESULT, place=self.place(node))


def _score_comprehension(self: Read, node: ast.DictComp) -> list[tuple[Any, Expr]]:
    (generator, *more) = node.generators
    over = self.read(generator.iter)
    simple = isinstance(generator.target, ast.Name) and not more and not generator.ifs
    if not simple or not isinstance(over, Const) or not isinstance(over.value, Players):
        raise self.error(node, "Score runs over the players", _SCORE_HINT)
    assert isinstance(generator.target, ast.Name)
    outer, pairs = dict(self.aliases), []
    for player in over.value:
        self.aliases[generator.target.id] = build.const(player, self.place(node))
        pairs.append(_score_pair(self, node.key, node.value))
    self.aliases = outer
    return pairs


def _score_pair(self: Read, key: ast.expr | None, value: ast.expr) -> tuple[Any, Expr]:
    player = self.read_as(key, ElementT(self.game.players)) if key else None
    if not isinstance(player, Const):
        raise self.error(value, "Score needs to know the players beforehand", _SCORE_HINT)
    points = self.read(value)
    if not isinstance(points.type, IntT):
        raise self.error(value, f"points are a number, and this is {points.type}")
    return player.value, points


_SCORE_HINT = "write Score({player: ... for player in self.players})"


def _fold_reader(kind: str) -> Callable[[Read, ast.Call], Expr]:
    def body_of(self: Read, node: ast.expr) -> Expr:
        if kind in ("any", "all"):
            return self.read_test(node)
        return build.as_number(self.read(node))

    def read(self: Read, node: ast.Call) -> Expr:
        if kind in ("min", "max") and len(node.args) > 1:
            return build.extreme(kind, [self.read(a) for a in node.args], self.place(node))
        (argument,) = _only(self, node)
        if isinstance(argument, ast.GeneratorExp | ast.ListComp):
            elt = argument.elt
            return self.fold(
                kind, argument.generators, lambda: body_of(self, elt), self.place(node)
            )
        return _fold_whole(self, kind, node, argument)

    return read


def _fold_whole(self: Read, kind: str, node: ast.Call, argument: ast.expr) -> Expr:
    """Fold the values of a collection as they are: `sum(self.weights)`, `max(self.heaps_left)`."""
    over, element, most = self.read_iterable(argument, ordered=False)
    if isinstance(over, Const):
        values = list(over.value)
        fold: dict[str, Callable[[Any], Any]] = {"any": any, "all": all, "sum": sum}
        if not values and kind in ("min", "max"):
            raise self.error(node, f"the {kind} of nothing")
        return build.const(fold.get(kind, min if kind == "min" else max)(values), self.place(node))
    if not isinstance(element, IntT | BoolT | NeverT):
        raise Wrong(f"{kind} needs numbers or conditions, and these are {over.type}")
    from ..ir.nodes import Local

    item = Local("each", type=element, place=self.place(argument))
    where = build.truth(True, self.place(argument))
    bounds = (
        IntT(min(0, element.lo * most), max(0, element.hi * most))
        if (kind == "sum" and isinstance(element, IntT))
        else element
    )
    return Fold(kind, "each", over, where, item, type=bounds, place=self.place(node))


def _read_len(self: Read, node: ast.Call) -> Expr:
    (argument,) = _only(self, node)
    if isinstance(argument, ast.ListComp):
        one = build.const(1, self.place(argument))
        return self.fold("sum", argument.generators, lambda: one, self.place(node))
    return build.size(self.read(argument), self.place(node))


def _read_abs(self: Read, node: ast.Call) -> Expr:
    (argument,) = _only(self, node)
    value = self.read(argument)
    place = self.place(node)
    opposite = build.arith("-", build.const(0, place), value, place)
    return build.extreme("max", [value, opposite], place)


def _read_range(self: Read, node: ast.Call) -> Expr:
    arguments = [self.read(a) for a in _only(self, node, 1, 3)]
    for argument, written in zip(arguments, node.args, strict=True):
        if not isinstance(argument.type, IntT):
            raise self.error(written, f"range needs a number, and this is {argument.type}")
    place = self.place(node)
    if all(isinstance(a, Const) for a in arguments):
        return build.const(range(*(a.value for a in arguments if isinstance(a, Const))), place)
    start = arguments[0] if len(arguments) > 1 else build.const(0, place)
    stop = arguments[1] if len(arguments) > 1 else arguments[0]
    step = arguments[2] if len(arguments) > 2 else build.const(1, place)
    if not isinstance(step, Const) or step.value == 0:
        raise self.error(node.args[-1], "the step of a range must be a constant, not 0")
    return _steps(start, stop, step.value, place)


def _steps(start: Expr, stop: Expr, step: int, place: Any) -> Expr:
    assert isinstance(start.type, IntT)
    assert isinstance(stop.type, IntT)
    if step > 0:
        lo, hi = start.type.lo, stop.type.hi - 1
    else:
        lo, hi = stop.type.lo + 1, start.type.hi
    most = max(0, (hi - lo) // abs(step) + 1)
    values = IntT(lo, hi) if lo <= hi else NEVER
    return Steps(start, stop, step, type=SequenceT(values, most), place=place)


def _read_set(self: Read, node: ast.Call) -> Expr:
    place = self.place(node)
    if not node.args:
        return Const(frozenset(), type=SetT(NEVER), place=place)
    (argument,) = _only(self, node)
    if isinstance(argument, ast.GeneratorExp | ast.ListComp):
        elt = argument.elt
        return self.fold(
            "union", argument.generators, lambda: build.make_set([self.read(elt)], place), place
        )
    value = build.as_set(self.read(argument))
    if isinstance(value.type, SetT):
        return value
    if isinstance(value, Const) and isinstance(value.type, SequenceT):
        return build.const(frozenset(value.value), place)
    if isinstance(value.type, OptionT):
        raise Wrong("this may be None", build.MAY_BE_NONE)
    raise Wrong(f"a set cannot be made of {value.type}", "write {... for x in xs}")


def _constant_function(function: Callable[..., Any]) -> Callable[[Read, ast.Call], Expr]:
    """Run one of Python's own functions where all its arguments are constants."""

    def read(self: Read, node: ast.Call) -> Expr:
        arguments = [self.read(a) for a in node.args]
        if not all(isinstance(a, Const) for a in arguments):
            raise self.error(
                node,
                f"{function.__name__} needs constants in a rule",
                "build the list in setup and loop over that",
            )
        values = [a.value for a in arguments if isinstance(a, Const)]
        result = function(*[list(v) if not isinstance(v, int) else v for v in values])
        return build.const(tuple(result), self.place(node))

    return read


_FUNCTIONS: dict[Any, Callable[[Read, ast.Call], Expr]] = {
    require: _read_require,
    Win: _read_win,
    Draw: _read_draw,
    Score: _read_score,
    any: _fold_reader("any"),
    all: _fold_reader("all"),
    sum: _fold_reader("sum"),
    min: _fold_reader("min"),
    max: _fold_reader("max"),
    len: _read_len,
    abs: _read_abs,
    range: _read_range,
    set: _read_set,
    frozenset: _read_set,
    enumerate: _constant_function(enumerate),
    zip: _constant_function(zip),
    reversed: _constant_function(reversed),
    sorted: _constant_function(sorted),
    tuple: _constant_function(tuple),
    list: _constant_function(list),
}
