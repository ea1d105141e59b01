"""Writes `games.md`: the library as a table, from the rulebooks and what is known of them."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from boardproof.questions.known import Known, known_games
from boardproof.reading.loader import FOLDER, find_game
from boardproof.rules.domains import Domain
from boardproof.rules.game import Game
from boardproof.rules.parameters import Option, spell

PAGE = Path(__file__).parent / "games.md"

#: The words of the language that a game is listed with: boards, ends and turns, connection, starts.
WORDS = (
    *("Grid", "Hexagons", "Triangle", "Graph", "Edges", "Ring", "Range", "Domain"),
    *("lines", "neighbours", "reach", "connected", "around"),
    *("Score", "stuck", "Pass", "endless", "unfinished", "any_position"),
)

HEAD = """\
# The library of games

Every game here is one file in `src/boardproof/games/`, written in the
[rule language](language.md), and every command takes its name: `boardproof play hex`,
`boardproof solve clobber rows=3 columns=3`. [Five of them](from-a-rule-sheet.md) are a first
lesson in the language.

- *shows*: words of the language that the rulebook uses, to be looked up there; *tuples* and *sets
  of cells* are domains of such elements.
- *sizes*: its parameters, the default and what is allowed.
- *readings*: where its text can be read in two ways, the default first; `boardproof show GAME`
  quotes the sentence that each is a reading of.
- *known*: how many positions can be reached, or the numbers of sequences of 0, 1, 2, … moves
  (perft); and who wins if everybody plays as well as possible, by how many points and in how many
  moves. All that is known, each with its source, is in `src/boardproof/games/known.toml`; what was
  solved again is in the [results](results.md).

This page is written by `python docs/list_games.py`.

| game | rules | shows | sizes | readings | known |
|---|---|---|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    return HEAD + "".join(f"| {' | '.join(_row(name))} |\n" for name in library())


def library() -> list[str]:
    """List the names of our own games."""
    files = (path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))
    return sorted(stem.replace("_", "-") for stem in files)


def _row(name: str) -> list[str]:
    cls = find_game(name)
    sizes = [o for o in cls.options.values() if not o.is_reading]
    readings = [o for o in cls.options.values() if o.is_reading]
    return [
        f"`{name}`",
        (cls.__doc__ or "").strip().split("\n")[0],
        ", ".join(shown_by(cls)),
        "<br>".join(map(_choice, sizes)),
        "<br>".join(map(_choice, readings)),
        "<br>".join(map(_fact, _listed(name))),
    ]


def shown_by(cls: type[Game]) -> list[str]:
    """Return what a rulebook shows: words of the language, kinds of domains, a puzzle."""
    module = inspect.getmodule(cls)
    tree = ast.parse(inspect.getsource(module or cls))
    used = {name for node in ast.walk(tree) for name in _names(node)}
    return [*(f"`{word}`" for word in WORDS if word in used), *_features(cls())]


def _names(node: ast.AST) -> list[str]:
    """Return the words in a node of a rulebook; what `self` has are the game's own names."""
    match node:
        case ast.Attribute(ast.Name("self")):
            return []
        case ast.Name(name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name):
            return [name]
        case ast.Constant(str(text)) if text.isascii() and " " not in text:
            return text.split(".")[1:]
    return []


def _features(game: Game) -> Iterator[str]:
    own = [value for value in vars(game).values() if type(value) is Domain]
    if any(isinstance(element, tuple) for domain in own for element in domain):
        yield "tuples"
    if any(isinstance(element, frozenset) for domain in own for element in domain):
        yield "sets of cells"
    if len(game.players) == 1:
        yield "one player"


def _choice(option: Option) -> str:
    return f"`{option.name}={spell(option.default)}` ({option.allowed()})"


def _listed(name: str) -> list[Known]:
    """Return the entries that a game is listed with, or all of them where none is marked."""
    entries = [known for known in known_games(name) if known.count or known.value or known.perft]
    return [known for known in entries if known.headline] or entries


def _fact(known: Known) -> str:
    facts = [f"{fact.numbers[0]:,} positions" for fact in known.facts() if fact.kind == "positions"]
    if not facts and known.perft:
        facts = ["perft " + " ".join(f"{number:,}" for number in known.perft[0].counts)]
    facts += [fact.says for fact in known.facts() if fact.kind == "value"]
    return "".join(f"`{argument}` " for argument in known.arguments) + ", ".join(facts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
