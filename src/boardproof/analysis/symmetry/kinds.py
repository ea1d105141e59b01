"""How a permutation of elements acts on values: by their kind, which is a type.

A number of a range whose numbers are themselves permuted (columns 0..6 in a mirrored grid) has the
kind `ElementT(range)`; every other number stays as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ...ir import types as t
from ...rules.domains import Domain, OrNone, Players, Range
from ...rules.elements import Chain, Region
from ...rules.game import Game
from ...rules.results import Draw, Score, Win
from ...rules.state import FlagVariable, MapVariable, SubsetVariable, Variable
from ..abstract_values import Unproved

Permutation = Mapping[Any, Any]


class BagT(t.Type):
    """A multiset of values of one kind."""

    of: t.Type


class Action:
    """Permutations of the elements of some domains, and what they make of any value.

    >>> from boardproof.rules import Players
    >>> class Toss(Game):
    ...     def setup(self):
    ...         self.players = Players("A", "B")
    >>> game = Toss()
    >>> swap = Action(game, {game.players: {"A": "B", "B": "A"}})
    >>> sorted(swap.image(t.SetT(t.ElementT(game.players)), {"A"})), swap.image(t.RESULT, Win("A"))
    (['B'], Win(player='B'))
    """

    def __init__(self, game: Game, permutations: Mapping[Domain[Any], Permutation]) -> None:
        self.players: Players = game.players
        self.permutations = {
            domain: permutation
            for domain, permutation in permutations.items()
            if any(permutation[element] != element for element in domain)
        }
        #: Whether the permutations take all that positions hold to something they may hold.
        self.closed = True
        for domain in compound_domains(game):
            taken = self._permute_compounds(domain)
            self.closed = self.closed and (taken or domain not in held_domains(game))
        self._ranges = [domain for domain in self.permutations if isinstance(domain, Range)]
        self._alternatives: dict[t.Type, tuple[t.Type, ...]] = {}
        self._matched: dict[tuple[t.Type, int, int], tuple[Any, Any, Any]] = {}

    def _permute_compounds(self, domain: Domain[Any]) -> bool:
        """Permute tuples and sets of elements as their parts are; return False where that fails."""
        images = {element: self._by_parts(element) for element in domain}
        if not all(image in domain for image in images.values()):
            return False
        if any(image != element for element, image in images.items()):
            self.permutations[domain] = {e: domain[image] for e, image in images.items()}
        return True

    def _by_parts(self, value: Any) -> Any:
        if isinstance(value, Chain | Region):
            parts = map(self._by_parts, value)
            return tuple(parts) if isinstance(value, Chain) else frozenset(parts)
        home = getattr(value, "domain", None)
        return self.permutations[home][value] if home in self.permutations else value

    # -- values -----------------------------------------------------------------------------

    def image(self, kind: t.Type, value: Any) -> Any:
        """Return the image of a value of a kind."""
        return self._form(kind, value, self.permutations)

    def same(self, kind: t.Type, value: Any) -> Any:
        """Return a value unchanged, in the form in which `image` returns it."""
        return self._form(kind, value, {})

    def takes(self, kind: t.Type, value: Any, image: Any) -> bool:
        """Whether the image of one value of a kind is another."""
        try:
            return bool(self.image(kind, value) == self.same(kind, image))
        except (Unproved, LookupError, TypeError):
            return False

    def _form(self, kind: t.Type, value: Any, by: Mapping[Domain[Any], Permutation]) -> Any:
        match kind:
            case t.ElementT(domain):
                return by[domain][value] if domain in by else value
            case t.IntT() | t.BoolT() | t.TextT() | t.NoneT() | t.NeverT():
                return value
            case t.OptionT(of):
                return None if value is None else self._form(of, value, by)
            case t.SetT(of):
                return frozenset(self._form(of, item, by) for item in value)
            case t.SequenceT(of):
                return tuple(self._form(of, item, by) for item in value)
            case BagT(of):
                return frozenset(Counter(self._form(of, item, by) for item in value).items())
            case t.TupleT(items) if len(items) == len(value):
                return tuple(self._form(a, v, by) for a, v in zip(items, value, strict=True))
            case t.TableT(key, entry):
                return frozenset(
                    (self._form(key, k, by), self._form(entry, v, by)) for k, v in value.items()
                )
            case t.ResultT():
                return self._result(value, by.get(self.players))
        raise Unproved(f"nothing is known of {kind}")

    def _result(self, value: Any, seats: Permutation | None) -> Any:
        if seats is None or value is None or isinstance(value, Draw):
            return value
        if isinstance(value, Score):
            return Score({seats[player]: points for player, points in value.points.items()})
        assert isinstance(value, Win)
        return Win(seats[value.player])

    def matched(self, kind: t.Type, ones: Any, others: Any) -> list[tuple[Any, Any]] | None:
        """Pair each value with the one it becomes, None where that is no one-to-one match."""
        memo = kind, id(ones), id(others)
        if memo not in self._matched:
            # The collections are kept, so that no other can have their identity.
            self._matched[memo] = ones, others, self._match(kind, ones, others)
        pairs: list[tuple[Any, Any]] | None = self._matched[memo][2]
        return pairs

    def _match(self, kind: t.Type, ones: Any, others: Any) -> list[tuple[Any, Any]] | None:
        waiting: dict[Any, list[Any]] = {}
        try:
            for other in others:
                waiting.setdefault(self.same(kind, other), []).append(other)
            pairs = [(one, waiting[self.image(kind, one)].pop(0)) for one in ones]
        except (Unproved, LookupError, TypeError):
            return None
        return None if any(waiting.values()) else pairs

    # -- kinds ------------------------------------------------------------------------------

    def element(self, domain: Domain[Any]) -> t.Type:
        """Return the kind of a domain's elements."""
        if isinstance(domain, OrNone):
            return t.OptionT(self.element(domain.of))
        if isinstance(domain, Range) and domain in self.permutations:
            return t.ElementT(domain)
        return t.element_type(domain)

    def variable(self, variable: Variable) -> t.Type:
        """Return the kind of a state variable's values; of a map, of its values at a key."""
        match variable:
            case FlagVariable():
                return t.BOOL
            case MapVariable():
                return self.element(variable.values)
            case SubsetVariable():
                return t.SetT(self.element(variable.domain))
        return self.element(variable.domain)

    def alternatives(self, a: t.Type) -> tuple[t.Type, ...]:
        """List the kinds that values of a type may turn out to have, the strictest first."""
        if a not in self._alternatives:
            exact = self._exact(a)
            kinds = [exact, *(_renumbered(exact, numbers) for numbers in self._ranges)]
            kinds += [_unordered(kind) for kind in kinds]
            self._alternatives[a] = tuple(dict.fromkeys(kinds))
        return self._alternatives[a]

    def inner(self, a: t.Type) -> t.Type | None:
        """Return the type of what a collection of a type holds, None where there is not one."""
        match a:
            case t.SetT(of) | t.SequenceT(of) | BagT(of):
                return of
            case t.DomainT(domain):
                return self.element(domain)
            case t.TableT(key, _):
                return key
        return None

    def item_kinds(self, a: t.Type) -> tuple[t.Type, ...]:
        """List the kinds that what a collection of a type holds may turn out to have."""
        of = self.inner(a)
        return () if of is None else self.alternatives(of)

    def _exact(self, a: t.Type) -> t.Type:
        if isinstance(a, t.DomainT):
            return t.SetT(self.element(a.domain))
        return _inside(a, self._exact)


def held_domains(game: Game) -> list[Domain[Any]]:
    """List the domains whose elements a position holds.

    Numbers count as elements where a map has them as keys, a set as members, or `One` as a value.
    """
    domains: dict[Domain[Any], None] = {}
    for variable in game.variables.values():
        if isinstance(variable, FlagVariable) or variable.word == "Count":
            continue
        domains[bare_domain(variable.domain)] = None
        if isinstance(variable, MapVariable) and not isinstance(
            bare_domain(variable.values), Range
        ):
            domains[bare_domain(variable.values)] = None
    return list(domains)


def bare_domain(domain: Domain[Any]) -> Domain[Any]:
    """Return a domain without None."""
    return domain.of if isinstance(domain, OrNone) else domain


def is_compound(domain: Domain[Any]) -> bool:
    """Whether a domain's elements are made of others: steps from cell to cell, sets of cells."""
    return all(isinstance(element, Chain | Region) for element in domain)


def compound_domains(game: Game) -> list[Domain[Any]]:
    """List the domains of a game whose elements are made of others."""
    named = [value for value in vars(game).values() if isinstance(value, Domain)]
    domains = dict.fromkeys([*map(bare_domain, named), *held_domains(game)])
    return [domain for domain in domains if is_compound(domain)]


def _inside(a: t.Type, change: Callable[[t.Type], t.Type]) -> t.Type:
    """Change the types that a type is made of."""
    if isinstance(a, t.TupleT):
        return t.TupleT(tuple(map(change, a.items)))
    changed = {name: change(of) for name, of in vars(a).items() if isinstance(of, t.Type)}
    return replace(a, **changed) if changed else a


def _renumbered(a: t.Type, numbers: Range) -> t.Type:
    if isinstance(a, t.IntT):
        return t.ElementT(numbers)
    return _inside(a, lambda of: _renumbered(of, numbers))


def _unordered(a: t.Type) -> t.Type:
    if isinstance(a, t.SequenceT):
        return BagT(_unordered(a.of))
    if isinstance(a, t.SetT) and _unordered(a.of) != a.of:
        return BagT(_unordered(a.of))
    return _inside(a, _unordered)


def join_kinds(a: t.Type, b: t.Type) -> t.Type:
    """Return a kind that has the values of two kinds, if an action permutes both alike."""
    try:
        return t.join(a, b)
    except t.Mismatch:
        raise Unproved(f"{a} and {b} are permuted differently") from None
