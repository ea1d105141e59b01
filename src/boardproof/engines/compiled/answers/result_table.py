"""What results say and pay, by their numbers: of a game with points there are many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..bfs.visited import Column

if TYPE_CHECKING:
    from ..engine import CompiledEngine


def payoffs(engine: CompiledEngine) -> Column:
    """Return for every result's number what it pays to each player, 0 for no result."""
    players = engine.game.players
    paid = np.zeros((engine.results, len(players)), np.int64)
    for code in range(1, len(players) + 2):
        result = engine.result_of(code)
        assert result is not None
        paid[code] = list(result.payoff(players).values())
    points = _points_of_scores(engine)
    paid[len(players) + 2 :] = points if len(players) != 2 else points - points[:, ::-1]
    return paid


def words_of_results(engine: CompiledEngine) -> tuple[list[str], Column]:
    """Return what results say, and for every result's number which of these it says."""
    players = len(engine.game.players)
    words = [str(engine.result_of(code)) for code in range(players + 2)]
    points = _points_of_scores(engine)
    best = points == points.max(axis=1, keepdims=True)
    draw = players + 1
    said = np.where(best.sum(axis=1) == 1, best.argmax(axis=1) + 1, draw)
    return words, np.concatenate([np.arange(players + 2), said])


def _points_of_scores(engine: CompiledEngine) -> Column:
    """Return the points of all players, a row for each score in the order of the numbers."""
    points, players = engine.program.points, len(engine.game.players)
    scores = np.arange(engine.results - players - 2)
    digits = [scores // len(points) ** player % len(points) for player in range(players)]
    return points.start + np.stack(digits, axis=1) if len(scores) else np.zeros((0, players), int)
