"""Random games: whatever the reader accepts means the same to every engine.

`BOARDPROOF_RANDOM_SECONDS` says how long the long run takes, `BOARDPROOF_RANDOM_SEED` where it
begins. A rulebook on which engines differ stays where pytest keeps its temporary folders.
"""

import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from boardproof import solve
from boardproof.errors import BadInput, RulebookError, RuleBroken, TooLarge
from boardproof.ir.rules import Rules
from boardproof.limits import TooMany
from boardproof.questions.solve_weak import solve_weak
from boardproof.reading.loader import load

from . import random_sowing
from .agreement import QUESTIONS, Question, count, disagreements
from .compiled.interpreted import written_otherwise
from .random_rulebooks import rulebook

#: The code for these is run as Python; most of them have some hundred positions.
SEEDS = range(16)
#: These are compiled as well.
COMPILED = (7,)
#: Games of sowing; of these only the code that is written is compared.
SOWN = range(20)
#: So many positions are counted at the most, and so many asked about one by one.
MOST, FEW = 1_500, 60

Write = Callable[[int], str]


def read_random(folder: Path, seed: int, write: Write = rulebook) -> Rules | None:
    """Read the rulebook of a seed, None where the reader refuses it."""
    path = folder / f"random_{seed}.py"
    path.write_text(write(seed))
    try:
        return load(str(path))
    except RulebookError:
        return None


def differences(
    rules: Rules, engines: tuple[str, ...], questions: tuple[Question, ...]
) -> list[str]:
    """Return where engines differ; what goes wrong, or is too large to count, is only played."""
    found = []
    try:
        found += written_as(rules)
    except TooLarge:
        engines = tuple(name for name in engines if name != "compiled")
    with suppress(TooLarge, TooMany, RuleBroken):
        found += disagreements(rules, engines, questions, MOST)
        if "compiled" in engines:
            found += weakly(rules)
    return found


def written_as(rules: Rules) -> list[str]:
    """Return where code that is written, with its loops or without, does otherwise."""
    return [*written_otherwise(rules, FEW), *written_otherwise(rules, FEW, budget=0)]


def weakly(rules: Rules) -> list[str]:
    """Return whether a weak solve finds another value than a strong one; it may find none."""
    with suppress(BadInput):
        weak, strong = solve_weak(rules).value, solve(rules, "reference").value
        return [] if weak in (None, strong) else [f"a weak solve: {weak} instead of {strong}"]
    return []


def test_engines_agree_on_random_games(tmp_path: Path) -> None:
    accepted = 0
    for seed in SEEDS:
        rules = read_random(tmp_path, seed)
        if rules is not None:
            accepted += 1
            found = differences(rules, ("ir", "generated", "symbolic"), (count,))
            assert found == [], rulebook(seed)
    assert accepted > len(SEEDS) // 2


def test_code_is_written_as_random_games_of_sowing_say(tmp_path: Path) -> None:
    written = 0
    for seed in SOWN:
        rules = read_random(tmp_path, seed, random_sowing.rulebook)
        assert rules is not None
        with suppress(TooLarge):
            assert written_as(rules) == [], random_sowing.rulebook(seed)
            written += 1
    assert written > len(SOWN) // 2


@pytest.mark.parametrize("seed", COMPILED)
def test_machine_code_agrees_on_random_games(seed: int, tmp_path: Path) -> None:
    rules = read_random(tmp_path, seed)
    assert rules is not None
    assert disagreements(rules, ("compiled", "symbolic")) == [], rulebook(seed)


@pytest.mark.slow
@pytest.mark.parametrize("write", [rulebook, random_sowing.rulebook])
def test_engines_agree_on_many_random_games(write: Write, tmp_path: Path) -> None:
    seed = int(os.environ.get("BOARDPROOF_RANDOM_SEED", "1000"))
    ends = time.monotonic() + float(os.environ.get("BOARDPROOF_RANDOM_SECONDS", "600")) / 2
    seen: Counter[str] = Counter()
    while time.monotonic() < ends:
        rules = read_random(tmp_path, seed, write)
        if rules is not None:
            print("seed", seed, flush=True)
            found = differences(rules, ("ir", "generated", "symbolic", "compiled"), QUESTIONS)
            assert found == [], write(seed)
        seen["refused" if rules is None else "accepted"] += 1
        seed += 1
    assert seen["accepted"] > seen["refused"]
