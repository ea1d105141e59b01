"""What goes wrong in a rule goes wrong in its code too, even where no value depends on it."""

from pathlib import Path

import pytest

from boardproof import load
from boardproof.engines.compiled.codegen.budget import BUDGET

from .interpreted import written_otherwise

HERE = Path(__file__).parents[1] / "rulebooks"


@pytest.mark.parametrize("budget", [BUDGET, 0])
def test_a_key_is_computed_in_a_table_that_says_the_same_for_all(budget: int) -> None:
    assert written_otherwise(load(str(HERE / "left_out.py")), most=100, budget=budget) == []
