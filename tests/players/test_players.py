"""Players: they see what is near, keep within the rules, and do the same again under one seed."""

from random import Random

import pytest

from boardproof import load, make_engine
from boardproof.engines.game_search import SearchStopped
from boardproof.engines.lookahead import PlainSearch
from boardproof.players import make_player, prepare
from boardproof.reading import read
from boardproof.rules import Domain, Game, One, Players, Result, Turn, move


class Passing(Game):
    """Take turns for ever."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.lamps = Domain("red", "green")
        self.lit = One(self.lamps)
        self.turn = Turn(self.players)

    @move(lamp="lamps")
    def light(self, lamp: str) -> None:
        self.lit = lamp
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return None


GAMES = [
    ("tic-tac-toe", {}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
]


@pytest.fixture(scope="module")
def tic_tac_toe():
    return make_engine("reference", load("tic-tac-toe"))


def plain_search(engine, position):
    search = PlainSearch(engine)
    search.stand(position, engine.player_to_move(position))
    return search


def marked(engine, text, turn):
    cells = list(engine.rules.game.cells)
    marks = {cell: sign for cell, sign in zip(cells, text, strict=True) if sign != "."}
    return engine.initial().replace(mark=marks, turn=turn)


@pytest.mark.parametrize("word", ["smart:depth=3", "mcts:games=1500"])
@pytest.mark.parametrize(
    ("text", "turn", "move"),
    [("AA.BB....", "A", "(0,2)"), ("AA.B.....", "B", "(0,2)"), ("A.B.B..A.", "A", "(2,0)")],
    ids=["wins at once", "does not let the other win", "keeps the other from winning"],
)
def test_what_is_near_is_seen(tic_tac_toe, word, text, turn, move):
    player = make_player(word, Random(1))
    prepare(player, tic_tac_toe)
    assert str(player.choose(tic_tac_toe, marked(tic_tac_toe, text, turn))) == move


@pytest.mark.parametrize("word", ["smart:depth=2", "mcts:games=40"])
@pytest.mark.parametrize(("game", "parameters"), GAMES)
def test_every_seat_of_every_game_can_be_taken(word, game, parameters):
    engine = make_engine("reference", load(game, **parameters))
    player, position = make_player(word, Random(1)), engine.initial()
    prepare(player, engine)
    for _ in range(30):
        legal = engine.legal_moves(position)
        if not legal:
            break
        move = player.choose(engine, position)
        assert move in legal
        position = engine.successor(position, move)


@pytest.mark.parametrize("prepared", [False, True])
def test_a_game_that_never_ends_is_tried_out_all_the_same(prepared):
    engine = make_engine("reference", read(Passing()))
    player = make_player("mcts:games=20", Random(1))
    if prepared:
        prepare(player, engine)
    assert player.choose(engine, engine.initial()) in engine.legal_moves(engine.initial())


def test_a_plain_search_judges_by_the_rulebooks_evaluation():
    engine = make_engine("reference", load("kalah", holes=3, beans=3))
    move = plain_search(engine, engine.initial()).best_at(1, 0)[0]
    gains = {
        str(m): engine.successor(engine.initial(), m).board["South", 0]
        for m in engine.legal_moves(engine.initial())
    }
    assert gains[str(move)] == max(gains.values())


def test_a_plain_search_stops_at_once_when_the_time_is_over(tic_tac_toe):
    search = plain_search(tic_tac_toe, tic_tac_toe.initial())
    with pytest.raises(SearchStopped):
        search.best_at(9, 0, go_on=lambda nodes: False)
    assert search.nodes == 1


def test_plain_and_compiled_searches_find_positions_equally_good(tic_tac_toe):
    solved = tic_tac_toe.solve()
    for text, turn in [
        ("A...B....", "A"),
        ("A.......B", "A"),
        (".A..B....", "A"),
        ("A........", "B"),
    ]:
        position = marked(tic_tac_toe, text, turn)
        player = make_player("smart:depth=9", Random(1))
        prepare(player, tic_tac_toe)
        plain = plain_search(tic_tac_toe, position).best_at(9, 0)[0]
        for chosen in (player.choose(tic_tac_toe, position), plain):
            after = tic_tac_toe.successor(position, chosen)
            assert solved.value(after) == solved.value(position)
