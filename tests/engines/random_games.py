"""Games on small random graphs: loops, stuck places, points, two or three players."""

from random import Random

from boardproof.rules import (
    Draw,
    Game,
    One,
    Parameter,
    Players,
    Range,
    Score,
    Win,
    move,
    require,
)


class Walk(Game):
    """Walk along the arrows of a random graph until a place ends the game."""

    seed: int = Parameter(0, at_least=0, at_most=10**6)
    places: int = Parameter(16, at_least=2, at_most=64)
    seats: int = Parameter(2, choices=(2, 3))
    points: bool = Parameter(False)

    def setup(self):
        self.players = Players(*"ABC"[: self.seats])
        self.spots = Range(0, self.places - 1)
        chance, spots = Random(self.seed), list(self.spots)
        closed = {s for s in spots[1:] if chance.random() < 0.3} | {spots[-1]}
        self.following = {
            s: frozenset() if s in closed else frozenset(chance.choices(spots, k=3)[s % 3 :])
            for s in spots
        }
        self.owner = {s: self.players[chance.choice("ABC"[: self.seats])] for s in spots}
        self.ended = {spots[-1]} | {s for s in closed if chance.random() < 0.8}  # others are stuck
        self.share = {(p, s): chance.randint(0, 3) for p in self.players for s in spots}
        self.winner = {s: chance.choice([*self.players, None]) for s in spots}
        self.at = One(self.spots, start=0)

    def to_move(self):
        return self.owner[self.at]

    @move(spot="spots")
    def go(self, spot):
        require(spot in self.following[self.at], "there is no arrow")
        self.at = spot

    def result(self):
        if self.at not in self.ended:
            return None
        if self.points:
            return Score({player: self.share[player, self.at] for player in self.players})
        for player in self.players:
            if self.winner[self.at] == player:
                return Win(player)
        return Draw()
