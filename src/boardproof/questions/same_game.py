"""Same game: whether two rulebooks, or two readings of one, are played alike."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Any

from ..analysis.endless import endless_result_at
from ..answers import Sameness
from ..engines.contract import Engine
from ..engines.planner import engine_for
from ..errors import BadInput
from ..ir.rules import Rules
from ..limits import Limits, Progress
from ..positions.moves import Move
from ..positions.notation import write_position
from ..positions.position import Position
from ..statespace.components import components
from ..statespace.graph import Adjacency
from .lint.dead_rules import abbreviate
from .traces import trace_of

Pair = tuple[Position, Position]

#: The maximal number of pairs of positions, unless a depth is given.
MOST = 400_000


@dataclass(frozen=True)
class _Seen:
    """What players see of a position: who is to move, what is legal, how it ended."""

    mover: str
    moves: frozenset[str]
    result: str

    def against(self, other: _Seen) -> str:
        """Return in what two positions differ, nothing where they do not."""
        if self.result != other.result:
            return (
                f"one says {self.result or 'it goes on'}, the other {other.result or 'it goes on'}"
            )
        if self.mover != other.mover:
            return f"{self.mover} is to move in one, {other.mover} in the other"
        only = sorted(self.moves ^ other.moves)
        return f"only one allows {abbreviate(only)}" if only else ""


def same_game(
    rules: Rules,
    other: Rules,
    depth: int | None = None,
    engine: str = "auto",
    progress: Progress | None = None,
    memory: int | None = None,
) -> Sameness:
    """Play two games by the same moves; they are the same if nothing ever tells them apart.

    >>> from boardproof import load
    >>> one, two = load("territory"), load("territory", capture="takes")
    >>> print(same_game(one, one))
    the same game: no difference in 4,862 positions
    >>> same_game(one, two).trace is None
    False
    """
    engines = engine_for(engine, rules), engine_for(engine, other)
    return _Comparison(engines, depth, Limits(progress, memory)).answer()


class _Comparison:
    """Follows both games at once, ply by ply, as long as the same moves are legal."""

    def __init__(self, engines: tuple[Engine, Engine], depth: int | None, limits: Limits) -> None:
        self._engines, self._depth, self._limits = engines, depth, limits
        one, other = (engine.rules for engine in engines)
        # Moves that only one reading has may make the short names of the others unclear there.
        self._full = type(one.game) is type(other.game) and one.moves != other.moves
        self._came: dict[Pair, Pair | None] = {}
        self._telling: list[tuple[Pair, str]] = []
        self._complete = True

    def answer(self) -> Sameness:
        """Compare until nothing is new."""
        layer, ply = self._starts(), 0
        self._came.update(dict.fromkeys(layer))
        while layer:
            self._limits.report(ply, len(self._came))
            for pair in layer:
                self._look(pair)
            if ply == self._depth or len(self._came) > MOST:
                self._complete = not any(self._new_after(pair) for pair in layer)
                break
            layer, ply = self._following(layer), ply + 1
        if not self._telling:
            self._look_at_circles()
        return self._summed_up()

    def _starts(self) -> list[Pair]:
        """Return the positions that both games start from; many, if they are written alike."""
        one, other = self._engines
        if not (one.rules.starts_anywhere or other.rules.starts_anywhere):
            return [(one.initial(), other.initial())]
        texts = [{write_position(p): p for p in engine.initials()} for engine in self._engines]
        if texts[0].keys() != texts[1].keys():
            problem = "these games do not start from the same positions"
            raise BadInput(f"{problem}: let `start` say the same in both")
        return [(position, texts[1][text]) for text, position in texts[0].items()]

    def _seen(self, which: int, position: Position) -> _Seen:
        engine = self._engines[which]
        result = engine.result(position)
        moves = frozenset(map(self._name, engine.legal_moves(position)))
        mover = str(engine.player_to_move(position) or "nobody")
        return _Seen(mover, moves, "" if result is None else _written(result))

    def _name(self, move: Move) -> str:
        return move.full_name if self._full else move.name

    def _look(self, pair: Pair) -> None:
        difference = self._seen(0, pair[0]).against(self._seen(1, pair[1]))
        if difference:
            self._telling.append((pair, difference))

    def _look_at_circles(self) -> None:
        """Tell games apart that go on for ever alike and are not worth the same."""
        differing = {pair: said for pair in self._came if (said := self._endless(pair))}
        if not differing:
            return
        numbers = {pair: number for number, pair in enumerate(self._came)}
        firsts, ends = array("i", [0]), array("i")
        for pair in self._came:
            ends.extend(numbers[after] for after in self._after(pair) if after in numbers)
            firsts.append(len(ends))
        joined, pairs = Adjacency(firsts, ends), list(self._came)
        on_circles = sorted(
            number
            for component in components(joined)
            if len(component) > 1 or component[0] in joined[component[0]]
            for number in component
        )
        there = (pairs[number] for number in on_circles)
        self._telling += [(pair, differing[pair]) for pair in there if pair in differing]

    def _endless(self, pair: Pair) -> str:
        """Return in what games differ that come back to a pair for ever, nothing if they do not."""
        one, other = (
            endless_result_at(engine.rules, position)
            for engine, position in zip(self._engines, pair, strict=True)
        )
        paid = [
            [str(worth) for worth in result.payoff(engine.rules.game.players).values()]
            for result, engine in zip((one, other), self._engines, strict=True)
        ]
        if paid[0] == paid[1]:
            return ""
        one_says, other_says = _written(one), _written(other)
        return f"a game without end is worth {one_says} in one, {other_says} in the other"

    def _following(self, layer: list[Pair]) -> list[Pair]:
        found: list[Pair] = []
        for pair in layer:
            for target in self._new_after(pair):
                self._came[target] = pair
                found.append(target)
        return found

    def _new_after(self, pair: Pair) -> list[Pair]:
        """Return the pairs that one move leads to in both games, each once, if not yet seen."""
        return [target for target in self._after(pair) if target not in self._came]

    def _after(self, pair: Pair) -> list[Pair]:
        """Return the pairs that one move leads to in both games, each once."""
        first, second = (
            {self._name(move): after for move, after in engine.successors(position)}
            for engine, position in zip(self._engines, pair, strict=True)
        )
        return list(dict.fromkeys((first[name], second[name]) for name in first if name in second))

    def _summed_up(self) -> Sameness:
        game, other = (engine.rules.game for engine in self._engines)
        traces: dict[str, Any] = {}
        if self._telling:
            pair, difference = self._telling[0]
            way = self._way(pair)
            traces["trace"] = trace_of(self._engines[0], [one for one, _ in way])
            traces["other_trace"] = trace_of(self._engines[1], [two for _, two in way])
            number = len(self._telling)
            message = (
                f"not the same game: {_after(len(way) - 1)} {difference}; "
                f"{number:,} of {len(self._came):,} positions differ"
            )
        else:
            message = f"the same game: no difference in {len(self._came):,} positions"
            message += "" if self._complete else ", as far as was searched"
        return Sameness(
            game=game.name,
            parameters=game.parameters,
            engine=self._engines[0].name,
            other=other.identity,
            same=not self._telling,
            positions=len(self._came),
            differing=len(self._telling),
            complete=self._complete,
            message=message,
            **traces,
        )

    def _way(self, pair: Pair) -> list[Pair]:
        way = [pair]
        while (before := self._came[way[-1]]) is not None:
            way.append(before)
        return way[::-1]


def _after(moves: int) -> str:
    return f"after {moves} move{'s' * (moves != 1)}" if moves else "at the start"


def _written(result: Any) -> str:
    """Write a result; a score with its points."""
    points = getattr(result, "points", None) or {}
    shown = ", ".join(f"{player} {number}" for player, number in points.items())
    return f"{result} ({shown})" if shown else str(result)
