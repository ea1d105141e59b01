"""The symmetries of a rulebook: a group of proved permutations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ...ir.rules import Rules
from ...ir.types import RESULT
from ...positions.position import Position, check_game, starting_position
from ...rules.domains import Domain, Ring
from ...rules.game import Game
from ...rules.grids import BoardDomain
from ...rules.results import Result
from ...rules.starts import START
from ...rules.state import MapVariable, StateMap
from .candidates import joint_candidates, moving_domains, name_of, with_coordinates
from .kinds import Action, Permutation
from .proof import Prover

#: A group may become so large; a symmetry that would make it larger is left out.
MOST_SYMMETRIES = 1024

#: The number of failed proofs after which no more candidates are tried.
MOST_UNPROVED = 128

_Key = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """A permutation of elements under which the rules stay the same.

    `domains` gives the image of every element; `moves` for each move, by its number, the number of
    the move it becomes.
    """

    game: Game = field(repr=False)
    name: str
    domains: Mapping[Domain[Any], Permutation] = field(repr=False)
    moves: tuple[int, ...] = field(repr=False)

    @cached_property
    def _action(self) -> Action:
        return Action(self.game, self.domains)

    def apply(self, position: Position) -> Position:
        """Return the image of a position."""
        check_game(position, self.game)
        values, image = [], self._action.image
        for variable, value in zip(self.game.variables.values(), position.values, strict=True):
            kind = self._action.variable(variable)
            if isinstance(variable, MapVariable):
                key = self._action.element(variable.domain)
                held = {image(key, k): image(kind, v) for k, v in value.items()}
                values.append(StateMap((k, held[k]) for k in variable.domain))
            else:
                values.append(image(kind, value))
        return Position(self.game, tuple(values))

    def result(self, result: Result | None) -> Result | None:
        """Return the image of a result."""
        image: Result | None = self._action.image(RESULT, result)
        return image

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Symmetries:
    """The proved symmetries of a rulebook, the identity first; any two in a row are one too.

    `fixing_start` are those that leave the starting position as it is; where there are many, those
    that make each of them another.
    """

    all: tuple[Symmetry, ...]
    fixing_start: tuple[Symmetry, ...]

    def __str__(self) -> str:
        names = [symmetry.name for symmetry in self.all[1:]]
        shown = ", ".join(names if len(names) <= 8 else [*names[:7], "…"])
        kind = "symmetry" if len(names) == 1 else "symmetries"
        return f"{len(names)} {kind}, proved" + (f": {shown}" if shown else "")


def symmetries(rules: Rules) -> Symmetries:
    """Find permutations of cells, places and players that the rules do not notice, with proof.

    >>> from boardproof.rules import *
    >>> class Corners(Game):
    ...     def setup(self):
    ...         self.players = Players("A", "B")
    ...         self.cells = Grid(2, 3)
    ...         self.taken = Subset(self.cells)
    ...         self.turn = Turn(self.players)
    ...     @move(cell="cells")
    ...     def take(self, cell):
    ...         require(cell not in self.taken, "it is taken")
    ...         self.taken |= {cell}
    ...         self.turn = self.turn.next
    ...     def result(self):
    ...         return Win(self.turn) if len(self.taken) == 6 else None
    >>> from boardproof.reading import read
    >>> group = symmetries(read(Corners()))
    >>> print(group)  # doctest: +ELLIPSIS
    7 symmetries, proved: mirror left-right, mirror top-bottom, half turn, swap A and B, ...
    >>> [symmetry.name for symmetry in group.fixing_start]
    ['identity', 'mirror left-right', 'mirror top-bottom', 'half turn']
    """
    group = _Group(rules)
    for joint in joint_candidates(rules.game):
        group.try_one(joint)
    members = group.symmetries()
    return Symmetries(members, tuple(s for s in members if group.fixes_start(s)))


class _Group:
    """Symmetries as they are found, with all that follow from them."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.game, self.prover = rules, rules.game, Prover(rules)
        self.domains = moving_domains(rules.game)
        self._failed: set[_Key] = set()
        self._unproved = 0
        self._close([])

    def _key(self, joint: Mapping[Domain[Any], Permutation]) -> _Key:
        return tuple(
            tuple(joint[d][e] for e in d) if d in joint else d.elements for d in self.domains
        )

    def try_one(self, joint: dict[Domain[Any], Permutation]) -> None:
        """Prove a candidate that does not follow from the rest, and all that follows then."""
        key = self._key(joint)
        if key in self.members or key in self._failed or self._unproved >= MOST_UNPROVED:
            return
        moves = self.prover.moves_of(Action(self.game, with_coordinates(joint)))
        if moves is not None:
            if not self._close([*self._generators, (key, moves)]):
                self._unproved += 1
        else:
            # If it were a symmetry after one that is proved, it would be one by itself.
            self._unproved += 1
            self._failed |= {self._after(member, key) for member in self.members}

    def _close(self, generators: list[tuple[_Key, tuple[int, ...]]]) -> bool:
        """Take in all that follows from generators, unless that is too much."""
        members = {self._key({}): tuple(range(len(self.prover.moves)))}
        ahead = list(members.items())
        while ahead:
            key, moves = ahead.pop()
            for by, by_moves in generators:
                after = self._after(key, by)
                if after not in members:
                    members[after] = tuple(by_moves[m] for m in moves)
                    ahead.append((after, members[after]))
                    if len(members) > MOST_SYMMETRIES:
                        return False
        self.members, self._generators = members, generators
        return True

    def _after(self, key: _Key, by: _Key) -> _Key:
        """Return the composition of two permutations, the first applied first."""
        steps = zip(self.domains, key, by, strict=True)
        return tuple(
            tuple(second[domain.index(element)] for element in first)
            for domain, first, second in steps
        )

    def fixes_start(self, symmetry: Symmetry) -> bool:
        """Whether a symmetry leaves the set of starting positions as it is."""
        start = starting_position(self.game)
        if not self.rules.starts_anywhere:
            return symmetry.apply(start) == start
        return self.prover.keeps(Action(self.game, with_coordinates(dict(symmetry.domains))), START)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the members with their names, those that move the least domains first."""
        tried = {self._key(joint): at for at, joint in enumerate(joint_candidates(self.game))}

        def rank(key: _Key) -> tuple[int, int]:
            moved = sum(images != d.elements for images, d in zip(key, self.domains, strict=True))
            return moved, tried.get(key, len(tried))

        return tuple(
            self._symmetry(key, self.members[key]) for key in sorted(self.members, key=rank)
        )

    def _symmetry(self, key: _Key, moves: tuple[int, ...]) -> Symmetry:
        pairs = zip(self.domains, key, strict=True)
        domains = {domain: dict(zip(domain, images, strict=True)) for domain, images in pairs}
        alone = sum(isinstance(domain, BoardDomain | Ring) for domain in self.domains) == 1
        moved = {d: by for d, by in domains.items() if any(by[e] != e for e in d)}
        names = [name_of(domain, permutation, alone) for domain, permutation in moved.items()]
        return Symmetry(self.game, " with ".join(names) or "identity", domains, moves)
