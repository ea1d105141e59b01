"""Seeded faults: every broken copy of a rulebook is noticed, with a trace that shows it."""

from pathlib import Path

import pytest

from boardproof import lint, make_engine
from boardproof.answers import Trace
from boardproof.ir.rules import Rules
from boardproof.positions.moves import MoveNames
from boardproof.positions.notation import read_position, write_position
from boardproof.questions.check import check
from boardproof.reading.loader import find_game, load, parse_parameters

from .mutants import MUTANTS, Mutant


def shown(rules: Rules, noticed: str) -> list[Trace | None]:
    """Give the traces of the failures or findings of one name."""
    kind, _, code = noticed.rpartition(":")
    if kind == "lint":
        return [f.trace for f in lint(rules, "symbolic", compare=False).findings if f.code == code]
    return [v.trace for v in check(rules, noticed) if v.verdict == "fails"]


def test_there_are_thirty_mutants_of_five_rulebooks() -> None:
    assert len({mutant.name for mutant in MUTANTS}) >= 30
    assert len({mutant.game.split()[0] for mutant in MUTANTS}) == 5


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_fault_is_noticed_with_a_trace_that_can_be_played(mutant: Mutant, tmp_path: Path) -> None:
    rules = mutant.rules(tmp_path)
    (trace,) = shown(rules, mutant.noticed)
    assert trace is not None
    engine = make_engine("reference", rules)
    names, position = MoveNames(engine.moves), read_position(rules.game, trace.positions[0])
    for move, text in zip(trace.moves, trace.positions[1:], strict=True):
        position = engine.successor(position, names.read(move))
        assert write_position(position) == text


@pytest.mark.parametrize("game", sorted({mutant.game for mutant in MUTANTS}))
def test_nothing_is_noticed_in_the_rulebook_itself(game: str) -> None:
    name, *words = game.split()
    rules = load(name, **parse_parameters(find_game(name), tuple(words)))
    asked = [mutant.noticed for mutant in MUTANTS if mutant.game == game]
    codes = {noticed.removeprefix("lint:") for noticed in asked if noticed.startswith("lint:")}
    names = [noticed for noticed in dict.fromkeys(asked) if not noticed.startswith("lint:")]
    assert not names or not any(v.verdict == "fails" for v in check(rules, *names))
    assert not codes or not codes & {
        f.code for f in lint(rules, "symbolic", compare=False).findings
    }
