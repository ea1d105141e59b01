"""The class every rulebook extends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any, ClassVar, dataclass_transform

from ..errors import BadParameter
from ..suggest import suggest
from .arguments import all_choices
from .arguments import domain_at as domain_at
from .board_layout import Rows
from .claims import Claim
from .decorators import Illegal, Mark
from .domains import Domain, OrNone, Players
from .elements import Element, Player
from .parameters import Option, Parameter, Reading, spell
from .results import Result
from .state import MapVariable, Refused, Variable


@dataclass_transform(kw_only_default=True, field_specifiers=(Parameter, Reading))
class Game:
    """A game's rules, written once.

    Parameters and readings are class fields. `setup` is ordinary Python: it builds constants
    (domains, lines) and declares the state variables. Every other method is a rule.

    >>> from boardproof.rules import Count, Parameter, Players, Turn, Win, move, require
    >>> class CountToTen(Game):
    ...     most: int = Parameter(2, at_least=1)
    ...     def setup(self):
    ...         self.players = Players("A", "B")
    ...         self.total = Count(0, 10)
    ...         self.turn = Turn(self.players)
    >>> game = CountToTen(most=3)
    >>> game.name, game.parameters, [str(v) for v in game.variables.values()][0]
    ('count-to-ten', {'most': 3}, 'Count(0, 10)')
    """

    name: ClassVar[str]
    options: ClassVar[dict[str, Option]] = {}
    players: Players
    look: Rows | None = None
    variables: dict[str, Variable]
    parameters: dict[str, Any]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__init__" in cls.__dict__:
            raise Refused(
                "a rulebook has no __init__", "write `def setup(self)`; sizes are class fields"
            )
        if "name" not in cls.__dict__:
            cls.name = re.sub(_WORD_START, "-", cls.__name__).lower()
        cls.options = dict(cls.options)
        for name, value in cls.__dict__.items():
            if isinstance(value, Option):
                value.attribute, value.name = name, value.name or name
                cls.options[value.name] = value

    def __init__(self, /, **parameters: object) -> None:
        self.__dict__["variables"] = {}
        self.__dict__["parameters"] = values = self._choose(parameters)
        self.__dict__.update({self.options[n].attribute: v for n, v in values.items()})
        self.__dict__["setting_up"] = True
        try:
            self.setup()
        except Illegal as refusal:
            raise BadParameter(str(refusal) or "these parameters are incompatible") from None
        finally:
            self.__dict__["setting_up"] = False
        domains = [value for value in self.__dict__.values() if isinstance(value, Domain)]
        for name, value in list(self.__dict__.items()):
            if name not in _OWN:
                self.__dict__[name] = freeze(value, domains)

    @classmethod
    def _choose(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        for name in parameters:
            if name not in cls.options:
                hint = suggest(name, cls.options, _list_of(cls.options))
                raise BadParameter(f"{cls.name} has no parameter {name!r}: {hint}")
        return {
            name: option.check(parameters.get(name, option.default))
            for name, option in cls.options.items()
        }

    def setup(self) -> None:
        """Build the constants and declare the state variables."""

    def __setattr__(self, name: str, value: object) -> None:
        """Declare during setup; afterwards assign state variables only, with a range check."""
        variable = self.__dict__["variables"].get(name)
        if self.__dict__["setting_up"]:
            self._declare(name, value)
        elif variable is None:
            raise Refused(f"{name} is no state variable, so no rule can change it")
        elif isinstance(variable, MapVariable):
            raise Refused(f"{name} is a map: assign to {name}[...]")
        else:
            self.__dict__["touched"] = True
            self.__dict__[name] = variable.accept(value)

    def _declare(self, name: str, value: object) -> None:
        self._check_name(name, value)
        self.variables.pop(name, None)
        if isinstance(value, Variable):
            if value.name:
                instead = "declare each in a line of its own"
                raise Refused(f"{name} and {value.name} are one variable", instead)
            value.name = name
            value.start = value.accept(value.start)
            self.variables[name] = value
        if isinstance(value, Domain):
            vars(value).setdefault("called", name)
        self.__dict__[name] = value

    def _check_name(self, name: str, value: object) -> None:
        if name in _OWN or (hasattr(Game, name) and name != "look"):
            raise Refused(f"{name} is a word of the language", "choose another name")
        if isinstance(getattr(type(self), name, None), FunctionType | property):
            raise Refused(f"{name} is a rule of the game already", "choose another name")
        if _holds_variables(value):
            raise Refused(
                f"{name} holds state variables without names",
                "declare each by itself: self.x = Flag(); or a Map for many of one kind",
            )

    @property
    def readings(self) -> dict[str, Any]:
        """The readings chosen for the game's text."""
        return {n: v for n, v in self.parameters.items() if self.options[n].is_reading}

    @property
    def identity(self) -> str:
        """The game's name with every parameter that is not the default.

        >>> from boardproof.rules import Parameter
        >>> class Pebbles(Game):
        ...     size: int = Parameter(3)
        >>> Pebbles(size=4).identity
        'pebbles size=4'
        """
        other = [
            f"{name}={spell(value)}"
            for name, value in self.parameters.items()
            if value != self.options[name].default
        ]
        return " ".join([self.name, *other])

    def to_move(self) -> Player:
        """Return the player to move: the `Turn` variable, unless the rulebook overrides this."""
        for name, variable in self.variables.items():
            if variable.word == "Turn":
                player: Player = getattr(self, name)
                return player
        raise Refused("no Turn is declared")

    def result(self) -> Result | None:
        """Return how the game ended, None while it is in progress."""
        raise NotImplementedError

    def expected(self) -> str:
        """Return what the player to move is expected to do: "remove a piece"."""
        return ""

    def wellformed(self) -> bool:
        """Whether the position has no `forbidden` defect."""
        return next(self.defects(), None) is None

    def defects(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield every `forbidden` defect of the position, with its arguments."""
        for name, mark in marked(type(self), "forbidden").items():
            for arguments in choices(self, mark):
                if getattr(self, name)(*arguments.values()):
                    yield name, arguments

    def __repr__(self) -> str:
        return f"<{self.identity}>"


_OWN = {"variables", "parameters", "setting_up", "touched"}
#: Where a new word begins in the name of a class, be it an initial: LGame, ConnectFour.
_WORD_START = r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])"


def _holds_variables(value: Any) -> bool:
    if not isinstance(value, list | tuple | dict):
        return False
    items = value.values() if isinstance(value, dict) else value
    return any(isinstance(item, Variable) or _holds_variables(item) for item in items)


def _list_of(options: dict[str, Option]) -> str:
    return f"it has {', '.join(options)}" if options else "it has none"


def freeze(value: Any, domains: Iterable[Domain[Any]] = ()) -> Any:
    """Make a constant deeply immutable.

    Plain pairs that are all elements of one domain become those elements, and words that are
    the keys of a table and all players become those players.

    >>> freeze([1, {2}])
    (1, frozenset({2}))
    >>> from boardproof.rules import Grid
    >>> grid = Grid(2, 2)
    >>> freeze([(0, 1)], [grid])[0].down
    (1, 1)
    """
    pairs = set(_plain_tuples(value))
    domains = list(domains)
    homes = [d for d in domains if not isinstance(d, OrNone) and all(p in d for p in pairs)]
    players = next((d for d in domains if isinstance(d, Players)), None)
    return _freeze(value, homes[0] if pairs and len(homes) == 1 else None, players)


def _plain_tuples(value: Any) -> Iterator[tuple[Any, ...]]:
    if type(value) is tuple and all(isinstance(item, str | int) for item in value):
        yield value
    elif isinstance(value, list | tuple | set | frozenset) and not isinstance(value, Element):
        for item in value:
            yield from _plain_tuples(item)
    elif type(value) is dict:
        yield from _plain_tuples([*value.keys(), *value.values()])


def _freeze(value: Any, home: Domain[Any] | None, players: Players | None) -> Any:
    def frozen(item: Any) -> Any:
        return _freeze(item, home, players)

    if type(value) is dict:
        seated = players is not None and all(type(k) is str and k in players for k in value)
        keys = [players[k] for k in value] if players and seated else map(frozen, value)
        return FrozenTable(zip(keys, map(frozen, value.values()), strict=True))
    if home is not None and type(value) is tuple and value in home:
        return home[value]
    if type(value) in (list, tuple):
        return tuple(map(frozen, value))
    if isinstance(value, set | frozenset) and not isinstance(value, Element):
        return frozenset(map(frozen, value))
    return value


class FrozenTable(dict[Any, Any]):
    """A constant dictionary."""

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError("a constant never changes")

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


def marked(cls: type[Game], *kinds: str) -> dict[str, Mark]:
    """Return the rules of some kinds by name, in source order."""
    marks = {name: getattr(value, "mark", None) for name, value in _members(cls).items()}
    return {n: mark for n, mark in marks.items() if isinstance(mark, Mark) and mark.kind in kinds}


def claims_of(cls: type[Game]) -> dict[str, Claim]:
    """Return the claims written beside the rules by name, in source order."""
    return {name: value for name, value in _members(cls).items() if isinstance(value, Claim)}


def _members(cls: type[Game]) -> dict[str, Any]:
    """Return what a class and its bases define, in source order."""
    return {name: value for base in reversed(cls.__mro__) for name, value in vars(base).items()}


def choices(game: Game, mark: Mark) -> Iterator[dict[str, Any]]:
    """Yield every choice of a rule's arguments, in the order of their domains."""
    return all_choices(game, mark.domains)
