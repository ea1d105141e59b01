"""The engine cluster: a real one of three nodes answers as one process does."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boardproof.analysis.digest import digest
from boardproof.engines.cluster import presence
from boardproof.engines.cluster.team import ShardTeam
from boardproof.engines.planner import plan
from boardproof.errors import BadInput
from boardproof.faces.cli import main
from boardproof.limits import Limits
from boardproof.reading.loader import load

from .nodes import HOSTS, LoopbackCluster

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


def test_a_folder_with_other_files_is_refused_and_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    limits = Limits(cluster="127.0.0.9:1", disk=tmp_path)
    with pytest.raises(BadInput, match="has other files in it: choose a folder that is new"):
        ShardTeam(load("hexapawn"), limits)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--cluster", "auto"], "all its machines see: name it with --disk"),
        (["--disk", "layers"], "the cluster engine needs a cluster: name it with --cluster"),
        (["--disk", "layers", "--cluster", "nowhere"], "nowhere is no address of a cluster"),
        (["--disk", "layers", "--cluster", "127.0.0.9:1"], "no cluster answers at 127.0.0.9:1"),
    ],
)
def test_a_cluster_that_is_not_there_is_told(words, line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="2"):
        main(["count", "hexapawn", "--engine", "cluster", *words])
    assert line in capsys.readouterr().err
    assert not (tmp_path / "layers").exists()


def test_another_engine_uses_no_cluster():
    limits = Limits(cluster="auto", disk="layers")
    with pytest.raises(BadInput, match="the disk engine uses no cluster"):
        plan("enumerate", load("hexapawn"), "disk", limits)


def test_without_ray_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setattr(presence, "find_spec", lambda name: None)
    with pytest.raises(BadInput, match="pip install 'boardproof"):
        plan("enumerate", load("hexapawn"), limits=Limits(cluster="auto", disk="layers"))


def test_shards_with_another_rulebook_are_refused(monkeypatch):
    team = object.__new__(ShardTeam)
    rules = load("hexapawn")
    answers = [(digest(rules), "here"), ("other", "there")]
    monkeypatch.setattr(ShardTeam, "each", lambda *_, **__: answers)
    with pytest.raises(BadInput, match="there has other rules of hexapawn"):
        team._refuse_others(rules)


def shard_processes():
    """List the processes of shards that are at work."""
    names = {path: path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline")}
    return [int(path.parts[2]) for path, name in names.items() if name.startswith(b"ray::Shard")]


@pytest.mark.slow
def test_deaths_of_a_worker_a_node_and_the_driver_change_nothing(tmp_path):
    """Each of three runs on one folder loses something; the last one finishes."""
    nodes = LoopbackCluster()
    try:
        command = ["solve", "connect-four", "columns=5", "rows=5", "--engine", "cluster", "--json"]
        command += ["--cluster", nodes.address, "--disk", str(tmp_path / "layers")]
        started = [sys.executable, "-m", "boardproof", *command]
        driver = subprocess.Popen(started, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(tmp_path, "012.keys")
        os.kill(shard_processes()[0], signal.SIGKILL)
        wait_for(tmp_path, "017.keys")
        driver.kill()
        driver.wait()
        again = subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for(tmp_path, "020.codes")
        nodes.kill(HOSTS[2])
        nodes.start(HOSTS[2])
        out, err = again.communicate()
        assert again.returncode == 0, err
    finally:
        nodes.stop()
    answer = json.loads(out)
    assert answer["positions"] == 69_763_700
    assert answer["value"] == {"P0": 0, "P1": 0}


def wait_for(folder, name):
    """Wait until a shard has finished a file."""
    while not any(folder.rglob(name)):
        time.sleep(0.2)
