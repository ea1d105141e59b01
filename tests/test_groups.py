"""Tests of one group run in one process: they share what is compiled and set up for them."""

import os

import pytest


@pytest.mark.xdist_group("groups")
def test_a_group_is_kept_together(request: pytest.FixtureRequest) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ or not request.config.getoption("loadgroup"):
        pytest.skip("only several processes have groups: scripts/test")
    assert request.node.nodeid.endswith("@groups")
