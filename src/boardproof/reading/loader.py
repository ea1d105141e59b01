"""Finding rulebooks: by the name of a game, ours or an installed package's, or by a path."""

from __future__ import annotations

import linecache
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .. import rules
from ..errors import BadInput, Place, RulebookError, UnknownGame
from ..rules.game import Game
from ..rules.state import Refused
from ..suggest import suggest
from .source import display_path, line_place

if TYPE_CHECKING:
    from ..ir.rules import Rules


#: Our own games, a file each; other packages register theirs as entry points of this name.
OWN = "boardproof.games"
FOLDER = Path(__file__).parents[1] / "games"


def game_names() -> list[str]:
    """List the games that have a name: ours, by their files, and those of other packages."""
    return sorted({*_own_files(), *(point.name for point in _outside_games())})


def _own_files() -> dict[str, Path]:
    """Return the file of each of our games by the game's name; none is imported."""
    files = [path for path in FOLDER.glob("*.py") if not path.stem.startswith("_")]
    return {path.stem.replace("_", "-"): path for path in files}


def _outside_games() -> list[EntryPoint]:
    """Return the games of other packages; an older installation of ours lists our own there."""
    points = _registered(tuple(sys.path))
    return [point for point in points if not point.value.startswith(f"{OWN}.")]


@cache
def _registered(_path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """Look through all installed packages, once for each path: that takes longer than a game."""
    return tuple(entry_points(group=OWN))


def find_game(name: str | os.PathLike[str]) -> type[Game]:
    """Return a game's class, by registered name, `mygame.py` or `mygame.py:MyGame`.

    >>> from boardproof.rules import sample
    >>> find_game(sample.__file__)
    <class 'rulebook_sample.Diagonals'>
    """
    name = os.fspath(name)
    path, colon, class_name = name.partition(":")
    if colon and not class_name:
        raise UnknownGame(f"{name} names no class: write {path}, or {path}:MyGame")
    return _in_file(Path(path), class_name) if _is_path(path) else _named(name)


def _is_path(text: str) -> bool:
    return text.endswith(".py") or "/" in text


def _named(name: str) -> type[Game]:
    own = _own_files().get(name)
    outside = [point for point in _outside_games() if point.name == name]
    homes = [*([f"{OWN}.{own.stem}"] if own else []), *(point.value for point in outside)]
    if len(homes) > 1:
        raise UnknownGame(
            f"{len(homes)} games are called {name!r}, in {' and '.join(homes)}: "
            "uninstall a package, or give the path of the file that you mean"
        )
    if own:
        return _own_game(name, own)
    if outside:
        return _from_package(outside[0])
    hint = suggest(name, game_names(), f"there are {', '.join(game_names())}", cutoff=0.4)
    raise UnknownGame(f"no game is called {name!r}: {hint}")


def _own_game(name: str, path: Path) -> type[Game]:
    with _explaining(str(path)):
        games = _games_in(import_module(f"{OWN}.{path.stem}"))
    for game in games.values():
        if game.name == name:
            return game
    wanted = path.stem.title().replace("_", "")
    raise UnknownGame(f"{path} holds no game called {name!r}: write `class {wanted}(Game):` in it")


def _from_package(point: EntryPoint) -> type[Game]:
    """Import a game of another package; whatever is wrong there becomes one line."""
    problem = "it is not a class that extends Game"
    try:
        game = point.load()
    except Exception as failure:
        game, problem = None, f"{type(failure).__name__}: {failure}"
    if isinstance(game, type) and issubclass(game, Game):
        return game
    raise UnknownGame(f"the game {point.name!r}, {point.value}, cannot be loaded: {problem}")


def _games_in(module: ModuleType) -> dict[str, type[Game]]:
    """Return the games that a module defines, by the names of their classes."""
    classes = {name: value for name, value in vars(module).items() if isinstance(value, type)}
    own = {name: cls for name, cls in classes.items() if cls.__module__ == module.__name__}
    return {name: cls for name, cls in own.items() if issubclass(cls, Game)}


def _in_file(path: Path, class_name: str) -> type[Game]:
    games = _games_in(module_of(path))
    if class_name in games:
        return games[class_name]
    if class_name:
        raise UnknownGame(f"{path} has no game {class_name}: it has {', '.join(games) or 'none'}")
    if not games:
        raise UnknownGame(f"{path} holds no game: write `class MyGame(Game):` in it")
    if len(games) > 1:
        raise UnknownGame(f"{path} holds {', '.join(games)}: name one, {path}:{next(iter(games))}")
    return next(iter(games.values()))


def module_of(path: Path) -> ModuleType:
    """Execute a file and return its module; turn exceptions into rulebook errors."""
    if path.is_dir():
        raise UnknownGame(f"{path} is a folder, not a file")
    if not path.is_file():
        raise UnknownGame(f"there is no file {path}")
    try:
        source = path.read_bytes()
    except OSError as failure:
        raise UnknownGame(f"{path} cannot be read: {failure.strerror}") from None
    if path.suffix != ".py":
        raise UnknownGame(f"{path} is not a Python file")
    file, module = str(path.resolve()), ModuleType(f"rulebook_{path.stem}")
    linecache.checkcache(file)
    module.__file__ = file
    sys.modules[module.__name__] = module
    with _explaining(file):
        # Compiled every time: a bytecode cache misses a second save within a second.
        exec(compile(source, file, "exec", dont_inherit=True), vars(module))
    return module


@contextmanager
def _explaining(file: str) -> Iterator[None]:
    """Turn what goes wrong while a rulebook's file runs into an error of the rulebook."""
    try:
        yield
    except SyntaxError as failure:
        raise _syntax_error(failure, file) from None
    except (Exception, SystemExit) as failure:
        raise setup_error(failure, file) from None


def _syntax_error(failure: SyntaxError, file: str) -> RulebookError:
    text, column = (failure.text or "").rstrip("\n"), failure.offset or 1
    end = max(failure.end_offset or 0, column + 1)
    path = display_path(failure.filename or file)
    place = Place(path, failure.lineno or 1, column, end, text)
    return RulebookError(f"this is not Python: {failure.msg}", place, "put this line right")


def setup_error(failure: Exception | SystemExit, file: str) -> RulebookError:
    """Return the rulebook error for an exception, at the line of the file that raised it."""
    place = Place(display_path(file), 1)
    for frame in traceback.extract_tb(failure.__traceback__):
        if frame.filename == file and frame.lineno:
            place = line_place(file, frame.lineno, frame.colno, frame.end_colno)
    problem, instead = _explain(failure)
    return RulebookError(problem, place, instead)


def _explain(failure: Exception | SystemExit) -> tuple[str, str]:
    """Return the problem and the hint that a Python exception amounts to."""
    match failure:
        case Refused():
            return str(failure), failure.instead
        case ImportError(name="boardproof.rules"):
            word = str(failure).split("'")[1]
            return f"boardproof.rules has no {word}", _suggestion(word, rules.__all__, "")
        case AttributeError(obj=Game() as game, name=str(name)):
            attributes = [n for n in vars(game) if n != "setting_up"]
            return f"self.{name} does not exist yet", _suggestion(name, attributes, "self.")
        case NameError(name=str(name)):
            if name in rules.__all__:
                return f"nothing is called {name}", "import it from boardproof.rules"
            return f"nothing is called {name}", _suggestion(name, rules.__all__, "")
        case SystemExit():
            return "this ends the program", "leave it out: a rulebook only declares a game"
    message = " ".join(str(failure).split()) or "no message"
    if isinstance(failure, ValueError) and _raised_by_rules(failure):
        return message, "put right what is declared here"
    return f"this raises {type(failure).__name__}: {message}", "put right what is computed here"


def _raised_by_rules(failure: Exception) -> bool:
    last = traceback.extract_tb(failure.__traceback__)[-1]
    return Path(last.filename).parent == Path(rules.__file__).parent


def _suggestion(name: str, candidates: list[str], prefix: str) -> str:
    return suggest(name, candidates, "build it before it is used", f"{prefix}{{}}")


def make_game(cls: type[Game], parameters: dict[str, Any]) -> Game:
    """Instantiate a game; turn exceptions in its setup into rulebook errors."""
    try:
        return cls(**parameters)
    except (BadInput, RulebookError):
        raise
    except (Exception, SystemExit) as failure:
        file = cls.setup.__code__.co_filename
        raise setup_error(failure, file) from None


def lasting_name(name: str | os.PathLike[str]) -> str:
    """Return what finds the same game from any folder: a registered name, or an absolute path.

    >>> lasting_name("mine"), lasting_name("/games/../games/mine.py:Mine")
    ('mine', '/games/mine.py:Mine')
    """
    text = os.fspath(name)
    return os.path.abspath(text) if _is_path(text.partition(":")[0]) else text


def parse_parameters(cls: type[Game], words: tuple[str, ...]) -> dict[str, Any]:
    """Parse `name=value` words as parameters of a game.

    >>> from boardproof.rules.sample import Diagonals
    >>> parse_parameters(Diagonals, ("size=3",))
    {'size': 3}
    """
    values: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is not a parameter: write name=value, as in {_example(cls)}")
        if name in values:
            raise BadInput(f"{name} is given twice")
        option = cls.options.get(name)
        values[name] = option.parse(text) if option else text
    return values


def _example(cls: type[Game]) -> str:
    for option in cls.options.values():
        return f"{option.name}={option.default}"
    return "size=4"


def load(name: str | os.PathLike[str], /, **parameters: Any) -> Rules:
    """Find a game, make it with these parameters, and read its rules.

    >>> from boardproof.rules import sample
    >>> load(sample.__file__, size=3).game.identity
    'diagonals size=3'
    """
    from .reader import read  # games can be listed without a reader

    return read(make_game(find_game(name), parameters))
