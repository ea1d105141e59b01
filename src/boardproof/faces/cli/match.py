"""`boardproof match`."""

from __future__ import annotations

from pathlib import Path

import click

from ...answers import MatchResult
from ...errors import BadInput
from ...players.match import match
from ...players.records import write_records
from .options import WHOLE, game_arguments, json_option, load_rules
from .output import check_writable, save_text
from .progress import games_progress_shown
from .rendering import AnswerContext, show

JSON = {"match": MatchResult}


@click.command("match", context_settings={"ignore_unknown_options": True})
@game_arguments
@click.option("--games", default=100, show_default=True, type=WHOLE, help="Games per pairing.")
@click.option("--seed", type=WHOLE, help="Random seed, for reproducible games.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the games to this file.")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    games: int,
    seed: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Run a round-robin match between players, who take the seats in turn.

    --players WHO WHO ... names them: --players smart:depth=4 random. Saved games can be replayed:
    boardproof play GAME --replay FILE.
    """
    parameters, players = _split_players(words)
    rules = load_rules(game, parameters)
    if out is not None:
        check_writable(out)
    with games_progress_shown() as progress:
        answer, records = match(rules, players, games, seed, progress)
    if out is not None:
        save_text(out, write_records(records))
    show(answer, AnswerContext(rules), as_json)


def _split_players(words: tuple[str, ...]) -> tuple[tuple[str, ...], list[str]]:
    """Split the words into the game's parameters and the players after --players."""
    if "--players" not in words:
        raise BadInput("no players are named: write --players smart:depth=4 random")
    at = words.index("--players")
    players = list(words[at + 1 :])
    odd = next((word for word in words if word.startswith("--") and word != "--players"), None)
    if odd is not None:
        raise BadInput(f"there is no option {odd}: `boardproof match --help` lists them")
    return words[:at], players
