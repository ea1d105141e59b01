"""Proofs for all positions: what is proved is so, and what is not so is not proved."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardproof.engines.sat.engine import SatEngine
from boardproof.engines.sat.induction import Inductor, StepClaim
from boardproof.ir.rules import Rules
from boardproof.reading import read
from boardproof.reading.loader import load
from boardproof.reading.queries import ask
from boardproof.rules import Count, Game, Players, Result, Turn, always, move
from boardproof.rules.game import choices
from boardproof.statespace.goals import Aim

from ...questions.mutants import MUTANTS, Mutant

STUCK_NEVER = Aim(results=frozenset({"stuck"}), holds=False)


def proved(rules: Rules) -> dict[str, bool]:
    """Return of every claim, step and preserved property of a rulebook whether it is proved."""
    engine = SatEngine(rules)
    claims = [*engine.own_claims(), engine.claim("never_stuck", [STUCK_NEVER])]
    inductor = engine.inductor(claims)
    found = {claim.name: inductor.prove(claim.name).proved for claim in claims}
    for name in rules.steps:
        found[name] = inductor.prove_step(step(rules, name)).proved
    for name, mark in rules.marks.items():
        if mark.kind == "preserved":
            aims = [
                Aim(question=name, arguments=tuple(c.items())) for c in choices(rules.game, mark)
            ]
            found[name] = engine.preserves(name, aims).proved
    return found


def step(rules: Rules, name: str) -> StepClaim:
    given = choices(rules.game, rules.steps[name])
    return StepClaim(name, tuple(tuple(choice.values()) for choice in given))


@pytest.mark.parametrize(
    ("game", "parameters"),
    [
        ("connect-four", {}),
        ("connect-four", {"players": 3}),
        ("tic-tac-toe", {"size": 5}),
        ("dstru-tac-toe", {}),
        ("pong-hau-ki", {}),
    ],
    ids=["7x6", "three players", "5x5", "sets", "points"],
)
def test_every_claim_is_proved_for_all_positions(game: str, parameters: dict[str, int]) -> None:
    assert all(proved(load(game, **parameters)).values())


@pytest.mark.slow
def test_every_claim_is_proved_on_a_large_board() -> None:
    assert all(proved(load("connect-four", columns=16, rows=16)).values())


def inductor_of(game: str, *texts: str) -> tuple[SatEngine, Inductor]:
    rules, queries = ask(load(game), *texts)
    engine = SatEngine(rules)
    aims = [Aim(question=one.question) for one in queries]
    return engine, engine.inductor(
        [engine.claim(text, [aim]) for text, aim in zip(texts, aims, strict=True)]
    )


def test_a_proof_names_the_claims_it_rests_on() -> None:
    text = "winner(A) or not full or turn == B"
    rules, (query,) = ask(load("tic-tac-toe"), text)
    engine = SatEngine(rules)
    claim = engine.claim("asked", [Aim(question=query.question)])
    proof = engine.inductor([claim, *engine.own_claims()]).prove("asked")
    assert proof.proved
    assert proof.lemmas == ("wellformed",)
    assert not engine.inductor([claim]).prove("asked").proved


def test_an_obstacle_is_a_move_between_positions_nobody_may_reach() -> None:
    engine, inductor = inductor_of("tic-tac-toe", "marks(A) <= 5")
    (name,) = inductor.claims
    proof = inductor.prove(name)
    assert not proof.proved
    assert proof.obstacle is not None
    before, after = proof.obstacle.positions
    assert (proof.obstacle.moves[0], after) in engine.successors(before)
    assert not engine.holds(after, "asked_1")
    assert engine.holds(before, "asked_1")
    assert engine.reachable([inductor.claims[name].bad]).first() is None


def test_what_fails_in_a_game_is_not_proved() -> None:
    engine, inductor = inductor_of("tic-tac-toe", "not winner(A)")
    (name,) = inductor.claims
    assert not inductor.prove(name).proved
    game = engine.reachable([inductor.claims[name].bad]).first()
    assert game is not None
    assert len(game.moves) == 5


class Corridor(Game):
    """Rooms 0 and 1 lead to each other; room 2 leads to 3, and nothing to 2."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.room = Count(0, 3)
        self.turn = Turn(self.players)

    @move
    def walk(self) -> None:
        self.room = 1 - self.room if self.room < 2 else 3
        self.turn = self.turn.next

    def result(self) -> Result | None:
        return None

    @always
    def not_at_the_end(self) -> bool:
        return self.room != 3


def test_two_moves_prove_what_one_does_not() -> None:
    engine = SatEngine(read(Corridor()))
    proof = engine.inductor(engine.own_claims()).prove("not_at_the_end")
    assert proof.proved
    assert proof.moves == 2


FAILING = [one for one in MUTANTS if not one.noticed.startswith("lint:")]


def check_mutant(mutant: Mutant, folder: Path) -> None:
    rules = mutant.rules(folder)
    found = proved(rules)
    assert not found.get(mutant.noticed, False)


@pytest.mark.parametrize("mutant", FAILING[::6], ids=lambda mutant: mutant.name)
def test_some_faults_are_not_proved_away(mutant: Mutant, tmp_path: Path) -> None:
    if not mutant.game.startswith("territory"):  # which takes long
        check_mutant(mutant, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("mutant", FAILING, ids=lambda mutant: mutant.name)
def test_no_fault_is_proved_away(mutant: Mutant, tmp_path: Path) -> None:
    check_mutant(mutant, tmp_path)
