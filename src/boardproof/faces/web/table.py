"""A game as the page sees it: replayed from its moves, drawn, with all that can be done next.

The server keeps no game: each request brings the moves, so that a reload, a second tab or a new
server changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...drawing.clicks import clicks
from ...drawing.pieces import changed, pieces_at, tone, words_at
from ...drawing.places import boards_of
from ...drawing.reasons import defective, reason_of
from ...drawing.svg import Shown, position_svg
from ...engines.moves import Move
from ...engines.notation import read_position, write_position
from ...engines.position import Position
from ...errors import IllegalMove, UnreadableMove
from ...ir.types import BoolT, ElementT, IntT, Type
from ...rules.parameters import spell
from ...rules.state import MapVariable, SubsetVariable
from .bodies import Play, View
from .library import Opened
from .truths import truths


class WrongMove(IllegalMove):
    """A move of the line that cannot be made, and how many could be."""

    def __init__(self, problem: str, made: int) -> None:
        super().__init__(problem)
        self.made = made


@dataclass(frozen=True)
class Step:
    """A position of the line: after which move, made by whom."""

    position: Position
    move: str = ""
    mover: str = ""


def line_of(opened: Opened, play: Play) -> list[Step]:
    """Make the moves one after another; say which one cannot be made."""
    engine, game = opened.engine, opened.rules.game
    start = read_position(game, play.start) if play.start else engine.initial()
    line = [Step(start)]
    for made, text in enumerate(play.moves):
        position = line[-1].position
        try:
            move = opened.names.read(text)
            after = engine.successor(position, move)
        except (IllegalMove, UnreadableMove) as wrong:
            raise WrongMove(str(wrong), made) from None
        line.append(Step(after, move.name, str(engine.player_to_move(position) or "")))
    return line


def view(opened: Opened, asked: View) -> dict[str, Any]:
    """Show a game in progress."""
    with opened.lock:
        line = line_of(opened, asked)
        at = len(line) - 1 if asked.at is None else min(asked.at, len(line) - 1)
        game, positions = opened.rules.game, [step.position for step in line]
        return {
            "game": opened.word,
            "identity": game.identity,
            "players": [{"name": str(p), "colour": tone(p)} for p in game.players],
            "line": [
                {"move": s.move, "mover": s.mover, "position": write_position(s.position)}
                for s in line
            ],
            "at": at,
            **_here(opened, line, at),
            "boards": _boards(opened, line) if asked.boards else None,
            "truths": {text: truths(opened, text, positions) for text in asked.asks},
            "questions": _questions(opened),
        }


def _here(opened: Opened, line: list[Step], at: int) -> dict[str, Any]:
    """Describe the position that is looked at."""
    engine, position = opened.engine, line[at].position
    before = line[at - 1].position if at else None
    following = {move.name: after for move, after in engine.successors(position)}
    mover = engine.player_to_move(position)
    result = engine.result(position)
    moves = [_move(opened, move, mover, move.name in following) for move in engine.moves]
    targets = _targets(moves, position, following)
    return {
        "position": write_position(position),
        "to_move": mover and str(mover),
        "again": bool(at) and mover is not None and line[at].mover == mover,
        "expected": engine.expected(position) if mover else "",
        "result": result and str(result),
        "points": dict(getattr(result, "points", {})),
        "stuck": result is None and not following,
        "defects": [str(defect) for defect in engine.defects(position)],
        "svg": _svg(opened, position, before, targets),
        "targets": sorted(targets),
        "spots": _spots(position),
        "moves": moves,
        "variables": _variables(position, before),
    }


def _move(opened: Opened, move: Move, mover: str | None, legal: bool) -> dict[str, Any]:
    found = clicks(opened.rules.game, move, mover)
    return {
        "name": move.name,
        "rule": move.rule,
        "legal": legal,
        "clicks": [sorted(click) for click in found],
    }


def _targets(
    moves: list[dict[str, Any]], position: Position, following: dict[str, Position]
) -> frozenset[str]:
    """Mark where one may play; of a whole row or column, only what the move changes."""
    found: set[str] = set()
    for move in moves:
        if not move["legal"]:
            continue
        for click in move["clicks"]:
            keys = frozenset(click)
            if len(keys) > 1:
                keys &= changed(position, following[move["name"]])
            found |= keys
    return frozenset(found)


def _svg(
    opened: Opened,
    position: Position,
    before: Position | None,
    targets: frozenset[str] = frozenset(),
) -> str:
    engine = opened.engine
    reason = reason_of(engine, position) | defective(engine, position)
    ringed = changed(before, position) if before else frozenset()
    return position_svg(
        position, Shown(ringed - reason, reason, targets), style=False, caption=False
    )


def board_of(position: Position, before: Position) -> str:
    """Draw a position by itself, what is not as before ringed."""
    return position_svg(position, Shown(changed(before, position)), style=False, caption=False)


def _spots(position: Position) -> list[dict[str, Any]]:
    return [
        {
            "key": spot.key,
            "label": spot.label,
            "holds": words_at(position, board, spot.place),
            "empty": not pieces_at(position, board, spot.place),
            "box": [spot.x, spot.y, spot.width, spot.height],
        }
        for board in boards_of(position.game)
        for spot in board.spots
    ]


def _variables(position: Position, before: Position | None) -> list[dict[str, Any]]:
    """List every state variable with its value in words, and whether the last move changed it."""
    found = []
    for name, value in position.as_dict().items():
        variable = position.game.variables[name]
        differs = before is not None and getattr(before, name) != value
        on_board = isinstance(variable, MapVariable | SubsetVariable)
        found.append(
            {
                "name": name,
                "declared": str(variable),
                "value": _told(value),
                "changed": differs,
                "on_board": on_board,
            }
        )
    return found


def _told(value: Any) -> str:
    if isinstance(value, dict):
        held = [f"{key} {one}" for key, one in value.items() if one is not None]
        return ", ".join(held) or "nothing"
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    return spell(value)


def _boards(opened: Opened, line: list[Step]) -> list[dict[str, Any]]:
    """Draw every position of the line."""
    found = []
    for number, step in enumerate(line):
        before = line[number - 1].position if number else None
        result = opened.engine.result(step.position)
        found.append(
            {
                "svg": _svg(opened, step.position, before),
                "result": result and str(result),
                "variables": _variables(step.position, before),
            }
        )
    return found


def _questions(opened: Opened) -> list[dict[str, Any]]:
    """List the rulebook's own questions, with where each is written."""
    return [
        {
            "name": name,
            "kind": (function := opened.rules.functions[name]).kind,
            "call": _call(name, [kind for _, kind in function.parameters]),
            "sentence": function.sentence,
            "line": function.place.line,
        }
        for name in opened.rules.questions
    ]


def _call(name: str, kinds: list[Type]) -> str:
    """Write a question as it may be asked, with the first value of each argument."""
    values = [_first(kind) for kind in kinds]
    if None in values:
        return ""
    return f"{name}({', '.join(map(str, values))})" if values else name


def _first(kind: Type) -> Any:
    match kind:
        case ElementT(domain):
            return next(iter(domain), None)
        case IntT(lo):
            return lo
        case BoolT():
            return True
    return None
