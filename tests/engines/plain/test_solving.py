"""Solutions against the definition, by another way: play so many moves more, then call it a draw.

With enough moves more, whatever can be forced has been forced, and what has not is held for ever.
"""

import math
from collections import Counter

import pytest

from boardproof import load, make_engine
from boardproof.engines.plain.solution import PlainBuild, PlainSolution
from boardproof.errors import BadPosition, MissingPosition
from boardproof.packing.layout import Layout
from boardproof.reading import read
from boardproof.statespace.graph import StateGraph

from ..random_games import Walk

WALKS = [
    {"seed": seed, "points": points, "seats": seats}
    for seed in range(20)
    for points, seats in [(False, 2), (True, 2), (False, 3), (True, 3)]
]
GAMES = [
    ("tic-tac-toe", {"size": 2}),
    ("pong-hau-ki", {}),
    ("kalah", {"holes": 2, "beans": 3}),
    ("connect-four", {"columns": 3, "rows": 2, "connect": 2, "players": 3}),
]


class Definition:
    """Every reachable position with its moves, solved for one player at a time by iteration."""

    def __init__(self, engine):
        self.engine = engine
        self.after = {}
        waiting = [engine.initial()]
        while waiting:
            position = waiting.pop()
            if position not in self.after:
                self.after[position] = dict(engine.successors(position))
                waiting += self.after[position].values()
        self.mover = {p: engine.player_to_move(p) for p in self.after}
        self.payoff = {p: engine.payoff(p) for p in self.after}

    def values(self, player):
        end = {p: payoff[player] if payoff else 0 for p, payoff in self.payoff.items()}
        return self._settled(end, lambda p, found: self._choose(p, player)(found))

    def distances(self, player, values):
        """Count the moves by which games end where everybody keeps the value."""
        end = {p: math.inf if after else 0 for p, after in self.after.items()}

        def told(position, _):
            value = values[position]
            kept = [p for p in self.after[position].values() if values[p] == value]
            eager = value > 0 if self.mover[position] == player else value < 0
            return 1 + (min if eager else max)(end_now[p] for p in kept)

        end_now = end
        for _ in range(len(self.after) + 1):
            end_now = {p: told(p, None) if after else 0 for p, after in self.after.items()}
        return {p: None if d == math.inf else d for p, d in end_now.items()}

    def _choose(self, position, player):
        return max if self.mover[position] == player else min

    def _settled(self, start, told):
        now = start
        for _ in range(len(self.after) + 1):
            now = {
                p: told(p, [now[q] for q in after.values()]) if after else start[p]
                for p, after in self.after.items()
            }
        return now


def agrees(engine, solved):
    """Hold a solution against the definition in every position."""
    definition = Definition(engine)
    players = engine.rules.game.players.elements
    values = {player: definition.values(player) for player in players}
    distances = {player: definition.distances(player, values[player]) for player in players}
    assert solved.positions == len(definition.after)
    for position, after in definition.after.items():
        assert solved.value(position) == {p: values[p][position] for p in players}
        mover = definition.mover[position] or players[0]
        value, distance = values[mover][position], distances[mover][position]
        assert solved.distance(position) == distance
        best = [
            move
            for move, target in after.items()
            if values[mover][target] == value
            and (value == 0 or distances[mover][target] == distance - 1)
        ]
        assert solved.best(position) == best
    counts = Counter(tuple(values[p][position] for p in players) for position in definition.after)
    assert solved.counts == dict(counts)


@pytest.mark.parametrize("walk", WALKS, ids=lambda w: " ".join(f"{k}={v}" for k, v in w.items()))
def test_a_walk_is_solved_as_defined(walk):
    engine = make_engine("reference", read(Walk(**walk)))
    agrees(engine, engine.solve())


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=lambda x: str(x))
@pytest.mark.parametrize("engine", ["reference", "ir"])
def test_a_game_is_solved_as_defined(engine, name, parameters):
    runner = make_engine(engine, load(name, **parameters))
    agrees(runner, runner.solve())


def test_the_walks_have_all_that_matters():
    """Wins, losses and draws in loops, by stuck places and by points: else they prove little."""
    seen = Counter()
    for walk in WALKS:
        solved = make_engine("reference", read(Walk(**walk))).solve()
        for number in range(solved.positions):
            row = solved.row(number)
            seen[min(2, abs(row.values[0])), row.distances[0] is None] += 1
    assert set(seen) == {(0, False), (0, True), (1, False), (2, False)}


def test_a_part_of_a_game_is_solved_from_any_position():
    engine = make_engine("reference", load("tic-tac-toe"))
    whole = engine.solve()
    after = engine.successors(engine.successors(engine.initial())[0][1])[4][1]
    part = engine.solve(start=after)
    assert part.positions < whole.positions
    for position in part.graph.positions:
        assert part.look(position) == whole.look(position)


def test_what_was_not_reached_is_missing():
    solved = make_engine("reference", load("tic-tac-toe", size=2)).solve()
    start = solved.engine.initial()
    with pytest.raises(MissingPosition, match="not among the solved positions"):
        solved.value(start.replace(turn="B"))
    with pytest.raises(BadPosition, match="position of tic-tac-toe"):
        solved.value(make_engine("reference", load("tic-tac-toe")).initial())


@pytest.mark.parametrize(
    ("name", "layers"), [("tic-tac-toe", 10), ("pong-hau-ki", 1), ("territory", 21)]
)
def test_a_build_gives_every_position_its_place(name, layers):
    engine = make_engine("reference", load(name))
    solved = PlainSolution(engine, StateGraph(engine))
    build = PlainBuild(solved)
    assert build.layers == layers
    layout, seen = Layout(solved.engine.rules.game), set()
    for layer in range(layers):
        columns, codes = build.words(layer), build.settle(layer, None)
        rows = list(zip(*(column.tolist() for column in columns), strict=True))
        assert rows == sorted(rows, key=lambda words: words[::-1])
        for words, row in zip(rows, codes, strict=True):
            position = layout.unpack(words)
            assert solved.look(position) == build.coding.decode(row)
            assert layers == 1 or solved.graph.plies[solved.graph.number(position)] == layer
            seen.add(position)
        assert sum(build.counts(layer, codes).values()) == len(rows)
    assert seen == set(solved.graph.positions)
