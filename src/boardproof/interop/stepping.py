"""A game as other programs see it: players and moves are numbers, and every step is an action.

An action is the number of a move in the rulebook's order. A turn of several steps is as many
actions, one after another, by the same player; those that no turn goes on with are not legal.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Any

from ..analysis.callgraph import score_points
from ..engines.hints import note, recall
from ..engines.planner import engine_for, plan, runner
from ..engines.profile import MODELS, able
from ..engines.starts import random_start
from ..errors import BadInput, IllegalMove, TooLarge
from ..ir.rules import STUCK_RULE
from ..limits import Limits, TooMany
from ..packing.columns import Array
from ..packing.planes import ObservationPlanes
from ..positions.moves import MoveNames
from ..positions.notation import read_position, write_position
from ..positions.position import Position, starting_position
from ..reading.loader import lasting_name, load

#: A game that is not known to end is a draw after so many actions, unless another number is given.
USUAL_LENGTH = 1000
#: So many positions are visited to learn how long games last.
FEW_POSITIONS = 2_000
#: What is known of so many positions is kept: searches come back to them.
KEPT = 1 << 14
#: So many starting positions are drawn for one from which there is a move.
MOST_DRAWN = 1000
#: The hint that says how many moves a game has at most, 0 where that is not known.
LONGEST = "longest"

#: A way to make one turn: the numbers of its steps, and where it leads.
Turn = tuple[tuple[int, ...], Position]


class SteppedGame:
    """A game, with parameters, that is played by numbers.

    `length` is the number of actions after which a game is a draw, None where each ends before.
    Games start from the position that is declared; where they start from many, a `start` other than
    zero is the seed by which one is drawn.

    >>> game = stepped("tic-tac-toe", {})
    >>> moment = game.first
    >>> moment.mover, moment.legal[:3], moment.after(4).mover, game.longest
    (0, [0, 1, 2], 1, 9)
    """

    def __init__(
        self, source: str, parameters: dict[str, Any], length: int = 0, start: int = 0
    ) -> None:
        self.source, self.parameters, self.rules = source, parameters, load(source, **parameters)
        self.asked, self.start = length, start
        self.engine = engine_for("auto", self.rules)
        self.players = [str(player) for player in self.rules.game.players]
        self.moves = self.engine.moves
        self.numbers = {move: number for number, move in enumerate(self.moves)}
        self.planes = ObservationPlanes(self.rules.game)
        if length < 0:
            raise BadInput(f"max_game_length={length}: give a number of moves, 0 for all there are")
        if start and not self.rules.starts_anywhere:
            raise BadInput(f"start={start}: {self.rules.game.name} has one starting position, 0")
        self.turns = lru_cache(KEPT)(self._turns)

    @cached_property
    def longest(self) -> int:
        """How many actions a game has at most."""
        return self.asked or longest_game(self) or USUAL_LENGTH

    @cached_property
    def length(self) -> int | None:
        """The number of actions after which a game is left as a draw, None where none is."""
        known = longest_game(self)
        return None if known and self.longest >= known else self.longest

    @cached_property
    def utilities(self) -> tuple[float, float]:
        """The least and the most that a player can get."""
        points = score_points(self.rules)
        if not points:
            return -1.0, 1.0
        if len(self.players) == 2:
            margin = max(1, points[-1] - points[0])
            return float(-margin), float(margin)
        return float(min(-1, points[0])), float(max(1, points[-1]))

    @cached_property
    def first(self) -> Moment:
        """Where games start."""
        if not self.start:
            return Moment(self, starting_position(self.rules.game))
        return self.drawn_start(Random(self.start))

    def drawn_start(self, chance: Random) -> Moment:
        """Return where one game starts: at random, where games start from many positions.

        Those at which a game is over before it begins are drawn again.
        """
        for _ in range(MOST_DRAWN):
            moment = Moment(self, random_start(self.rules, chance))
            if not (moment.over and self.rules.starts_anywhere):
                return moment
        raise BadInput(f"no game of {self.rules.game.identity} was found that is not over at once")

    def at(self, position: str, steps: str = "", ply: int = 0) -> Moment:
        """Return a moment by its texts, as `Moment.fields` has them."""
        moment = Moment(self, read_position(self.rules.game, position))
        moves = MoveNames(self.moves).read(steps).steps if steps else ()
        for move in moves:
            moment = moment.after(self.numbers[move])
        return Moment(self, moment.position, moment.steps, ply)

    def _turns(self, position: Position) -> list[Turn]:
        """Return the turns from a position, each as the numbers of its steps."""
        return [
            (tuple(self.numbers[step] for step in move.steps), after)
            for move, after in self.engine.successors(position)
        ]

    def __reduce__(self) -> tuple[Any, ...]:
        return stepped, (self.source, self.parameters, self.asked, self.start)


@dataclass(frozen=True)
class Moment:
    """A game at a moment: the position before the turn, the steps of it so far, and the ply.

    Copies of it are itself, and pickles are read by any process that has the rulebook.
    """

    game: SteppedGame
    position: Position
    steps: tuple[int, ...] = ()
    ply: int = 0

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, in order."""
        if self.left_as_draw:
            return []
        done = len(self.steps)
        turns = self.game.turns(self.position)
        return sorted({steps[done] for steps, _ in turns if steps[:done] == self.steps})

    def after(self, action: int) -> Moment:
        """Return the moment after an action."""
        if not 0 <= action < len(self.game.moves):
            most = len(self.game.moves) - 1
            raise IllegalMove(f"there is no action {action}: actions are 0 to {most}")
        steps = (*self.steps, action)
        ways = [turn for turn in self.game.turns(self.position) if turn[0][: len(steps)] == steps]
        if not ways or self.left_as_draw:
            raise self._refusal(action)
        if ways[0][0] == steps:
            return Moment(self.game, ways[0][1], ply=self.ply + 1)
        return Moment(self.game, self.position, steps, self.ply + 1)

    def _refusal(self, action: int) -> IllegalMove:
        """Return why an action is not legal, in the rulebook's words if it has some."""
        move, rules = self.game.moves[action], self.game.rules
        if not (rules.has_turns or self.left_as_draw):
            try:
                runner(rules).successor(self.position, move)
            except IllegalMove as refusal:
                return refusal
        return IllegalMove(f"{move} is not legal")

    @property
    def left_as_draw(self) -> bool:
        """Whether the game is left here, as one that goes on for too long."""
        return self.game.length is not None and self.ply >= self.game.length

    @property
    def truncated(self) -> bool:
        """Whether the game is left before its end: somebody could still move."""
        return self.left_as_draw and bool(self.game.turns(self.position))

    @cached_property
    def over(self) -> bool:
        """Whether nobody is to move: the game has ended, is left as a draw, or is stuck."""
        return not self.legal

    @cached_property
    def mover(self) -> int | None:
        """The number of the player to move, None where nobody is."""
        if self.over:
            return None
        return self.game.players.index(str(self.game.engine.player_to_move(self.position)))

    @cached_property
    def returns(self) -> list[float]:
        """What each player has got: nothing unless the game has a result."""
        payoff = None if self.steps else self.game.engine.payoff(self.position)
        return [float(payoff[player]) if payoff else 0.0 for player in self.game.players]

    @cached_property
    def board(self) -> Position:
        """The position with the steps of an unfinished turn made."""
        position, rules = self.position, self.game.rules
        for step in self.steps:
            move = self.game.moves[step]
            position = runner(rules).run(position, move.rule, *move.arguments)[1]
        return position

    def observe(self) -> Array:
        """Return what is seen: every position is known to all players."""
        return self.game.planes.observe(self.board, self.mover)

    def fields(self) -> dict[str, Any]:
        """Return the moment as texts and numbers, from which `SteppedGame.at` makes it again."""
        steps = "+".join(self.game.moves[step].name for step in self.steps)
        return {"position": write_position(self.position), "steps": steps, "ply": self.ply}

    def __str__(self) -> str:
        """Write all that the rest of the game depends on, and no more."""
        fields = self.fields()
        ply = "" if self.game.length is None else f" (ply {self.ply})"
        return " ".join(filter(None, [fields["position"], fields["steps"]])) + ply

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.fields())


def _restored(game: SteppedGame, fields: dict[str, Any]) -> Moment:
    return game.at(**fields)


def stepped(
    source: str | os.PathLike[str],
    parameters: Mapping[str, Any],
    length: int = 0,
    start: int = 0,
) -> SteppedGame:
    """Return a game by its name or path, to be played by numbers.

    It is the same one when asked again, unless its file was changed.
    """
    name = lasting_name(source)
    return _stepped(name, _last_change(name), tuple(parameters.items()), length, start)


def _last_change(source: str) -> int:
    """Return when the file of a rulebook was changed, 0 of a game that has a name."""
    file = Path(source.partition(":")[0])
    return file.stat().st_mtime_ns if file.is_file() else 0


@lru_cache(maxsize=64)
def _stepped(
    source: str, changed: int, parameters: tuple[tuple[str, Any], ...], length: int, start: int
) -> SteppedGame:
    return SteppedGame(source, dict(parameters), length, start)


def longest_game(game: SteppedGame) -> int:
    """Return a proved bound on the moves of a game, 0 where none was found soon.

    It is found by visiting all positions, where they are few, or by a measure that every move
    changes alike, such as the number of pieces.
    """
    rules = game.rules
    known = recall(rules, LONGEST)
    if not isinstance(known, int):
        known = 0 if rules.has_turns else _counted(game) or _measured(game)
        note(rules, LONGEST, known)
    return known


def _counted(game: SteppedGame) -> int:
    if game.rules.starts_anywhere:
        return 0
    limits = Limits().bounded(positions=FEW_POSITIONS)
    try:
        return game.engine.enumerate(limits).longest or 0
    except TooMany:
        return 0


def _measured(game: SteppedGame) -> int:
    if STUCK_RULE in game.rules.functions or not able(MODELS):
        return 0
    try:
        engine = plan(MODELS, game.rules).make()
    except TooLarge:
        return 0
    return engine.reachable([]).longest or 0
