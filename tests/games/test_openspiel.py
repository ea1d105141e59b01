"""Move for move agreement with OpenSpiel over random games: moves, turns, boards and returns."""

import random

import pytest

from boardproof import load, make_engine

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


class TicTacToe:
    """OpenSpiel numbers the cells row by row."""

    name, spiel = "tic-tac-toe", "tic_tac_toe"

    def action(self, position, cell):
        return 3 * cell.row + cell.column

    def ours(self, position):
        return "".join({"A": "x", "B": "o", None: "."}[mark] for mark in position.mark.values())

    def theirs(self, state):
        return str(state).replace("\n", "")


class ConnectFour:
    """OpenSpiel numbers the columns and prints the top row first."""

    name, spiel = "connect-four", "connect_four"

    def action(self, position, column):
        return column

    def ours(self, position):
        signs = {"P0": "x", "P1": "o", None: "."}
        rows = [[signs[position.board[r, c]] for c in range(7)] for r in reversed(range(6))]
        return "".join("".join(row) for row in rows)

    def theirs(self, state):
        return str(state).replace("\n", "")


class Kalah:
    """OpenSpiel numbers the pits round the ring: North's pot is 0, South's pot is 7.

    13 12 11 10  9  8      North's holes 1 to 6
     1  2  3  4  5  6      South's holes 1 to 6

    It leaves the last beans where they lie and only counts them; ours are swept into the pots.
    """

    name, spiel = "kalah", "mancala"

    def action(self, position, hole):
        return hole if position.turn == "South" else 14 - hole

    def ours(self, position):
        south = [position.board["South", hole] for hole in range(1, 7)]
        north = [position.board["North", hole] for hole in range(6, 0, -1)]
        return [position.board["North", 0], *south, position.board["South", 0], *north]

    def theirs(self, state):
        pits = [int(beans) for beans in state.observation_tensor(0)[:14]]
        if not state.is_terminal():
            return pits
        return [pits[0] + sum(pits[8:]), *[0] * 6, sum(pits[1:8]), *[0] * 6]


def play(game, engine, chance):
    """Play one game in both programs; every position of it must agree."""
    position, state = engine.initial(), pyspiel.load_game(game.spiel).new_initial_state()
    while True:
        assert game.ours(position) == game.theirs(state)
        assert engine.is_over(position) == state.is_terminal()
        if state.is_terminal():
            return position, state
        player = engine.player_to_move(position)
        assert engine.rules.game.players.index(player) == state.current_player()
        moves = {game.action(position, *m.arguments): m for m in engine.legal_moves(position)}
        assert sorted(moves) == state.legal_actions()
        action = chance.choice(state.legal_actions())
        position = engine.successor(position, moves[action])
        state.apply_action(action)


def signs(numbers):
    return [(number > 0) - (number < 0) for number in numbers]


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Kalah()], ids=lambda g: g.name)
@pytest.mark.parametrize("games", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_random_games_agree_with_openspiel(game, games):
    engine, chance = make_engine("reference", load(game.name)), random.Random(game.name)
    for _ in range(games):
        position, state = play(game, engine, chance)
        assert signs(engine.payoff(position).values()) == state.returns()
