"""Questions as text: read in a game's context, or refused with a caret and what to write instead.

After a change, `python tests/reading/test_queries.py --write` rewrites the messages.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardproof import load
from boardproof.engines.contract import make_engine
from boardproof.errors import BadQuestion
from boardproof.positions.notation import read_position
from boardproof.reading.queries import ask
from boardproof.reading.query_text import QueryText

REFUSED = Path(__file__).with_name("questions.txt")


def holds(game, text, position, **parameters):
    """Answer a text on a position by both engines that run rules on plain values."""
    rules, (asked,) = ask(load(game, **parameters), text)
    found = {
        make_engine(name, rules).holds(read_position(rules.game, position), asked.question)
        for name in ("reference", "ir")
    }
    assert len(found) == 1
    return found.pop()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("winner(A)", True),
        ("winner(player=A)", True),
        ("winner(A) and full", False),
        ("turn == B and mark[(0, 0)] == A", True),
        ("turn.next == A", True),
        ("any(winner(p) for p in players)", True),
        ("{cell for cell in cells if mark[cell] == B} == {(0, 1)}", True),
        ("sum(mark[cell] == A for cell in cells) == 2", True),
        ("A wins and not full", True),
        ("not full and\n  over", True),
        ("result() == Win(A)", True),
        ("wellformed and not unbalanced", True),
    ],
)
def test_a_games_own_names_stand_alone(text, expected):
    assert holds("tic-tac-toe", text, "mark=AB/A. turn=B", size=2) == expected


def test_a_player_who_goes_by_a_variables_name_is_meant_where_players_are():
    position = "Uno=x.../..../..../.... Tres=..../..../..../.... turn=true go=true"
    assert holds("dstru-tac-toe", "to_move() == Uno and len(Uno) == 1", position)
    assert holds("dstru-tac-toe", "to_move == Uno and to_move != Dos", position)


def test_a_set_that_goes_by_a_players_name_is_meant_where_a_set_is_needed():
    position = "Uno=x.../..../..../.... Tres=..../..../..../.... turn=true go=true"
    assert holds("dstru-tac-toe", "(1, 1) in Uno and (1, 1) not in Dos and Tres == Dos", position)


@pytest.mark.parametrize(
    ("text", "results", "meant"),
    [
        ("A wins", {"A wins"}, True),
        ("A  wins or draw", {"A wins", "draw"}, True),
        ("over", {"A wins", "B wins", "draw"}, True),
        ("over and not draw", {"A wins", "B wins"}, True),
        ("not (A wins or draw)", {"A wins", "draw"}, False),
        ("stuck", {"stuck"}, True),
    ],
)
def test_words_for_results_become_results(text, results, meant):
    from boardproof.reading import read
    from boardproof.rules.sample import Diagonals

    rules, (asked,) = ask(read(Diagonals()), text)
    assert (asked.results, asked.holds) == (results, meant)
    assert not rules.asked


def test_a_rule_called_wins_may_follow_not_and_or(tmp_path):
    file = tmp_path / "corner.py"
    file.write_text(CORNER)
    for text, here, there in (
        ("wins", False, True),
        ("not wins", True, False),
        ("turn == A and wins", False, False),
        ("turn == A or  wins", True, True),
        ("not wins and not A wins", True, False),
    ):
        told = (holds(str(file), text, position) for position in ("at=0 turn=A", "at=1 turn=B"))
        assert tuple(told) == (here, there), text


CORNER = """
from boardproof.rules import *


class Corner(Game):
    def setup(self):
        self.players = Players("A", "B")
        self.at = One(Range(0, 2), start=0)
        self.turn = Turn(self.players)

    @move
    def go(self):
        self.at += 1
        self.turn = self.turn.next

    @predicate
    def wins(self):
        return self.at == 1

    def result(self):
        return Draw() if self.at == 2 else None
"""


def test_arguments_of_a_text_range_over_domains():
    rules, (asked,) = ask(load("tic-tac-toe"), QueryText("turn == player", {"player": "players"}))
    engine = make_engine("reference", rules)
    assert engine.holds(engine.initial(), asked.question, player="A")
    assert not engine.holds(engine.initial(), asked.question, player="B")


def test_the_games_own_rules_stay_as_they_are():
    before = load("kalah")
    after, _ = ask(before, "in_play(South) > 3")
    assert after.moves == before.moves
    assert after.questions == before.questions
    for name, function in before.functions.items():
        assert after.functions[name].body == function.body


def refusals() -> Iterator[tuple[str, str, str]]:
    """Give each wrong text with its game and the message it must produce."""
    for block in REFUSED.read_text().split("\n\n"):
        head, _, message = block.strip().partition("\n")
        game, _, text = head.removeprefix("? ").partition(": ")
        yield game, text, message


@pytest.mark.parametrize(("game", "text", "message"), list(refusals()))
def test_a_wrong_text_is_refused_with_a_caret(game, text, message):
    with pytest.raises(BadQuestion) as caught:
        ask(load(game), text)
    assert str(caught.value) == message
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def write() -> None:
    """Rewrite every message."""
    blocks = []
    for game, text, _ in refusals():
        try:
            ask(load(game), text)
            message = "(nothing is wrong)"
        except BadQuestion as wrong:
            message = str(wrong)
        blocks.append(f"? {game}: {text}\n{message}")
    REFUSED.write_text("\n\n".join(blocks) + "\n")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
