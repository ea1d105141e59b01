"""State variables, the components of a position.

Each word below is typed as the value it holds (`Flag()` is a `bool`, `Subset(cells)` a frozen set
of cells), as `dataclasses.field` is; at run time it returns the declaration of the variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from .domains import MOST_NUMBERS, Domain, OrNone, Players, Range
from .elements import Player

E = TypeVar("E")
K = TypeVar("K")
V = TypeVar("V")


#: The domains of variables that have none of their own.
BOOLEANS, NO_VALUES = Range(0, 1), Range(0, 0)


class Refused(ValueError):
    """A value that a state variable cannot hold, and what to write instead."""

    def __init__(self, problem: str, instead: str = "use a value that it can hold") -> None:
        super().__init__(problem)
        self.instead = instead


class NoSuchPlace(Refused):
    """A value for a place that a map or a set does not have."""


@dataclass
class Variable:
    """A declared state variable: its name, the values it can hold, its start value."""

    word: ClassVar[str] = ""
    start: Any
    domain: Domain[Any]
    name: str = ""

    def accept(self, value: Any) -> Any:
        """Return the value as this variable stores it, or raise `Refused`."""
        raise NotImplementedError

    def refuse(self, value: object) -> Refused:
        """Return the error for a value that the variable cannot hold."""
        return Refused(f"{self.name} cannot be {_plain(value)}: it is declared {self}")

    @property
    def size(self) -> int:
        """How many values the variable can hold."""
        raise NotImplementedError

    @property
    def bits(self) -> int:
        """How many bits are needed to distinguish the variable's values."""
        return (self.size - 1).bit_length()


def domain_label(domain: Domain[Any]) -> str:
    """Return the name the rulebook gives a domain, or its declaration, abbreviated.

    >>> from boardproof.rules import Grid, Ring
    >>> domain_label(Grid(3, 3)), domain_label(Ring(50))
    ('Grid(3, 3)', 'Ring(0, 1, 2, …)')
    """
    if isinstance(domain, OrNone):
        return f"{domain_label(domain.of)} | None"
    text = str(vars(domain).get("called") or repr(domain))
    if len(text) <= 50:
        return text
    first = ", ".join(map(repr, domain.elements[:3]))
    return f"{type(domain).__name__}({first}, …)"


def _plain(value: object) -> str:
    return str(value) if isinstance(value, str | tuple) else repr(value)


@dataclass
class FlagVariable(Variable):
    """True or false."""

    word = "Flag"

    def accept(self, value: Any) -> bool:
        """Accept True and False."""
        if value is True or value is False:
            return value
        raise self.refuse(value)

    @property
    def size(self) -> int:
        """A flag has two values."""
        return 2

    def __str__(self) -> str:
        return "Flag()"


@dataclass
class OneVariable(Variable):
    """One element of a domain; `Count` is one number of a range, `Turn` one of the players."""

    word = "One"

    def accept(self, value: Any) -> Any:
        """Accept an element, or a plain value equal to one."""
        element = self.domain.own.get(value, self)
        if element is self or value.__class__ is bool:
            raise self.refuse(value)
        return element

    @property
    def size(self) -> int:
        """As many values as the domain has elements."""
        return len(self.domain)

    def __str__(self) -> str:
        if isinstance(self.domain, Range) and self.word == "Count":
            return f"Count({self.domain.first}, {self.domain.last})"
        return f"{self.word}({domain_label(self.domain)})"


@dataclass
class CountVariable(OneVariable):
    """A whole number between two bounds."""

    word = "Count"


@dataclass
class TurnVariable(OneVariable):
    """The player who is to move."""

    word = "Turn"


@dataclass
class SubsetVariable(Variable):
    """Any set of a domain's elements."""

    word = "Subset"

    def accept(self, value: Any) -> frozenset[Any]:
        """Accept any set of elements."""
        if not isinstance(value, (frozenset, Set)):  # what it mostly is is told at once
            raise self.refuse(value)
        own = self.domain.own
        try:
            return frozenset([own[element] for element in value])
        except KeyError as absent:
            label = _plain(absent.args[0])
            problem = f"{self.name} cannot contain {label}: it is declared {self}"
            raise NoSuchPlace(problem) from None

    @property
    def size(self) -> int:
        """Two to the number of elements."""
        return 1 << len(self.domain)

    def __str__(self) -> str:
        return f"Subset({domain_label(self.domain)})"


class StateMap(dict[Any, Any]):
    """A position's map: an immutable dictionary over the whole of a domain."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.values()))

    def _frozen(self, *_: object, **__: object) -> Any:
        raise TypeError("a position never changes")

    __setitem__ = __delitem__ = __ior__ = _frozen
    clear = pop = popitem = setdefault = update = _frozen


class DraftMap(dict[Any, Any]):
    """A map while a rule runs: every assignment is checked against the declaration."""

    __slots__ = ("draft", "variable")

    variable: MapVariable
    draft: dict[str, Any]  # the attributes of the game being played: an assignment sets `touched`

    def __setitem__(self, key: Any, value: Any) -> None:
        own = self.variable.own_values.get(value, self)
        if own is self or key not in self or value.__class__ is bool:
            self.variable.check_item(key, value)
        self.draft["touched"] = True
        dict.__setitem__(self, key, own)

    def __missing__(self, key: Any) -> Any:
        raise self.variable.no_key(key)

    def _refuse_removal(self, *_: object, **__: object) -> Any:
        raise TypeError("a map always covers its whole domain")

    __delitem__ = __ior__ = _refuse_removal
    clear = pop = popitem = setdefault = update = _refuse_removal


@dataclass
class MapVariable(Variable):
    """A value for every element of a domain."""

    values: Domain[Any] = NO_VALUES

    word = "Map"

    def __post_init__(self) -> None:
        self.own_values = self.values.own

    def accept(self, value: Any) -> StateMap:
        """Accept a mapping that covers the whole domain."""
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        for key, item in value.items():
            self.check_item(key, item)
        missing = [key for key in self.domain if key not in value]
        if missing:
            raise Refused(f"{self.name} has no value at {_plain(missing[0])}")
        return StateMap((key, self.own_values[value[key]]) for key in self.domain)

    def draft(self, value: StateMap, draft: dict[str, Any]) -> DraftMap:
        """Return a copy of a position's map that a rule may change."""
        copy = DraftMap(value)
        copy.variable, copy.draft = self, draft
        return copy

    def check_item(self, key: Any, value: Any) -> None:
        """Raise `Refused` unless the map may hold this value at this key."""
        if key not in self.domain:
            raise self.no_key(key)
        if value not in self.own_values or value.__class__ is bool:
            raise Refused(
                f"{self.name}[{_plain(self.domain[key])}] cannot be {_plain(value)}: "
                f"its values are {domain_label(self.values)}"
            )

    def no_key(self, key: Any) -> Refused:
        """Return the error for a key that the map does not have."""
        return NoSuchPlace(
            f"{self.name} has no {_plain(key)}: it is declared over {domain_label(self.domain)}"
        )

    @property
    def size(self) -> int:
        """The number of values to the power of the number of elements."""
        return int(len(self.values) ** len(self.domain))

    @property
    def bits(self) -> int:
        """The bits of one value, for every element."""
        return len(self.domain) * (len(self.values) - 1).bit_length()

    def __str__(self) -> str:
        return f"Map({domain_label(self.domain)}, {domain_label(self.values)})"


def _check_domain(word: str, domain: Any, kind: type[Domain[Any]] = Domain) -> None:
    """Refuse to declare a variable over an empty domain, or over something else."""
    if not isinstance(domain, kind):
        wanted = "the Players" if kind is Players else "a domain"
        instead = f"write {word}(self.players)" if kind is Players else _DOMAIN_HINT
        raise Refused(f"{word} needs {wanted}, and {_plain(domain)} is none", instead)
    if not len(domain):
        raise Refused(f"{word} needs a domain that has elements", _DOMAIN_HINT)


_DOMAIN_HINT = "make one: Grid(3, 3), Range(0, 9), Ring(6) or Domain('x', 'y')"


def Flag(start: bool = False) -> bool:
    """Declare a Boolean variable."""
    return cast(bool, FlagVariable(start, BOOLEANS))


def Count(lo: int, hi: int, start: int | None = None) -> int:
    """Declare a whole number from `lo` to `hi`, both included; it starts at `lo`."""
    if hi < lo:
        raise Refused(f"Count({lo}, {hi}) has no values", f"write Count({hi}, {lo})")
    if hi - lo >= MOST_NUMBERS:
        problem = f"Count({lo}, {hi}) has {hi - lo + 1:,} values, of {MOST_NUMBERS:,} at the most"
        raise Refused(problem, "give it bounds that a game can come to")
    return cast(int, CountVariable(lo if start is None else start, Range(lo, hi)))


def One(domain: Domain[E], start: object = ...) -> E:
    """Declare a variable that holds one element; it starts with the first (`None` if allowed)."""
    _check_domain("One", domain)
    return cast(E, OneVariable(domain.elements[0] if start is ... else start, domain))


def Turn(players: Players, start: object = ...) -> Player:
    """Declare whose turn it is; the first player starts."""
    _check_domain("Turn", players, Players)
    return cast(Player, TurnVariable(players.elements[0] if start is ... else start, players))


def Subset(domain: Domain[E], start: Iterable[E] = ()) -> frozenset[E]:
    """Declare a set of the domain's elements; it starts empty."""
    _check_domain("Subset", domain)
    return cast(frozenset[E], SubsetVariable(frozenset(start), domain))


def Map(
    domain: Domain[K], values: Domain[V], start: Callable[[K], object] | object = ...
) -> dict[K, V]:
    """Declare a value for every element; `start` is one value, a dict or a function of the element.

    Without `start`, or where a dict does not name it, an element has the first of the values:
    `None` for `players | None`.
    """
    _check_domain("Map", domain)
    _check_domain("Map", values)
    if start is ...:
        start = values.elements[0]
    first = start if callable(start) else lambda _: start
    if isinstance(start, Mapping):
        strange = next((key for key in start if key not in domain.own), None)
        if strange is not None:
            raise ValueError(f"start names {strange!r}, which is not in {domain_label(domain)}")
        given = {domain.own[key]: value for key, value in start.items()}
        first = lambda key: given.get(key, values.elements[0])  # noqa: E731
    return cast(dict[K, V], MapVariable({key: first(key) for key in domain}, domain, values=values))
