"""The games a server may open: the registered ones, and the files named on its command line."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import cleandoc
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

from ...analysis.ending_grounds import EndingExplainer
from ...drawing.svg import position_svg
from ...engines.contract import RuleEngine
from ...engines.planner import runner
from ...engines.starts import random_start
from ...errors import BadParameter, BoardproofError, UnknownGame
from ...ir.rules import Rules
from ...positions.moves import MoveNames
from ...questions.known import headlines, known_size
from ...reading.loader import find_game, game_names, make_game
from ...reading.reader import read
from ...rules.game import Game
from ...rules.parameters import Option, spell
from ...suggest import suggest

#: How many games, each with its parameters, are kept open; the least recently used goes.
KEPT = 32
#: The bound of a parameter without one of its own, where it comes from a browser.
MOST = 100


@dataclass(frozen=True, eq=False)
class OpenGame:
    """A game that is open: its rules and an engine, which serves one request at a time."""

    word: str
    rules: Rules
    engine: RuleEngine
    endings: EndingExplainer
    names: MoveNames
    lock: Lock = field(default_factory=Lock)


class Catalogue:
    """Finds games by the names it was given, and by no others.

    >>> library = Catalogue([])
    >>> library.open("tic-tac-toe", {"size": 4}).rules.game.identity
    'tic-tac-toe size=4'
    >>> library.open("/etc/passwd", {})
    Traceback (most recent call last):
    boardproof.errors.UnknownGame: there is no game '/etc/passwd' here: ...
    """

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(dict.fromkeys([*words, *game_names()]))
        self._opened: OrderedDict[tuple[Any, ...], OpenGame] = OrderedDict()
        self._listed: dict[str, tuple[int, dict[str, Any]]] = {}
        self._solved: dict[tuple[str, int], float] = {}
        self._lock = Lock()

    def warm(self) -> None:
        """Prepare what the page requests first: list the games, open the first."""
        self.describe_games()
        with suppress(BoardproofError):  # reported when somebody opens it
            self.open(self.words[0], {})

    def open(self, word: str, parameters: dict[str, Any]) -> OpenGame:
        """Open a game with its parameters, or say why it cannot be."""
        key = (word, self.stamp(word), tuple(sorted(parameters.items())))
        with self._lock:
            opened = self._opened.get(key)
            if opened is not None:
                self._opened.move_to_end(key)
                return opened
        opened = self._read(word, parameters)
        with self._lock:
            self._opened[key] = opened
            while len(self._opened) > KEPT:
                self._opened.popitem(last=False)
        return opened

    def _read(self, word: str, parameters: dict[str, Any]) -> OpenGame:
        cls = self.find(word)
        for name, value in parameters.items():
            _check_bound(cls.options.get(name), name, value)
        rules = read(make_game(cls, parameters))
        engine = runner(rules)
        return OpenGame(word, rules, engine, EndingExplainer(rules), MoveNames(engine.moves))

    def find(self, word: str) -> type[Game]:
        """Find a game's class; only words of this library are looked for."""
        if word not in self.words:
            hint = suggest(word, self.words, f"there are {', '.join(self.words)}")
            raise UnknownGame(f"there is no game {word!r} here: {hint}")
        return find_game(word)

    def stamp(self, word: str) -> int:
        """Return when a rulebook's file was last changed, so that it is read again after that."""
        path = Path(word.partition(":")[0])
        try:
            return path.stat().st_mtime_ns if word in self.words and path.suffix == ".py" else 0
        except OSError:
            return 0

    def describe_games(self) -> list[dict[str, Any]]:
        """Describe every game: its sentence, parameters, readings and what is known of it."""
        stamps = [(word, self.stamp(word)) for word in self.words]
        return [{**self._once(*one), "solved_in": self._solved.get(one)} for one in stamps]

    def note_solved(self, word: str, seconds: float) -> None:
        """Remember how long it took here to solve a game, the first time that it was."""
        self._solved.setdefault((word, self.stamp(word)), seconds)

    def _once(self, word: str, stamp: int) -> dict[str, Any]:
        """Describe a game unless that was done since its file was last changed."""
        before, described = self._listed.get(word, (-1, {}))
        if before != stamp:
            described = self._describe(word)
            if not described["error"]:  # which a file beside it may put right
                self._listed[word] = stamp, described
        return described

    def _describe(self, word: str) -> dict[str, Any]:
        """Describe a game, or why it cannot be read, so that the others stay available."""
        try:
            cls = self.find(word)
            if self.stamp(word):  # a file of the user's own: its rules may be wrong as well
                self.open(word, {})
            return describe_game(word, cls)
        except BoardproofError as wrong:
            problem = str(wrong)
        empty: dict[str, Any] = {
            "sentence": "",
            "rules": "",
            "size": None,
            "parameters": [],
            "known": [],
        }
        return {"game": word, **empty, "file": True, "error": problem}

    def picture(self, word: str) -> str:
        """Draw the position a game starts from."""
        opened = self.open(word, {})
        with opened.lock:
            start = random_start(opened.rules, Random(0)) or opened.engine.initial()
            return position_svg(start, caption=False)

    def source(self, word: str) -> dict[str, str]:
        """Return the text of a game's rulebook."""
        import inspect

        file = inspect.getsourcefile(self.find(word)) or ""
        return {"file": Path(file).name, "text": Path(file).read_text(encoding="utf-8")}


def _check_bound(option: Option | None, name: str, value: Any) -> None:
    if option is None or option.choices or type(value) is not int:
        return
    if option.at_most is None and value > MOST:
        raise BadParameter(f"{name}={value}: the page allows at most {MOST}")


def describe_game(word: str, cls: type[Game]) -> dict[str, Any]:
    """Describe a game: its sentence, parameters, readings and what is known of it."""
    rules = cleandoc(cls.__doc__ or "")
    return {
        "game": word,
        "sentence": rules.split("\n")[0],
        "rules": rules,
        "size": known_size(make_game(cls, {})),
        "parameters": [_option(option) for option in cls.options.values()],
        "known": [{"of": known.identity, "fact": str(fact)} for known, fact in headlines(word)],
        "error": "",
        "file": bool(Path(word.partition(":")[0]).suffix),
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "words": [spell(choice) for choice in option.choices],
        "text": option.is_text,
        "pattern": option.matches if isinstance(option.matches, str) else "",
        "at_least": option.at_least,
        "at_most": option.at_most if option.at_most is not None else MOST,
        "says": option.says,
        "meanings": option.meanings,
    }
