"""Mū tōrere, a Māori game on a star of eight points; after E. Best (1925) and M. Ascher (1987)."""

from math import cos, pi, sin
from typing import Any

from boardproof.rules import *


class MuTorere(Game):
    """Move to the one free point; whoever cannot loses.

    The board is a ring of eight points, with a ninth point in the centre that is joined to all of
    them. Each player has four men, side by side on the ring; the centre is free, and White begins.
    A move brings one of your men to the free point, from a point beside it on the ring, from the
    ring to the centre, or from the centre to the ring. Nothing is captured. Whoever cannot move
    loses; a game that never ends is a draw.
    """

    into_centre: str = Reading(
        "freely",
        "beside_an_enemy",
        says="a man may move from a point of the star to the centre",
        freely="from any point: then the first move wins",
        beside_an_enemy="only from beside an enemy",
    )

    def setup(self) -> None:
        self.players = Players("White", "Black")
        white, black = self.players
        ring = [str(i) for i in range(8)]
        places = {p: (2 * sin(i * pi / 4), -2 * cos(i * pi / 4)) for i, p in enumerate(ring)}
        edges = [(ring[i - 1], ring[i]) for i in range(8)] + [(p, "centre") for p in ring]
        self.points = Graph({**places, "centre": (0.0, 0.0)}, edges)
        start = dict.fromkeys(ring[:4], white) | dict.fromkeys(ring[4:], black)
        self.man = Map(self.points, self.players | None, start=lambda point: start.get(point))
        self.turn = Turn(self.players)

    def expected(self) -> str:
        return "move a man to the free point"

    @move(source="points", target="source.neighbours")
    def go(self, source: Any, target: Any) -> None:
        require(self.man[source] == self.turn, "no man of yours is there")
        require(self.man[target] is None, "the point is taken")
        if self.into_centre == "beside_an_enemy" and target == "centre":
            require(
                any(self.man[point] == self.turn.next for point in source.neighbours),
                "there is no enemy beside it",
            )
        self.man[source], self.man[target] = None, self.turn
        self.turn = self.turn.next

    def stuck(self) -> Result:
        return Win(self.turn.previous)

    @always(player="players")
    def four_men_each(self, player: Player) -> bool:
        return sum(self.man[point] == player for point in self.points) == 4
