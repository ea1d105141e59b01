"""A game as the page sees it: replayed from its moves, drawn, with every move listed.

The server keeps no game: each request brings the moves, so that a reload, a second tab or a new
server changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from ...drawing.clicks import clicks
from ...drawing.landings import land
from ...drawing.pieces import changed_spots, pieces_at, tone, words_at
from ...drawing.places import boards_of
from ...drawing.reasons import defects_of, reason_of
from ...drawing.svg import Highlights, position_svg
from ...drawing.text import derived_values
from ...engines.starts import random_start
from ...ir.types import BoolT, ElementT, IntT, Type
from ...positions.moves import Move
from ...positions.notation import read_position, write_position
from ...positions.play import replay
from ...positions.position import Position
from ...rules.game import Game
from .catalogue import OpenGame
from .predicates import in_words, values
from .requests import Play, View


@dataclass(frozen=True)
class ViewStep:
    """A position of the line: after which move, made by whom."""

    position: Position
    move: str = ""
    mover: str = ""


def line_of(opened: OpenGame, play: Play) -> list[ViewStep]:
    """Make the moves one after another; a game that may start anywhere starts at random."""
    engine, names, rules = opened.engine, opened.names, opened.rules
    start = read_position(rules.game, play.start) if play.start else None
    if start is None and not play.moves:
        start = random_start(rules, Random())
    positions = replay(engine, play.moves, start, names)
    movers = (str(engine.player_to_move(position) or "") for position in positions)
    steps = zip(positions[1:], play.moves, movers, strict=False)
    return [
        ViewStep(positions[0]),
        *(ViewStep(after, names.read(text).name, mover) for after, text, mover in steps),
    ]


def view(opened: OpenGame, asked: View) -> dict[str, Any]:
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
            "anywhere": opened.rules.starts_anywhere,
            **_here(opened, line, at),
            "ended": (ended := opened.engine.result(positions[-1])) and str(ended),
            "boards": _boards(opened, line) if asked.boards else None,
            "truths": {text: values(opened, text, positions) for text in asked.asks},
            "questions": _questions(opened),
        }


def _here(opened: OpenGame, line: list[ViewStep], at: int) -> dict[str, Any]:
    """Describe the position that is looked at."""
    engine, position = opened.engine, line[at].position
    before = line[at - 1].position if at else None
    successors = engine.successors(position)
    following = {move.name: after for move, after in successors}
    mover = engine.player_to_move(position)
    result = engine.result(position)
    every = [*engine.moves, *(move for move, _ in successors if move.parts)]
    where = opened.rules.game, mover, position
    moves = [_move(move, move.name in following, *where) for move in every]
    made = {move["name"]: (move["rule"], move["clicks"]) for move in moves if move["legal"]}
    landed = land(position, made, following)
    moves = [{**move, "clicks": landed.get(move["name"], move["clicks"])} for move in moves]
    targets = _targets(moves, position, following)
    alone = len(engine.rules.game.players) == 1
    return {
        "position": write_position(position),
        "to_move": mover and str(mover),
        "again": bool(at) and mover is not None and line[at].mover == mover and not alone,
        "expected": engine.expected(position) if mover else "",
        "result": result and str(result),
        "grounds": _grounds(opened, position) if result else [],
        "points": dict(getattr(result, "points", {})),
        "stuck": result is None and not following,
        "defects": [text for text, _ in defects_of(engine, position)],
        "svg": _svg(opened, position, before, targets),
        "targets": sorted(targets),
        "spots": _spots(opened, position, moves),
        "moves": moves,
        "variables": _variables(opened, position, before),
    }


def _move(
    move: Move, legal: bool, game: Game, mover: str | None, position: Position
) -> dict[str, Any]:
    return {
        "name": move.name,
        "rule": move.rule,
        "legal": legal,
        "clicks": [sorted(click) for click in clicks(game, move, mover, position)],
    }


def _targets(
    moves: list[dict[str, Any]], position: Position, following: dict[str, Position]
) -> frozenset[str]:
    """Return the places where moves begin; of a whole row or column, only what the move changes."""
    targets: set[str] = set()
    for move in moves:
        if not move["legal"]:
            continue
        for click in move["clicks"][:1]:
            keys = frozenset(click)
            if len(keys) > 1:
                keys &= changed_spots(position, following[move["name"]])
            targets |= keys
    return frozenset(targets)


def _svg(
    opened: OpenGame,
    position: Position,
    before: Position | None,
    targets: frozenset[str] = frozenset(),
) -> str:
    engine = opened.engine
    reason = reason_of(engine, position)
    wrong = frozenset(key for _, keys in defects_of(engine, position) for key in keys)
    ringed = (changed_spots(before, position) if before else frozenset()) - reason - wrong
    shown = Highlights(ringed, reason - wrong, targets, wrong)
    return position_svg(position, shown, style=False, caption=False)


def board_of(position: Position, before: Position) -> str:
    """Draw a position by itself, with changes ringed."""
    changes = Highlights(changed_spots(before, position))
    return position_svg(position, changes, style=False, caption=False)


def _spots(
    opened: OpenGame, position: Position, moves: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """List the places with what each holds, what is wrong there, and why none is played on."""
    wrong = defects_of(opened.engine, position)
    why = _why_not(opened, position, moves)
    return [
        {
            "key": spot.key,
            "label": spot.label,
            "holds": ", ".join(
                [
                    words_at(position, board, spot.place),
                    *(text for text, keys in wrong if spot.key in keys),
                ]
            ),
            "why": why.get(spot.key, ""),
            "empty": not pieces_at(position, board, spot.place),
            "box": [spot.x, spot.y, spot.width, spot.height],
        }
        for board in boards_of(position.game)
        for spot in board.spots
    ]


def _why_not(opened: OpenGame, position: Position, moves: list[dict[str, Any]]) -> dict[str, str]:
    """Explain for places why no move is made there: none ever is, or it is another's turn."""
    game, mover = opened.rules.game, opened.engine.player_to_move(position)
    played = {key for move in moves for click in move["clicks"] for key in click}
    names = {spot.key: spot.label for board in boards_of(game) for spot in board.spots}
    if mover is None or played >= set(names):
        return {}
    why = {key: f"no move is made on {names[key]}" for key in set(names) - played}
    for player in game.players:
        theirs = (
            key
            for move in opened.engine.moves
            for keys in clicks(game, move, player, position)
            for key in keys
        )
        reasons = {key: f"{names[key]} is {player}'s, and {mover} is to move" for key in theirs}
        why |= {key: text for key, text in reasons.items() if key in why}
    return why


def _grounds(opened: OpenGame, position: Position) -> list[str]:
    """List what the end of the game rests on, if the game is over."""
    return [str(ground) for ground in opened.endings.grounds(position)]


def _variables(
    opened: OpenGame, position: Position, before: Position | None
) -> list[dict[str, Any]]:
    """List every variable, and what is derived, with its value and whether it has changed."""
    now, then = (_values(opened, here) for here in (position, before or position))
    variables = position.game.variables
    return [
        {
            "name": name,
            "declared": str(variables.get(name, "derived")),
            "value": in_words(value),
            "changed": then[name] != value,
        }
        for name, value in now.items()
    ]


def _values(opened: OpenGame, position: Position) -> dict[str, Any]:
    return {**position.as_dict(), **derived_values(opened.engine, position)}


def _boards(opened: OpenGame, line: list[ViewStep]) -> list[dict[str, Any]]:
    """Draw every position of the line."""
    boards = []
    for number, step in enumerate(line):
        before = line[number - 1].position if number else None
        result = opened.engine.result(step.position)
        boards.append(
            {
                "svg": _svg(opened, step.position, before),
                "defects": [
                    {"text": text, "cells": cells}
                    for text, cells in defects_of(opened.engine, step.position)
                ],
                "result": result and str(result),
                "grounds": _grounds(opened, step.position) if result else [],
                "variables": _variables(opened, step.position, before),
            }
        )
    return boards


def _questions(opened: OpenGame) -> list[dict[str, Any]]:
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
