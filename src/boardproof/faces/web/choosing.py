"""Computer players on the page: each chooses a move in its time."""

from __future__ import annotations

import time
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from ...errors import BadInput
from ...players import Chooser, make_player
from ...players.perfect import PROVING, PerfectPlayer, proved_best, unproved
from ...questions.known import known_size
from .analysis import analyst_of
from .questions import PageQuestion

#: The greatest share of a question's time that a player may take for a move.
SHARE = 0.5
#: Games of more positions are not solved in the time of a move here.
MOST = 20_000_000


def choose(question: PageQuestion) -> dict[str, Any]:
    """Let a player choose a move."""
    position = question.position
    if not question.engine.legal_moves(position):
        raise BadInput("there is nothing to choose: no move is legal in this position")
    table = question.table
    player = _player(question.key, question.asked["player"], table and table.folder)
    if isinstance(player, PerfectPlayer) and table is None:
        best = _proved_best(question)
        if best:
            return {"move": Random().choice(best)}
    bound = SHARE * question.seconds
    if (getattr(player, "time", None) or 0.0) > bound:
        player.time = bound  # type: ignore[attr-defined]
    return {"move": player.choose(question.engine, position).name}


def _proved_best(question: PageQuestion) -> list[str]:
    """Return moves that are proved to be best, none where the whole game may be solved for them."""
    end = question.began + min(PROVING, SHARE * question.seconds)

    def go_on() -> bool:
        return time.monotonic() < end and not question.stopped()

    best = proved_best(analyst_of(question), question.position, go_on)
    if not best and (known_size(question.rules.game) or 0) > MOST:
        raise unproved(question.rules, PROVING)
    return best


@lru_cache(maxsize=8)
def _player(game: Hashable, word: str, table: Path | None) -> Chooser:
    """Seat a player once for a game: what it prepares is kept."""
    if table is not None and word == PerfectPlayer.name:
        return PerfectPlayer(Random(), table)
    return make_player(word, Random())
