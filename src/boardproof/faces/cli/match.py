"""`boardproof match`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ...answers import MatchResult
from ...errors import BadInput
from ...players.match import MatchProgress, match
from ...players.records import write_records
from .options import WHOLE, game_arguments, json_option, load_rules
from .output import check_writable, save_text


@click.command("match", context_settings={"ignore_unknown_options": True})
@game_arguments
@click.option(
    "--games", default=100, show_default=True, type=WHOLE, help="Games each pairing plays."
)
@click.option("--seed", type=WHOLE, help="Makes the players' luck the same each time.")
@click.option("--save", type=click.Path(path_type=Path), help="Write the games to this file.")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    games: int,
    seed: int | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Let players meet, everybody against everybody, seats taken in turn.

    --players WHO WHO ... names them: --players smart:depth=4 random. What is saved can be played
    again: boardproof play GAME --from FILE.
    """
    parameters, players = _split_players(words)
    rules = load_rules(game, parameters)
    if save is not None:
        check_writable(save)
    with _progress() as progress:
        answer, records = match(rules, players, games, seed, progress)
    if save is not None:
        save_text(save, write_records(records))
    if as_json:
        click.echo(answer.to_json())
        return
    for line in _lines(rules.game.identity, answer):
        click.echo(line)


def _split_players(words: tuple[str, ...]) -> tuple[tuple[str, ...], list[str]]:
    """Tell the players, who stand behind --players, from the game's parameters."""
    if "--players" not in words:
        raise BadInput("nobody plays: write --players smart:depth=4 random")
    at = words.index("--players")
    players = list(words[at + 1 :])
    odd = next((word for word in words if word.startswith("--") and word != "--players"), None)
    if odd is not None:
        raise BadInput(f"there is no option {odd}: `boardproof match --help` lists them")
    return words[:at], players


def _lines(identity: str, answer: MatchResult) -> Iterator[str]:
    yield click.style(identity, bold=True) + f"  {answer.games:,} games"
    width = max(len("player"), *(len(one.player) for one in answer.standings))
    yield (
        f"  {'player':<{width}}  games   wins  draws losses   score    95 % interval"
        "   s a move  slowest"
    )
    for one in answer.standings:
        within = f"{100 * one.low:.1f} to {100 * one.high:.1f} %"
        yield (
            f"  {one.player:<{width}} {one.games:>6,} {one.wins:>6,} {one.draws:>6,} "
            f"{one.losses:>6,} {100 * one.score:>6.1f}% {within:>16} "
            f"{one.seconds_a_move:>10.4f} {one.slowest:>8.3f}"
        )
        for seat, (wins, draws, losses) in one.seats.items():
            yield f"    as {seat}: {wins} won, {draws} drawn, {losses} lost"
    if answer.repeated:
        games = "1 game" if answer.repeated == 1 else f"{answer.repeated:,} games"
        yield f"  {games} drawn: the position came three times"
    yield f"  {answer.seconds:.1f} s"


@contextmanager
def _progress() -> Iterator[MatchProgress | None]:
    """Show a bar where somebody is looking."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing")
        yield lambda done, all_: bar.update(task, completed=done, total=all_)
