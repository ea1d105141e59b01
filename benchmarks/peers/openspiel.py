"""What OpenSpiel does with a game: all its states, and games of random moves."""

import random
import time

import pyspiel


def all_states(name: str) -> int:
    """Count the states of a game, layer by layer, told apart by their text."""
    seen, layer = set(), [pyspiel.load_game(name).new_initial_state()]
    while layer:
        following = []
        for state in layer:
            text = state.to_string()
            if text in seen:
                continue
            seen.add(text)
            if not state.is_terminal():
                following += [state.child(action) for action in state.legal_actions()]
        layer = following
    return len(seen)


def random_moves(name: str, seed: int, seconds: float = 0.5) -> int:
    """Play games of random moves for a while; return how many there were."""
    game, chance = pyspiel.load_game(name), random.Random(seed)
    started, moves = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves
