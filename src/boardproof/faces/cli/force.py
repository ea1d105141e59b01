"""`boardproof force`: the question, all goals at once, or a game against the strategy."""

from __future__ import annotations

from typing import Any

import click

from ...answers import Forced
from ...engines.contract import Engine
from ...errors import BadInput
from ...ir.rules import Rules
from ...limits import Limits
from ...players import Chooser
from ...positions.moves import Move
from ...positions.notation import read_position
from ...positions.position import Position, with_start
from ...questions.force import Strategy, everything_forced, strategy
from ...questions.requests import ForceRequest
from .progress import progress_shown
from .question import answer_question, limits_of, question_command, read_request
from .rendering import AnswerContext, show

JSON = {"force": (Forced, list[Forced])}

PLAY = click.Option(["--play"], is_flag=True, help="Play the other seats against the strategy.")


def _force(game: str, words: tuple[str, ...], play: bool, as_json: bool, **values: Any) -> None:
    if play and as_json:
        raise BadInput("--play is for the terminal: omit --json")
    if not play and values["who"] and values["goal"] is not None:
        answer_question("force", game, words, as_json, **values)
    rules, request = read_request(ForceRequest, game, words, None, values)
    if request.position is not None:
        rules = with_start(rules, read_position(rules.game, request.position))
    if not (request.who or request.goal or request.always or request.until or play):
        with progress_shown("searching") as progress:
            given = progress, request.memory, request.threads, request.disk, request.cluster
            answers = everything_forced(rules, request.engine, *given)
        show(answers, AnswerContext(rules, request), as_json)
        return
    if not request.who or request.goal is None:
        raise BadInput('name the players and their goal: --who A --goal "A wins"')
    with progress_shown("searching") as progress:
        limits = limits_of(request, progress)
        how = _strategy(rules, request, limits)
    _play(how)


def _strategy(rules: Rules, request: ForceRequest, limits: Limits) -> Strategy:
    how = {"always": request.always, "until": request.until, "engine": request.engine}
    return strategy(rules, request.who, str(request.goal), limits=limits, **how)  # type: ignore[arg-type]


class _Forcing:
    """The player who follows a strategy."""

    name = "strategy"

    def __init__(self, how: Strategy) -> None:
        self._how = how

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose the strategy's move; where it has none, the first legal one."""
        return self._how.choose(position) or engine.legal_moves(position)[0]


def _play(how: Strategy) -> None:
    from .play import PlaySession

    start = how.engine.initial()
    if not how.wins(start):
        raise BadInput("there is no strategy to play against: the goal cannot be forced from here")
    players = how.engine.rules.game.players
    seats: dict[str, Chooser | None] = {
        player: _Forcing(how) if player in how.who else None for player in players
    }
    PlaySession(how.engine, seats, start).play()


command = question_command("force", callback=_force, extra=[PLAY])
