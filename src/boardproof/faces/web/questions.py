"""The long questions of the page; each runs in a worker process and gives plain values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from ...engines.contract import Engine, make_engine
from ...engines.moves import MoveNames
from ...engines.notation import read_position
from ...engines.position import Position
from ...engines.watch import Progress
from ...errors import BadInput
from ...ir.rules import Rules
from ...reading.shelf import load


@lru_cache(maxsize=4)
def _engine(word: str, stamp: int, parameters: tuple[tuple[str, Any], ...]) -> Engine:
    return make_engine("reference", load(word, **dict(parameters)))


@dataclass(frozen=True)
class Inquiry:
    """A question with its game, the position it is asked of, and whom to tell how far one is."""

    asked: dict[str, Any]
    progress: Progress
    memory: int

    @property
    def engine(self) -> Engine:
        """The engine for single positions; the last few games are kept."""
        parameters = tuple(sorted(self.asked["parameters"].items()))
        return _engine(self.asked["game"], self.asked.get("stamp", 0), parameters)

    @property
    def rules(self) -> Rules:
        """The game's rules."""
        return self.engine.rules

    @property
    def position(self) -> Position:
        """The position after the moves."""
        engine = self.engine
        start = self.asked["start"]
        position = read_position(self.rules.game, start) if start else engine.initial()
        names = MoveNames(engine.moves)
        for move in self.asked["moves"]:
            position = engine.successor(position, names.read(move))
        return position


def choose(inquiry: Inquiry) -> dict[str, Any]:
    """Let a player choose a move."""
    from ...players import make_player

    position = inquiry.position
    if not inquiry.engine.legal_moves(position):
        raise BadInput("there is nothing to choose: no move is legal here")
    player = make_player(inquiry.asked["player"], Random())
    return {"move": player.choose(inquiry.engine, position).name}


def count(inquiry: Inquiry) -> dict[str, Any]:
    """Count the reachable positions and plot them by ply."""
    from ...drawing.plot import by_ply_svg
    from ...questions.explore import explore

    found = explore(inquiry.rules, progress=inquiry.progress, memory=inquiry.memory)
    return {**found.to_dict(), "told": str(found), "svg": by_ply_svg(found.by_ply, style=False)}


def graph(inquiry: Inquiry) -> dict[str, Any]:
    """Draw the positions around one."""
    from ...drawing.neighbours import neighbourhood_svg

    depth = inquiry.asked["depth"]
    return {"svg": neighbourhood_svg(inquiry.engine, inquiry.position, depth, style=False)}


def diagram(inquiry: Inquiry) -> dict[str, Any]:
    """Draw the decision diagram of the positions of a ply."""
    from ...drawing.diagram import LABELLED, as_svg
    from ...engines.symbolic.positions import Positions

    ply = inquiry.asked["ply"]
    for states in islice(Positions(inquiry.rules).layers(), ply, ply + 1):
        title = f"{inquiry.rules.game.identity}, ply {ply}"
        return {"picture": as_svg(states, title, 4 * LABELLED), "positions": states.count}
    raise BadInput(f"no position is first reached at ply {ply}")


QUESTIONS: dict[str, Callable[[Inquiry], dict[str, Any]]] = {
    "choose": choose,
    "count": count,
    "graph": graph,
    "diagram": diagram,
}


def answer(inquiry: Inquiry) -> dict[str, Any]:
    """Answer a question."""
    return QUESTIONS[inquiry.asked["question"]](inquiry)
