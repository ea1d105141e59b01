"""A game as machine code, made while other work goes on: it plays games out, solves, searches."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from threading import Thread
from typing import Any

from ..engines.contract import Engine
from ..engines.game_search import GameSearch
from ..engines.planner import plan, runner
from ..engines.profile import SEARCH
from ..engines.solution import circles_are_draws
from ..engines.tree_search import LONGEST, play_out
from ..errors import BoardproofError
from ..ir.rules import Rules
from ..limits import Limits, TooMany
from ..positions.position import Position
from ..rules.elements import Player

#: The memory of a search's table.
TABLE = 1 << 26
#: The number of endgames computed before a search: everything else waits for that.
ENDGAMES = 1 << 15
#: No more positions than this are solved to try the machine code out, so many moves from an end.
FEW, BACK = 20_000, (1, 2, 4, 8, 16, 32)


class MachineCode:
    """The game as machine code, made in a thread of its own: an engine, searches, playouts."""

    def __init__(self, rules: Rules, memory: int | None) -> None:
        self._rules, self._memory = rules, memory
        self.engine: Any = None
        self._searches: dict[Player, GameSearch] = {}
        self.solving = self.searching = False
        self._thread = Thread(target=self._make, name="machine code", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether machine code is still being made."""
        return self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait for it a while."""
        self._thread.join(seconds)

    def _make(self) -> None:
        """Make an engine, then what plays games out, solves and searches: each is used at once."""
        rules = self._rules
        try:
            engine = plan(SEARCH, rules).make()
            line = _random_line(runner(rules))
            near_end = line[-1]
            if not rules.has_turns:
                play_out(engine, near_end, 1, Random(0))
            self.engine = engine
            self._try_solving(line)
            self.solving = True
            if not rules.has_turns and circles_are_draws(rules):
                first = rules.game.players.elements[0]
                self.search(first).stand(near_end, first)
                self.search(first).ask(1, 1)
                self.searching = True
        except (BoardproofError, MemoryError):  # then plain positions have to do
            return

    def _try_solving(self, line: list[Position]) -> None:
        """Solve the ends of a game, more and more of it: where plies mix, it takes other code."""
        with suppress(TooMany):
            for back in (back for back in BACK if back <= len(line)):
                limits = Limits(memory=self._memory, threads=1).bounded(FEW)
                self.engine.solve(limits, line[-back])

    def search(self, hero: Player) -> GameSearch:
        """Return the search on the side of a player; each has a table of its own."""
        if hero not in self._searches:
            self._searches[hero] = self.engine.search(TABLE, endgames=ENDGAMES)
        return self._searches[hero]


def _random_line(engine: Engine) -> list[Position]:
    """Return the positions of a random game that have a move."""
    chance, line = Random(0), [engine.initial()]
    following = engine.successors(line[0])
    for _ in range(LONGEST):
        position = chance.choice(following)[1] if following else line[-1]
        following = engine.successors(position)
        if not following:
            break
        line.append(position)
    return line
