"""Counting on diagrams: the same numbers as one by one, whatever order, encoding and room."""

import random
from typing import Any

import pytest

from boardproof import explore, load
from boardproof.engines.compiled import CompiledEngine
from boardproof.engines.contract import make_engine
from boardproof.engines.symbolic import SymbolicEngine
from boardproof.engines.symbolic import counting as counting_module
from boardproof.engines.symbolic.choosing import ORDERS, different_orders
from boardproof.engines.symbolic.counting import Counting, Room
from boardproof.engines.symbolic.encoding import plain_slots
from boardproof.engines.symbolic.walking import Walk
from boardproof.engines.watch import Watch
from boardproof.errors import BadInput, RuleBroken, TooLarge
from boardproof.reading import read
from boardproof.rules import (
    Count,
    Draw,
    Game,
    Map,
    Players,
    Range,
    Result,
    Ring,
    Turn,
    move,
    require,
)

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("tic-tac-toe", {"noting": "step"}),
    ("territory", {}),
    ("territory", {"turns": 16}),
    ("territory", {"capture": "takes"}),
    ("territory", {"placement": "any"}),
    ("territory", {"placement_seen": True}),
    ("territory", {"free_end": "exactly"}),
    ("territory", {"wipe_out": "exactly_one"}),
    ("connect-four", {"columns": 4, "rows": 3, "connect": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "players": 3}),
    ("connect-four", {"columns": 3, "rows": 3, "connect": 3, "after_win": "continues"}),
    ("kalah", {"holes": 2, "beans": 2}),
    ("kalah", {"holes": 2, "beans": 2, "empty_capture": True, "ends": "mover"}),
]


@pytest.mark.parametrize(("game", "parameters"), SMALL)
def test_counts_as_the_reference_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    assert make_engine("symbolic", rules).enumerate() == make_engine("reference", rules).enumerate()


LARGER: list[Any] = [
    ("tic-tac-toe", {"size": 4}),
    pytest.param("tic-tac-toe", {"size": 4, "noting": "step"}, marks=pytest.mark.slow),
    ("connect-four", {"columns": 4, "rows": 4}),
    pytest.param("dstru-tac-toe", {"win": "equals"}, marks=pytest.mark.slow),
    pytest.param("dstru-tac-toe", {}, marks=pytest.mark.slow),
    pytest.param("dstru-tac-toe", {"order": "dos_uno_tres"}, marks=pytest.mark.slow),
    pytest.param("connect-four", {"columns": 5, "rows": 5}, marks=pytest.mark.slow),
    pytest.param("connect-four", {"columns": 4, "rows": 4, "players": 3}, marks=pytest.mark.slow),
    pytest.param("kalah", {"holes": 3, "beans": 3}, marks=pytest.mark.slow),
    pytest.param("kalah", {"holes": 4, "beans": 2}, marks=pytest.mark.slow),
    pytest.param(
        "territory",
        {
            "expand": "stays",
            "placement": "any",
            "free_end": "exactly",
            "wipe_out": "exactly_one",
        },
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize(("game", "parameters"), LARGER)
def test_counts_as_the_compiled_engine_does(game: str, parameters: dict[str, Any]) -> None:
    rules = load(game, **parameters)
    found, other = SymbolicEngine(rules).enumerate(), CompiledEngine(rules).enumerate()
    assert found.by_ply == other.by_ply
    assert (found.over, found.stuck) == (other.over, other.stuck)
    assert (found.longest, found.shortest) == (other.longest, other.shortest)
    assert found.moves in (None, other.moves)


KNOWN: list[Any] = [
    ("tic-tac-toe", {"size": 5}, 158_977_021_146),
    pytest.param(
        "tic-tac-toe", {"size": 5, "noting": "step"}, 163_166_799_542, marks=pytest.mark.slow
    ),
    pytest.param("tic-tac-toe", {"size": 6}, 23_890_834_443_108_087, marks=pytest.mark.slow),
    pytest.param("connect-four", {"columns": 6, "rows": 4}, 94_910_577, marks=pytest.mark.slow),
    pytest.param("connect-four", {"columns": 6, "rows": 5}, 2_818_972_642, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "parameters", "positions"), KNOWN)
def test_counts_what_is_known(game: str, parameters: dict[str, Any], positions: int) -> None:
    count = explore(load(game, **parameters), "symbolic")
    assert count.positions == sum(count.by_ply) == positions
    assert count.nodes is not None
    assert len(count.nodes) == len(count.by_ply)


# -- order and encoding -------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("encoding", ["plain", "compact"])
def test_any_order_and_encoding_counts_the_same(order: str, encoding: str) -> None:
    rules = load("connect-four", columns=3, rows=4, connect=3)
    found = SymbolicEngine(rules, order, encoding).enumerate()
    assert found == make_engine("reference", rules).enumerate()


def test_a_column_of_falling_pieces_takes_a_bit_more_than_its_height() -> None:
    counting = Counting(load("connect-four", columns=5, rows=4), "auto", "auto", None)
    slots = counting._compact(plain_slots(counting.game))
    assert slots is not None
    assert [slot.bits for slot in slots] == [1, 5, 5, 5, 5, 5]
    assert len(slots[1].ways) == 2**5 - 1


def test_orders_that_come_to_the_same_are_tried_once() -> None:
    slots = plain_slots(load("tic-tac-toe").game)
    assert list(different_orders(slots)) == [
        "natural", "columns", "columns-middle-out", "rows-middle-out",
    ]  # fmt: skip


def test_an_unknown_order_is_refused() -> None:
    with pytest.raises(BadInput, match="order cannot be 'wild': choose auto, natural"):
        SymbolicEngine(load("tic-tac-toe"), order="wild")


def test_what_cannot_be_written_together_says_so() -> None:
    with pytest.raises(TooLarge, match="can be written together: use --encoding plain"):
        SymbolicEngine(load("tic-tac-toe", size=4), encoding="compact").enumerate()


# -- room ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_little_room_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    room = Room(chance.choice([300, 800, 2000, 5000]), chance.choice([64, 256, 1024]))
    monkeypatch.setattr(Room, "first", classmethod(lambda cls, watch: room))
    moved: list[Walk] = []
    whole = Counting._moved
    monkeypatch.setattr(Counting, "_moved", lambda self, *a: moved.append(a[0]) or whole(self, *a))
    game, parameters = chance.choice(SMALL[:4] + SMALL[9:13])
    rules = load(game, **parameters)
    found = Counting(rules, "auto", "auto", None).enumeration()
    assert found == make_engine("reference", rules).enumerate()


def test_memory_that_is_not_enough_is_said() -> None:
    with pytest.raises(TooLarge, match=r"stopped at ply \d+ with .* allow more with --memory"):
        explore(load("connect-four", columns=6, rows=5), "symbolic", memory=60 << 20)


# -- traps --------------------------------------------------------------------------------------


class Full(Game):
    """A position that is stuck, and a last move that fills the board."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.places = Ring(4)
        self.piece = Map(self.places, self.players | None)
        self.left = Count(0, 4, start=4)
        self.turn = Turn(self.players)

    @move(place="places")
    def put(self, place):
        require(self.piece[place] is None)
        require(self.piece[place.next] != self.turn or self.left < 2)
        self.piece[place] = self.turn
        self.left -= 1
        if self.left > 1:
            self.turn = self.turn.next

    def result(self) -> Result | None:
        return Draw() if all(self.piece[place] is not None for place in self.places) else None


class Overflow(Full):
    """Takes one more than there is, in a position that games get to."""

    @move
    def drain(self):
        self.left -= 3


class Round(Game):
    """Goes round for ever, with a way out."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.at = Count(0, 6)
        self.steps = Range(1, 2)
        self.turn = Turn(self.players)

    @move(step="steps")
    def walk(self, step):
        self.at = (self.at + step) % 6 if self.at != 5 else 6
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return Draw() if self.at == 6 else None


@pytest.mark.parametrize("game", [Full, Round])
def test_stuck_full_and_endless_games_are_counted_alike(game: type[Game]) -> None:
    rules = read(game())
    assert SymbolicEngine(rules).enumerate() == make_engine("reference", rules).enumerate()


def test_a_rule_that_breaks_in_play_is_explained() -> None:
    with pytest.raises(RuleBroken, match="left"):
        SymbolicEngine(read(Overflow())).enumerate()


def test_rules_run_on_layers_agree_with_the_relation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = load("connect-four", columns=4, rows=3, connect=3)
    compiled = Counting(rules, "auto", "auto", None).enumeration()
    again = Counting(rules, "auto", "auto", Watch())
    again._run = True
    assert again.enumeration() == compiled
    monkeypatch.setattr(counting_module, "SMALL", 10)
    assert Counting(rules, "auto", "auto", None).enumeration() == compiled
