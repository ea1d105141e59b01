"""`boardproof tour`: the whole story in a minute, each number beside its source."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from pathlib import Path
from shutil import get_terminal_size
from time import perf_counter

import click
import msgspec

from ...analysis.ending_grounds import EndingExplainer
from ...answers import Finding, Solution, Trace
from ...drawing.text import draw
from ...drawing.trace import positions_of, trace_svg
from ...engines.cache import cache_folder
from ...engines.planner import runner
from ...errors import IllegalMove
from ...ir.rules import Rules
from ...positions.moves import MoveNames
from ...positions.position import Position
from ...questions.check import check
from ...questions.explore import explore
from ...questions.force import force
from ...questions.known import Fact, Known, known_games
from ...questions.lint import lint
from ...questions.perft import perft
from ...questions.solve import solve
from ...reading.loader import game_names
from .options import load_rules
from .output import save_text
from .serve import trace_query
from .terminal import paint

#: Of every game, what a plain engine counts in a moment: so many positions, or sequences of moves.
MOST = {"positions": 3_000, "perft": 3_000}
#: The board on which a claim is refuted.
REFUTED = ("columns=3", "rows=3", "connect=3")
INTRODUCTION = """\
A rulebook is one Python class; all that follows is derived from it. What stands behind a ✓ is
computed while you watch and equals what is known, from the source beside it; $ does it again."""
#: Where `boardproof serve` is found unless it is told otherwise.
PAGE = "http://127.0.0.1:8000/"


@click.command("tour")
def command() -> None:
    """Take a one-minute tour: play, lint, check, count, solve, force, draw.

    Every number is computed while you watch, and compared with the known one, whose source stands
    beside it; a number that differs makes the exit status 1.
    """
    click.echo(click.style(INTRODUCTION, dim=True))
    tour = Tour()
    for number, (title, chapter) in enumerate(CHAPTERS.items(), 1):
        click.echo("\n" + click.style(f"{number}  {title}", bold=True))
        chapter(tour)
    click.echo()
    if tour.wrong:
        click.echo(click.style(f"{tour.wrong} of {tour.compared} numbers differ", fg="red"))
        sys.exit(1)
    click.echo(click.style(f"All {tour.compared} numbers agree with their sources.", fg="green"))


@dataclass
class Tour:
    """What is carried from chapter to chapter: how many numbers were compared, and differ."""

    compared: int = 0
    wrong: int = 0
    trace: Trace | None = field(default=None)

    def compare(self, what: str, computed: object, known: object, source: str) -> None:
        """Show something computed beside what is known, and who says so."""
        self.compared += 1
        self.wrong += computed != known
        mark = click.style("✓", fg="green") if computed == known else click.style("✗", fg="red")
        differs = "" if computed == known else click.style(f", known is {spelt(known)}", fg="red")
        echo_beside(f"   {mark} {what}: {spelt(computed)}{differs}", source)


def echo_beside(text: str, source: str) -> None:
    """Show a text with its source beside it, or below it where the terminal is too narrow."""
    room = get_terminal_size().columns - len(click.unstyle(text)) - len(source) - 3
    gap = "\n     " if sys.stdout.isatty() and room < 0 else "   "
    click.echo(text + gap + click.style(source, dim=True))


def spelt(value: object) -> str:
    """Write a number as people read it, several with spaces between them.

    >>> spelt(5478), spelt((1, 9, 72)), spelt(True)
    ('5,478', '1 9 72', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(spelt, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def program() -> str:
    """Return how this program is called from here."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return "python -m boardproof"
    if called.is_absolute() and called.is_relative_to(Path.cwd()):
        return str(called.relative_to(Path.cwd()))
    return "boardproof"


def show_command(words: str) -> None:
    """Show the command that does the same by itself."""
    click.echo(click.style(f"   $ {program()} {words}", dim=True))


def known_of(game: str, *arguments: str) -> Known:
    """Return what is known of a game with these parameters."""
    return next(known for known in known_games(game) if known.arguments == arguments)


def positions_known(known: Known) -> Fact:
    """Return the fact of how many positions a game has."""
    return next(fact for fact in known.facts() if fact.kind == "positions")


# -- boards ------------------------------------------------------------------------------------


def echo_boards(titles: Sequence[str], positions: Iterable[Position]) -> None:
    """Print boards side by side, each below its title."""
    boards = [paint(draw(position)).splitlines() for position in positions]
    pictures = [[title, *lines] for title, lines in zip(titles, boards, strict=True)]
    widths = [max(len(click.unstyle(line)) for line in lines) for lines in pictures]
    for row in zip_longest(*pictures, fillvalue=""):
        cells = [t + " " * (w - len(click.unstyle(t))) for t, w in zip(row, widths, strict=True)]
        click.echo(("   " + "   ".join(cells)).rstrip())


# -- the chapters ------------------------------------------------------------------------------


def play(tour: Tour) -> None:
    """A few moves of a game, one of them illegal."""
    show_command("play tic-tac-toe")
    rules = load_rules("tic-tac-toe", ())
    engine = runner(rules)
    names, position = MoveNames(engine.moves), engine.initial()
    titles, positions, refused = [], [], ""
    for text in ("(1,1)", "(1,1)", "(0,1)", "(0,0)", "(1,0)", "(2,2)"):
        mover = engine.player_to_move(position)
        try:
            position = engine.successor(position, names.read(text))
        except IllegalMove as wrong:
            refused = f"{mover} {text} again? {wrong}"
            continue
        titles.append(f"{mover} {text}")
        positions.append(position)
    echo_boards(titles, positions)
    click.echo(f"   {refused}")
    tour.compare("the game is over", engine.outcome(position), "A wins", "three in a line")
    for ground in EndingExplainer(rules).grounds(position):
        click.echo(f"     {ground}")


def find_ambiguities(tour: Tour) -> None:
    """What the text of a game leaves open, and which of it decides who wins."""
    show_command("lint territory")
    rules = load_rules("territory", ())
    report = lint(rules)
    known = positions_known(known_of("territory"))
    tour.compare("positions as read here", report.positions, known.numbers[0], known.source)
    for finding in report.findings:
        if finding.code in ("reading-decides", "reading-stuck"):
            _show_reading(tour, rules, finding)


def _show_reading(tour: Tour, rules: Rules, finding: Finding) -> None:
    """Quote the sentence that a finding is about, and compare how many positions it has."""
    reading, _, says = finding.message.partition(" ")
    name, _, choice = reading.partition("=")
    option = rules.game.options[name]
    click.echo(f"   “{option.says}”")
    click.echo(f"     {reading}: {option.meanings.get(choice, '')}")
    decides = DECIDES.match(says)
    if decides is None:
        click.echo(f"     {says}")
        return
    known = positions_known(known_of("territory", reading))
    what = f"perfect play: {decides[2]} (as read here: {decides[3]}); positions"
    tour.compare(what, int(decides[1].replace(",", "")), known.numbers[0], known.source)


#: What lint says of a reading that decides who wins.
DECIDES = re.compile(
    r"decides who wins: ([\d,]+) positions.*, (.+) under perfect play; "
    r"as read here: (.+) under perfect play"
)


def refute(tour: Tour) -> None:
    """Claims that hold, and one that does not, with a counterexample."""
    game = f"connect-four {' '.join(REFUTED)}"
    show_command(f"check {game}")
    rules = load_rules("connect-four", REFUTED)
    verdicts, known = check(rules), positions_known(known_of("connect-four", *REFUTED))
    holding = sum(verdict.verdict == "holds" for verdict in verdicts)
    tour.compare("properties that hold", holding, len(verdicts), "all that the rulebook claims")
    tour.compare("in positions", verdicts[0].positions, known.numbers[0], known.source)
    show_command(f"check {game} guaranteed_win_is_forced")
    (claim,) = check(rules, "guaranteed_win_is_forced")
    what = "a conjecture, that two ways to connect are a sure win"
    tour.compare(what, claim.verdict, "fails", "P0 has two ways here, and P1 moves and wins")
    tour.trace = claim.trace
    if claim.trace is not None:
        boards = positions_of(rules.game, claim.trace)
        echo_boards([f"after {move}" for move in claim.trace.moves], boards[1:])


def count(tour: Tour) -> None:
    """The same number by three engines that share no line of code for it."""
    rules, known = load_rules("tic-tac-toe", ()), positions_known(known_of("tic-tac-toe"))
    for engine, how in ENGINES.items():
        show_command(f"count tic-tac-toe --engine {engine}")
        before = perf_counter()
        positions = explore(rules, engine=engine).positions
        what = f"{how}, {perf_counter() - before:.1f} s; positions"
        tour.compare(what, positions, known.numbers[0], known.source)


ENGINES = {
    "reference": "the rulebook's own methods",
    "compiled": "machine code, made now and kept",
    "symbolic": "all at once, as decision diagrams",
}


def solve_games(tour: Tour) -> None:
    """Who wins, by how much and how."""
    for game, *arguments in (("tic-tac-toe",), ("kalah", "holes=3", "beans=2")):
        words = " ".join([game, *arguments])
        show_command(f"solve {words}")
        answer = solve(load_rules(game, tuple(arguments)))
        assert isinstance(answer, Solution)
        known = known_of(game, *arguments).value
        assert known is not None
        who, worth = next(iter(answer.value.items()))
        tour.compare(f"worth to {who}, who begins", worth, known.numbers[0], known.source)
        click.echo(f"     {answer.result}, in {answer.distance} moves: {' '.join(answer.line)}")


def force_goals(tour: Tour) -> None:
    """What one of three players can bring about against the other two."""
    rules, about = load_rules("dstru-tac-toe", ()), known_of("dstru-tac-toe")
    for known in about.force[:2]:
        who = " and ".join(known.who)
        show_command(f'force dstru-tac-toe --who {who} --goal "{known.goal}"')
        answer = force(rules, list(known.who), known.goal, always=known.always)
        what = f"{who}, against both others, can force that {known.goal}"
        tour.compare(what, answer.forced, known.forced, known.source)
    fact = positions_known(about)
    tour.compare("decided in all positions", answer.reachable, fact.numbers[0], fact.source)


def count_again(tour: Tour) -> None:
    """A number of each game, where one is counted in a moment; others' numbers before our own."""
    show_command("games")
    for name in game_names():
        facts = [(known, fact) for known in known_games(name) for fact in known.facts()]
        quick = [(known, _quick(fact)) for known, fact in facts if fact.kind in MOST]
        known, fact = max(quick, key=_worth_showing)
        if fact.numbers:
            counted = _counted(load_rules(name, known.arguments), fact)
            tour.compare(f"{known.identity}, {fact.kind}", counted, fact.numbers, fact.source)


def _worth_showing(listed: tuple[Known, Fact]) -> tuple[bool, bool, bool, int]:
    """Order facts: with numbers, from a source that is not ours, about positions, large."""
    _, fact = listed
    numbers, source = fact.numbers, fact.source
    return bool(numbers), OURS not in source, fact.kind == "positions", sum(numbers)


OURS = "this workbench"


def _quick(fact: Fact) -> Fact:
    """Leave out numbers that are too large, and of a perft all after them."""
    most = MOST[fact.kind]
    numbers = tuple(takewhile(lambda number: number <= most, fact.numbers))
    return msgspec.structs.replace(fact, numbers=numbers)


def _counted(rules: Rules, fact: Fact) -> tuple[int, ...]:
    if fact.kind == "perft":
        return tuple(perft(rules, len(fact.numbers) - 1).counts)
    return (explore(rules).positions,)


def draw_trace(tour: Tour) -> None:
    """The counterexample as a picture, and in the browser."""
    assert tour.trace is not None
    rules = load_rules("connect-four", REFUTED)
    file = cache_folder() / "tour.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    boards = positions_of(rules.game, tour.trace)
    save_text(file, trace_svg(boards, tour.trace.moves, 3, "two ways to connect, and no sure win"))
    click.echo(f"   the counterexample as a picture: {file}")
    query = trace_query("connect-four", REFUTED, tour.trace.moves)
    show_command("serve")
    click.echo(f"   and on the page, to be played on: {PAGE}?{query}")
    show_command("serve --edit mygame.py")
    click.echo("   a game of your own, in ten minutes: docs/tutorial.md")


CHAPTERS: dict[str, Callable[[Tour], None]] = {
    "Play: rules are written once, and can be played": play,
    "Lint: what the text of a game leaves open": find_ambiguities,
    "Check: what holds in every position, and what does not": refute,
    "Count: three engines, one number": count,
    "Solve: who wins, by how much, and how": solve_games,
    "Force: three players, each against the other two": force_goals,
    "Compare: known numbers of other games": count_again,
    "Look: a picture, and the page": draw_trace,
}
