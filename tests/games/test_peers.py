"""Every rulebook against a second program of the same game, written from the text alone."""

import random

import pytest

from boardproof import load, make_engine
from boardproof.positions.moves import MoveNames

from ..engines.variants import VARIANTS, label
from ..truths import cases
from .peers import PEERS, count, perft

#: Small enough to compare in every reachable position.
SMALL = [
    *(variant for variant in VARIANTS if variant[0] == "territory" and "stays" not in str(variant)),
    ("tic-tac-toe", ()),
    ("tic-tac-toe", (("noting", "step"),)),
    *(
        ("connect-four", (("columns", 3), ("rows", 3), ("connect", 3), *others))
        for others in [(), (("players", 3),), (("after_win", "continues"),)]
    ),
    *(
        ("kalah", (("holes", 3), ("beans", 2), *others))
        for others in [(), (("empty_capture", True),), (("ends", "mover"),)]
    ),
    ("kalah", (("holes", 2), ("beans", 6))),
    ("pong-hau-ki", ()),
    ("pong-hau-ki", (("open_side", "first"),)),
]

#: Some games need never end; all others end before.
LONG_ENOUGH = 200

#: Uno and Dos both win when Uno fills the board with a pattern; `order` says who goes first.
FULL_BOARD = [
    word
    for row in range(1, 5)
    for column in range(1, 5)
    if (row, column) not in ((1, 4), (4, 1))
    for word in ("(1,4)", f"({row},{column})", "(1,4)")
]


def pair(variant):
    name, parameters = variant
    given = dict(parameters)
    return PEERS[name](**given), make_engine("reference", load(name, **given))


def compare(peer, engine, state, position):
    """Hold both programs together in one position; give what follows in both, move by move."""
    result = engine.result(position)
    assert peer.variables(state) == position.as_dict()
    assert peer.ending(state) == (None if result is None else str(result))
    if result is None:
        assert peer.mover(state) == engine.player_to_move(position)
    ours = {str(move): target for move, target in engine.successors(position)}
    theirs = peer.moves(state)
    assert set(theirs) == set(ours), position
    return [(theirs[name], ours[name]) for name in sorted(ours)]


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v[0] in PEERS], ids=label)
def test_random_games_agree_move_for_move(variant):
    peer, engine = pair(variant)
    chance = random.Random(label(variant))
    for _ in range(10):
        following = [(peer.start, engine.initial())]
        for _ in range(LONG_ENOUGH):
            following = compare(peer, engine, *chance.choice(following))
            if not following:
                break


@pytest.mark.parametrize("variant", SMALL, ids=label)
def test_all_reachable_positions_agree(variant):
    peer, engine = pair(variant)
    waiting = [(peer.start, engine.initial())]
    seen = {peer.start}
    while waiting:
        for state, position in compare(peer, engine, *waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append((state, position))


@pytest.mark.parametrize("order", ["uno_dos_tres", "dos_uno_tres"])
@pytest.mark.parametrize("win", ["contains", "equals"])
def test_the_last_moves_on_a_full_board_agree(win, order):
    peer, engine = pair(("dstru-tac-toe", (("win", win), ("order", order))))
    state, position = peer.start, engine.initial()
    names = MoveNames(engine.moves)
    for word in FULL_BOARD:
        state, position = peer.moves(state)[word], engine.successor(position, names.read(word))
    waiting = [(state, position)]
    while waiting:
        waiting += compare(peer, engine, *waiting.pop())


@pytest.mark.parametrize(("known", "row"), [c for c in cases("perft") if c.values[0].game in PEERS])
def test_the_peer_counts_the_known_sequences_of_moves(known, row):
    peer = PEERS[known.game](**known.parameters)
    state = peer.start
    for word in row.after.split():
        state = peer.moves(state)[word]
    assert tuple(perft(peer, state, len(row.counts) - 1)) == row.counts


@pytest.mark.parametrize(("known", "row"), cases("count", where=lambda row: row.peer))
def test_the_peer_counts_the_known_positions(known, row):
    found = count(PEERS[known.game](**known.parameters))
    assert {name: found[name] for name in row.numbers} == row.numbers
    assert not row.over or found["over"] == row.over
