"""The engine cluster: a real one of three nodes answers as one process does."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest
import ray.exceptions

from boardproof.analysis.digest import digest
from boardproof.engines.cluster import presence
from boardproof.engines.cluster.rulebook import rulebook_of
from boardproof.engines.cluster.team import ShardTeam, failures_told
from boardproof.engines.planner import plan
from boardproof.errors import BadInput
from boardproof.faces.cli import main
from boardproof.limits import Limits
from boardproof.reading.loader import load
from boardproof.tablebase import build_tablebase, merge_tablebase

from .nodes import HOSTS, LoopbackCluster

pytestmark = pytest.mark.xdist_group("cluster")

HERE = Path(__file__).parent
STEPS = str(HERE.parent / "rulebooks" / "steps.py")
GAMES = ["connect-four columns=4 rows=4", "kalah holes=3 beans=3"]
MORE = ["hexapawn", STEPS]


@pytest.fixture(scope="session")
def cluster():
    made = LoopbackCluster()
    yield made
    made.stop()


def run(*command):
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, check=False, env=os.environ
    )


def test_a_cluster_answers_as_one_process_does(cluster, tmp_path):
    compare(cluster, tmp_path, GAMES)


@pytest.mark.slow
def test_a_cluster_answers_so_for_games_with_circles_and_in_files(cluster, tmp_path):
    compare(cluster, tmp_path, MORE, "--broken")


def compare(cluster, folder, games, *options):
    done = run(HERE / "compared.py", cluster.address, folder, *games, *options)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(games)} games compared" in done.stdout


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
        (["--disk", "layers", "--cluster", "nowhere"], "nowhere is not the address of a cluster"),
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


def test_a_full_disk_of_a_node_is_one_line(tmp_path):
    failure = ray.exceptions.RayTaskError("take", "", OSError(errno.ENOSPC, "No space left"))
    with pytest.raises(BadInput, match="has no room left: all finished layers are kept"):  # noqa: SIM117
        with failures_told(ray, rulebook_of(load("hexapawn").game), tmp_path):
            raise failure


def test_shards_with_another_rulebook_are_refused(monkeypatch):
    team = object.__new__(ShardTeam)
    rules = load("hexapawn")
    answers = [(digest(rules), "here"), ("other", "there")]
    monkeypatch.setattr(ShardTeam, "each", lambda *_, **__: answers)
    with pytest.raises(BadInput, match="there has other rules of hexapawn"):
        team._refuse_others(rules)


def solving(address, folder, *words):
    """Return a command that solves a game on a cluster into a table in shards."""
    command = ["solve", *words, "--engine", "cluster", "--cluster", address, "--json"]
    command += ["--disk", str(folder / "layers"), "--store", str(folder / "table"), "--sharded"]
    return [sys.executable, "-m", "boardproof", *command]


@pytest.fixture
def nodes():
    """A cluster whose nodes may be killed."""
    made = LoopbackCluster()
    yield made
    made.stop()


@pytest.mark.slow
def test_nodes_with_another_version_are_refused_and_nothing_is_written(nodes, tmp_path):
    package = tmp_path / "other" / "boardproof" / "__init__.py"
    package.parent.mkdir(parents=True)
    package.write_text('__version__ = "0.0"')
    nodes.start("127.0.0.5", PYTHONPATH=str(tmp_path / "other"))
    done = run(*solving(nodes.address, tmp_path, "hexapawn")[1:])
    assert done.returncode == 2
    assert "127.0.0.5 has boardproof 0.0, and this is" in done.stderr
    assert not (tmp_path / "layers").exists()


@pytest.mark.slow
def test_deaths_of_a_worker_a_node_and_the_driver_change_nothing(nodes, tmp_path):
    """Two runs on one folder lose something; the second one finishes."""
    command = solving(nodes.address, tmp_path, "connect-four", "columns=5", "rows=5")
    driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(tmp_path, "012.keys")
    os.kill(nodes.shards()[0], signal.SIGKILL)
    wait_for(tmp_path, "017.keys")
    driver.kill()
    driver.wait()
    again = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(tmp_path, "020.codes")
    nodes.kill(HOSTS[2])  # nothing takes its place: the others do its work
    out, err = again.communicate()
    assert again.returncode == 0, err
    answer = json.loads(out)
    assert answer["positions"] == 69_763_700
    assert answer["value"] == {"P0": 0, "P1": 0}
    rules = load("connect-four", columns=5, rows=5)
    merged = merge_tablebase(tmp_path / "table", tmp_path / "merged", rules)
    alone = build_tablebase(rules, tmp_path / "alone", "compiled")
    assert merged.manifest == alone.manifest


@pytest.mark.slow
def test_killed_twenty_times_shards_go_on_to_the_same_bytes(nodes, tmp_path):
    """A process, a shard's or the driver's, is killed every few seconds."""
    chance, kills = Random(7), 0
    command = solving(nodes.address, tmp_path, "connect-four", "columns=5", "rows=4")
    while kills < 20:
        driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while driver.poll() is None and kills < 20:
            time.sleep(chance.uniform(0.5, 4))
            shards = nodes.shards()
            if chance.random() < 0.2 or not shards:
                driver.kill()
            else:
                os.kill(chance.choice(shards), signal.SIGKILL)
            kills += 1
        if driver.poll() == 0:  # it was done before: begin anew
            for folder in ("layers", "table"):
                rmtree(tmp_path / folder)
        if kills < 20:
            driver.kill()
        else:
            driver.wait()
        driver.communicate()
    done = run(*command[1:])
    assert done.returncode == 0, done.stderr
    rules = load("connect-four", columns=5, rows=4)
    merged = merge_tablebase(tmp_path / "table", tmp_path / "merged", rules)
    assert merged.manifest == build_tablebase(rules, tmp_path / "alone", "compiled").manifest


def wait_for(folder, name):
    """Wait until a shard has finished a file."""
    while not any(folder.rglob(name)):
        time.sleep(0.2)
