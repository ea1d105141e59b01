"""Every rulebook is a game of OpenSpiel: its own tests and algorithms take it as one of theirs."""

import io
import pickle
import random
import subprocess
import sys
import unittest
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest

from boardproof import explore, load, solve
from boardproof.errors import BadInput, BadPosition
from boardproof.reading.loader import game_names

from ..games.test_openspiel import ConnectFour, Kalah, TicTacToe

pyspiel = pytest.importorskip("pyspiel", reason="boardproof[spiel] is not installed")
spiel = pytest.importorskip("boardproof.interop.spiel")

REPOSITORY = Path(__file__).parents[2]
NIM = str(REPOSITORY / "examples" / "nim.py")
#: Games of every kind: plain, with three players, with turns of several steps, with any start, a
#: puzzle, numbers on places.
KINDS = ["tic_tac_toe", "dstru_tac_toe", "six_mens_morris", "chess_endings", "peg_solitaire", "nim"]


def test_every_game_that_has_a_name_is_registered():
    assert [f"boardproof_{name.replace('-', '_')}" for name in game_names()] == spiel.SHORT_NAMES
    assert set(spiel.SHORT_NAMES) <= set(pyspiel.registered_names())


# -- OpenSpiel's own tests ---------------------------------------------------------------------


def simulate(names):
    """Run OpenSpiel's own simulations of some games; return how many there were."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    tests = [n for n in dir(GamesSimTest) if n.startswith("test_") and n.endswith(tuple(names))]
    outcome = unittest.TestResult()
    with redirect_stdout(io.StringIO()):
        unittest.TestSuite(map(GamesSimTest, tests)).run(outcome)
    assert [*outcome.errors, *outcome.failures] == []
    return outcome.testsRun


def test_openspiel_simulates_games_of_every_kind():
    assert simulate([f"_boardproof_{name}" for name in KINDS]) == len(KINDS)


@pytest.mark.slow
def test_openspiel_simulates_every_game():
    multiplayer = 2  # one game takes two players or three, and is simulated with each
    assert simulate(spiel.SHORT_NAMES) == len(spiel.SHORT_NAMES) + multiplayer


@pytest.mark.parametrize("name", ["nim", "connect_four(columns=3,rows=3,players=3)"])
def test_random_simulations_serialise_every_state(name):
    pyspiel.random_sim_test(pyspiel.load_game(f"boardproof_{name}"), 1, True, False)


def test_a_playthrough_lists_what_openspiel_asks_of_a_game():
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    text = playthrough("boardproof_tic_tac_toe", [4, 0, 2, 6, 3, 5, 1, 7, 8])
    assert "GameType.information = Information.PERFECT_INFORMATION" in text
    assert 'ObservationString(1) = "mark=BAA/AAB/BBA turn=B"' in text
    assert text.endswith("Returns() = [0, 0]\n")


# -- the same game as theirs -------------------------------------------------------------------


def play_both(ours, theirs, number, games):
    """Play random games in both; `number` gives the number that a move of ours has with them."""
    chance = random.Random(ours)
    ours, theirs = pyspiel.load_game(f"boardproof_{ours}"), pyspiel.load_game(theirs)
    for _ in range(games):
        here, there = ours.new_initial_state(), theirs.new_initial_state()
        while not there.is_terminal():
            assert here.current_player() == there.current_player()
            moves = here.moment.game.moves
            same = {number(here, there, *moves[n].arguments): n for n in here.legal_actions()}
            assert sorted(same) == there.legal_actions()
            action = chance.choice(there.legal_actions())
            here.apply_action(same[action])
            there.apply_action(action)
        assert here.is_terminal()
        assert np.sign(here.returns()).tolist() == np.sign(there.returns()).tolist()


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Kalah()], ids=lambda g: g.name)
@pytest.mark.parametrize("games", [3, pytest.param(200, marks=pytest.mark.slow)])
def test_moves_are_theirs_through_the_adapter(game, games):
    def number(here, _, *arguments):
        return game.action(here.moment.position, *arguments)

    play_both(game.name.replace("-", "_"), game.spiel, number, games)


def chess_square(place, rows=0):
    """Name a square as OpenSpiel does; with `rows`, it counts them from the other side."""
    return "abcdefgh"[place[1]] + str(rows - place[0] if rows else place[0] + 1)


def edge(player, places):
    (row, column), (other, _) = places
    return f"P{player + 1}({'h' if row == other else 'v'},{row},{column})"


#: Their games, and how they write a move of ours.
SAME_GAMES = {
    ("hex", "hex(board_size=3)"): lambda _, cell: chess_square(cell),
    ("nim", "nim(pile_sizes=3;4;5,is_misere=False)"): lambda _, h, n: f"pile:{h}, take:{n};",
    ("nim(last=loses)", "nim(pile_sizes=3;4;5)"): lambda _, h, n: f"pile:{h}, take:{n};",
    ("y", "y(board_size=3)"): lambda _, cell: chess_square(cell, 3),
    ("dots_and_boxes", "dots_and_boxes"): edge,
    ("mnk", "mnk(m=4,n=3,k=3)"): lambda p, cell: f"{'xo'[p]}({cell[0]},{cell[1]})",
    ("clobber", "clobber(rows=3,columns=4)"): lambda _, a, b: (
        chess_square(a, 3) + chess_square(b, 3)
    ),
}
LONG_GAMES = {
    ("othello(size=8)", "othello"): lambda _, *cell: chess_square(*cell) if cell else "pass",
    ("breakthrough(rows=6,columns=5)", "breakthrough(rows=6,columns=5)"): lambda _, step: "".join(
        chess_square(place, 6) for place in step
    ),
}


@pytest.mark.parametrize(
    ("game", "games"),
    [
        *((game, 1) for game in SAME_GAMES),
        *(pytest.param(g, 50, marks=pytest.mark.slow) for g in SAME_GAMES | LONG_GAMES),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else str(given),
)
def test_more_of_our_games_are_theirs(game, games):
    write = (SAME_GAMES | LONG_GAMES)[game]

    def number(_, there, *arguments):
        player = there.current_player()
        texts = {there.action_to_string(player, n).rstrip("*"): n for n in there.legal_actions()}
        return texts[write(player, *arguments)]

    play_both(*game, number, games)


# -- their algorithms --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "parameters"), [("hexapawn", {}), ("nim", {"largest": 2})])
def test_their_minimax_finds_the_value_that_solve_finds(name, parameters):
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game(f"boardproof_{name}", parameters)
    value, _ = alpha_beta_search(game)
    assert value == next(iter(solve(load(name, **parameters)).value.values()))


def test_they_tell_the_positions_apart_that_we_count():
    from open_spiel.python.algorithms.get_all_states import get_all_states

    game = pyspiel.load_game("boardproof_nim(largest=2)")
    states = get_all_states(game, include_terminals=True, to_string=str)
    assert len(states) == explore(load("nim", largest=2)).positions


def test_monte_carlo_search_finds_a_win_in_one():
    game = pyspiel.load_game("boardproof_tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 200, 10, True, 7, False)
    assert bot.mcts_search(state).best_child().action == 2


# -- states ------------------------------------------------------------------------------------


def test_an_observation_has_one_view_in_the_form_of_the_board():
    game = pyspiel.load_game("boardproof_connect_four(columns=5,rows=4)")
    assert game.observation_tensor_shape() == [5, 4, 5]
    state = game.new_initial_state()
    state.apply_action(2)
    seen = np.reshape(state.observation_tensor(0), (5, 4, 5))
    assert seen[1, 3, 2] == 1, "the piece lies at the bottom, as it is drawn"
    assert seen[1].sum() == 1
    assert seen[4].min() == 1, "the second player is to move"


def test_a_state_is_made_again_from_its_struct_and_from_a_position_string():
    game = pyspiel.load_game("boardproof_six_mens_morris")
    state, chance = game.new_initial_state(), random.Random(3)
    while not state.moment.steps:  # until a man is to be taken
        state.apply_action(chance.choice(state.legal_actions()))
    again = game.new_initial_state(state.to_dict())
    assert (str(again), again.legal_actions()) == (str(state), state.legal_actions())
    short = {"max_game_length": state.moment.ply}
    left = pyspiel.load_game("boardproof_six_mens_morris", short).new_initial_state(state.to_dict())
    assert (left.is_terminal(), left.returns()) == (True, [0.0, 0.0])
    action = state.legal_actions()[0]
    struct = state.action_to_struct(state.current_player(), action)
    assert struct.to_dict() == {"move": state.action_to_string(action)}
    elsewhere = pyspiel.load_game("boardproof_nim").new_initial_state("heap=1,0,0 turn=Second")
    assert elsewhere.current_player() == 1
    with pytest.raises(BadPosition, match="missing"):
        pyspiel.load_game("boardproof_nim").new_initial_state("heap=1,0,0")
    with pytest.raises(BadPosition, match="has a position"):
        pyspiel.load_game("boardproof_nim").new_initial_state({"heap": [1, 0, 0]})


def test_a_turn_of_several_steps_is_as_many_actions_by_one_player():
    game = pyspiel.load_game("boardproof_six_mens_morris")
    state, chance, mills = game.new_initial_state(), random.Random(3), 0
    while not state.is_terminal() and mills < 3:
        before = state.clone()
        state.apply_action(chance.choice(state.legal_actions()))
        if state.moment.steps:
            mills += 1
            assert state.current_player() == before.current_player()
            assert state.moment.board != before.moment.board, "the man is seen where it stands"
            position, engine = before.moment.position, before.moment.game.engine
            turns = [turn for turn in engine.legal_moves(position) if len(turn.steps) == 2]
            first = before.moment.game.moves[state.moment.steps[0]]
            second = {before.moment.game.numbers[t.steps[1]] for t in turns if t.steps[0] == first}
            assert state.legal_actions() == sorted(second)
    assert mills


def test_a_seed_draws_one_of_many_starts():
    games = [pyspiel.load_game("boardproof_chess_endings", {"start": n}) for n in (0, 1, 1, 2)]
    declared, one, same, other = (str(game.new_initial_state()) for game in games)
    assert one == same
    assert len({declared, one, other}) == 3


def test_a_game_without_end_is_left_as_a_draw_and_knows_its_ply():
    game = pyspiel.load_game("boardproof_pong_hau_ki(max_game_length=4)")
    state, texts = game.new_initial_state(), set()
    while not state.is_terminal():
        texts.add(str(state))
        state.apply_action(state.legal_actions()[-1])
    assert (len(state.history()), state.returns(), len(texts)) == (4, [0.0, 0.0], 4)
    assert pyspiel.load_game("boardproof_tic_tac_toe").max_game_length() == 9
    assert "ply" not in str(pyspiel.load_game("boardproof_tic_tac_toe").new_initial_state())


def test_what_cannot_be_is_refused_in_one_line():
    with pytest.raises(BadInput, match="boardproof_nim is nim already"):
        spiel.register(NIM)
    with pytest.raises(BadInput, match="max_game_length=-1"):
        pyspiel.load_game("boardproof_nim(max_game_length=-1)")
    with pytest.raises(BadInput, match="size must be"):
        pyspiel.load_game("boardproof_tic_tac_toe(size=99)")


# -- processes ---------------------------------------------------------------------------------

FRESH = """
import pickle, sys
state = pickle.load(sys.stdin.buffer)
print(state, state.legal_actions(), state.get_game())
"""


def in_fresh_process(code, given=b""):
    run = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    return run.stdout.decode().strip()


@pytest.mark.parametrize(("source", "name"), [("tic-tac-toe", ""), (NIM, "my_nim")])
def test_a_fresh_process_reads_pickles_and_ends_well(source, name):
    """What such a process has not registered, our pickles register there."""
    game = pyspiel.load_game(spiel.register(source, name))
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert pickle.loads(pickle.dumps(game)).new_initial_state().legal_actions()
    told = in_fresh_process(FRESH, pickle.dumps(state))
    assert told == f"{state} {state.legal_actions()} {game}"
