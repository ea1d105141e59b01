"""What a game takes on a cluster is foreseen from a sample."""

from boardproof import load
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
