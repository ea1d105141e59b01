"""The long questions of the page; each runs in a worker process and returns plain values."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any

from msgspec import NODEFAULT

from ...answers import Answer
from ...engines.contract import Engine
from ...engines.planner import plan, runner
from ...engines.profile import WELL_TYPED
from ...errors import BadInput, TooLarge
from ...ir.rules import Rules
from ...limits import Progress
from ...positions.notation import read_position, write_position
from ...positions.play import replay
from ...positions.position import Position
from ...questions.requests import CountRequest, Request, ask, fields_of, request_type
from ...questions.table import QUESTIONS as TABLE
from ...reading.loader import load
from .requests import Ask, page_request

if TYPE_CHECKING:
    from ...tablebase.probe import Tablebase


class GameTooLarge(TooLarge):
    """A game that cannot be solved within the limits, whatever position is asked about."""


@lru_cache(maxsize=4)
def _engine(word: str, stamp: int, parameters: tuple[tuple[str, Any], ...]) -> Engine:
    return runner(load(word, **dict(parameters)))


@lru_cache(maxsize=4)
def _table(
    key: tuple[str, int, tuple[tuple[str, Any], ...]], stores: tuple[str, ...]
) -> Tablebase | None:
    """Return the first tablebase that is of these rules."""
    from ...tablebase.probe import open_tablebase

    for store in stores:
        with suppress(BadInput):  # it is of another game, or of other rules
            return open_tablebase(store, _engine(*key).rules)
    return None


@dataclass(frozen=True)
class PageQuestion:
    """A question with its game and position, its limits, and a callback for progress."""

    asked: dict[str, Any]
    progress: Progress
    memory: int
    seconds: float = inf
    tell: Callable[[dict[str, Any]], None] = lambda _: None
    began: float = field(default_factory=time.monotonic)
    stopped: Callable[[], bool] = lambda: False

    @property
    def key(self) -> tuple[str, int, tuple[tuple[str, Any], ...]]:
        """The identity of the game: its name, when its file was changed, its parameters."""
        parameters = tuple(sorted(self.asked["parameters"].items()))
        return self.asked["game"], self.asked.get("stamp", 0), parameters

    @property
    def engine(self) -> Engine:
        """The engine for single positions; the last few games are kept."""
        return _engine(*self.key)

    @property
    def other(self) -> Engine:
        """The engine of the same game with the parameters to compare with."""
        word, stamp, _ = self.key
        return _engine(word, stamp, tuple(sorted(self.asked["other"].items())))

    @property
    def rules(self) -> Rules:
        """The game's rules."""
        return self.engine.rules

    @property
    def table(self) -> Tablebase | None:
        """The tablebase of the game, if one is served."""
        return _table(self.key, tuple(self.asked.get("stores", ())))

    @cached_property
    def line(self) -> list[Position]:
        """The positions from the start on, one after each move."""
        engine, start = self.engine, self.asked["start"]
        first = read_position(self.rules.game, start) if start else None
        return replay(engine, self.asked["moves"], first)

    @property
    def at(self) -> int:
        """The index of the position in the line."""
        at = self.asked["at"]
        return len(self.line) - 1 if at is None else min(at, len(self.line) - 1)

    @property
    def position(self) -> Position:
        """The position that is asked about."""
        return self.line[self.at]

    def ask(self, kind: type[Request], **live: Any) -> Any:
        """Answer the request that the page's fields make, within the limits."""
        own = {"memory": self.memory, "threads": 1, "position": write_position(self.position)}
        taken = {name: value for name, value in own.items() if name in kind.__struct_fields__}
        request = page_request(kind, self.asked, **taken)
        return ask(self.rules, request, self.progress, **live)


def count(question: PageQuestion) -> dict[str, Any]:
    """Count the reachable positions and plot them by ply."""
    from ...drawing.plot import by_ply_svg

    answer = question.ask(CountRequest)
    return {**answer_fields(answer), "svg": by_ply_svg(answer.by_ply, style=False)}


def answer_fields(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain values, with the line that it prints."""
    return {**answer.to_dict(), "told": str(answer)}


def diagram(question: PageQuestion) -> dict[str, Any]:
    """Draw the decision diagram of the positions of a ply."""
    from ...drawing.diagram import LABELLED, as_svg

    ply = question.asked["ply"]
    engine = plan(WELL_TYPED, question.rules).make()
    for number, states in enumerate(engine.positions.layers()):
        question.progress(number, states.count)
        if number < ply:
            continue
        title = f"{question.rules.game.identity}, ply {ply}"
        return {"picture": as_svg(states, title, 4 * LABELLED), "positions": states.count}
    raise BadInput(f"no position is first reached at ply {ply}")


#: What the page shows more of than an answer's own fields; a module is imported when it is asked.
PRESENTERS: dict[str, str | Callable[[PageQuestion], dict[str, Any]]] = {
    "choose": "choosing:choose",
    "count": count,
    "graph": "analysis:graph",
    "diagram": diagram,
    "solve": "analysis:solve",
    "analyse": "analysis:analyse",
    "check": "checking:check_game",
    "find": "checking:find_instance",
    "force": "checking:force_goal",
    "unfold": "checking:unfold",
    "lint": "checking:lint_game",
    "same-game": "checking:compare_games",
}

#: What the editor asks besides, of a text: no request of the page's can name these.
OF_TEXTS = {"describe text": "written:describe_written", "view text": "written:view_written"}


def _askable(name: str) -> bool:
    """Whether the page's fields can make the request of a question of the table."""
    needed = (one for one in fields_of(request_type(name)) if one.default is NODEFAULT)
    return bool(TABLE[name].help) and all("page" in one.marks for one in needed)


#: The questions that the page may ask: its own, and those of the table.
QUESTIONS = list(dict.fromkeys([*PRESENTERS, *filter(_askable, TABLE)]))

#: Questions that never take long, or are left soon; a player's choice takes long only where it
#: solves the game first.
SHORT = ("choose", "graph", "unfold", "analyse")


def is_short(asked: dict[str, Any]) -> bool:
    """Whether a question is answered in a moment, so that it need not wait for long ones.

    >>> is_short({"question": "choose", "player": "random"}), is_short({"question": "solve"})
    (True, False)
    """
    solves = asked["question"] == "choose" and asked["player"].startswith("perfect")
    return asked["question"] in SHORT and not solves


def check_question(asked: Ask) -> None:
    """Raise what is wrong with a question, before a worker is asked."""
    if asked.question not in QUESTIONS:
        known = ", ".join(QUESTIONS)
        raise BadInput(f"unknown question {asked.question!r}: the questions are {known}")
    if asked.question == "same-game" and asked.other is None:
        raise BadInput("other is missing: send the parameters of the game to compare with")


def answer(question: PageQuestion) -> dict[str, Any]:
    """Answer a question."""
    name = question.asked["question"]
    present = PRESENTERS.get(name) or OF_TEXTS.get(name)
    if present is None:
        return answer_fields(question.ask(request_type(name)))
    if isinstance(present, str):
        module, _, function = present.partition(":")
        present = getattr(import_module(f"{__package__}.{module}"), function)
    shown: dict[str, Any] = present(question)
    return shown
