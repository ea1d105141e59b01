"""Answers the contract by generated machine code on many machines."""

from __future__ import annotations

from typing import Any

from ...limits import Limits
from ...positions.position import Position
from ..compiled.engine import CompiledEngine
from .layers import ClusterLayers
from .pool import ClusterClosedSearch, ClusterPool
from .settling import ClusterAttraction, ClusterBuild
from .team import ShardTeam, team_of


class ClusterEngine(CompiledEngine):
    """Runs the rules as machine code on the shards of a cluster; single positions here."""

    name = "cluster"
    ranks = False
    attraction, building = ClusterAttraction, ClusterBuild
    _team: ShardTeam | None = None

    def team(self, limits: Limits) -> ShardTeam:
        """Return the shards of this game."""
        if self._team is None:
            self._team = team_of(self.rules, limits)
        return self._team

    def _starting_at(self, position: Position) -> ClusterEngine:
        engine = super()._starting_at(position)
        assert isinstance(engine, ClusterEngine)
        engine._team = None
        return engine

    # -- many positions -------------------------------------------------------------------------

    def new_pool(self, limits: Limits, threads: int, symmetry: bool) -> Any:
        """Return what expands the positions of a search."""
        return ClusterPool(self, limits, symmetry)

    def closed_search(
        self, limits: Limits, threads: int, symmetry: bool, linking: bool, apart: bool = True
    ) -> ClusterClosedSearch:
        """Return a search that keeps all positions."""
        return ClusterClosedSearch(self, limits, threads, symmetry)

    def new_layers(self, limits: Limits, symmetry: bool = True) -> ClusterLayers:
        """Search for all reachable positions, and keep them."""
        return ClusterLayers(self, limits, symmetry)
