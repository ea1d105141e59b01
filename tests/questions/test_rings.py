"""Games that go round: a depth that covers them says the same as no depth."""

from pathlib import Path

import pytest

from boardproof import load
from boardproof.ir.rules import Rules
from boardproof.questions.check import check

RING = '''
from boardproof.rules import *


class Ring(Game):
    """A token goes round; the game never ends."""

    def setup(self):
        self.players = Players("A", "B")
        self.spots = Range(0, 3)
        self.at = One(self.spots, start=0)
        self.turn = Turn(self.players)

    @move
    def go(self):
        self.at = 0 if self.at == 3 else self.at + 1
        self.turn = self.turn.next

    def result(self):
        return None

    @step
    def grows(self, before):
        return self.at > before.at

    ends = terminates()
    back = force("A", eventually("at == 0"))
    away = implies("at == 3", "forced(A, at == 1)")
'''


@pytest.fixture
def ring(tmp_path: Path) -> Rules:
    file = tmp_path / "ring.py"
    file.write_text(RING)
    return load(str(file))


@pytest.mark.parametrize("engine", ["reference", "ir", "symbolic"])
def test_a_depth_that_just_covers_a_ring_knows_its_last_move(ring: Rules, engine: str) -> None:
    whole = [(one.name, one.verdict) for one in check(ring, engine=engine)]
    told = {"grows": "fails", "ends": "fails", "back": "holds", "away": "holds"}
    assert dict(whole) == {**told, "never_stuck": "holds"}
    covered = check(ring, engine=engine, depth=3)
    assert [(one.name, one.verdict) for one in covered] == whole
    assert all(one.complete for one in covered)
    assert {one.verdict for one in check(ring, engine=engine, depth=2)} == {"unknown"}
