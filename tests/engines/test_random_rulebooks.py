"""Random games: whatever the reader accepts means the same to every engine.

`BOARDPROOF_RANDOM_SECONDS` says how long the long run takes, `BOARDPROOF_RANDOM_SEED` where it
begins. A rulebook on which engines differ stays where pytest keeps its temporary folders.
"""

import os
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from boardproof.errors import RulebookError, RuleBroken, TooLarge
from boardproof.ir.rules import Rules
from boardproof.limits import TooMany
from boardproof.reading.loader import load

from .agreement import QUESTIONS, Question, count, disagreements
from .compiled.interpreted import written_otherwise
from .random_rulebooks import rulebook

#: The code for these is run as Python; most of them have some hundred positions.
SEEDS = range(16)
#: These are compiled as well.
COMPILED = (7,)
#: So many positions are counted at the most, and so many asked about one by one.
MOST, FEW = 1_500, 60


def read_random(folder: Path, seed: int) -> Rules | None:
    """Read the rulebook of a seed, None where the reader refuses it."""
    path = folder / f"random_{seed}.py"
    path.write_text(rulebook(seed))
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
        found += written_otherwise(rules, FEW)
        found += written_otherwise(rules, FEW, budget=0)
    except TooLarge:
        engines = tuple(name for name in engines if name != "compiled")
    with suppress(TooLarge, TooMany, RuleBroken):
        found += disagreements(rules, engines, questions, MOST)
    return found


def test_engines_agree_on_random_games(tmp_path: Path) -> None:
    accepted = 0
    for seed in SEEDS:
        rules = read_random(tmp_path, seed)
        if rules is not None:
            accepted += 1
            found = differences(rules, ("ir", "symbolic"), (count,))
            assert found == [], rulebook(seed)
    assert accepted > len(SEEDS) // 2


@pytest.mark.parametrize("seed", COMPILED)
def test_machine_code_agrees_on_random_games(seed: int, tmp_path: Path) -> None:
    rules = read_random(tmp_path, seed)
    assert rules is not None
    assert disagreements(rules, ("compiled", "symbolic")) == [], rulebook(seed)


@pytest.mark.slow
def test_engines_agree_on_many_random_games(tmp_path: Path) -> None:
    seed = int(os.environ.get("BOARDPROOF_RANDOM_SEED", "1000"))
    ends = time.monotonic() + float(os.environ.get("BOARDPROOF_RANDOM_SECONDS", "600"))
    seen: Counter[str] = Counter()
    while time.monotonic() < ends:
        rules = read_random(tmp_path, seed)
        if rules is not None:
            print("seed", seed, flush=True)
            found = differences(rules, ("ir", "symbolic", "compiled"), QUESTIONS)
            assert found == [], rulebook(seed)
        seen["refused" if rules is None else "accepted"] += 1
        seed += 1
    assert seen["accepted"] > seen["refused"]
