"""The engine cluster: a real one of three nodes answers as one process does."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .nodes import LoopbackCluster

pytestmark = pytest.mark.xdist_group("cluster")

HERE = Path(__file__).parent
STEPS = str(HERE.parent / "rulebooks" / "steps.py")
GAMES = ["connect-four columns=4 rows=4", "kalah holes=3 beans=3", "hexapawn", STEPS]


@pytest.fixture(scope="module")
def cluster():
    made = LoopbackCluster()
    yield made
    made.stop()


def run(*command):
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, env=os.environ
    )


def test_a_cluster_answers_as_one_process_does(cluster, tmp_path):
    done = run(HERE / "compared.py", cluster.address, tmp_path, *GAMES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(GAMES)} games compared" in done.stdout
