"""The gallery: a page for each game, and a card with its picture, written when the site is built.

All of it comes from the rulebooks and from `games/known.toml`.
"""

from collections.abc import Iterator
from html import escape
from inspect import cleandoc, getmodule, getsource
from pathlib import Path
from random import Random

from list_games import library
from sphinx.application import Sphinx

from boardproof.analysis.symmetry import symmetries
from boardproof.drawing.svg import position_svg
from boardproof.engines.planner import runner
from boardproof.ir.rules import Rules
from boardproof.positions.position import Position
from boardproof.questions.check import check
from boardproof.questions.known import Known, known_games
from boardproof.reading.loader import find_game, load
from boardproof.rules.game import Game
from boardproof.rules.parameters import Option, spell

#: The page of cards, and the comment in it that they take the place of.
PAGE, MARK = "gallery", "<!-- cards -->"
#: Properties are checked again where a board has no more positions than this.
MOST_POSITIONS = 6_000

Row = tuple[str, str]


def sentences(cls: type[Game]) -> tuple[str, str]:
    """Return the first line of a rulebook's docstring, and the rest."""
    first, _, rest = cleandoc(cls.__doc__ or "").partition("\n")
    return first, rest.strip()


def middle(rules: Rules) -> Position:
    """Return a position from the first half of a random game, always the same."""
    engine, random = runner(rules), Random(5)
    played = [engine.initial()]
    while len(played) < 15 and (following := engine.successors(played[-1])):
        played.append(random.choice(following)[1])
    return played[len(played) // 2]


# -- what is known -----------------------------------------------------------------------------


def facts(known: Known) -> Iterator[Row]:
    """Yield all that is known of a game with its parameters, each with its source."""
    for count in known.count:
        numbers = [WORDS[name].format(number) for name, number in count.numbers.items()]
        ends = [f"{number:,} {result}" for result, number in count.over.items()]
        over = f"over: {', '.join(ends)}" if ends else ""
        yield "; ".join(filter(None, [", ".join(numbers), over])), count.source
    if known.orbits and known.orbits.symmetries > 1:
        classes, group = known.orbits.classes, known.orbits.symmetries
        yield f"{classes:,} positions up to {group} symmetries", known.orbits.source
    for row in known.perft:
        after = f" after {row.after}" if row.after else ""
        yield f"perft{after}: " + " ".join(f"{n:,}" for n in row.counts), row.source
    yield from ((fact.says, fact.source) for fact in known.facts() if fact.kind == "value")
    if known.solved:
        counts = ", ".join(f"{number:,} {r}" for r, number in known.solved.counts.items())
        yield f"under perfect play: {counts}", known.solved.source
    for force in known.force:
        who, can = " and ".join(force.who), "can" if force.forced else "cannot"
        yield f"{who} {can} force {'always ' * force.always}{force.goal}", force.source
    yield from ((words.says, words.source) for words in known.words)


WORDS = {
    "positions": "{:,} positions",
    "moves": "{:,} moves in all",
    "stuck": "{:,} stuck",
    "shortest": "shortest game {:,}",
    "longest": "longest game {:,}",
}


def proved(name: str) -> tuple[str, list[str]]:
    """Check the rulebook's properties on a small board; return which board, and the verdicts."""
    small = [known for known in known_games(name) if 10 < _size(known) <= MOST_POSITIONS]
    if not small:
        return "", []
    board = max(small, key=_size)
    verdicts = check(load(name, **board.parameters))
    return board.identity, [str(verdict) for verdict in verdicts]


def _size(known: Known) -> int:
    return next((count.positions for count in known.count if count.positions is not None), 0)


# -- a page ------------------------------------------------------------------------------------


def page(name: str, picture: str) -> str:
    """Return the page of a game, in Markdown."""
    cls = find_game(name)
    rules = load(name)
    first, rest = sentences(cls)
    module = getmodule(cls)
    source = getsource(module or cls)
    parts = [
        f"# {name}",
        first,
        f'<div class="board">\n{picture}\n</div>',
        rest,
        _commands(name),
        _options(cls),
        _known(name),
        _proofs(name, rules),
        f"## The rulebook\n\n`src/boardproof/games/{name.replace('-', '_')}.py`\n\n"
        f"~~~python\n{source}~~~",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _commands(name: str) -> str:
    return f"    boardproof play {name}\n    boardproof show {name}\n    boardproof serve {name}"


def _options(cls: type[Game]) -> str:
    sizes = [option for option in cls.options.values() if not option.is_reading]
    readings = [option for option in cls.options.values() if option.is_reading]
    rows = [(f"`{o.name}={spell(o.default)}`", o.allowed()) for o in sizes]
    text = "## Sizes\n\n" + _table(("default", "allowed"), rows) if rows else ""
    return "\n\n".join([part for part in (text, _readings(readings)) if part])


def _readings(readings: list[Option]) -> str:
    """Quote each ambiguous sentence, with what it may mean; the default first."""
    lines = ["## Readings", "Sentences that can be read in two ways; the default comes first."]
    for option in readings:
        lines.append(f"> {option.says}")
        words = [spell(choice) for choice in option.choices]
        lines.append(
            "\n".join(
                f"- `{option.name}={word}`: {option.meanings.get(word, '')}" for word in words
            )
        )
    return "\n\n".join(lines) if readings else ""


def _known(name: str) -> str:
    rows = []
    for known in sorted(known_games(name), key=lambda known: not known.headline):
        sizes = " ".join(f"`{word}`" for word in known.arguments) or "by default"
        for number, (says, source) in enumerate(facts(known)):
            rows.append(("" if number else sizes, says, source))
    return "## What is known\n\n" + _table(("sizes", "fact", "source"), rows) if rows else ""


def _proofs(name: str, rules: Rules) -> str:
    """Say what was proved while the site was built."""
    text = f"## What is proved\n\nWhile this page was built:\n\n- {_symmetries(rules)}"
    board, verdicts = proved(name)
    if verdicts:
        text += f"\n- by visiting every position of `{board}`:\n" + "".join(
            f"  - {verdict}\n" for verdict in verdicts
        )
    return text


def _symmetries(rules: Rules) -> str:
    """List the symmetries of the rules, as many as fit into a few lines."""
    names = [symmetry.name for symmetry in symmetries(rules).all[1:]]
    fit = [name for number, name in enumerate(names) if sum(map(len, names[: number + 1])) < 240]
    more = f" and {len(names) - len(fit)} more" if len(fit) < len(names) else ""
    text = "; ".join(fit) + more
    return f"the rules keep, for every position: {text}" if names else "no symmetry of the rules"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines
    )


# -- the cards ---------------------------------------------------------------------------------


def card(name: str, picture: str) -> str:
    """Return the card of a game, which leads to its page."""
    says, _ = sentences(find_game(name))
    text = f"<b>{escape(name)}</b><span>{escape(says)}</span>"
    return f'<a class="card" href="{PAGE}/{name}.html"><figure>{picture}</figure>{text}</a>'


def write_pages(app: Sphinx) -> None:
    """Write the page of each game, and keep the cards for the page that has them all."""
    folder = Path(app.srcdir) / PAGE
    folder.mkdir(exist_ok=True)
    names = library()
    pictures = {name: _picture(name) for name in names}
    for name, picture in pictures.items():
        file, text = folder / f"{name}.md", page(name, picture)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    for file in folder.glob("*.md"):
        if file.stem not in names:
            file.unlink()
    app.cards = "\n".join(card(*pair) for pair in pictures.items())  # type: ignore[attr-defined]


def _picture(name: str) -> str:
    drawn = position_svg(middle(load(name)), title=name, style=False, caption=False)
    return "\n".join(line for line in drawn.splitlines() if line.strip())


def put_cards(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the cards on their page, and the pages below it."""
    if page == PAGE:
        tree = f"```{{toctree}}\n:hidden:\n:glob:\n\n{PAGE}/*\n```"
        cards = f'<div class="cards">\n{app.cards}\n</div>\n\n{tree}'  # type: ignore[attr-defined]
        source[0] = source[0].replace(MARK, cards)


def drop_edit_links(
    app: Sphinx, page: str, template: str, context: dict[str, object], tree: object
) -> None:
    """Offer no link to the source of a page that has none."""
    if page.startswith(f"{PAGE}/"):
        context.pop("page_source_suffix", None)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register this part."""
    app.connect("builder-inited", write_pages)
    app.connect("source-read", put_cards)
    app.connect("html-page-context", drop_edit_links)
    return {"parallel_read_safe": False}
