"""What the arguments of rules range over: the domains, and the sets, that decorators name."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ..errors import Place, RulebookError
from ..ir import nodes as n
from ..ir import tables
from ..ir import types as t
from ..ir.coerce import listing
from ..ir.rules import own_name
from ..rules.arguments import NoArguments, all_choices, arguments_named, domain_at, values_at
from ..rules.decorators import Mark
from ..rules.domains import Domain
from ..suggest import suggest
from .language_rules import EVALUATION, SPECIAL

if TYPE_CHECKING:
    from .reader import Reader


class ArgumentReader:
    """Reads the arguments of a rulebook's decorators."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def declared(self, name: str) -> dict[str, t.Type]:
        """Return the types of the arguments whose domain the rule's decorator names."""
        mark = self._reader.marks.get(own_name(name))
        if mark is None and self._reader.purpose(name) == EVALUATION:
            return {"player": t.ElementT(self._reader.game.players)}
        if mark is None:
            return {}
        return {a: self._domain_type(name, a, mark) for a in mark.domains}

    def _domain_type(self, name: str, argument: str, mark: Mark) -> t.Type:
        path = mark.domains[argument]
        try:
            return t.element_type(domain_at(self._reader.game, path))
        except (AttributeError, TypeError):
            pass
        if not isinstance(path, str):
            raise self._error(name, *self._no_domain(path))
        try:
            return self._dependent_type(argument, mark)
        except NoArguments as wrong:
            raise self._error(name, str(wrong), wrong.instead) from None
        except (AttributeError, TypeError):
            raise self._error(name, *self._no_domain(path)) from None

    def _dependent_type(self, argument: str, mark: Mark) -> t.Type:
        """Return the type of an argument whose values depend on those before it."""
        names = list(mark.domains)
        before = {name: mark.domains[name] for name in names[: names.index(argument)]}
        path = mark.domains[argument]
        for later in arguments_named(path, names[len(before) + 1 :]):
            problem = f"{path!r} depends on {later}, which is not known before {argument}"
            raise NoArguments(problem, f"name {later} first, or another set")
        values = {
            value
            for given in all_choices(self._reader.game, before)
            for value in values_at(self._reader.game, path, given)
        }
        kind = t.join_all(t.type_of(value) for value in values)
        inner = kind.of if isinstance(kind, t.OptionT) else kind
        if isinstance(inner, t.NeverT):
            raise NoArguments(f"{path!r} has no values", "name a set that has elements")
        if not isinstance(inner, t.ElementT | t.IntT):
            problem = f"{path!r} has no elements of a domain, and no numbers: it has {inner}"
            raise NoArguments(problem, "build it of elements in setup: self.cells[0, 0]")
        return kind

    def values_of(self, name: str, argument: str, place: Place) -> n.Expr:
        """Return what an argument ranges over, as an expression of those before it."""
        mark, types = self._reader.marks[own_name(name)], self.declared(name)
        path = mark.domains[argument]
        names = list(mark.domains)[: list(mark.domains).index(argument)]
        used = arguments_named(path, names)
        if not used:
            with suppress(AttributeError, TypeError):
                return tables.const(domain_at(self._reader.game, path), place)
            return tables.const(values_at(self._reader.game, path, {}), place)

        def values_for(*given: Any) -> Any:
            return values_at(self._reader.game, path, dict(zip(used, given, strict=True)))

        given = tuple(n.Local(a, type=types[a], place=place) for a in used)
        return tables.tabulate(path, values_for, given, place)

    def _error(self, name: str, problem: str, instead: str) -> RulebookError:
        """Return an error in the decorator of a rule."""
        source = self._reader.source(name)
        return RulebookError(problem, source.place(source.tree.decorator_list[0]), instead)

    def _no_domain(self, path: object) -> tuple[str, str]:
        """Return what is wrong with a decorator whose argument does not name a domain."""
        if not isinstance(path, str):
            if callable(path) and not isinstance(path, Domain):
                instead = 'write it as text, without self: target="near[source]"'
                return "a decorator takes text, and this is a function", instead
            instead = 'build it in setup and name it: @move(cell="cells")'
            return "a decorator takes a domain by its name", instead
        names = self._domain_names()
        instead = suggest(path, names, f"the domains are {listing(names)}", "'{}'")
        return f"{path!r} is no domain of the game", instead

    def _domain_names(self) -> list[str]:
        return [
            name for name, value in vars(self._reader.game).items() if isinstance(value, Domain)
        ]

    def check(self, name: str, mark: Mark) -> None:
        """Refuse a decorator that does not say what each argument ranges over."""
        source, names = self._reader.source(name), self._reader.parameters_of(name)
        if name in SPECIAL:
            raise self._reader.error(name, f"{name} needs no decorator", f"leave @{mark.kind} out")
        for argument in names:
            if argument not in mark.domains:
                node = next(a for a in source.tree.args.args if a.arg == argument)
                problem = f"the argument {argument} of {name} has no finite domain"
                instead = f'name one: @{mark.kind}({argument}="{self._domain_for(argument)}")'
                raise self._reader.error(name, problem, instead, source.place(node))
        for argument in mark.domains:
            if argument not in names:
                instead = f"its arguments are {listing(names)}" if names else "it has no arguments"
                problem = f"{name} has no argument {argument}"
                raise self._error(name, problem, instead)

        if list(mark.domains) != names:
            problem = f"{name} takes {listing(names)} in this order"
            instead = f"write @{mark.kind}({', '.join(f'{a}=...' for a in names)})"
            raise self._error(name, problem, instead)

    def _domain_for(self, argument: str) -> str:
        """Guess the domain of an argument from its name."""
        names = self._domain_names()
        near = get_close_matches(f"{argument}s", names, 1)
        return [*near, *(name for name in names if name != "players"), "players"][0]
