"""A player by Monte-Carlo tree search, with playouts of random moves."""

from __future__ import annotations

import math
import time as clock
from random import Random

from ..engines.contract import Engine
from ..engines.planner import plan
from ..engines.profile import PLAYOUTS
from ..errors import TooLarge
from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player

#: The default number of playouts for a move.
USUAL_GAMES = 2000
#: How many of them start from one position.
BATCH = 8
#: The exploration constant of UCT.
EXPLORATION = 1.4
#: A playout that is longer than this counts as a draw.
LONGEST = 500
RESERVE, LEAST_RESERVE = 0.1, 0.05


class TreeNode:
    """A position of the tree: how often it was tried, and what each player got from it."""

    __slots__ = ("children", "games", "move", "mover", "open", "position", "total")

    def __init__(self, position: Position, move: Move | None) -> None:
        self.position, self.move = position, move
        self.children: list[TreeNode] = []
        self.open: list[tuple[Move, Position]] | None = None
        self.mover: Player | None = None
        self.games, self.total = 0, dict[str, float]()


class MctsPlayer:
    """Plays the move that most of its tried games began with.

    It plays `games` games of random moves for each move it makes, or as many as the `time`, in
    seconds, allows.

    >>> from boardproof import load, make_engine
    >>> engine = make_engine("reference", load("tic-tac-toe"))
    >>> near_win = engine.initial().replace(mark={(0, 0): "A", (0, 1): "A", (1, 1): "B"})
    >>> str(MctsPlayer(Random(1), games=200).choose(engine, near_win))
    '(0,2)'
    """

    name = "mcts"

    def __init__(self, random: Random, games: int | None = None, time: float | None = None) -> None:
        self._random, self.time = random, time
        self.games = games or (USUAL_GAMES if time is None else None)
        self._runners: dict[str, Engine] = {}

    def prepare(self, engine: Engine) -> None:
        """Make the machine code for a game, so that no move waits for it."""
        identity = engine.rules.game.identity
        if identity in self._runners:
            return
        try:
            runner = plan(PLAYOUTS, engine.rules).make()
        except TooLarge:
            runner = engine
        if not runner.is_over(runner.initial()):
            _play_out(runner, runner.initial(), 1, self._random)
        self._runners[identity] = runner

    def choose(self, engine: Engine, position: Position) -> Move:
        """Choose the move that was tried most."""
        deadline = math.inf
        if self.time is not None:
            reserve = min(max(RESERVE * self.time, LEAST_RESERVE), self.time / 2)
            deadline = clock.perf_counter() + self.time - reserve
        elif engine.rules.game.identity not in self._runners:
            self.prepare(engine)
        runner = self._runners.get(engine.rules.game.identity, engine)
        root = TreeNode(position, None)
        self._grow(runner, root)
        if len(root.children) + len(root.open or []) == 1:
            return self._single_move(root)
        while clock.perf_counter() < deadline and root.games < (self.games or math.inf):
            self._run_playouts(runner, root)
        if not root.children:
            return self._random.choice(engine.legal_moves(position))
        best = max(root.children, key=lambda child: child.games)
        assert best.move is not None
        return best.move

    def _single_move(self, root: TreeNode) -> Move:
        assert root.open
        return root.open[0][0]

    def _run_playouts(self, runner: Engine, root: TreeNode) -> None:
        """Go down the tree, add a position to it, play games out from there."""
        path = [root]
        while not path[-1].open and path[-1].children:
            path.append(self._most_promising(path[-1]))
        leaf = path[-1]
        if leaf.open:
            move, after = leaf.open.pop()
            leaf.children.append(TreeNode(after, move))
            leaf = leaf.children[-1]
            self._grow(runner, leaf)
            path.append(leaf)
        games = BATCH if leaf.mover is not None else 1
        gains = self._gains(runner, leaf, games)
        for node in path:
            node.games += games
            for player, gain in gains.items():
                node.total[player] = node.total.get(player, 0.0) + gain

    def _grow(self, runner: Engine, node: TreeNode) -> None:
        """Find who is to move at a position, and the legal moves."""
        node.mover = runner.player_to_move(node.position)
        node.open = runner.successors(node.position)
        self._random.shuffle(node.open)
        if not node.open:
            node.mover = None

    def _most_promising(self, node: TreeNode) -> TreeNode:
        assert node.mover is not None
        player, known = node.mover, math.log(node.games)
        return max(
            node.children,
            key=lambda child: (
                child.total.get(player, 0.0) / child.games
                + EXPLORATION * math.sqrt(known / child.games)
            ),
        )

    def _gains(self, runner: Engine, leaf: TreeNode, games: int) -> dict[str, float]:
        """Return the sum of what each player gains in playouts from a position: 1 for a win."""
        payoff = runner.payoff(leaf.position)
        if payoff is not None:
            return {player: games * _sign(gain) for player, gain in payoff.items()}
        if leaf.mover is None:
            return {}
        return _play_out(runner, leaf.position, games, self._random)


def _sign(number: int) -> float:
    return float((number > 0) - (number < 0))


def _play_out(runner: Engine, position: Position, games: int, random: Random) -> dict[str, float]:
    """Play games of random moves; return each player's wins less the wins of the others."""
    players = runner.rules.game.players
    over: dict[str, int] = {}
    playouts = None if runner.rules.has_turns else getattr(runner, "playouts", None)
    if playouts is not None:
        over = playouts(games, random.getrandbits(62), position, LONGEST).over
    else:
        for _ in range(games):
            result = _random_result(runner, position, random)
            over[result] = over.get(result, 0) + 1
    won = {player: over.get(f"{player} wins", 0) for player in players}
    return {player: float(2 * won[player] - sum(won.values())) for player in players}


def _random_result(runner: Engine, position: Position, random: Random) -> str:
    for _ in range(LONGEST):
        following = runner.successors(position)
        if not following:
            break
        position = random.choice(following)[1]
    return str(runner.result(position))
