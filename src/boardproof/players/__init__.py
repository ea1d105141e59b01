"""Players: whatever sits at a seat and chooses moves."""

from __future__ import annotations

from random import Random
from typing import Protocol

from ..engines.contract import Engine
from ..errors import UnknownPlayer
from ..positions.moves import Move
from ..positions.position import Position
from ..suggest import suggest
from .player_text import FOLDER, SECONDS, WHOLE, PlayerKind, read_options, split_word


class Chooser(Protocol):
    """Chooses a legal move of a position that is not over."""

    name: str

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose a legal move."""
        ...


#: Who can be named; a class is made with its luck and its options: `Class(random, **options)`.
KINDS = {
    "random": PlayerKind("boardproof.players.random:RandomPlayer"),
    "bad": PlayerKind("boardproof.players.random:RandomPlayer"),
    "smart": PlayerKind("boardproof.players.smart:SmartPlayer", {"depth": WHOLE, "time": SECONDS}),
    "mcts": PlayerKind("boardproof.players.mcts:MctsPlayer", {"games": WHOLE, "time": SECONDS}),
    "perfect": PlayerKind("boardproof.players.perfect:PerfectPlayer", {"store": FOLDER}),
}


def make_player(word: str, random: Random) -> Chooser:
    """Make the player that a word names.

    >>> make_player("random", Random(1)).name
    'random'
    """
    name, given = split_word(word)
    if name == "human":
        raise UnknownPlayer("a human takes a seat with `boardproof play`; name a player here")
    if name not in KINDS:
        hint = suggest(name, [*KINDS, "human"], f"there are human, {', '.join(KINDS)}")
        raise UnknownPlayer(f"no player is called {name!r}: {hint}")
    kind = KINDS[name]
    options = read_options(name, kind, given)
    player: Chooser = kind.load()(random, **options)
    return player


def as_player(who: str | Chooser, random: Random) -> Chooser:
    """Return the player that a word names, or a player of your own as it is."""
    return make_player(who, random) if isinstance(who, str) else who


def prepare(player: Chooser, engine: Engine) -> None:
    """Let a player get ready for a game before a clock runs; most need not.

    >>> from boardproof import load
    >>> from boardproof.engines.contract import make_engine
    >>> prepare(make_player("random", Random(1)), make_engine("reference", load("tic-tac-toe")))
    """
    get_ready = getattr(player, "prepare", None)
    if get_ready is not None:
        get_ready(engine)
