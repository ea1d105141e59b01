"""What is known of the games, each truth with its source: see `games/known.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from ..errors import BadInput
from ..reading.loader import find_game, make_game
from ..rules.game import Game
from ..rules.parameters import spell

FILE = Path(__file__).parents[1] / "games" / "known.toml"
#: An entry of that file: a head, and what follows up to the next.
ENTRY = re.compile(r"^\[\[(?P<game>[\w-]+)\]\]$(?:\n(?!\[\[).*)*\n?", re.MULTILINE)


class Truth(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something known, who says so, and what it takes to find it again."""

    source: str
    effort: Literal["quick", "long", "search", "far"] = "quick"


class KnownCount(Truth, frozen=True, kw_only=True):
    """Numbers of a game's reachable positions; those left out are not said."""

    positions: int | None = None
    moves: int | None = None
    stuck: int | None = None
    shortest: int | None = None
    longest: int | None = None
    over: dict[str, int] = {}
    peer: bool = False

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers by name, without those of `over`."""
        names = ("positions", "moves", "stuck", "shortest", "longest")
        return {name: n for name in names if (n := getattr(self, name)) is not None}


class KnownOrbits(Truth, frozen=True, kw_only=True):
    """How many classes of positions the symmetries leave."""

    classes: int
    symmetries: int


class KnownPerft(Truth, frozen=True, kw_only=True):
    """The numbers of sequences of 0, 1, 2, ... moves, after some moves from the start."""

    counts: tuple[int, ...]
    after: str = ""


class KnownValue(Truth, frozen=True, kw_only=True):
    """What the first player makes sure of, or what each of three can, and after how many moves."""

    numbers: tuple[int, ...]
    distance: int | None = None
    #: How many first moves make sure of it.
    openings: int | None = None
    peer: bool = False

    def in_words(self, players: Sequence[str]) -> str:
        """Return who wins, by how many points and how soon.

        >>> KnownValue(numbers=(-8,), distance=10, source="").in_words(("Black", "White"))
        'White wins by 8 points in 10 moves'
        >>> KnownValue(numbers=(0, 0, -1), source="").in_words(("P0", "P1", "P2"))
        'P0 makes sure of 0, P1 of 0, P2 of -1'
        """
        far = f" in {self.distance} move{'s' * (self.distance != 1)}" if self.distance else ""
        if len(self.numbers) > 1:
            worths = [f"{who} of {worth}" for who, worth in zip(players, self.numbers, strict=True)]
            return ", ".join(worths).replace(" of ", " makes sure of ", 1) + far
        (worth,) = self.numbers
        by = f" by {abs(worth)} points" if abs(worth) > 1 else ""
        return f"{players[worth < 0]} wins{by}{far}" if worth else f"a draw{far}"


class KnownSolved(Truth, frozen=True, kw_only=True):
    """How many reachable positions have each result under perfect play, and the longest way."""

    counts: dict[str, int]
    longest: int | None = None


class KnownForce(Truth, frozen=True, kw_only=True):
    """Whether players, together, can bring a goal about or keep it true."""

    who: tuple[str, ...]
    goal: str
    always: bool = False
    forced: bool


class KnownWords(Truth, frozen=True, kw_only=True):
    """What has no number."""

    says: str


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """A truth as games are listed with: positions, who wins, perft or words."""

    kind: Literal["positions", "value", "perft", "words"]
    numbers: tuple[int, ...] = ()
    says: str = ""
    source: str

    def __str__(self) -> str:
        numbers = " ".join(f"{number:,}" for number in self.numbers)
        shown = {"positions": f"{numbers} positions", "perft": f"perft {numbers}"}
        return f"{shown.get(self.kind, self.says)} ({self.source})"


class Known(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is known of one game with its parameters."""

    game: str
    parameters: dict[str, int | str | bool] = {}
    headline: bool = False
    count: tuple[KnownCount, ...] = ()
    orbits: KnownOrbits | None = None
    perft: tuple[KnownPerft, ...] = ()
    value: KnownValue | None = None
    solved: KnownSolved | None = None
    force: tuple[KnownForce, ...] = ()
    words: tuple[KnownWords, ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """The parameters as words of the command line."""
        return tuple(f"{name}={spell(value)}" for name, value in self.parameters.items())

    @property
    def identity(self) -> str:
        """The game with its parameters, as on the command line."""
        return " ".join([self.game, *self.arguments])

    def facts(self) -> Iterator[Fact]:
        """Yield what a game is listed with."""
        for count in self.count:
            if count.positions is not None:
                yield Fact(kind="positions", numbers=(count.positions,), source=count.source)
        if self.value:
            yield self._value(self.value)
        for row in self.perft:
            if not row.after:
                yield Fact(kind="perft", numbers=row.counts, source=row.source)
        for words in self.words:
            yield Fact(kind="words", says=words.says, source=words.source)

    def _value(self, value: KnownValue) -> Fact:
        players = make_game(find_game(self.game), self.parameters).players
        says = value.in_words([str(player) for player in players])
        return Fact(kind="value", numbers=value.numbers, says=says, source=value.source)

    def is_of(self, game: Game) -> bool:
        """Whether this is about a game with just these parameters, defaults written or not."""
        defaults = {name: option.default for name, option in game.options.items()}
        return self.game == game.name and {**defaults, **self.parameters} == game.parameters


def known_games(game: str = "") -> list[Known]:
    """Return what is known of one game, or of all: an entry for each choice of parameters.

    >>> known = known_games("tic-tac-toe")[0]
    >>> print(next(known.facts()))
    5,478 positions (the legal boards of noughts and crosses)
    >>> known.value.numbers
    (0,)
    """
    return [known for name in ([game] if game else _texts()) for known in _known(name)]


def known_size(game: Game) -> int | None:
    """Return how many reachable positions a game with its parameters is known to have.

    >>> from boardproof import load
    >>> known_size(load("connect-four").game)
    4531985219092
    """
    counts = (
        count for known in known_games(game.name) if known.is_of(game) for count in known.count
    )
    return next((count.positions for count in counts if count.positions is not None), None)


def headlines(game: str) -> list[tuple[Known, Fact]]:
    """Return the facts that a game is listed with."""
    return [
        (known, fact) for known in known_games(game) if known.headline for fact in known.facts()
    ]


@cache
def _known(game: str) -> tuple[Known, ...]:
    return tuple(parse_known(_texts().get(game, "")))


@cache
def _texts() -> dict[str, str]:
    """Return the entries of each game as text: what is asked of one need not read those of all."""
    texts: dict[str, str] = {}
    for entry in ENTRY.finditer(FILE.read_text(encoding="utf-8")):
        texts[entry["game"]] = texts.get(entry["game"], "") + entry[0]
    return texts


def parse_known(text: str) -> list[Known]:
    """Read entries; a key or a type that is not foreseen is an error.

    >>> parse_known("[[nim]]\\nvalue = { nubmers = [1], source = 'by hand' }")
    Traceback (most recent call last):
    boardproof.errors.BadInput: known.toml, nim 1: Object contains unknown field `nubmers` ...
    """
    try:
        tables = msgspec.convert(tomllib.loads(text), dict[str, list[dict[str, Any]]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise BadInput(f"{FILE.name}: {wrong}") from None
    return [
        _entry(game, number, table)
        for game, entries in tables.items()
        for number, table in enumerate(entries, 1)
    ]


def _entry(game: str, number: int, table: dict[str, Any]) -> Known:
    try:
        return msgspec.convert({**table, "game": game}, Known)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"{FILE.name}, {game} {number}: {wrong}") from None
