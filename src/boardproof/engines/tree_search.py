"""Monte-Carlo tree search: games of random moves, more of them where they promise most."""

from __future__ import annotations

import math
import time
from random import Random

from ..positions.moves import Move
from ..positions.position import Position
from ..rules.elements import Player
from .contract import Engine

#: How many games start from one position by default.
BATCH = 8
#: The exploration constant of UCT.
EXPLORATION = 1.4
#: A playout that is longer than this counts as a draw.
LONGEST = 500


class TreeNode:
    """A position of the tree: how often it was tried, and what each player got from it."""

    __slots__ = ("children", "games", "move", "mover", "open", "position", "total")

    def __init__(self, position: Position, move: Move | None) -> None:
        self.position, self.move = position, move
        self.children: list[TreeNode] = []
        self.open: list[tuple[Move, Position]] | None = None
        self.mover: Player | None = None
        self.games, self.total = 0, dict[str, float]()

    @property
    def most_tried(self) -> TreeNode | None:
        """The position after the move that was tried most, None before any was."""
        return max(self.children, key=lambda child: child.games, default=None)

    def mean(self, player: Player) -> float:
        """Return what a player got on the average: 1 for a win, -1 for a loss."""
        return self.total.get(player, 0.0) / max(1, self.games)


class TreeSearch:
    """The tree of games tried from a position; `runner` may be exchanged for a faster engine.

    A game that takes more than `seconds` of work is cut short and judged.

    >>> from boardproof.engines.planner import runner
    >>> from boardproof.reading import read
    >>> from boardproof.rules.sample import Diagonals
    >>> engine = runner(read(Diagonals()))
    >>> search = TreeSearch(engine, engine.initial(), Random(1))
    >>> while search.root.games < 50:
    ...     search.step()
    >>> len(search.root.children), -1 <= search.root.mean("A") <= 1
    (4, True)
    """

    def __init__(
        self,
        runner: Engine,
        start: Position,
        random: Random,
        batch: int = BATCH,
        seconds: float = math.inf,
    ) -> None:
        self.runner, self.batch, self._random = runner, batch, random
        self._seconds = seconds
        self.root = TreeNode(start, None)
        self._grow(self.root)

    def step(self) -> None:
        """Go down the tree, add a position to it, play games out from there."""
        path = [self.root]
        while not path[-1].open and path[-1].children:
            path.append(self._most_promising(path[-1]))
        leaf = path[-1]
        if leaf.open:
            move, after = leaf.open.pop()
            leaf.children.append(TreeNode(after, move))
            leaf = leaf.children[-1]
            self._grow(leaf)
            path.append(leaf)
        games = self.batch if leaf.mover is not None else 1
        gains = self._gains(leaf, games)
        for node in path:
            node.games += games
            for player, gain in gains.items():
                node.total[player] = node.total.get(player, 0.0) + gain

    def _grow(self, node: TreeNode) -> None:
        """Find who is to move at a position, and the legal moves."""
        node.mover = self.runner.player_to_move(node.position)
        node.open = self.runner.successors(node.position)
        self._random.shuffle(node.open)
        if not node.open:
            node.mover = None

    def _most_promising(self, node: TreeNode) -> TreeNode:
        assert node.mover is not None
        player, known = node.mover, math.log(node.games)
        return max(
            node.children,
            key=lambda child: child.mean(player) + EXPLORATION * math.sqrt(known / child.games),
        )

    def _gains(self, leaf: TreeNode, games: int) -> dict[str, float]:
        """Return the sum of what each player gains in playouts from a position: 1 for a win."""
        payoff = self.runner.payoff(leaf.position)
        if payoff is not None:
            return {player: games * _sign(gain) for player, gain in payoff.items()}
        if leaf.mover is None:
            return {}
        return play_out(self.runner, leaf.position, games, self._random, self._seconds)


def _sign(number: int) -> float:
    return float((number > 0) - (number < 0))


def play_out(
    runner: Engine, position: Position, games: int, random: Random, seconds: float = math.inf
) -> dict[str, float]:
    """Play games of random moves; return each player's wins less the wins of the others.

    One that takes more than `seconds` of work is cut short; who stands better by the rulebook's
    `evaluation`, where it has one, counts as its winner.
    """
    players = runner.rules.game.players
    over: dict[str, int] = {}
    playouts = None if runner.rules.has_turns else getattr(runner, "playouts", None)
    if playouts is not None:
        over = playouts(games, random.getrandbits(62), position, LONGEST).over
    else:
        for _ in range(games):
            last = _random_end(runner, position, random, seconds)
            result = str(runner.result(last) or _favourite(runner, last, seconds))
            over[result] = over.get(result, 0) + 1
    won = {player: over.get(f"{player} wins", 0) for player in players}
    return {player: float(2 * won[player] - sum(won.values())) for player in players}


def _random_end(runner: Engine, position: Position, random: Random, seconds: float) -> Position:
    """Return where a game of random moves ends, or is cut short."""
    end = time.thread_time() + seconds
    for _ in range(LONGEST):
        following = runner.successors(position)
        if not following:
            break
        position = random.choice(following)[1]
        if time.thread_time() > end:
            break
    return position


def _favourite(runner: Engine, position: Position, seconds: float) -> str:
    """Return as a result who stands best in a game that was cut short; nobody where none was."""
    ask = getattr(runner, "ask", None)  # an engine that runs rules has it
    if seconds == math.inf or ask is None or "evaluation" not in runner.rules.functions:
        return ""
    players = runner.rules.game.players
    worths = {player: ask(position, "evaluation", player) for player in players}
    best = [player for player, worth in worths.items() if worth == max(worths.values())]
    return f"{best[0]} wins" if len(best) == 1 else ""
