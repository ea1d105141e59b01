"""Finding rulebooks: by registered name, or by the path of a file."""

from __future__ import annotations

import importlib.util
import linecache
import sys
import traceback
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.metadata import entry_points
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from .. import rules
from ..errors import BadInput, Place, RulebookError, UnknownGame
from ..rules.game import Game
from ..rules.state import Refused
from ..suggest import suggest
from .source import line_place, shown

if TYPE_CHECKING:
    from ..ir.rules import Rules


def game_names() -> list[str]:
    """List the registered games."""
    return [point.name for point in entry_points(group="boardproof.games")]


def find_game(name: str) -> type[Game]:
    """Find a game's class: a registered name, `mygame.py` or `mygame.py:MyGame`.

    >>> from boardproof.rules import sample
    >>> find_game(sample.__file__)
    <class 'rulebook_sample.Diagonals'>
    """
    path, colon, class_name = name.partition(":")
    if colon and not class_name:
        raise UnknownGame(f"{name} names no class: write {path}, or {path}:MyGame")
    if path.endswith(".py") or "/" in path:
        return _in_file(Path(path), class_name)
    for point in entry_points(group="boardproof.games"):
        if point.name == name:
            cls: type[Game] = point.load()
            return cls
    hint = suggest(name, game_names(), f"there are {', '.join(game_names())}", cutoff=0.4)
    raise UnknownGame(f"no game is called {name!r}: {hint}")


def _in_file(path: Path, class_name: str) -> type[Game]:
    module = module_of(path)
    games = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
    }
    if class_name:
        if class_name not in games:
            known = ", ".join(games) or "none"
            raise UnknownGame(f"{path} has no game {class_name}: it has {known}")
        return games[class_name]
    if not games:
        raise UnknownGame(f"{path} holds no game: write `class MyGame(Game):` in it")
    if len(games) > 1:
        raise UnknownGame(f"{path} holds {', '.join(games)}: name one, {path}:{next(iter(games))}")
    return next(iter(games.values()))


def module_of(path: Path) -> ModuleType:
    """Run a file and give its module; what is wrong in it is an error of the rulebook."""
    if path.is_dir():
        raise UnknownGame(f"{path} is a folder, not a file")
    if not path.is_file():
        raise UnknownGame(f"there is no file {path}")
    try:
        path.open("rb").close()
    except OSError as failure:
        raise UnknownGame(f"{path} cannot be read: {failure.strerror}") from None
    file = str(path.resolve())
    name = f"rulebook_{path.stem}"
    linecache.checkcache(file)
    if path.suffix != ".py":
        raise UnknownGame(f"{path} is no Python file")
    loader = _ReadAnew(name, file)
    module = importlib.util.module_from_spec(ModuleSpec(name, loader, origin=file))
    module.__file__ = file
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except SyntaxError as failure:
        raise _syntax_error(failure, file) from None
    except (Exception, SystemExit) as failure:
        raise setup_error(failure, file) from None
    return module


class _ReadAnew(SourceFileLoader):
    """Reads a file each time: saved twice within a second, the first text must not be kept."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the file as it is now."""
        file = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(file), file)
        return code


def _syntax_error(failure: SyntaxError, file: str) -> RulebookError:
    text, column = (failure.text or "").rstrip("\n"), failure.offset or 1
    end = failure.end_offset or column + 1
    place = Place(
        shown(failure.filename or file), failure.lineno or 1, column, max(end, column + 1), text
    )
    return RulebookError(f"this is not Python: {failure.msg}", place, "put this line right")


def setup_error(failure: Exception | SystemExit, file: str) -> RulebookError:
    """Say where in a rulebook's own file an exception came from."""
    place = Place(shown(file), 1)
    for frame in traceback.extract_tb(failure.__traceback__):
        if frame.filename == file and frame.lineno:
            place = line_place(file, frame.lineno, frame.colno, frame.end_colno)
    problem, instead = _explained(failure)
    return RulebookError(problem, place, instead)


def _explained(failure: Exception | SystemExit) -> tuple[str, str]:
    """Say what an exception in ordinary Python means for the rulebook's author."""
    match failure:
        case Refused():
            return str(failure), failure.instead
        case ImportError(name="boardproof.rules"):
            word = str(failure).split("'")[1]
            return f"boardproof.rules has no {word}", _nearest(word, rules.__all__, "")
        case AttributeError(obj=Game() as game, name=str(name)):
            known = [n for n in vars(game) if n != "setting_up"]
            return f"self.{name} does not exist yet", _nearest(name, known, "self.")
        case NameError(name=str(name)):
            if name in rules.__all__:
                return f"nothing is called {name}", "import it from boardproof.rules"
            return f"nothing is called {name}", _nearest(name, rules.__all__, "")
        case SystemExit():
            return "this ends the program", "leave it out: a rulebook only declares a game"
    message = " ".join(str(failure).split()) or "no message"
    if isinstance(failure, ValueError) and _raised_by_rules(failure):
        return message, "put right what is declared here"
    return f"this raises {type(failure).__name__}: {message}", "put right what is computed here"


def _raised_by_rules(failure: Exception) -> bool:
    last = traceback.extract_tb(failure.__traceback__)[-1]
    return Path(last.filename).parent == Path(rules.__file__).parent


def _nearest(name: str, known: list[str], prefix: str) -> str:
    return suggest(name, known, "build it before it is used", f"{prefix}{{}}")


def make_game(cls: type[Game], parameters: dict[str, Any]) -> Game:
    """Make a game with these parameters; an exception in its setup is an error of the rulebook."""
    try:
        return cls(**parameters)
    except (BadInput, RulebookError):
        raise
    except (Exception, SystemExit) as failure:
        file = cls.setup.__code__.co_filename
        raise setup_error(failure, file) from None


def parse_parameters(cls: type[Game], words: tuple[str, ...]) -> dict[str, Any]:
    """Read `name=value` words as parameters of a game.

    >>> from boardproof.rules.sample import Diagonals
    >>> parse_parameters(Diagonals, ("size=3",))
    {'size': 3}
    """
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals:
            raise BadInput(f"{word!r} is no parameter: write name=value, as in {_example(cls)}")
        if name in given:
            raise BadInput(f"{name} is given twice")
        option = cls.options.get(name)
        given[name] = option.parse(text) if option else text
    return given


def _example(cls: type[Game]) -> str:
    for option in cls.options.values():
        return f"{option.name}={option.default}"
    return "size=4"


def load(name: str, /, **parameters: Any) -> Rules:
    """Find a game, make it with these parameters, and read its rules.

    >>> from boardproof.rules import sample
    >>> load(sample.__file__, size=3).game.identity
    'diagonals size=3'
    """
    from .reader import read  # games can be listed without a reader

    return read(make_game(find_game(name), parameters))
