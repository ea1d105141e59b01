"""Moves that require something of what a loop found, a branch set, or an early return passed by."""

from boardproof.rules import (
    Count,
    Draw,
    Game,
    Map,
    One,
    Players,
    Range,
    Ring,
    Turn,
    Win,
    move,
    require,
)


class Sought(Game):
    """Walk on to what lies ahead; whoever cannot loses."""

    def setup(self):
        self.players = Players("A", "B")
        self.ring = Ring(6)
        places = list(self.ring)
        self.ahead = dict(zip(places, [*places[1:], None], strict=True))
        self.beans = Map(self.ring, Range(0, 2), start=lambda place: place % 3)
        self.told = One(self.ring | None)
        self.left = Count(0, 6, start=6)
        self.turn = Turn(self.players)

    @move(place="ring")
    def seek(self, place):
        require(self.left > 3)
        spot = self.ahead[place]
        while spot is not None and self.beans[spot] == 0:
            spot = self.ahead[spot]
        require(spot is not None, "nothing lies ahead")
        self.beans[spot] = 0
        self.told = spot
        self.next_turn()

    @move(place="ring")
    def lead(self, place):
        require(self.left < 5)
        at = place
        if self.told is not None:
            at = self.told
        for _ in range(2):
            require(self.beans[at] > 0, "it is empty")
            if at == 4:
                break
            at = at.next
        self.beans[at] = 0
        self.next_turn()

    @move
    def rest(self):
        require(self.left == 3)
        self.may_rest()
        self.next_turn()

    def may_rest(self):
        if self.told == 2:
            return
        require(self.told is None, "not now")

    def next_turn(self):
        self.left -= 1
        self.turn = self.turn.next

    def result(self):
        return Draw() if self.left == 0 else None

    def stuck(self):
        return Win(self.turn.previous)
