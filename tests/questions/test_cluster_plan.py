"""What a game takes on a cluster is foreseen from a sample."""

from msgspec.structs import replace

from boardproof import load
from boardproof.faces.cli import cluster as command
from boardproof.faces.cli import main
from boardproof.questions.cluster_plan import cluster_plan


def test_twice_the_nodes_take_half_the_time_and_a_small_disk_is_told():
    rules = load("tic-tac-toe", size=2)
    one = cluster_plan(rules, nodes=1, cores=4, memory=1 << 30, disk=1 << 30)
    assert one.positions == 29
    assert one.exact
    assert one.fits
    assert 0 < one.count_bytes < one.solve_bytes
    assert one.count_seconds <= one.solve_seconds
    assert not cluster_plan(rules, nodes=1, cores=4, memory=1 << 30, disk=1).fits


def test_a_ply_that_does_not_fit_is_gone_over_more_than_once():
    rules = load("connect-four", columns=5, rows=5)
    assert cluster_plan(rules, nodes=8, cores=4, memory=64 << 30, disk=1 << 40).passes == 1
    assert cluster_plan(rules, nodes=1, cores=4, memory=64 << 20, disk=1 << 40).passes > 1


def test_what_would_take_for_ever_is_told_in_words(monkeypatch, capsys):
    made = cluster_plan(load("tic-tac-toe", size=2), 1, 4, 1 << 30, 1 << 30)
    endless = replace(made, count_seconds=2.8e23, solve_seconds=7e43, count_bytes=3 << 40)
    monkeypatch.setattr(command, "cluster_plan", lambda *_: endless)
    main(["cluster", "plan", "tic-tac-toe", "size=2"])
    told = capsys.readouterr().out
    assert told.count("about 100 years or more") == 2
    assert "3.0T for the positions" in told
