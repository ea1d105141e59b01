"""Kernels are compiled for GPUs where there is none, and nothing is spilled.

That takes compilers of some 170 MB, the extra `ptx`; without them these tests are skipped.
"""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NEEDED = ("numba-cuda", "nvidia-nvvm", "nvidia-cuda-nvrtc")
#: Small games that launch every kernel: plies apart and plies that mix.
LAUNCHING = ("tic-tac-toe size=2", "pong-hau-ki")
#: One word and two, boards as bits and as numbers, turns of several steps, three players, tables.
GAMES = [
    "connect-four columns=5 rows=5",
    pytest.param("connect-four", marks=pytest.mark.slow),
    pytest.param("dstru-tac-toe", marks=pytest.mark.slow),
    pytest.param("kalah holes=4 beans=4", marks=pytest.mark.slow),
    pytest.param("kalah", marks=pytest.mark.slow),
    pytest.param("chess-endings size=8", marks=pytest.mark.slow),
    pytest.param("six-mens-morris men=6", marks=pytest.mark.slow),
]


def absent() -> str:
    """Return which packages are not installed."""
    names = []
    for name in NEEDED:
        try:
            version(name)
        except PackageNotFoundError:
            names.append(name)
    return ", ".join(names)


pytestmark = pytest.mark.skipif(
    bool(absent()), reason=f"{absent()} not installed: pip install 'boardproof[ptx]'"
)


def run(program: str, *arguments: str, **variables: str) -> str:
    done = subprocess.run(
        [sys.executable, HERE / program, *arguments],
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def types(tmp_path_factory):
    """The types of what kernels are launched with, as seen in the simulator."""
    file = tmp_path_factory.mktemp("launches") / "types"
    run("launches.py", str(file), *LAUNCHING, NUMBA_ENABLE_CUDASIM="1")
    return str(file)


@pytest.mark.parametrize("game", GAMES)
def test_kernels_are_compiled_for_two_kinds_of_gpu_without_spills(types, game):
    lines = run("ptx.py", types, game).splitlines()
    for kernel in ("expand_hashed", "settle_solve", "settle_attract", "step_games"):
        for kind in ("sm_80", "sm_90"):
            assert any(kernel in line and kind in line for line in lines)


def test_rules_that_call_themselves_are_refused(types):
    assert "takes no rules that call themselves" in run("ptx.py", types, "territory")
