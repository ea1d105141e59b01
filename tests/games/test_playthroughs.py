"""Golden playthroughs: one readable game a file; `scripts/playthroughs` writes them again."""

from pathlib import Path
from typing import Any

import pytest

from boardproof.engines.contract import make_engine
from boardproof.faces.cli.playthrough import playthrough
from boardproof.reading.loader import find_game, game_names, make_game, parse_parameters
from boardproof.reading.reader import read

FOLDER = Path(__file__).parent / "playthroughs"
GOLDEN = sorted(FOLDER.glob("*.txt"))
#: A longer game is read by one engine; the other reads it in the long suite.
LONG = 200


def games(engine: str) -> list[Any]:
    """List the games for an engine to play."""
    slow = [engine == "ir" and path.read_text().count("\n") > LONG for path in GOLDEN]
    return [
        pytest.param(engine, path, id=f"{engine}-{path.stem}", marks=[pytest.mark.slow] * long)
        for path, long in zip(GOLDEN, slow, strict=True)
    ]


@pytest.mark.parametrize(("engine", "golden"), [*games("reference"), *games("ir")])
def test_a_game_reads_as_it_did(engine: str, golden: Path) -> None:
    text = golden.read_text(encoding="utf-8")
    head = text.split("\n")[0].removeprefix("# ")
    identity, _, seed = head.rpartition(", random moves, seed ")
    name, *words = identity.split()
    cls = find_game(name)
    rules = read(make_game(cls, parse_parameters(cls, tuple(words))))
    assert playthrough(make_engine(engine, rules), int(seed)) == text


def test_every_game_has_one() -> None:
    assert {path.stem.split("_")[0] for path in GOLDEN} >= set(game_names())
