"""Our diagrams against another library's, on random formulas."""

import random
from typing import Any

import pytest
from dd.autoref import BDD

from boardproof.engines.symbolic.bdd.manager import Diagrams

BITS = 8


class Pair:
    """The same function in both libraries."""

    def __init__(self, ours: Any, theirs: Any) -> None:
        self.ours, self.theirs = ours, theirs


@pytest.mark.parametrize("seed", range(40))
def test_both_libraries_say_the_same_of_random_formulas(seed: int) -> None:
    chance = random.Random(seed)
    ours, theirs = Diagrams(BITS), BDD()
    theirs.declare(*(f"b{n}" for n in range(BITS)))
    theirs.configure(reordering=False)
    held = [Pair(ours.var(n), theirs.var(f"b{n}")) for n in range(BITS)]
    for _ in range(60):
        held.append(_joined(ours, theirs, *chance.choices(held, k=3), chance))
    for pair in held:
        assert ours.count(pair.ours) == theirs.count(pair.theirs, nvars=BITS)
        assert pair.ours.satisfiable() == (pair.theirs != theirs.false)
        for _ in range(10):
            bits = [chance.random() < 0.5 for _ in range(BITS)]
            named = {f"b{n}": bit for n, bit in enumerate(bits)}
            assert pair.ours.eval(enumerate(bits)) == (
                theirs.let(named, pair.theirs) == theirs.true
            )


def _joined(ours: Diagrams, theirs: BDD, a: Pair, b: Pair, c: Pair, chance: random.Random) -> Pair:
    bits = chance.sample(range(BITS), 2)
    cube, names = ours.cube(bits), [f"b{bit}" for bit in bits]
    match chance.randrange(6):
        case 0:
            return Pair(a.ours & ~b.ours, a.theirs & ~b.theirs)
        case 1:
            return Pair(a.ours ^ b.ours, theirs.apply("xor", a.theirs, b.theirs))
        case 2:
            return Pair(ours.ite(a.ours, b.ours, c.ours), theirs.ite(a.theirs, b.theirs, c.theirs))
        case 3:
            return Pair(ours.exists(a.ours, cube), theirs.exist(names, a.theirs))
        case 4:
            both = theirs.exist(names, a.theirs & b.theirs)
            return Pair(ours.and_exists(a.ours, b.ours, cube), both)
        case _:
            swap = {bits[0]: bits[1], bits[1]: bits[0]}
            named = {f"b{old}": theirs.var(f"b{new}") for old, new in swap.items()}
            return Pair(ours.substitute(a.ours, swap), theirs.let(named, a.theirs))
