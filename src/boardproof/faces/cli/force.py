"""`boardproof force`."""

from __future__ import annotations

import sys

import click

from ...answers import Forced
from ...engines.contract import Engine
from ...errors import BadInput
from ...limits import Limits
from ...players import Chooser
from ...positions.moves import Move
from ...positions.notation import read_position
from ...positions.position import Position, started_at
from ...questions.force import Strategy, answer_of, everything_forced, goal_text, strategy
from .options import (
    BYTES,
    echo_json,
    engine_option,
    game_arguments,
    json_option,
    load_rules,
    threads_option,
)
from .progress import progress_shown


@click.command("force")
@game_arguments
@click.option("--who", metavar="A,B", help="The players who want it, together.")
@click.option("--goal", metavar="EXPR", help='What they want: "A wins".')
@click.option("--always", is_flag=True, help="They want the goal to stay true.")
@click.option("--until", metavar="EXPR", help="They want the goal to stay true until this is.")
@click.option("--position", "text", metavar="STR", help="From this position, not the first one.")
@click.option("--play", is_flag=True, help="Play the other seats against the strategy.")
@click.option("--memory", type=BYTES, help="Stop rather than take more memory: 500M, 4G.")
@threads_option
@engine_option("auto")
@json_option
def command(
    game: str,
    words: tuple[str, ...],
    who: str | None,
    goal: str | None,
    always: bool,
    until: str | None,
    text: str | None,
    play: bool,
    memory: int | None,
    threads: int,
    engine: str,
    as_json: bool,
) -> None:
    """Say whether players can force a goal against all others, whatever these do.

    Without --who and --goal: what each set of players can force, of all results.
    """
    if play and as_json:
        raise BadInput("--play is for the terminal: leave --json out")
    rules = load_rules(game, words)
    if text is not None:
        rules = started_at(rules, read_position(rules.game, text))
    if who is None and goal is None and not (always or until or play):
        with progress_shown("looking at positions") as so_far:
            _table(everything_forced(rules, engine, so_far, memory, threads), as_json)
        return
    if who is None or goal is None:
        raise BadInput('name who wants what: --who A --goal "A wins"')
    with progress_shown("looking at positions") as so_far:
        limits = Limits(so_far, memory, threads)
        how = strategy(rules, who.split(","), goal, always, until, engine, limits)
    answer = answer_of(how, goal_text(goal, always, until))
    if as_json:
        echo_json(_shown(answer))
    else:
        click.echo(str(answer))
        share = f"{answer.positions:,} of {answer.reachable:,} positions"
        click.echo(f"it can be forced from {share} ({answer.engine} engine)")
    if play:
        _play(how, answer.forced)
    sys.exit(0 if answer.forced else 1)


def _shown(answer: Forced) -> dict[str, object]:
    told = answer.to_dict()
    first = ("forced", "who", "goal", "positions", "engine")
    return {name: told[name] for name in (*first, *(n for n in told if n not in first))}


def _table(answers: list[Forced], as_json: bool) -> None:
    """Show for each set of players which results they can force."""
    if as_json:
        echo_json([_shown(answer) for answer in answers])
        return
    rows: dict[str, list[str]] = {}
    for answer in answers:
        rows.setdefault(" and ".join(answer.who), []).extend([answer.goal] * answer.forced)
    width = max(map(len, rows))
    for who, goals in rows.items():
        click.echo(f"{who:<{width}}  {', '.join(goals) or 'nothing'}")
    click.echo(f"{answers[0].reachable:,} positions, {answers[0].engine} engine")


class _Forcing:
    """The player who follows a strategy."""

    name = "strategy"

    def __init__(self, how: Strategy) -> None:
        self._how = how

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose the strategy's move; where it has none, the first legal one."""
        return self._how.choose(position) or engine.legal_moves(position)[0]


def _play(how: Strategy, forced: bool) -> None:
    from .play import PlaySession

    if not forced:
        raise BadInput("there is no strategy to play against: the goal cannot be forced from here")
    players = how.engine.rules.game.players
    seats: dict[str, Chooser | None] = {
        player: _Forcing(how) if player in how.who else None for player in players
    }
    PlaySession(how.engine, seats, how.engine.initial()).play()
