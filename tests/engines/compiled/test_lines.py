"""Lines read off the rules, and what the search knows by them and by points that are safe."""

from random import Random

import numpy as np
import pytest

from boardproof import load
from boardproof.analysis.safe_points import safe_points
from boardproof.engines.compiled.codegen.lines import winning_lines
from boardproof.engines.compiled.codegen.program import Program
from boardproof.engines.compiled.engine import CompiledEngine
from boardproof.engines.compiled.minimax.codegen import load_search
from boardproof.engines.compiled.minimax.driver import MinimaxDriver
from boardproof.engines.compiled.minimax.endgame_table import endgames_of
from boardproof.packing.layout import Layout
from boardproof.rules.results import Win


@pytest.mark.parametrize(
    ("game", "parameters", "count"),
    [
        ("tic-tac-toe", {}, 8),
        ("tic-tac-toe", {"size": 5}, 12),
        ("connect-four", {}, 69),
        ("connect-four", {"columns": 4, "rows": 4}, 10),
        ("kalah", {}, 0),
    ],
)
def test_everybody_has_the_lines_that_the_rules_ask_for(game, parameters, count):
    lines = winning_lines(Program(load(game, **parameters)))
    assert [sum(len(f.starts) for f in families) for families in lines.values()] == [count] * 2


def test_endgames_are_numbered_without_a_gap():
    engine = CompiledEngine(load("kalah", holes=2, beans=2))
    search = load_search(engine.program, engine.machine)
    endgames, reach = search.endgames, 5
    choices, others = endgames.choices(reach), np.array(endgames.others, np.uint64).T.copy()
    numbers = []
    for in_play in range(reach + 1):
        for number in range(choices[-1, in_play], choices[-1, in_play + 1]):
            for other in range(len(endgames.others)):
                words = search.machine.endgame(number, choices, in_play)
                words = words if isinstance(words, tuple) else (words,)
                words = [a | b for a, b in zip(words, others[:, other], strict=True)]
                position = engine.layout.unpack(tuple(map(int, words)))
                assert sum(position.board.values()) == in_play
                assert search.machine.other_of(*words) == other
                numbers.append(search.machine.number_of(*words, choices))
    assert numbers == sorted(numbers)
    assert len(set(numbers)) * len(endgames.others) == len(numbers) == endgames.positions(reach)


@pytest.mark.parametrize("game", ["tic-tac-toe", "connect-four"])
def test_a_game_without_safe_points_has_no_endgames(game):
    rules = load(game)
    assert endgames_of(Layout(rules.game), safe_points(rules)) is None


@pytest.fixture(scope="module")
def tic_tac_toe():
    return MinimaxDriver(CompiledEngine(load("tic-tac-toe")), 1 << 20)


def random_positions(engine, seed, count):
    chance = Random(seed)
    for _ in range(count):
        position = engine.initial()
        for _ in range(chance.randrange(9)):
            following = engine.successors(position)
            if not following:
                break
            position = chance.choice(following)[1]
        if not engine.is_over(position):
            yield position


def test_threats_are_the_places_where_a_player_would_win(tic_tac_toe):
    engine = tic_tac_toe.engine
    cells = list(engine.game.cells)
    for position in random_positions(engine, 1, 60):
        for number, player in enumerate(engine.game.players):
            free = [cell for cell in cells if position.mark[cell] is None]
            winning = {
                cell for cell in free
                if engine.result(position.replace(mark={cell: player})) == Win(player)
            }  # fmt: skip
            found = int(tic_tac_toe.machine.threats(number, *engine.pack(position)))
            offset = engine.layout.packed["mark"].fields[number].offset
            assert {cell for i, cell in enumerate(cells) if found >> (offset + i) & 1} == winning


def test_a_win_at_once_is_seen_exactly_where_a_move_allows_one(tic_tac_toe):
    engine, machine = tic_tac_toe.engine, tic_tac_toe.machine
    players, seen = engine.game.players, set()
    for before in random_positions(engine, 2, 30):
        words = engine.pack(before)
        for _, after in engine.successors(before):
            mover = engine.player_to_move(after)
            if mover is None:
                continue
            rival = players.index(mover)
            wins = any(engine.result(p) == Win(mover) for _, p in engine.successors(after))
            near = np.uint64(machine.almost(rival, *words))
            code = int(machine.wins_at_once(rival, near, *words, *engine.pack(after)))
            assert code == (1 + rival if wins else 0)
            seen.add(wins)
    assert seen == {True, False}
