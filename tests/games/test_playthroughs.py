"""Golden playthroughs: one readable game a file; `scripts/playthroughs` writes them again."""

from pathlib import Path

import pytest

from boardproof.engines.contract import make_engine
from boardproof.faces.cli.playthrough import playthrough
from boardproof.reading.loader import find_game, game_names, make_game, parse_parameters
from boardproof.reading.reader import read

FOLDER = Path(__file__).parent / "playthroughs"
GOLDEN = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda p: p.stem)
@pytest.mark.parametrize("engine", ["reference", "ir"])
def test_a_game_reads_as_it_did(golden: Path, engine: str) -> None:
    text = golden.read_text(encoding="utf-8")
    head = text.split("\n")[0].removeprefix("# ")
    identity, _, seed = head.rpartition(", random moves, seed ")
    name, *words = identity.split()
    cls = find_game(name)
    rules = read(make_game(cls, parse_parameters(cls, tuple(words))))
    assert playthrough(make_engine(engine, rules), int(seed)) == text


def test_every_game_has_one() -> None:
    assert {path.stem.split("_")[0] for path in GOLDEN} >= set(game_names())
